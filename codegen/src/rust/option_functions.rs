//! Generates the functions of a layout's module that have options or another kind of buffer.

use super::layout_context::Context;
use proc_macro2::TokenStream;
use quote::quote;

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
