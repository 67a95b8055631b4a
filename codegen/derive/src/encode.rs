//! Generates the encoding of a struct or of a variant's fields.

use crate::input::{Body, Field, Form, Shape};
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
            let taken = body
                .flattened()
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
    if field.is_flattened() {
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

/// Returns the encoded key of a field, a constant.
pub(crate) fn key_bytes(key: &str) -> TokenStream {
    quote!(const { __gdvariant::key::<__L, { __gdvariant::key_length(#key) }>(#key) })
}

/// Returns whether `key` is one of the keys of the fields, except for those of one flattened field.
pub(crate) fn owns(body: &Body, but: Option<&Field>) -> TokenStream {
    let keys = body.keys();
    let own = (!keys.is_empty()).then(|| quote!(::core::matches!(key, #(#keys)|*)));
    let others = body
        .flattened()
        .filter(|field| but.is_none_or(|but| but.local != field.local))
        .map(|field| {
            let ty = &field.ty;
            quote!(<#ty as __gdvariant::WithFields>::owns(key, asked))
        });
    let all: Vec<_> = own.into_iter().chain(others).collect();
    if all.is_empty() {
        quote!(false)
    } else {
        quote!(#(#all)||*)
    }
}
