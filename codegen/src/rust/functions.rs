//! Generates the functions of a layout's module, named like those of `serde_json`.

use super::codec_functions::{self, Traits};
use super::layout_context::Context;
use super::names::ident;
use super::{framed_functions, option_functions};
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
    let encoding = option_functions::encoding(context);
    let decoding = option_functions::decoding(context);
    let framed = framed_functions::functions(context);
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
