//! Generates the functions that the module of a layout and its module `serde` have in common, and
//! the latter.

use super::layout::Context;
use proc_macro2::TokenStream;
use quote::quote;

/// The traits of the values that the functions of a module encode and decode.
pub(super) struct Traits {
    /// The path of the module in examples.
    pub(super) module: &'static str,
    /// The bound of encoded values.
    pub(super) encode: TokenStream,
    /// The bound of decoded values.
    pub(super) decode: TokenStream,
    /// The bound of decoded values that do not borrow from the input.
    pub(super) decode_owned: TokenStream,
    /// The module of the functions that are generic over the layout.
    pub(super) functions: TokenStream,
}

pub(super) fn functions(context: &Context<'_>, traits: &Traits) -> TokenStream {
    let functions = [encoding, decoding, variant].map(|emit| emit(context, traits));
    context.fill(
        quote!(#(#functions)*),
        &[("FUNCTIONS", traits.module.to_owned())],
    )
}

/// Generates the functions that encode a value.
fn encoding(context: &Context<'_>, traits: &Traits) -> TokenStream {
    let marker = context.marker();
    let Traits {
        encode, functions, ..
    } = traits;
    quote! {
        /// Encodes a value into a new buffer.
        ///
        /// ```
        /// use gdvariant::LAYOUT;
        ///
        /// assert_eq!(FUNCTIONS::to_vec(&true)?, [1, 0, 0, 0, 1, 0, 0, 0]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the value cannot be represented in the format, see
        /// [`EncodeErrorKind`](crate::EncodeErrorKind).
        pub fn to_vec<T: #encode + ?Sized>(value: &T) -> Result<Vec<u8>, EncodeError> {
            #functions::to_vec::<#marker, T>(value)
        }

        /// Appends the encoding of a value to a buffer. A buffer that is used again need not
        /// allocate.
        ///
        /// ```
        /// use gdvariant::LAYOUT;
        ///
        /// let mut packet = vec![7];
        /// FUNCTIONS::encode_into("abc", &mut packet)?;
        /// assert_eq!(packet, [7, 4, 0, 0, 0, 3, 0, 0, 0, b'a', b'b', b'c', 0]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the value cannot be represented in the format. The buffer is then
        /// unchanged.
        pub fn encode_into<T: #encode + ?Sized>(value: &T, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
            #functions::encode_into::<#marker, T>(value, buffer)
        }

        /// Encodes a value and writes it in one call of `write_all`.
        ///
        /// ```
        /// use gdvariant::LAYOUT;
        ///
        /// let mut file = Vec::new(); // or a File
        /// FUNCTIONS::to_writer(&mut file, "Ada")?;
        /// assert_eq!(file, FUNCTIONS::to_vec("Ada")?);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns [`WriteError::Encode`](crate::WriteError) if the value cannot be represented in
        /// the format, and writes nothing. Returns [`WriteError::Io`](crate::WriteError) if writing
        /// fails.
        #[cfg(feature = "std")]
        pub fn to_writer<T: #encode + ?Sized>(writer: impl std::io::Write, value: &T) -> Result<(), crate::WriteError> {
            #functions::to_writer::<#marker, T>(writer, value)
        }
    }
}

/// Generates the functions that decode a value.
fn decoding(context: &Context<'_>, traits: &Traits) -> TokenStream {
    let marker = context.marker();
    let Traits {
        decode,
        decode_owned,
        functions,
        ..
    } = traits;
    quote! {
        /// Decodes a value that spans the whole input, strictly.
        ///
        /// ```
        /// use gdvariant::LAYOUT::{self, Variant};
        ///
        /// let bytes = [2, 0, 0, 0, 42, 0, 0, 0];
        /// assert_eq!(FUNCTIONS::from_slice::<Variant>(&bytes)?, Variant::from(42));
        /// assert_eq!(FUNCTIONS::from_slice::<u8>(&bytes)?, 42);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the input is not such a value, or if more bytes follow it.
        pub fn from_slice<'de, T: #decode>(input: &'de [u8]) -> Result<T, DecodeError> {
            from_slice_with(input, DecodeOptions::new())
        }

        /// Decodes a value that spans the whole input, as the options specify.
        ///
        /// ```
        /// use gdvariant::{DecodeOptions, LAYOUT};
        ///
        /// let odd = [1, 0, 0, 0, 2, 0, 0, 0]; // a bool that is 2
        /// assert!(FUNCTIONS::from_slice_with::<bool>(&odd, DecodeOptions::new()).is_err());
        /// assert!(FUNCTIONS::from_slice_with::<bool>(&odd, DecodeOptions::engine())?);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the input is not such a value, or if more bytes follow it and the
        /// options are not lenient.
        pub fn from_slice_with<'de, T: #decode>(input: &'de [u8], options: DecodeOptions) -> Result<T, DecodeError> {
            #functions::from_slice::<#marker, T>(input, options)
        }

        /// Decodes the value at the start of the input, and returns it with its length in bytes.
        ///
        /// ```
        /// use gdvariant::LAYOUT;
        ///
        /// let bytes = [1, 0, 0, 0, 1, 0, 0, 0, 0xff];
        /// assert_eq!(FUNCTIONS::from_slice_prefix::<bool>(&bytes)?, (true, 8));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the input does not start with such a value.
        pub fn from_slice_prefix<'de, T: #decode>(input: &'de [u8]) -> Result<(T, usize), DecodeError> {
            #functions::from_slice_prefix::<#marker, T>(input, DecodeOptions::new())
        }

        /// Reads to the end and decodes a value that spans the whole input, strictly.
        ///
        /// Types that borrow from the input need [`from_slice`].
        ///
        /// ```
        /// use gdvariant::LAYOUT;
        ///
        /// let file: &[u8] = &[2, 0, 0, 0, 42, 0, 0, 0]; // or a File
        /// assert_eq!(FUNCTIONS::from_reader::<u8>(file)?, 42);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if reading fails, if the input is not such a value, or if more bytes
        /// follow it.
        #[cfg(feature = "std")]
        pub fn from_reader<T: #decode_owned>(reader: impl std::io::Read) -> Result<T, crate::ReadError> {
            #functions::from_reader::<#marker, T>(reader, DecodeOptions::new())
        }
    }
}

/// Generates the conversions between a Variant and other types.
fn variant(context: &Context<'_>, traits: &Traits) -> TokenStream {
    let marker = context.marker();
    let Traits {
        encode,
        decode_owned,
        functions,
        ..
    } = traits;
    quote! {
        /// Converts a value to a Variant, like `from_slice` after [`to_vec`].
        ///
        /// The value is encoded into a temporary buffer and decoded from there: a conversion takes
        /// as long as both, and changes what the format cannot distinguish.
        ///
        /// ```
        /// use gdvariant::LAYOUT;
        ///
        /// let value = FUNCTIONS::to_variant(&("Ada", [7, 8], None::<bool>))?;
        /// assert_eq!(value, LAYOUT::variant!(["Ada", [7, 8], null]));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the value cannot be represented in the format.
        pub fn to_variant<T: #encode + ?Sized>(value: &T) -> Result<Variant, EncodeError> {
            #functions::to_variant::<#marker, T>(value)
        }

        /// Converts a Variant to a value of another type, like [`from_slice`] after `to_vec`.
        ///
        /// The Variant is encoded into a temporary buffer and decoded from there: a conversion
        /// takes as long as both. The result cannot borrow from the Variant. Full objects are
        /// allowed.
        ///
        /// ```
        /// use gdvariant::LAYOUT;
        /// use std::collections::BTreeMap;
        ///
        /// let value = LAYOUT::variant!({"Ada": [7, 8]});
        /// let scores: BTreeMap<String, Vec<u8>> = FUNCTIONS::from_variant(&value)?;
        /// assert_eq!(scores["Ada"], [7, 8]);
        ///
        /// let error = FUNCTIONS::from_variant::<BTreeMap<String, Vec<bool>>>(&value).unwrap_err();
        /// assert_eq!(error.to_string(), "Ada[0]: expected bool, found int");
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        ///
        /// Returns an error if the Variant is not such a value, or if it cannot be represented in
        /// the format.
        pub fn from_variant<T: #decode_owned>(value: &Variant) -> Result<T, FromVariantError> {
            #functions::from_variant::<#marker, T>(value)
        }
    }
}

pub(super) fn serde(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let traits = Traits {
        module: "LAYOUT::serde",
        encode: quote!(Serialize),
        decode: quote!(Deserialize<'de>),
        decode_owned: quote!(DeserializeOwned),
        functions: quote!(crate::serde),
    };
    let functions = functions(context, &traits);
    quote! {
        /// Encodes and decodes any type that implements serde's traits in the layout of TITLE.
        ///
        /// [`gdvariant::serde`](crate::serde) documents the mapping of types.
        ///
        /// ```
        /// use gdvariant::LAYOUT;
        /// use serde::{Deserialize, Serialize};
        ///
        /// #[derive(Debug, PartialEq, Serialize, Deserialize)]
        /// struct Player {
        ///     name: String,
        ///     health: i64,
        /// }
        ///
        /// let player = Player { name: "Ada".into(), health: 7 };
        /// let bytes = LAYOUT::serde::to_vec(&player)?;
        /// assert_eq!(LAYOUT::serde::from_slice::<Player>(&bytes)?, player);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[cfg(feature = "serde")]
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

            #functions
        }
    }
}
