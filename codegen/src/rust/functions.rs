//! Generates the functions of a layout's module, named like those of `serde_json`.

use super::codec_functions::{self, Traits};
use super::layout::Context;
use super::names::ident;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn functions(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let traits = Traits {
        module: "LAYOUT",
        encode: quote!(Encode<#marker>),
        decode: quote!(Decode<'de, #marker>),
        decode_owned: quote!(DecodeOwned<#marker>),
        functions: quote!(crate::generic),
    };
    let codec = codec_functions::functions(context, &traits);
    let encoding = encoding(context);
    let decoding = decoding(context);
    let framed = framed(context);
    let literal = literal(context);
    quote! {
        use crate::{Decode, DecodeError, DecodeOptions, DecodeOwned, Encode, EncodeError, EncodeOptions, FromVariantError};
        use alloc::vec::Vec;

        #codec
        #encoding
        #decoding
        #framed
        #literal
    }
}

/// Generates the macro that creates a Variant from a literal.
fn literal(context: &Context<'_>) -> TokenStream {
    let module = context.edition.module();
    let (name, module) = (ident(&format!("__{module}_variant")), ident(&module));
    quote! {
        /// Creates a Variant from a literal like those of scripts: `null`, an Array, a Dictionary,
        /// or an expression that converts into a Variant.
        ///
        /// Keys and values are any expressions; a key can be a literal of its own as well. Of equal
        /// keys the last value counts.
        ///
        /// ```
        /// use gdvariant::LAYOUT;
        ///
        /// let health = 100;
        /// let player = LAYOUT::variant!({
        ///     "name": "Ada",
        ///     "health": health - 1,
        ///     7: [1, 2.5, null],
        /// });
        /// assert_eq!(player["health"], 99);
        /// assert_eq!(player[7][1], 2.5);
        /// ```
        #[macro_export]
        #[doc(hidden)]
        macro_rules! #name {
            ($($tokens:tt)*) => { $crate::__variant!($crate::#module::Variant; $($tokens)*) };
        }

        #[doc(inline)]
        pub use #name as variant;
    }
}

/// Generates the functions that encode a value.
pub(super) fn encoding(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    quote! {
        /// Encodes a value into a new buffer, as the options specify.
        ///
        /// ```
        /// use gdvariant::{EncodeOptions, LAYOUT};
        ///
        /// let short = EncodeOptions::new().max_length(8);
        /// assert_eq!(LAYOUT::to_vec_with(&7, short)?.len(), 8);
        /// assert!(LAYOUT::to_vec_with("too long", short).is_err());
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the value cannot be represented in the format,
        /// [`ValueTooLong`](crate::EncodeErrorKind::ValueTooLong) if its encoding is longer than
        /// allowed, [`NotInTarget`](crate::EncodeErrorKind::NotInTarget) if the target lacks a
        /// type, and [`UnknownTarget`](crate::EncodeErrorKind::UnknownTarget) if the target is not
        /// a version of the layout's engine.
        pub fn to_vec_with<T: Encode<#marker> + ?Sized>(value: &T, options: EncodeOptions) -> Result<Vec<u8>, EncodeError> {
            crate::generic::to_vec_with(value, options)
        }

        /// Appends the encoding of a value to a buffer, as the options specify.
        ///
        /// ```
        /// use gdvariant::{EncodeOptions, LAYOUT};
        ///
        /// let mut packet = Vec::new();
        /// LAYOUT::encode_into_with(&true, &mut packet, EncodeOptions::packets())?;
        /// assert_eq!(packet, [1, 0, 0, 0, 1, 0, 0, 0]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns the errors of [`to_vec_with`]. The buffer is then unchanged.
        pub fn encode_into_with<T: Encode<#marker> + ?Sized>(
            value: &T,
            buffer: &mut Vec<u8>,
            options: EncodeOptions,
        ) -> Result<(), EncodeError> {
            crate::generic::encode_into_with(value, buffer, options)
        }

        /// Encodes a value into any buffer of the crate `bytes`.
        ///
        /// The value is encoded into a temporary buffer and copied from there. To create a
        /// [`Bytes`](bytes::Bytes) without a copy, pass the result of [`to_vec`] to `Bytes::from`.
        ///
        /// ```
        /// use bytes::{Bytes, BytesMut};
        /// use gdvariant::LAYOUT;
        ///
        /// let mut packet = BytesMut::new();
        /// LAYOUT::encode_into_buf("abc", &mut packet)?;
        /// assert_eq!(packet, LAYOUT::to_vec("abc")?);
        ///
        /// // `Bytes` dereferences to a slice.
        /// let packet: Bytes = packet.freeze();
        /// let text: &str = LAYOUT::from_slice(&packet)?;
        /// assert_eq!(text, "abc");
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the value cannot be represented in the format, and
        /// [`BufferFull`](crate::EncodeErrorKind::BufferFull) if the buffer has too few bytes left.
        /// The buffer is then unchanged.
        #[cfg(feature = "bytes")]
        pub fn encode_into_buf<T: Encode<#marker> + ?Sized>(value: &T, buffer: impl bytes::BufMut) -> Result<(), EncodeError> {
            crate::generic::encode_into_buf(value, buffer)
        }

        /// Returns the length of the encoding of a value in bytes, a multiple of 4.
        ///
        /// ```
        /// use gdvariant::LAYOUT;
        ///
        /// assert_eq!(LAYOUT::encoded_len("abc")?, 12);
        /// # Ok::<(), gdvariant::EncodeError>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the value cannot be represented in the format.
        pub fn encoded_len<T: Encode<#marker> + ?Sized>(value: &T) -> Result<usize, EncodeError> {
            crate::generic::encoded_len(value)
        }

        /// Returns the length of the encoding of a value in bytes under the options, a multiple of
        /// 4.
        ///
        /// ```
        /// use gdvariant::{EncodeOptions, LAYOUT};
        ///
        /// let short = EncodeOptions::new().max_length(8);
        /// assert_eq!(LAYOUT::encoded_len_with(&7, short)?, 8);
        /// assert!(LAYOUT::encoded_len_with("too long", short).is_err());
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns the errors of [`to_vec_with`].
        pub fn encoded_len_with<T: Encode<#marker> + ?Sized>(value: &T, options: EncodeOptions) -> Result<usize, EncodeError> {
            crate::generic::encoded_len_with(value, options)
        }
    }
}

/// Generates the functions that decode a value.
pub(super) fn decoding(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    quote! {
        /// Decodes the value at the start of the input, as the options specify, and returns it with
        /// its length in bytes.
        ///
        /// ```
        /// use gdvariant::{DecodeOptions, LAYOUT};
        ///
        /// let odd = [1, 0, 0, 0, 2, 0, 0, 0, 0xff]; // a bool that is 2, and one more byte
        /// let value = LAYOUT::from_slice_prefix_with::<bool>(&odd, DecodeOptions::engine())?;
        /// assert_eq!(value, (true, 8));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the input does not start with such a value.
        pub fn from_slice_prefix_with<'de, T: Decode<'de, #marker>>(
            input: &'de [u8],
            options: DecodeOptions,
        ) -> Result<(T, usize), DecodeError> {
            crate::generic::from_slice_prefix(input, options)
        }

        /// Reads to the end and decodes a value that spans the whole input, as the options specify.
        ///
        /// Types that borrow from the input need [`from_slice_with`].
        ///
        /// ```
        /// use gdvariant::{DecodeOptions, LAYOUT};
        ///
        /// let file: &[u8] = &[1, 0, 0, 0, 2, 0, 0, 0]; // a bool that is 2
        /// assert!(LAYOUT::from_reader_with::<bool>(file, DecodeOptions::engine())?);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if reading fails, if the input is not such a value, or if more bytes
        /// follow it and the options are not lenient.
        #[cfg(feature = "std")]
        pub fn from_reader_with<T: DecodeOwned<#marker>>(
            reader: impl std::io::Read,
            options: DecodeOptions,
        ) -> Result<T, crate::ReadError> {
            crate::generic::from_reader(reader, options)
        }
    }
}

/// Generates the functions of framed values.
pub(super) fn framed(context: &Context<'_>) -> TokenStream {
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
