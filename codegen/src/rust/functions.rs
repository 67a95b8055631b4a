//! Generates the functions of a layout's module, which have the names of those in `serde_json`.

use super::layout_context::Context;
use super::names::module;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn functions(context: &Context<'_>) -> TokenStream {
    let (encoding, decoding, framing) = (encoding(context), decoding(context), framing(context));
    quote! {
        use crate::{Decode, DecodeError, DecodeOptions, Encode, EncodeError, EncodeOptions};
        use alloc::vec::Vec;

        #encoding
        #decoding
        #framing
    }
}

/// Returns the lines of an example in a doc comment; LAYOUT is replaced by the layout's module.
pub(super) fn example(context: &Context<'_>, lines: &[&str]) -> Vec<String> {
    let module = module(context.layout, context.precision);
    let lines = lines
        .iter()
        .map(|line| format!(" {}", line.replace("LAYOUT", &module)));
    [" ```".to_owned()]
        .into_iter()
        .chain(lines)
        .chain([" ```".to_owned()])
        .collect()
}

fn encoding(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let to_vec = example(
        context,
        &[
            "use gdvariant::LAYOUT;",
            "",
            "assert_eq!(LAYOUT::to_vec(&true)?, [1, 0, 0, 0, 1, 0, 0, 0]);",
            "# Ok::<(), gdvariant::EncodeError>(())",
        ],
    );
    let encode_into = example(
        context,
        &[
            "use gdvariant::LAYOUT;",
            "",
            "let mut packet = vec![7];",
            "LAYOUT::encode_into(\"abc\", &mut packet)?;",
            "assert_eq!(packet, [7, 4, 0, 0, 0, 3, 0, 0, 0, b'a', b'b', b'c', 0]);",
            "# Ok::<(), gdvariant::EncodeError>(())",
        ],
    );
    let encode_into_buf = example(
        context,
        &[
            "use bytes::{Bytes, BytesMut};",
            "use gdvariant::LAYOUT;",
            "",
            "let mut packet = BytesMut::new();",
            "LAYOUT::encode_into_buf(\"abc\", &mut packet)?;",
            "assert_eq!(packet, LAYOUT::to_vec(\"abc\")?);",
            "",
            "// What arrives as `Bytes` is a slice to read from.",
            "let packet: Bytes = packet.freeze();",
            "let text: &str = LAYOUT::from_slice(&packet)?;",
            "assert_eq!(text, \"abc\");",
            "# Ok::<(), Box<dyn std::error::Error>>(())",
        ],
    );
    let encoded_len = example(
        context,
        &[
            "use gdvariant::LAYOUT;",
            "",
            "assert_eq!(LAYOUT::encoded_len(\"abc\")?, 12);",
            "# Ok::<(), gdvariant::EncodeError>(())",
        ],
    );
    quote! {
        /// Encodes a value into a new buffer.
        ///
        #(#[doc = #to_vec])*
        ///
        /// # Errors
        ///
        /// When the format cannot say the value, see [`EncodeErrorKind`](crate::EncodeErrorKind).
        pub fn to_vec<T: Encode<#marker> + ?Sized>(value: &T) -> Result<Vec<u8>, EncodeError> {
            crate::generic::to_vec(value)
        }

        /// Encodes a value into a new buffer, if it is no longer than the options allow.
        ///
        /// # Errors
        ///
        /// When the format cannot say the value, or the value is too long.
        pub fn to_vec_with<T: Encode<#marker> + ?Sized>(value: &T, options: EncodeOptions) -> Result<Vec<u8>, EncodeError> {
            crate::generic::to_vec_with(value, options)
        }

        /// Encodes a value behind what a buffer holds; with a buffer that is used again, nothing is allocated.
        ///
        #(#[doc = #encode_into])*
        ///
        /// # Errors
        ///
        /// When the format cannot say the value; the buffer is then as it was before.
        pub fn encode_into<T: Encode<#marker> + ?Sized>(value: &T, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
            crate::generic::encode_into(value, buffer)
        }

        /// Encodes a value behind what a buffer holds, if it is no longer than the options allow.
        ///
        /// # Errors
        ///
        /// When the format cannot say the value, or the value is too long; the buffer is then as it was before.
        pub fn encode_into_with<T: Encode<#marker> + ?Sized>(
            value: &T,
            buffer: &mut Vec<u8>,
            options: EncodeOptions,
        ) -> Result<(), EncodeError> {
            crate::generic::encode_into_with(value, buffer, options)
        }

        /// Encodes a value and puts it into any buffer of the crate `bytes`; where it cannot be encoded or does not fit, nothing is put.
        ///
        /// The value is encoded in a buffer of its own and copied from there. Where a whole [`Bytes`](bytes::Bytes) is wanted,
        /// `Bytes::from` of what [`to_vec`] returns copies nothing.
        ///
        #(#[doc = #encode_into_buf])*
        ///
        /// # Errors
        ///
        /// When the format cannot say the value, and [`BufferFull`](crate::EncodeErrorKind::BufferFull) when the buffer has too few bytes left.
        #[cfg(feature = "bytes")]
        pub fn encode_into_buf<T: Encode<#marker> + ?Sized>(value: &T, buffer: impl bytes::BufMut) -> Result<(), EncodeError> {
            crate::generic::encode_into_buf(value, buffer)
        }

        /// How many bytes a value takes, without keeping them: a multiple of 4.
        ///
        #(#[doc = #encoded_len])*
        ///
        /// # Errors
        ///
        /// When the format cannot say the value.
        pub fn encoded_len<T: Encode<#marker> + ?Sized>(value: &T) -> Result<usize, EncodeError> {
            crate::generic::encoded_len(value)
        }

        /// Encodes a value and writes it in one go; where it cannot be encoded, nothing is written.
        ///
        /// # Errors
        ///
        /// When the format cannot say the value, or writing fails.
        #[cfg(feature = "std")]
        pub fn to_writer<T: Encode<#marker> + ?Sized>(writer: impl std::io::Write, value: &T) -> Result<(), crate::WriteError> {
            crate::generic::to_writer(writer, value)
        }
    }
}

fn decoding(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let from_slice = example(
        context,
        &[
            "use gdvariant::LAYOUT::{self, Variant};",
            "",
            "let bytes = [2, 0, 0, 0, 42, 0, 0, 0];",
            "assert_eq!(LAYOUT::from_slice::<Variant>(&bytes)?, Variant::Int(42));",
            "assert_eq!(LAYOUT::from_slice::<u8>(&bytes)?, 42);",
            "# Ok::<(), gdvariant::DecodeError>(())",
        ],
    );
    let prefix = example(
        context,
        &[
            "use gdvariant::LAYOUT;",
            "",
            "let bytes = [1, 0, 0, 0, 1, 0, 0, 0, 0xff];",
            "assert_eq!(LAYOUT::from_slice_prefix::<bool>(&bytes)?, (true, 8));",
            "# Ok::<(), gdvariant::DecodeError>(())",
        ],
    );
    quote! {
        /// Decodes the one value that the input holds, strictly.
        ///
        #(#[doc = #from_slice])*
        ///
        /// # Errors
        ///
        /// When the bytes are not such a value, or more bytes follow it.
        pub fn from_slice<'de, T: Decode<'de, #marker>>(input: &'de [u8]) -> Result<T, DecodeError> {
            from_slice_with(input, DecodeOptions::new())
        }

        /// Decodes the one value that the input holds, accepting what the options say.
        ///
        /// # Errors
        ///
        /// When the bytes are not such a value, or, unless the options are lenient, more bytes follow it.
        pub fn from_slice_with<'de, T: Decode<'de, #marker>>(input: &'de [u8], options: DecodeOptions) -> Result<T, DecodeError> {
            crate::generic::from_slice(input, options)
        }

        /// Decodes the value at the front of the input, and says how many bytes it took.
        ///
        #(#[doc = #prefix])*
        ///
        /// # Errors
        ///
        /// When the input does not start with such a value.
        pub fn from_slice_prefix<'de, T: Decode<'de, #marker>>(input: &'de [u8]) -> Result<(T, usize), DecodeError> {
            from_slice_prefix_with(input, DecodeOptions::new())
        }

        /// Decodes the value at the front of the input, accepting what the options say, and says how many bytes it took.
        ///
        /// # Errors
        ///
        /// When the input does not start with such a value.
        pub fn from_slice_prefix_with<'de, T: Decode<'de, #marker>>(
            input: &'de [u8],
            options: DecodeOptions,
        ) -> Result<(T, usize), DecodeError> {
            crate::generic::from_slice_prefix(input, options)
        }

        /// Reads to the end and decodes the one value that comes, strictly. A type that borrows needs [`from_slice`], and bytes that stay.
        ///
        /// # Errors
        ///
        /// When reading fails, the bytes are not such a value, or more bytes follow it.
        #[cfg(feature = "std")]
        pub fn from_reader<T: crate::DecodeOwned<#marker>>(reader: impl std::io::Read) -> Result<T, crate::ReadError> {
            from_reader_with(reader, DecodeOptions::new())
        }

        /// Reads to the end and decodes the one value that comes, accepting what the options say. A type that borrows needs
        /// [`from_slice_with`], and bytes that stay.
        ///
        /// # Errors
        ///
        /// When reading fails, the bytes are not such a value, or, unless the options are lenient, more bytes follow it.
        #[cfg(feature = "std")]
        pub fn from_reader_with<T: crate::DecodeOwned<#marker>>(
            reader: impl std::io::Read,
            options: DecodeOptions,
        ) -> Result<T, crate::ReadError> {
            crate::generic::from_reader(reader, options)
        }
    }
}

fn framing(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let framed = example(
        context,
        &[
            "use gdvariant::LAYOUT;",
            "",
            "let mut file = Vec::new();",
            "LAYOUT::write_framed(&mut file, &7)?;",
            "LAYOUT::write_framed(&mut file, &8)?;",
            "let values: Result<Vec<i32>, _> = LAYOUT::read_framed(file.as_slice()).collect();",
            "assert_eq!(values?, [7, 8]);",
            "# Ok::<(), Box<dyn std::error::Error>>(())",
        ],
    );
    quote! {
        /// Writes a value behind its length, as `File.store_var` and `StreamPeer.put_var` do.
        ///
        #(#[doc = #framed])*
        ///
        /// # Errors
        ///
        /// When the format cannot say the value, then nothing is written; or when writing fails.
        #[cfg(feature = "std")]
        pub fn write_framed<T: Encode<#marker> + ?Sized>(writer: impl std::io::Write, value: &T) -> Result<(), crate::WriteError> {
            write_framed_with(writer, value, crate::FrameOptions::new())
        }

        /// Writes a value behind its length, in the byte order that the options say.
        ///
        /// # Errors
        ///
        /// When the format cannot say the value or it is longer than the options allow, then nothing is written; or when writing fails.
        #[cfg(feature = "std")]
        pub fn write_framed_with<T: Encode<#marker> + ?Sized>(
            writer: impl std::io::Write,
            value: &T,
            options: crate::FrameOptions,
        ) -> Result<(), crate::WriteError> {
            crate::framing::write_framed(writer, value, options)
        }

        /// Reads values one after the other, each behind its length, as `File.get_var` and `StreamPeer.get_var` do.
        ///
        /// A value that cannot be decoded is an error of its own: the next one is still read.
        #[cfg(feature = "std")]
        pub fn read_framed<T: crate::DecodeOwned<#marker>>(
            reader: impl std::io::Read,
        ) -> crate::Values<impl std::io::Read, #marker, T> {
            read_framed_with(reader, crate::FrameOptions::new())
        }

        /// Reads values one after the other, each behind its length, accepting what the options say.
        #[cfg(feature = "std")]
        pub fn read_framed_with<T: crate::DecodeOwned<#marker>>(
            reader: impl std::io::Read,
            options: crate::FrameOptions,
        ) -> crate::Values<impl std::io::Read, #marker, T> {
            crate::Frames::new(reader, options).values()
        }
    }
}
