//! Generates the macro that creates a Variant from a literal.
//!
//! The runtime cannot define the macro: the compiler rejects paths to a macro that a macro exports.

use super::layout::Context;
use super::names::ident;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn literal(context: &Context<'_>) -> TokenStream {
    let module = context.edition.module();
    let doc = context.doc(include_str!("../../templates/rust/literal.md"));
    let (name, layout) = (ident(&format!("__{module}_variant")), ident(&module));
    quote! {
        #doc
        #[macro_export]
        #[doc(hidden)]
        macro_rules! #name {
            ($($tokens:tt)*) => { $crate::__variant!($crate::#layout::Variant; $($tokens)*) };
        }

        #[doc(inline)]
        pub use #name as variant;
    }
}
