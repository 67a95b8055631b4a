//! Generates the cloning of a layout's `Variant`.

use super::layout_context::Context;
use proc_macro2::TokenStream;
use quote::quote;

/// Generates `Clone`.
///
/// Containers are cloned separately to keep the recursive stack frame small.
pub(super) fn clone(context: &Context<'_>, variant: &TokenStream) -> TokenStream {
    let nested = context.cases.iter().filter(|case| case.is_nested());
    let nested: Vec<_> = nested.map(|case| &case.variant).collect();
    let leaves = context.types().filter(|case| !case.is_nested());
    let leaves = leaves.map(|case| {
        let (variant, pattern) = (&case.variant, case.pattern(&quote!(Self)));
        let cloned = case
            .payload
            .ty
            .as_ref()
            .map(|_| quote!((Clone::clone(value))));
        quote!(#pattern => Self::#variant #cloned)
    });
    quote! {
        impl Clone for #variant {
            fn clone(&self) -> Self {
                match self {
                    #(Self::#nested(value) => Self::#nested(value.clone()),)*
                    _ => self.clone_leaf(),
                }
            }
        }

        impl #variant {
            #[allow(clippy::clone_on_copy, reason = "an arm a type, whether it can be copied or not")]
            fn clone_leaf(&self) -> Self {
                match self {
                    #(#leaves,)*
                    #(Self::#nested(_))|* => self.clone(),
                }
            }
        }
    }
}
