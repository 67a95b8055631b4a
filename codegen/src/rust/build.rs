//! Generates how a layout's `Variant` is built from the contents of bodies.

use super::cases::Case;
use super::layout::Context;
use super::names::ident;
use crate::model::{Body, Role};
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the implementation of `Build`.
pub(super) fn build(context: &Context<'_>) -> TokenStream {
    let leaves = context.types().filter(|case| !case.is_nested());
    let arms = leaves.map(|case| {
        let (variant, kind) = (&case.variant, &case.kind);
        let (name, value) = content(case);
        if name == "Empty" {
            let value = value.map(|value| quote!((#value)));
            return quote!((#kind, Content::Empty) => Self::#variant #value);
        }
        let name = ident(name);
        let value = case
            .payload
            .holding(&value.unwrap_or_else(|| quote!(value)));
        quote!((#kind, Content::#name(value)) => Self::#variant(#value))
    });
    quote! {
        impl crate::value::build::Build for Variant {
            fn build(kind: crate::Kind, content: crate::value::build::Content<'_>) -> Option<Self> {
                use crate::value::build::Content;
                let value = match (kind, content) {
                    #(#arms,)*
                    _ => return None,
                };
                Some(value)
            }
        }
    }
}

/// Returns the content that a type is built from, and the payload made of its `value`, if that is
/// another one.
fn content(case: &Case<'_>) -> (&'static str, Option<TokenStream>) {
    let ty = case.ty;
    let held = case.payload.ty.as_ref();
    match &ty.body {
        Body::Empty => ("Empty", None),
        Body::Callable => ("Empty", held.cloned()),
        Body::Bool => ("Bool", None),
        Body::Number if ty.is(Role::Int) => ("Int", None),
        Body::Number => ("Float", None),
        Body::Text if ty.is(Role::String) => ("Text", None),
        Body::Text => ("Text", Some(quote!(#held(value)))),
        Body::Id => ("Id", Some(quote!(#held::new(value)))),
        Body::Signal => ("Signal", None),
        Body::Fields => (
            "Components",
            Some(quote!(crate::value::build::fields(value))),
        ),
        Body::Pool(_) => (
            "Components",
            Some(quote!(crate::value::build::elements(value))),
        ),
        Body::PoolText => ("Texts", None),
        Body::NodePath => ("NodePath", None),
        Body::Object | Body::Dictionary | Body::Array | Body::TypedArray => {
            unreachable!("containers are not built from a content")
        }
    }
}
