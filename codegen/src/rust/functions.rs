//! Generates the macro that creates a Variant from a literal. The runtime defines the functions of
//! a layout's module.

use super::layout::Context;
use super::names::ident;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn functions(context: &Context<'_>) -> TokenStream {
    let (module, title, marker) = (
        context.edition.module(),
        context.edition.title(),
        context.marker(),
    );
    let doc = context.doc(include_str!("../../templates/rust/literal.md"));
    // The compiler rejects paths to a macro that another macro exports.
    let (name, layout) = (ident(&format!("__{module}_variant")), ident(&module));
    quote! {
        crate::layouts::functions::functions!(#module #title #marker);

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
