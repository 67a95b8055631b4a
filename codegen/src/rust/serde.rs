//! Generates the module `serde` of a layout, for types that implement serde's traits.

use super::codec_functions::{self, Traits};
use super::layout_context::Context;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn serde(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let traits = Traits {
        module: "LAYOUT::serde",
        encode: quote!(Serialize),
        decode: quote!(Deserialize<'de>),
        decode_owned: quote!(DeserializeOwned),
        functions: quote!(crate::serde),
    };
    let functions = codec_functions::functions(context, &traits);
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
