//! Generates the cloning of a layout's `Variant`.

use super::groups::is_nested;
use super::layout_context::Context;
use super::names::payload;
use super::typed_array::declaring;
use crate::model::Type;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Generates `Clone`.
///
/// Containers are cloned separately to keep the recursive stack frame small.
pub(super) fn clone(context: &Context<'_>, variant: &TokenStream) -> TokenStream {
    let types = || context.types().map(|(_, ty)| (context.variant(ty), ty));
    let nested = || {
        let nested = types().filter(|(_, ty)| is_nested(ty)).map(|(key, _)| key);
        nested.chain(
            declaring(context)
                .into_iter()
                .map(|declaring| declaring.variant),
        )
    };
    let leaves = types()
        .filter(|(_, ty)| !is_nested(ty))
        .map(|(key, ty)| leaf(context, &key, ty));
    let (arms, patterns) = (
        nested().map(|key| quote!(Self::#key(value) => Self::#key(value.clone()))),
        nested(),
    );
    quote! {
        impl Clone for #variant {
            fn clone(&self) -> Self {
                match self {
                    #(#arms,)*
                    _ => self.clone_leaf(),
                }
            }
        }

        impl #variant {
            #[allow(clippy::clone_on_copy, reason = "an arm a type, whether it can be copied or not")]
            fn clone_leaf(&self) -> Self {
                match self {
                    #(#leaves,)*
                    #(Self::#patterns(_))|* => self.clone(),
                }
            }
        }
    }
}

fn leaf(context: &Context<'_>, key: &Ident, ty: &Type) -> TokenStream {
    if payload(context.schema, ty, context.precision_of(ty))
        .ty
        .is_none()
    {
        return quote!(Self::#key => Self::#key);
    }
    quote!(Self::#key(value) => Self::#key(Clone::clone(value)))
}
