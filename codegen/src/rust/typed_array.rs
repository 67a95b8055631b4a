//! Generates the items of layouts with typed arrays.
//!
//! All types of the body `typed_array` share the Rust type `TypedArray`. The library converts and
//! encodes `TypedArray` as the first of these types; the others are only variants of `Variant`.

use super::cases::{Case, TypedContainer};
use super::layout::Context;
use super::names::ident;
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the constructors of the Variant for a kind that is known at run time.
pub(super) fn constructor(context: &Context<'_>) -> TokenStream {
    let arrays = context
        .cases
        .iter()
        .filter(|case| case.typed == Some(TypedContainer::Array));
    let arms: Vec<_> = arrays
        .map(|case| {
            let (kind, variant) = (&case.kind, &case.variant);
            let array = if case.is_declared {
                quote!(array.into())
            } else {
                quote!(Variant::#variant(alloc::boxed::Box::new(array)))
            };
            quote!(#kind => Some(#array))
        })
        .collect();
    let array = (!arms.is_empty()).then(|| {
        quote! {
            fn typed_array(kind: crate::Kind, array: crate::TypedArray<Variant>) -> Option<Variant> {
                match kind {
                    #(#arms,)*
                    _ => None,
                }
            }
        }
    });
    let mut declared = context.declared();
    let dictionary = declared.find(|(_, typed)| *typed == TypedContainer::Dictionary).map(|_| {
        quote! {
            fn typed_dictionary(dictionary: crate::TypedDictionary<Variant>) -> Option<Variant> {
                Some(dictionary.into())
            }
        }
    });
    quote!(#array #dictionary)
}

/// Generates `Encode` and `Decode` for layouts that have the type; the bytes are invalid in others.
pub(super) fn codec(context: &Context<'_>) -> Option<TokenStream> {
    if context.declared().next().is_some() {
        return Some(declared(context));
    }
    let marker = context.marker();
    let is_own = |case: &&Case<'_>| case.typed.is_some() && case.has_own_type(context.schema);
    let kind = &context.types().find(is_own)?.kind;
    Some(quote!(crate::codec::typed_array::typed_array_codec!(#marker, #kind);))
}

/// Generates the trait implementations of containers with a declared type, and for declared types.
fn declared(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let codecs = context
        .declared()
        .map(|(case, typed)| container(context, case, typed));
    quote! {
        #(#codecs)*

        impl crate::TypedLayout for #marker {}

        crate::codec::declared_type::any_value!(#marker);
    }
}

/// Generates `Encode`, `Decode` and the conversion of a container with a declared type.
fn container(context: &Context<'_>, case: &Case<'_>, typed: TypedContainer) -> TokenStream {
    let Case { kind, variant, .. } = case;
    let (marker, undeclared) = (context.marker(), ident(&case.ty.key));
    let (contents, codec) = (typed.contents(), typed.codec());
    let bound = (typed == TypedContainer::Dictionary).then(|| quote!(core::fmt::Display));
    quote! {
        crate::codec::typed::typed_container! {
            #marker #kind, #variant.#contents or #undeclared, #codec #bound
        }
    }
}
