//! Generates the functions of a layout's module, named like those of `serde_json`.

use super::example::example;
use super::function_examples;
use super::layout_context::Context;
use super::names::{ident, module};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn functions(context: &Context<'_>) -> TokenStream {
    let (encoding, decoding, framing) = (encoding(context), decoding(context), framing(context));
    let (literal, variant) = (literal(context), variant(context));
    quote! {
        use crate::{Decode, DecodeError, DecodeOptions, DecodeOwned, Encode, EncodeError, EncodeOptions, FromVariantError};
        use alloc::vec::Vec;

        #encoding
        #decoding
        #framing
        #literal
        #variant
    }
}

/// Generates the macro that creates a Variant from a literal.
fn literal(context: &Context<'_>) -> TokenStream {
    let module = module(context.layout, context.precision);
    let (name, module) = (ident(&format!("__{module}_variant")), ident(&module));
    let example = example(
        context,
        &[
            "use gdvariant::{LAYOUT, Vector2};",
            "",
            "let health = 100;",
            "let player = LAYOUT::variant!({",
            "    \"name\": \"Ada\",",
            "    \"health\": health - 1,",
            "    7: [1, 2.5, null],",
            "});",
            "assert_eq!(player[\"health\"], 99);",
            "assert_eq!(player[7][1], 2.5);",
        ],
    );
    quote! {
        /// Creates a Variant from a literal like those of scripts: `null`, an Array, a Dictionary, or an
        /// expression that converts into a Variant.
        ///
        /// Keys and values are any expressions; a key can be a literal of its own as well. Of equal keys
        /// the last value counts.
        ///
        #(#[doc = #example])*
        #[macro_export]
        #[doc(hidden)]
        macro_rules! #name {
            ($($tokens:tt)*) => { $crate::__variant!($crate::#module::Variant; $($tokens)*) };
        }

        #[doc(inline)]
        pub use #name as variant;
    }
}

/// Generates the conversions between a Variant and other types.
fn variant(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let to_variant = example(
        context,
        &[
            "use gdvariant::LAYOUT;",
            "",
            "let value = LAYOUT::to_variant(&(\"Ada\", [7, 8], None::<bool>))?;",
            "assert_eq!(value, LAYOUT::variant!([\"Ada\", [7, 8], null]));",
            "# Ok::<(), gdvariant::EncodeError>(())",
        ],
    );
    let from_variant = example(
        context,
        &[
            "use gdvariant::LAYOUT;",
            "use std::collections::BTreeMap;",
            "",
            "let value = LAYOUT::variant!({\"Ada\": [7, 8]});",
            "let scores: BTreeMap<String, Vec<u8>> = LAYOUT::from_variant(&value)?;",
            "assert_eq!(scores[\"Ada\"], [7, 8]);",
            "",
            "let error = LAYOUT::from_variant::<BTreeMap<String, Vec<bool>>>(&value).unwrap_err();",
            "assert_eq!(error.to_string(), \"Ada[0]: expected bool, found int\");",
            "# Ok::<(), gdvariant::FromVariantError>(())",
        ],
    );
    quote! {
        /// Converts a value to a Variant, like `from_slice` after [`to_vec`].
        ///
        /// The value is encoded into a temporary buffer and decoded from there: a conversion takes as
        /// long as both, and changes what the format cannot distinguish.
        ///
        #(#[doc = #to_variant])*
        ///
        /// # Errors
        ///
        /// Returns an error if the value cannot be represented in the format.
        pub fn to_variant<T: Encode<#marker> + ?Sized>(value: &T) -> Result<Variant, EncodeError> {
            crate::generic::to_variant::<#marker, T>(value)
        }

        /// Converts a Variant to a value of another type, like [`from_slice`] after `to_vec`.
        ///
        /// The Variant is encoded into a temporary buffer and decoded from there: a conversion takes as
        /// long as both. The result cannot borrow from the Variant. Whole objects are allowed.
        ///
        #(#[doc = #from_variant])*
        ///
        /// # Errors
        ///
        /// Returns an error if the Variant is not such a value, or if it cannot be represented in the
        /// format.
        pub fn from_variant<T: DecodeOwned<#marker>>(value: &Variant) -> Result<T, FromVariantError> {
            crate::generic::from_variant::<#marker, T>(value)
        }
    }
}

fn encoding(context: &Context<'_>) -> TokenStream {
    let [to_vec_with, encode_into_with, encoded_len_with, to_writer] = [
        "to_vec_with",
        "encode_into_with",
        "encoded_len_with",
        "to_writer",
    ]
    .map(|name| function_examples::of(context, name, false));
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
            "// `Bytes` dereferences to a slice.",
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
        /// Returns an error if the value cannot be represented in the format, see
        /// [`EncodeErrorKind`](crate::EncodeErrorKind).
        pub fn to_vec<T: Encode<#marker> + ?Sized>(value: &T) -> Result<Vec<u8>, EncodeError> {
            crate::generic::to_vec(value)
        }

        /// Encodes a value into a new buffer, as the options specify.
        ///
        #(#[doc = #to_vec_with])*
        ///
        /// # Errors
        ///
        /// Returns an error if the value cannot be represented in the format,
        /// [`ValueTooLong`](crate::EncodeErrorKind::ValueTooLong) if its encoding is longer than
        /// allowed, and [`NotInTarget`](crate::EncodeErrorKind::NotInTarget) if the target lacks a
        /// type.
        pub fn to_vec_with<T: Encode<#marker> + ?Sized>(value: &T, options: EncodeOptions) -> Result<Vec<u8>, EncodeError> {
            crate::generic::to_vec_with(value, options)
        }

        /// Appends the encoding of a value to a buffer. A buffer that is used again need not
        /// allocate.
        ///
        #(#[doc = #encode_into])*
        ///
        /// # Errors
        ///
        /// Returns an error if the value cannot be represented in the format. The buffer is then
        /// unchanged.
        pub fn encode_into<T: Encode<#marker> + ?Sized>(value: &T, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
            crate::generic::encode_into(value, buffer)
        }

        /// Appends the encoding of a value to a buffer, as the options specify.
        ///
        #(#[doc = #encode_into_with])*
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
        #(#[doc = #encode_into_buf])*
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
        #(#[doc = #encoded_len])*
        ///
        /// # Errors
        ///
        /// Returns an error if the value cannot be represented in the format.
        pub fn encoded_len<T: Encode<#marker> + ?Sized>(value: &T) -> Result<usize, EncodeError> {
            crate::generic::encoded_len(value)
        }

        /// Returns the length of the encoding of a value in bytes under the options, a multiple of 4.
        ///
        #(#[doc = #encoded_len_with])*
        ///
        /// # Errors
        ///
        /// Returns the errors of [`to_vec_with`].
        pub fn encoded_len_with<T: Encode<#marker> + ?Sized>(value: &T, options: EncodeOptions) -> Result<usize, EncodeError> {
            crate::generic::encoded_len_with(value, options)
        }

        /// Encodes a value and writes it in one call of `write_all`.
        ///
        #(#[doc = #to_writer])*
        ///
        /// # Errors
        ///
        /// Returns [`WriteError::Encode`](crate::WriteError) if the value cannot be represented in
        /// the format, and writes nothing. Returns [`WriteError::Io`](crate::WriteError) if writing
        /// fails.
        #[cfg(feature = "std")]
        pub fn to_writer<T: Encode<#marker> + ?Sized>(writer: impl std::io::Write, value: &T) -> Result<(), crate::WriteError> {
            crate::generic::to_writer(writer, value)
        }
    }
}

fn decoding(context: &Context<'_>) -> TokenStream {
    let [
        from_slice_with,
        from_slice_prefix_with,
        from_reader,
        from_reader_with,
    ] = [
        "from_slice_with",
        "from_slice_prefix_with",
        "from_reader",
        "from_reader_with",
    ]
    .map(|name| function_examples::of(context, name, false));
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
        /// Decodes a value that spans the whole input, strictly.
        ///
        #(#[doc = #from_slice])*
        ///
        /// # Errors
        ///
        /// Returns an error if the input is not such a value, or if more bytes follow it.
        pub fn from_slice<'de, T: Decode<'de, #marker>>(input: &'de [u8]) -> Result<T, DecodeError> {
            from_slice_with(input, DecodeOptions::new())
        }

        /// Decodes a value that spans the whole input, as the options specify.
        ///
        #(#[doc = #from_slice_with])*
        ///
        /// # Errors
        ///
        /// Returns an error if the input is not such a value, or if more bytes follow it and the
        /// options are not lenient.
        pub fn from_slice_with<'de, T: Decode<'de, #marker>>(input: &'de [u8], options: DecodeOptions) -> Result<T, DecodeError> {
            crate::generic::from_slice(input, options)
        }

        /// Decodes the value at the start of the input, and returns it with its length in bytes.
        ///
        #(#[doc = #prefix])*
        ///
        /// # Errors
        ///
        /// Returns an error if the input does not start with such a value.
        pub fn from_slice_prefix<'de, T: Decode<'de, #marker>>(input: &'de [u8]) -> Result<(T, usize), DecodeError> {
            from_slice_prefix_with(input, DecodeOptions::new())
        }

        /// Decodes the value at the start of the input, as the options specify, and returns it with
        /// its length in bytes.
        ///
        #(#[doc = #from_slice_prefix_with])*
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

        /// Reads to the end and decodes a value that spans the whole input, strictly.
        ///
        /// Types that borrow from the input need [`from_slice`].
        ///
        #(#[doc = #from_reader])*
        ///
        /// # Errors
        ///
        /// Returns an error if reading fails, if the input is not such a value, or if more bytes
        /// follow it.
        #[cfg(feature = "std")]
        pub fn from_reader<T: DecodeOwned<#marker>>(reader: impl std::io::Read) -> Result<T, crate::ReadError> {
            from_reader_with(reader, DecodeOptions::new())
        }

        /// Reads to the end and decodes a value that spans the whole input, as the options specify.
        ///
        /// Types that borrow from the input need [`from_slice_with`].
        ///
        #(#[doc = #from_reader_with])*
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

fn framing(context: &Context<'_>) -> TokenStream {
    let write_framed_with = function_examples::of(context, "write_framed_with", false);
    let marker = context.marker();
    let framed = example(
        context,
        &[
            "use gdvariant::LAYOUT;",
            "",
            "let mut file = Vec::new();",
            "LAYOUT::write_framed(&mut file, &7)?;",
            "LAYOUT::write_framed(&mut file, &8)?;",
            "let values: Result<Vec<i32>, _> = LAYOUT::iter_framed(file.as_slice()).collect();",
            "assert_eq!(values?, [7, 8]);",
            "# Ok::<(), Box<dyn std::error::Error>>(())",
        ],
    );
    let read_framed = example(
        context,
        &[
            "use gdvariant::LAYOUT;",
            "",
            "let mut file = Vec::new();",
            "LAYOUT::write_framed(&mut file, \"Ada\")?;",
            "LAYOUT::write_framed(&mut file, &7)?;",
            "",
            "let mut reader = file.as_slice(); // or a BufReader of a File",
            "let name: String = LAYOUT::read_framed(&mut reader)?;",
            "let level: u8 = LAYOUT::read_framed(&mut reader)?;",
            "assert_eq!((name.as_str(), level), (\"Ada\", 7));",
            "# Ok::<(), Box<dyn std::error::Error>>(())",
        ],
    );
    let [read_framed_with, iter_framed_with] = [
        [
            "let level: u8 = LAYOUT::read_framed_with(file, big_endian)?;",
            "assert_eq!(level, 7);",
        ],
        [
            "let mut levels = LAYOUT::iter_framed_with::<u8>(file, big_endian);",
            "assert_eq!(levels.next().transpose()?, Some(7));",
        ],
    ]
    .map(|[read, check]| {
        example(
            context,
            &[
                "use gdvariant::{FrameOptions, LAYOUT};",
                "",
                "let big_endian = FrameOptions::new().big_endian(true);",
                "let file: &[u8] = &[0, 0, 0, 8, 2, 0, 0, 0, 7, 0, 0, 0];",
                read,
                check,
                "# Ok::<(), gdvariant::ReadError>(())",
            ],
        )
    });
    quote! {
        /// Writes the length of a value and the value, like `File.store_var` and
        /// `StreamPeer.put_var`.
        ///
        #(#[doc = #framed])*
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
        #(#[doc = #write_framed_with])*
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
        /// It reads exactly the length and the value: pass `&mut reader` to read more values, or call
        /// [`iter_framed`] to read all of them.
        ///
        #(#[doc = #read_framed])*
        ///
        /// # Errors
        ///
        /// Returns [`ReadError::Decode`](crate::ReadError) if the value cannot be decoded,
        /// [`ReadError::UnexpectedEnd`](crate::ReadError) if the input ends before the value does, and other
        /// errors if a length exceeds 64 MiB or if reading fails.
        #[cfg(feature = "std")]
        pub fn read_framed<T: DecodeOwned<#marker>>(reader: impl std::io::Read) -> Result<T, crate::ReadError> {
            read_framed_with(reader, crate::FrameOptions::new())
        }

        /// Reads the next value, preceded by its length, as the options specify.
        ///
        #(#[doc = #read_framed_with])*
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
        #(#[doc = #framed])*
        #[cfg(feature = "std")]
        pub fn iter_framed<T: DecodeOwned<#marker>>(
            reader: impl std::io::Read,
        ) -> crate::FramedValues<impl std::io::Read, #marker, T> {
            iter_framed_with(reader, crate::FrameOptions::new())
        }

        /// Returns an iterator that reads consecutive values, as the options specify.
        ///
        #(#[doc = #iter_framed_with])*
        #[cfg(feature = "std")]
        pub fn iter_framed_with<T: DecodeOwned<#marker>>(
            reader: impl std::io::Read,
            options: crate::FrameOptions,
        ) -> crate::FramedValues<impl std::io::Read, #marker, T> {
            crate::Frames::new(reader, options).values()
        }
    }
}
