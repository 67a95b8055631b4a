//! The derive macro `#[derive(Variant)]` of gdvariant.
//!
//! `expand` parses and checks the input, then generates the implementations. The function takes and
//! returns `proc_macro2` tokens, so that tests can call it.

/// Generates tokens like `quote::quote`, except that their variables and the user's names do not
/// affect each other. Types and functions are resolved as if the user had written them.
macro_rules! quote {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}

mod attributes;
mod case;
mod check;
mod check_types;
mod declared_type;
mod decode;
mod decode_enum;
mod encode;
mod expand;
mod generics;
mod input;
mod listing;
mod parse;
#[cfg(test)]
mod tests;
mod types;

use proc_macro::TokenStream;

/// Implements `Encode` and `Decode` for a struct or an enum; gdvariant documents the attributes.
#[proc_macro_derive(Variant, attributes(variant))]
pub fn derive_variant(input: TokenStream) -> TokenStream {
    expand::expand(input.into()).into()
}
