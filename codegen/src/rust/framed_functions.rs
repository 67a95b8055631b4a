//! Generates the functions that read and write values preceded by their lengths.

use super::layout_context::Context;
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the functions of framed values.
pub(super) fn functions(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    quote! {
        /// Writes the length of a value and the value, like `File.store_var` and
        /// `StreamPeer.put_var`.
        ///
        /// ```
        /// use gdvariant::LAYOUT;
        ///
        /// let mut file = Vec::new();
        /// LAYOUT::write_framed(&mut file, &7)?;
        /// LAYOUT::write_framed(&mut file, &8)?;
        /// let values: Result<Vec<i32>, _> = LAYOUT::iter_framed(file.as_slice()).collect();
        /// assert_eq!(values?, [7, 8]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns [`WriteError::Encode`](crate::WriteError) if the value cannot be represented in
        /// the format, and writes nothing. Returns [`WriteError::Io`](crate::WriteError) if writing
        /// fails.
        #[cfg(feature = "std")]
        pub fn write_framed<T: Encode<#marker> + ?Sized>(writer: impl std::io::Write, value: &T) -> Result<(), crate::WriteError> {
            write_framed_with(writer, value, crate::FrameOptions::new())
        }

        /// Writes the length of a value, in the byte order of the options, and the value.
        ///
        /// ```
        /// use gdvariant::{FrameOptions, LAYOUT};
        ///
        /// let mut file = Vec::new();
        /// LAYOUT::write_framed_with(&mut file, &true, FrameOptions::new().big_endian(true))?;
        /// assert_eq!(file, [0, 0, 0, 8, 1, 0, 0, 0, 1, 0, 0, 0]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns [`WriteError::Encode`](crate::WriteError) if the value cannot be represented in
        /// the format, and [`WriteError::TooLong`](crate::WriteError) if it is longer than the
        /// options allow; then it writes nothing. Returns [`WriteError::Io`](crate::WriteError) if
        /// writing fails.
        #[cfg(feature = "std")]
        pub fn write_framed_with<T: Encode<#marker> + ?Sized>(
            writer: impl std::io::Write,
            value: &T,
            options: crate::FrameOptions,
        ) -> Result<(), crate::WriteError> {
            crate::generic::write_framed(writer, value, options)
        }

        /// Reads the next value, preceded by its length, like `File.get_var` and
        /// `StreamPeer.get_var`.
        ///
        /// It reads exactly the length and the value: pass `&mut reader` to read more values, or
        /// call [`iter_framed`] to read all of them.
        ///
        /// ```
        /// use gdvariant::LAYOUT;
        ///
        /// let mut file = Vec::new();
        /// LAYOUT::write_framed(&mut file, "Ada")?;
        /// LAYOUT::write_framed(&mut file, &7)?;
        ///
        /// let mut reader = file.as_slice(); // or a BufReader of a File
        /// let name: String = LAYOUT::read_framed(&mut reader)?;
        /// let level: u8 = LAYOUT::read_framed(&mut reader)?;
        /// assert_eq!((name.as_str(), level), ("Ada", 7));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns [`ReadError::Decode`](crate::ReadError) if the value cannot be decoded,
        /// [`ReadError::UnexpectedEnd`](crate::ReadError) if the input ends before the value does,
        /// and other errors if a length exceeds 64 MiB or if reading fails.
        #[cfg(feature = "std")]
        pub fn read_framed<T: DecodeOwned<#marker>>(reader: impl std::io::Read) -> Result<T, crate::ReadError> {
            read_framed_with(reader, crate::FrameOptions::new())
        }

        /// Reads the next value, preceded by its length, as the options specify.
        ///
        /// ```
        /// use gdvariant::{FrameOptions, LAYOUT};
        ///
        /// let big_endian = FrameOptions::new().big_endian(true);
        /// let file: &[u8] = &[0, 0, 0, 8, 2, 0, 0, 0, 7, 0, 0, 0];
        /// let level: u8 = LAYOUT::read_framed_with(file, big_endian)?;
        /// assert_eq!(level, 7);
        /// # Ok::<(), gdvariant::ReadError>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns the errors of [`read_framed`], with the length limit of the options.
        #[cfg(feature = "std")]
        pub fn read_framed_with<T: DecodeOwned<#marker>>(
            reader: impl std::io::Read,
            options: crate::FrameOptions,
        ) -> Result<T, crate::ReadError> {
            crate::generic::read_framed::<#marker, T>(reader, options)
        }

        /// Returns an iterator that reads consecutive values, each preceded by its length.
        ///
        /// If a value cannot be decoded, the iterator yields an error and continues with the next
        /// value.
        ///
        /// ```
        /// use gdvariant::LAYOUT;
        ///
        /// let mut file = Vec::new();
        /// LAYOUT::write_framed(&mut file, &7)?;
        /// LAYOUT::write_framed(&mut file, &8)?;
        /// let values: Result<Vec<i32>, _> = LAYOUT::iter_framed(file.as_slice()).collect();
        /// assert_eq!(values?, [7, 8]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[cfg(feature = "std")]
        pub fn iter_framed<T: DecodeOwned<#marker>>(
            reader: impl std::io::Read,
        ) -> crate::FramedValues<impl std::io::Read, #marker, T> {
            iter_framed_with(reader, crate::FrameOptions::new())
        }

        /// Returns an iterator that reads consecutive values, as the options specify.
        ///
        /// ```
        /// use gdvariant::{FrameOptions, LAYOUT};
        ///
        /// let big_endian = FrameOptions::new().big_endian(true);
        /// let file: &[u8] = &[0, 0, 0, 8, 2, 0, 0, 0, 7, 0, 0, 0];
        /// let mut levels = LAYOUT::iter_framed_with::<u8>(file, big_endian);
        /// assert_eq!(levels.next().transpose()?, Some(7));
        /// # Ok::<(), gdvariant::ReadError>(())
        /// ```
        #[cfg(feature = "std")]
        pub fn iter_framed_with<T: DecodeOwned<#marker>>(
            reader: impl std::io::Read,
            options: crate::FrameOptions,
        ) -> crate::FramedValues<impl std::io::Read, #marker, T> {
            crate::Frames::new(reader, options).values()
        }
    }
}
