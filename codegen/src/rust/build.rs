//! Generates how a layout's `Variant` is built from the contents of bodies.

use super::groups::is_nested;
use super::layout_context::Context;
use super::names::{ident, payload};
use crate::model::{Body, Role, Type};
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the implementation of `Build`.
pub(super) fn build(context: &Context<'_>) -> TokenStream {
    let leaves = context.types().filter(|(_, ty)| !is_nested(ty));
    let arms = leaves.map(|(_, ty)| {
        let (variant, key) = (context.variant(ty), ident(&ty.key));
        let (pattern, value) = content(ty);
        let payload = payload(context.schema, ty, context.precision_of(ty));
        let held = match value {
            None => quote!(),
            Some(value) if payload.is_boxed => quote!((alloc::boxed::Box::new(#value))),
            Some(value) => quote!((#value)),
        };
        quote!((crate::Kind::#key, Content::#pattern) => Self::#variant #held)
    });
    quote! {
        impl crate::build::Build for Variant {
            fn build(kind: crate::Kind, content: crate::build::Content<'_>) -> Option<Self> {
                use crate::build::Content;
                let value = match (kind, content) {
                    #(#arms,)*
                    _ => return None,
                };
                Some(value)
            }
        }
    }
}

/// Returns the content that a type is built from, as a pattern, and the payload made of it.
fn content(ty: &Type) -> (TokenStream, Option<TokenStream>) {
    let key = ident(&ty.key);
    let (content, value) = match &ty.body {
        Body::Empty => return (quote!(Empty), None),
        Body::Callable => return (quote!(Empty), Some(quote!(crate::#key))),
        Body::Bool => ("Bool", quote!(value)),
        Body::Number if ty.is(Role::Int) => ("Int", quote!(value)),
        Body::Number => ("Float", quote!(value)),
        Body::Text if ty.is(Role::String) => ("Text", quote!(value)),
        Body::Text => ("Text", quote!(crate::#key(value))),
        Body::Id => ("Id", quote!(crate::#key::new(value))),
        Body::Signal => ("Signal", quote!(value)),
        Body::Fields => ("Components", quote!(crate::build::fields(value))),
        Body::Pool(_) => ("Components", quote!(crate::build::elements(value))),
        Body::PoolText => ("Texts", quote!(value)),
        Body::NodePath => ("NodePath", quote!(value)),
        Body::Object | Body::Dictionary | Body::Array | Body::TypedArray => {
            unreachable!("containers are not built from a content")
        }
    };
    let content = ident(content);
    (quote!(#content(value)), Some(value))
}
