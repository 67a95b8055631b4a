//! Generates the conversions of lists, and of the packed arrays of a layout.

use super::layout_context::Context;
use crate::model::Body;
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the conversions of lists of Rust values, and of [`Pool`](crate::Pool).
pub(super) fn conversions(context: &Context<'_>) -> TokenStream {
    let packed = || {
        let lists = context.types().filter(|case| case.ty.body != Body::Array);
        lists.filter_map(|case| Some((case, case.element.as_ref()?)))
    };
    let variants = packed().map(|(case, _)| &case.variant);
    let pools = packed().map(|(case, element)| {
        let (variant, is_text) = (&case.variant, case.ty.body == Body::PoolText);
        let others =
            is_text.then(|| quote!(, &str, alloc::boxed::Box<str>, alloc::borrow::Cow<'_, str>));
        quote!(crate::access::conversions::pool_conversions!(Variant: #variant from #element #others);)
    });
    quote! {
        crate::access::conversions::list_conversions!(Variant: #(#variants),*);
        #(#pools)*
    }
}
