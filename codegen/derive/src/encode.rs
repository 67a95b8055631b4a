//! Generates the encoding of a struct or of a variant's fields.

use crate::input::{Body, Field, Form, Shape};
use crate::keys::{flattened, key_bytes, owns};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

/// Encodes a struct, as `pairs` if it is a Dictionary.
pub(crate) fn encode_struct(body: &Body) -> TokenStream {
    let of_self = |Field { member, .. }: &Field| quote!(&self.#member);
    if body.shape == Shape::Dictionary {
        write_pairs(body, &of_self)
    } else {
        encode_body(body, &of_self)
    }
}

/// Encodes fields as a whole value; `of` returns a reference to a field.
pub(crate) fn encode_body(body: &Body, of: &dyn Fn(&Field) -> TokenStream) -> TokenStream {
    match body.shape {
        Shape::Nil => quote!(__gdvariant::Encode::<__L>::encode(&(), writer)),
        Shape::Inner => body
            .wire_fields()
            .map(|field| encode_field(field, &of(field)))
            .collect(),
        Shape::Array => {
            let elements = body.wire_fields().map(|field| value(field, &of(field)));
            quote! {
                let array = &mut writer.array();
                #(array.element(#elements)?;)*
                __gdvariant::Ok(())
            }
        }
        Shape::Dictionary => {
            let pairs = write_pairs(body, of);
            let taken = flattened(body)
                .next()
                .map(|_| quote!(let taken = &__gdvariant::ReservedKeys::NONE;));
            quote! {
                let pairs = &mut writer.dictionary();
                #taken
                #pairs
            }
        }
    }
}

/// Encodes fields as `pairs` of a Dictionary.
pub(crate) fn write_pairs(body: &Body, of: &dyn Fn(&Field) -> TokenStream) -> TokenStream {
    let pairs = body
        .wire_fields()
        .map(|field| write_pair(body, field, &of(field)));
    quote! {
        #(#pairs)*
        __gdvariant::Ok(())
    }
}

fn write_pair(body: &Body, field: &Field, reference: &TokenStream) -> TokenStream {
    if matches!(field.form, Form::Flatten) {
        let owned = owns(body, Some(field));
        return quote! {
            let asked = &__gdvariant::CycleGuard::NONE;
            let owned = |key: &::core::primitive::str| #owned;
            __gdvariant::WriteFields::<__L>::write_fields(#reference, pairs, &taken.and(&owned))?;
        };
    }
    let (key, value) = (&field.names.name, value(field, reference));
    let bytes = key_bytes(key);
    let pair = quote!(pairs.field(#bytes, #key, #value)?;);
    match &field.skip_if {
        Some(is_skipped) => quote!(if !#is_skipped(#reference) { #pair }),
        None => pair,
    }
}

/// Returns a reference to a value whose `Encode` implementation applies the form of the field.
pub(crate) fn value(field: &Field, reference: &TokenStream) -> TokenStream {
    if matches!(field.form, Form::Own) {
        return reference.clone();
    }
    let encode = encode_field(field, reference);
    quote!(&__gdvariant::EncodeBy(|writer: &mut __gdvariant::Writer<'_, __L>| #encode))
}

/// Encodes a field to `writer`.
pub(crate) fn encode_field(field: &Field, reference: &TokenStream) -> TokenStream {
    match &field.form {
        Form::With(module) => {
            quote_spanned!(module.span()=> #module::encode(#reference, writer))
        }
        Form::EachWith(module) => quote_spanned! {module.span()=>
            __gdvariant::EncodeEach::<__L>::encode_each(#reference, writer, |value, writer| #module::encode(value, writer))
        },
        Form::Own | Form::Flatten => {
            quote!(__gdvariant::Encode::<__L>::encode(#reference, writer))
        }
        Form::As(marker) => {
            quote!(__gdvariant::EncodeAs::<__L, #marker>::encode_as(#reference, writer))
        }
    }
}
