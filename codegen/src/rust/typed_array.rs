//! The items of a layout that has typed arrays.
//!
//! All types of the body `typed_array` share the Rust type `TypedArray`. It is converted and encoded
//! as the first of them; the others are cases of the Variant only.

use super::layout_context::Context;
use super::names::ident;
use crate::model::{Body, Type};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Returns whether no earlier type has the same Rust type.
pub(super) fn has_own_type(types: &[Type], ty: &Type) -> bool {
    let first = types.iter().find(|other| other.body == Body::TypedArray);
    ty.body != Body::TypedArray || first.is_some_and(|first| first.key == ty.key)
}

/// Returns the kinds of the layout's typed arrays, and their names in its enums.
fn names(context: &Context<'_>) -> Vec<(Ident, Ident)> {
    context
        .types()
        .filter(|(_, ty)| ty.body == Body::TypedArray)
        .map(|(_, ty)| (ident(&ty.key), context.variant(ty)))
        .collect()
}

/// Generates the alias for the typed array of a Variant.
pub(super) fn alias(context: &Context<'_>) -> Option<TokenStream> {
    (!names(context).is_empty()).then(|| {
        quote! {
            /// A typed array of this layout.
            pub type TypedArray = crate::TypedArray<Variant>;
        }
    })
}

/// Generates the alias for the typed array of a borrowed Variant.
pub(super) fn borrowed_alias(context: &Context<'_>) -> Option<TokenStream> {
    (!names(context).is_empty()).then(|| {
        quote! {
            /// A typed array of this layout, borrowed from the input.
            pub type TypedArrayRef<'de> = crate::TypedArray<VariantRef<'de>>;
        }
    })
}

/// Generates the constructor of the Variant for a kind that is known at run time.
pub(super) fn constructor(context: &Context<'_>) -> Option<TokenStream> {
    let names = names(context);
    let arms = names.iter().map(|(kind, variant)| {
        quote!(crate::Kind::#kind => Some(Variant::#variant(alloc::boxed::Box::new(array))))
    });
    (!names.is_empty()).then(|| {
        quote! {
            fn typed_array(kind: crate::Kind, array: crate::TypedArray<Variant>) -> Option<Variant> {
                match kind {
                    #(#arms,)*
                    _ => None,
                }
            }
        }
    })
}

/// Generates `Encode` and `Decode`: only for layouts that have the type, as the bytes would be
/// invalid in the others.
pub(super) fn codec(context: &Context<'_>) -> Option<TokenStream> {
    let marker = context.marker();
    let is_own = |ty: &Type| ty.body == Body::TypedArray && has_own_type(&context.schema.types, ty);
    let (_, own) = context.types().find(|(_, ty)| is_own(ty))?;
    let own = ident(&own.key);
    Some(quote! {
        impl<V: Encode<#marker>> Encode<#marker> for crate::TypedArray<V> {
            fn encode(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                writer.typed_array(crate::Kind::#own, self)
            }
        }

        impl<'de, V: Decode<'de, #marker>> Decode<'de, #marker> for crate::TypedArray<V> {
            fn decode(reader: &mut crate::Reader<'de, #marker>) -> Result<Self, DecodeError> {
                reader.typed_array(crate::Kind::#own)
            }
        }
    })
}
