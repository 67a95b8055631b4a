//! Generates the declared types of the library's value types.

use super::names::{has_reals, ident, own_type};
use super::precision::Precision;
use crate::model::{Schema, Type};
use proc_macro2::TokenStream;
use quote::quote;

/// Generates `DeclaredType` for every type that has a Rust type of its own.
pub(super) fn value_types(schema: &Schema) -> TokenStream {
    let single = schema
        .types
        .iter()
        .filter_map(|ty| value_type(schema, ty, Precision::Single));
    let double = schema
        .types
        .iter()
        .filter(|ty| has_reals(schema, ty))
        .filter_map(|ty| value_type(schema, ty, Precision::Double));
    quote! {
        #(#single)*
        #(#[cfg(feature = "double")] #double)*
    }
}

fn value_type(schema: &Schema, ty: &Type, precision: Precision) -> Option<TokenStream> {
    let (own, key) = (own_type(schema, ty, precision)?, ident(&ty.key));
    Some(quote! {
        impl<L: crate::Layout> crate::DeclaredType<L> for #own {
            const DECLARED: crate::Kind = crate::Kind::#key;
        }
    })
}
