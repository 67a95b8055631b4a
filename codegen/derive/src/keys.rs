//! The keys of fields: their encoded form, their order, and which of them a type owns.

use crate::input::{Body, Field, Form};
use proc_macro2::TokenStream;
use quote::quote;

/// Returns the encoded key of a field, a constant.
pub(crate) fn key_bytes(key: &str) -> TokenStream {
    quote!(const { __gdvariant::key::<__L, { __gdvariant::key_length(#key) }>(#key) })
}

/// Returns whether `key` is one of the keys of the fields, except for those of one flattened field.
pub(crate) fn owns(body: &Body, but: Option<&Field>) -> TokenStream {
    let keys = keys(body);
    let own = (!keys.is_empty()).then(|| quote!(::core::matches!(key, #(#keys)|*)));
    let others = flattened(body)
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

/// Returns the keys in the order of encoding, then the aliases, so that the key after a decoded one
/// is the next to expect.
pub(crate) fn keys(body: &Body) -> Vec<&String> {
    slotted(body)
        .map(|field| &field.names.name)
        .chain(slotted(body).flat_map(|field| &field.names.aliases))
        .collect()
}

/// Returns the fields that are decoded in the order of the input.
pub(crate) fn slotted(body: &Body) -> impl Iterator<Item = &Field> {
    body.wire_fields()
        .filter(|field| !matches!(field.form, Form::Flatten))
}

/// Returns the flattened fields.
pub(crate) fn flattened(body: &Body) -> impl Iterator<Item = &Field> {
    body.wire_fields()
        .filter(|field| matches!(field.form, Form::Flatten))
}
