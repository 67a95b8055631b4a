//! Generates which lists of Rust types convert to a packed array, and which to an Array.

use super::accessors::accessor_name;
use super::layout_context::Context;
use super::names::{ident, list_element, payload, snake};
use crate::model::{Body, LayoutType, Type};
use proc_macro2::TokenStream;
use quote::quote;

/// The numbers that convert to an int or a float without loss, except those that are payloads.
const NUMBERS: [&str; 7] = ["i8", "i16", "i32", "u8", "u16", "u32", "f32"];

/// Generates the elements of lists: those of packed arrays, and all other payloads and numbers.
pub(super) fn elements(context: &Context<'_>) -> TokenStream {
    let packed = context.types().filter_map(|(listed, ty)| {
        let is_packed = matches!(ty.body, Body::Pool(_) | Body::PoolText);
        is_packed.then(|| (listed, element(context, ty)))
    });
    let packed: Vec<_> = packed.collect();
    let has_packed = |element: &TokenStream| {
        let name = element.to_string();
        packed.iter().any(|(_, other)| other.to_string() == name)
    };
    let payloads = context.types().filter_map(|(_, ty)| {
        let is_list = matches!(ty.body, Body::Pool(_) | Body::PoolText | Body::Array);
        let has_type = super::typed_array::has_own_type(&context.schema.types, ty);
        if is_list || !has_type {
            return None;
        }
        payload(context.schema, ty, context.precision_of(ty)).ty
    });
    let numbers = NUMBERS.into_iter().map(|number| {
        let number = ident(number);
        quote!(#number)
    });
    let others = payloads.chain(numbers).filter(|other| !has_packed(other));
    let packed = packed
        .iter()
        .map(|(listed, element)| packed_array(listed, element));
    quote! {
        #(#packed)*
        crate::conversions::list_elements!(Variant: #(#others),*);
    }
}

fn element(context: &Context<'_>, ty: &Type) -> TokenStream {
    list_element(context.schema, ty, context.precision_of(ty)).unwrap_or_default()
}

fn packed_array(listed: &LayoutType, element: &TokenStream) -> TokenStream {
    let (packed, as_packed) = (ident(&listed.rust), accessor_name(&listed.rust));
    let into_packed = ident(&format!("into_{}", snake(&listed.rust)));
    let expected = format!("{} or Array", listed.name);
    quote! {
        crate::conversions::list_elements!(Variant: #element as #packed, #as_packed, #into_packed, #expected);
    }
}
