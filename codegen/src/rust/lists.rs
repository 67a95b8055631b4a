//! Generates which lists of Rust types convert to a packed array, and which to an Array.

use super::layout_context::Context;
use super::names::ident;
use crate::model::Body;
use proc_macro2::TokenStream;
use quote::quote;

/// The numbers that convert to an int or a float without loss, except those that are payloads.
const NUMBERS: [&str; 7] = ["i8", "i16", "i32", "u8", "u16", "u32", "f32"];

/// Generates the elements of lists: those of packed arrays, and all other payloads and numbers.
pub(super) fn elements(context: &Context<'_>) -> TokenStream {
    let packed = || {
        let lists = context.types().filter(|case| case.ty.body != Body::Array);
        lists.filter_map(|case| Some((case, case.element.as_ref()?)))
    };
    let has_packed = |element: &TokenStream| {
        let name = element.to_string();
        packed().any(|(_, other)| other.to_string() == name)
    };
    let payloads = context.types().filter_map(|case| {
        let is_own = case.element.is_none() && case.has_own_type(context.schema);
        case.payload.ty.clone().filter(|_| is_own)
    });
    let numbers = NUMBERS.into_iter().map(|number| {
        let number = ident(number);
        quote!(#number)
    });
    let others = payloads.chain(numbers).filter(|other| !has_packed(other));
    let packed = packed().map(|(case, element)| {
        let variant = &case.variant;
        let kind = &case.kind;
        let [as_packed, into_packed] = ["as_NAME", "into_NAME"].map(|name| case.method(name));
        quote! {
            crate::conversions::list_elements!(Variant: #element as #variant, #as_packed, #into_packed, #kind);
        }
    });
    quote! {
        #(#packed)*
        crate::conversions::list_elements!(Variant: #(#others),*);
    }
}
