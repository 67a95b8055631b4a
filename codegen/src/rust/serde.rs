//! Generates the module `serde` of a layout, for types that implement serde's traits.

use super::example::example;
use super::function_examples;
use super::layout_context::Context;
use super::names::{doc, title};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn serde(context: &Context<'_>) -> TokenStream {
    let [
        to_vec,
        encode_into,
        to_writer,
        from_slice_with,
        from_slice_prefix,
        from_reader,
        to_variant,
        from_variant,
    ] = [
        "to_vec",
        "encode_into",
        "to_writer",
        "from_slice_with",
        "from_slice_prefix",
        "from_reader",
        "to_variant",
        "from_variant",
    ]
    .map(|name| function_examples::of(context, name, true));
    let marker = context.marker();
    let module_doc = doc(&format!(
        "Encodes and decodes any type that implements serde's traits in the layout of {}.\n\n\
         [`gdvariant::serde`](crate::serde) documents the mapping of types.",
        title(context.layout, context.precision)
    ));
    let from_slice = example(
        context,
        &[
            "use gdvariant::LAYOUT;",
            "use serde::{Deserialize, Serialize};",
            "",
            "#[derive(Debug, PartialEq, Serialize, Deserialize)]",
            "struct Player {",
            "    name: String,",
            "    health: i64,",
            "}",
            "",
            "let player = Player { name: \"Ada\".into(), health: 7 };",
            "let bytes = LAYOUT::serde::to_vec(&player)?;",
            "assert_eq!(LAYOUT::serde::from_slice::<Player>(&bytes)?, player);",
            "# Ok::<(), Box<dyn std::error::Error>>(())",
        ],
    );
    quote! {
        #[cfg(feature = "serde")]
        #module_doc
        pub mod serde {
            use super::{#marker, Variant};
            use crate::{DecodeError, DecodeOptions, EncodeError, FromVariantError};
            use ::serde::de::DeserializeOwned;
            use ::serde::{Deserialize, Serialize};
            use alloc::vec::Vec;

            /// Serializes values to a [`Writer`](crate::Writer) of this layout.
            pub type Serializer<'s, 'w> = crate::serde::Serializer<'s, 'w, #marker>;

            /// Deserializes values from a [`Reader`](crate::Reader) of this layout.
            pub type Deserializer<'r, 'de> = crate::serde::Deserializer<'r, 'de, #marker>;

            /// Encodes a value into a new buffer.
            ///
            #(#[doc = #to_vec])*
            ///
            /// # Errors
            ///
            /// Returns an error if the value cannot be represented in the format, see
            /// [`EncodeErrorKind`](crate::EncodeErrorKind).
            pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, EncodeError> {
                crate::serde::to_vec::<#marker, T>(value)
            }

            /// Appends the encoding of a value to a buffer.
            ///
            #(#[doc = #encode_into])*
            ///
            /// # Errors
            ///
            /// Returns an error if the value cannot be represented in the format. The buffer is
            /// then unchanged.
            pub fn encode_into<T: Serialize + ?Sized>(value: &T, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
                crate::serde::encode_into::<#marker, T>(value, buffer)
            }

            /// Encodes a value and writes it in one call of `write_all`.
            ///
            #(#[doc = #to_writer])*
            ///
            /// # Errors
            ///
            /// Returns [`WriteError::Encode`](crate::WriteError) if the value cannot be represented
            /// in the format, and writes nothing. Returns [`WriteError::Io`](crate::WriteError) if
            /// writing fails.
            #[cfg(feature = "std")]
            pub fn to_writer<T: Serialize + ?Sized>(writer: impl std::io::Write, value: &T) -> Result<(), crate::WriteError> {
                crate::serde::to_writer::<#marker, T>(writer, value)
            }

            /// Decodes a value that spans the whole input, strictly.
            ///
            #(#[doc = #from_slice])*
            ///
            /// # Errors
            ///
            /// Returns an error if the input is not such a value, or if more bytes follow it.
            pub fn from_slice<'de, T: Deserialize<'de>>(input: &'de [u8]) -> Result<T, DecodeError> {
                from_slice_with(input, DecodeOptions::new())
            }

            /// Decodes a value that spans the whole input, as the options specify.
            ///
            #(#[doc = #from_slice_with])*
            ///
            /// # Errors
            ///
            /// Returns an error if the input is not such a value, or if more bytes follow it and
            /// the options are not lenient.
            pub fn from_slice_with<'de, T: Deserialize<'de>>(input: &'de [u8], options: DecodeOptions) -> Result<T, DecodeError> {
                crate::serde::from_slice::<#marker, T>(input, options)
            }

            /// Decodes the value at the start of the input, and returns it with its length in
            /// bytes.
            ///
            #(#[doc = #from_slice_prefix])*
            ///
            /// # Errors
            ///
            /// Returns an error if the input does not start with such a value.
            pub fn from_slice_prefix<'de, T: Deserialize<'de>>(input: &'de [u8]) -> Result<(T, usize), DecodeError> {
                crate::serde::from_slice_prefix::<#marker, T>(input, DecodeOptions::new())
            }

            /// Reads to the end and decodes a value that spans the whole input, strictly.
            ///
            #(#[doc = #from_reader])*
            ///
            /// # Errors
            ///
            /// Returns an error if reading fails, if the input is not such a value, or if more
            /// bytes follow it.
            #[cfg(feature = "std")]
            pub fn from_reader<T: DeserializeOwned>(reader: impl std::io::Read) -> Result<T, crate::ReadError> {
                crate::serde::from_reader::<#marker, T>(reader, DecodeOptions::new())
            }

            /// Converts a value to a Variant, by way of its encoding.
            ///
            #(#[doc = #to_variant])*
            ///
            /// # Errors
            ///
            /// Returns an error if the value cannot be represented in the format.
            pub fn to_variant<T: Serialize + ?Sized>(value: &T) -> Result<Variant, EncodeError> {
                crate::serde::to_variant::<#marker, T>(value)
            }

            /// Converts a Variant to a value of another type, by way of its encoding.
            ///
            #(#[doc = #from_variant])*
            ///
            /// # Errors
            ///
            /// Returns an error if the Variant is not such a value, or if it cannot be encoded.
            pub fn from_variant<T: DeserializeOwned>(value: &Variant) -> Result<T, FromVariantError> {
                crate::serde::from_variant::<#marker, T>(value)
            }
        }
    }
}
