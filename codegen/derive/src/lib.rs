//! `#[derive(Variant)]`: the way for the compiler into [`gdvariant_codegen::derive`], which does the work.

use proc_macro::TokenStream;

/// Reads and writes a struct or an enum of one's own; gdvariant documents it.
#[proc_macro_derive(Variant, attributes(variant))]
pub fn derive_variant(input: TokenStream) -> TokenStream {
    gdvariant_codegen::derive(input.into()).into()
}
