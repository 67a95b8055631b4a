//! Generates the module `serde` of a layout, for users' types with serde's traits.

use super::functions::example;
use super::layout_context::Context;
use super::names::{doc, title};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn serde(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let module_doc = doc(&format!(
        "{} as a format of serde: any type that serde serializes goes to the wire and back.\n\n\
         [`gdvariant::serde`](crate::serde) says what becomes what.",
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
            use crate::{DecodeError, DecodeOptions, EncodeError};
            use ::serde::de::DeserializeOwned;
            use ::serde::{Deserialize, Serialize};
            use alloc::vec::Vec;

            pub use crate::serde::Error;

            /// Writes what serde serializes, to a [`Writer`](crate::Writer) of this layout.
            pub type Serializer<'s, 'w> = crate::serde::Serializer<'s, 'w, #marker>;

            /// Reads what serde deserializes, from a [`Reader`](crate::Reader) of this layout.
            pub type Deserializer<'r, 'de> = crate::serde::Deserializer<'r, 'de, #marker>;

            /// Encodes a value into a new buffer.
            ///
            /// # Errors
            ///
            /// When the format cannot say the value, see [`EncodeErrorKind`](crate::EncodeErrorKind).
            pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, EncodeError> {
                crate::serde::to_vec::<#marker, T>(value)
            }

            /// Encodes a value behind what a buffer holds.
            ///
            /// # Errors
            ///
            /// When the format cannot say the value; the buffer is then as it was before.
            pub fn encode_into<T: Serialize + ?Sized>(value: &T, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
                crate::serde::encode_into::<#marker, T>(value, buffer)
            }

            /// Encodes a value and writes it in one go; where it cannot be encoded, nothing is written.
            ///
            /// # Errors
            ///
            /// When the format cannot say the value, or writing fails.
            #[cfg(feature = "std")]
            pub fn to_writer<T: Serialize + ?Sized>(writer: impl std::io::Write, value: &T) -> Result<(), crate::WriteError> {
                crate::serde::to_writer::<#marker, T>(writer, value)
            }

            /// Decodes the one value that the input holds, strictly.
            ///
            #(#[doc = #from_slice])*
            ///
            /// # Errors
            ///
            /// When the bytes are not such a value, or more bytes follow it.
            pub fn from_slice<'de, T: Deserialize<'de>>(input: &'de [u8]) -> Result<T, DecodeError> {
                from_slice_with(input, DecodeOptions::new())
            }

            /// Decodes the one value that the input holds, accepting what the options say.
            ///
            /// # Errors
            ///
            /// When the bytes are not such a value, or, unless the options are lenient, more bytes follow it.
            pub fn from_slice_with<'de, T: Deserialize<'de>>(input: &'de [u8], options: DecodeOptions) -> Result<T, DecodeError> {
                crate::serde::from_slice::<#marker, T>(input, options)
            }

            /// Decodes the value at the front of the input, and says how many bytes it took.
            ///
            /// # Errors
            ///
            /// When the input does not start with such a value.
            pub fn from_slice_prefix<'de, T: Deserialize<'de>>(input: &'de [u8]) -> Result<(T, usize), DecodeError> {
                crate::serde::from_slice_prefix::<#marker, T>(input, DecodeOptions::new())
            }

            /// Reads to the end and decodes the one value that comes, strictly.
            ///
            /// # Errors
            ///
            /// When reading fails, the bytes are not such a value, or more bytes follow it.
            #[cfg(feature = "std")]
            pub fn from_reader<T: DeserializeOwned>(reader: impl std::io::Read) -> Result<T, crate::ReadError> {
                crate::serde::from_reader::<#marker, T>(reader, DecodeOptions::new())
            }

            /// What a value is as a Variant.
            ///
            /// # Errors
            ///
            /// When the format cannot say the value.
            pub fn to_variant<T: Serialize + ?Sized>(value: &T) -> Result<Variant, EncodeError> {
                crate::serde::to_variant::<#marker, T>(value)
            }

            /// What a Variant is as a value of another type.
            ///
            /// # Errors
            ///
            /// When the Variant is not such a value, or cannot be encoded.
            pub fn from_variant<T: DeserializeOwned>(value: &Variant) -> Result<T, Error> {
                crate::serde::from_variant::<#marker, T>(value)
            }
        }
    }
}
