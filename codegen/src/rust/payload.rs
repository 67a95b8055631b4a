//! The payloads of the variants of a layout's `Variant`.

use super::names::{body_length, component, element, ident, value_type};
use super::precision::Precision;
use super::typed::Typed;
use crate::model::{Body, Role, Schema, Type};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The size of the largest payload that a Variant of 32 bytes holds inline: a `String` or a `Vec`.
const LARGEST_INLINE: u32 = 24;

/// The payload of a variant of the enum.
pub(super) struct Payload {
    /// The type of the payload; none for Nil.
    pub(super) ty: Option<TokenStream>,
    /// Whether the payload is boxed.
    pub(super) is_boxed: bool,
}

impl Payload {
    /// Returns a boxed payload of a type.
    pub(super) fn boxed(ty: &Ident) -> Self {
        Self {
            ty: Some(quote!(#ty)),
            is_boxed: true,
        }
    }

    /// Generates the fields of the variant.
    pub(super) fn fields(&self) -> TokenStream {
        match (&self.ty, self.is_boxed) {
            (None, _) => quote!(),
            (Some(ty), false) => quote!((#ty)),
            (Some(ty), true) => quote!((alloc::boxed::Box<#ty>)),
        }
    }

    /// Generates the payload that holds a value.
    pub(super) fn holding(&self, value: &TokenStream) -> TokenStream {
        if self.is_boxed {
            quote!(alloc::boxed::Box::new(#value))
        } else {
            quote!(#value)
        }
    }

    /// Generates the value of the payload `value`.
    pub(super) fn unboxed(&self) -> TokenStream {
        if self.is_boxed {
            quote!(*value)
        } else {
            quote!(value)
        }
    }
}

pub(super) fn payload(schema: &Schema, ty: &Type, precision: Precision) -> Payload {
    let name = ident(&ty.key);
    let held = match &ty.body {
        Body::Empty => None,
        Body::Bool => Some(quote!(bool)),
        // The last table holds every value.
        Body::Number => {
            let rows = ty.tables.last().map_or(&[][..], |table| &table.rows);
            rows.first().map(|row| component(&row.wire, precision))
        }
        Body::Text if ty.is(Role::String) => Some(quote!(alloc::string::String)),
        Body::Pool(_) | Body::PoolText | Body::Array => {
            let element = list_element(schema, ty, precision);
            Some(quote!(alloc::vec::Vec<#element>))
        }
        Body::Object | Body::Dictionary => Some(quote!(#name)),
        Body::TypedArray => return Payload::boxed(&Typed::Array.name()),
        _ => Some(value_type(schema, ty, precision)),
    };
    Payload {
        ty: held,
        is_boxed: match ty.body {
            // A name and an id have 32 bytes.
            Body::Signal => true,
            Body::Fields => body_length(schema, ty, precision) > LARGEST_INLINE,
            _ => false,
        },
    }
}

/// Returns the Rust type of an element of an Array or a pool array; none for other types.
pub(super) fn list_element(
    schema: &Schema,
    ty: &Type,
    precision: Precision,
) -> Option<TokenStream> {
    match &ty.body {
        Body::Pool(held) => Some(element(schema, held, precision)),
        Body::PoolText => Some(quote!(alloc::string::String)),
        Body::Array => Some(quote!(Variant)),
        _ => None,
    }
}
