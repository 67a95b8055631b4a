//! Generates the decoding of a struct or of a variant's fields.

use crate::encode::{key_bytes, owns};
use crate::input::{Body, Fallback, Field, Form, Marker, Shape};
use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

/// Decodes a struct, without the pairs that are `taken` if it is a Dictionary.
pub(crate) fn decode_struct(body: &Body) -> TokenStream {
    if body.shape == Shape::Dictionary {
        read_pairs(body, &quote!(Self))
    } else {
        decode_body(body, &quote!(Self))
    }
}

/// Decodes the fields of a whole value and builds `built` from them.
pub(crate) fn decode_body(body: &Body, built: &TokenStream) -> TokenStream {
    match body.shape {
        Shape::Nil => quote! {
            <() as __gdvariant::Decode<'__de, __L>>::decode(reader)?;
            __gdvariant::Ok(#built {})
        },
        Shape::Inner => build(body, built, &|field| decode_field(field)),
        Shape::Array => decode_array(body, built),
        Shape::Dictionary => {
            let pairs = read_pairs(body, built);
            quote! {
                let taken = &__gdvariant::ReservedKeys::NONE;
                #pairs
            }
        }
    }
}

fn decode_array(body: &Body, built: &TokenStream) -> TokenStream {
    let length = Literal::usize_unsuffixed(body.wire_fields().count());
    let (start, slots, fallback) = (start(body), slots(body), container_fallback(body));
    let take = take_elements(body);
    let missing = quote!(__gdvariant::DecodeError::wrong_length(start, #length, found));
    let built = build(body, built, &|field| taken(body, field, &missing));
    quote! {
        #start
        #slots
        let found = __gdvariant::elements(reader, #length, #take)?;
        #fallback
        #built
    }
}

/// Decodes fields from the pairs of a Dictionary, without those that are `taken`, and builds
/// `built` from them.
pub(crate) fn read_pairs(body: &Body, built: &TokenStream) -> TokenStream {
    let (keys, only) = (body.keys(), body.only);
    let (slots, fallback) = (slots(body), container_fallback(body));
    let take = take_pairs(body);
    let built = build(body, built, &|field| finished(body, field));
    let start = start(body);
    let place = body
        .flattened()
        .next()
        .map(|_| quote!(let place = __gdvariant::Clone::clone(reader);));
    quote! {
        #start
        #place
        #slots
        let mut pairs = __gdvariant::DictionaryReader::open(reader, &__gdvariant::Names { known: &[#(#keys),*], only: #only }, taken)?;
        #take
        #fallback
        #built
    }
}

/// Declares a variable for each field that is decoded in the order of the input.
fn slots(body: &Body) -> TokenStream {
    let slots =
        body.slotted().map(|Field { local, ty, .. }| quote!(let mut #local: __gdvariant::Option<#ty> = __gdvariant::None;));
    quote!(#(#slots)*)
}

/// Remembers the start of the value if an error may need it.
fn start(body: &Body) -> Option<TokenStream> {
    body.slotted()
        .any(|field| !has_fallback(body, field))
        .then(|| quote!(let start = reader.position();))
}

/// Generates a closure that decodes the element of an index.
fn take_elements(body: &Body) -> TokenStream {
    let arms = body.slotted().enumerate().map(|(index, field)| {
        let (index, local, value) = (
            Literal::usize_unsuffixed(index),
            &field.local,
            decode_field(field),
        );
        quote!(#index => #local = __gdvariant::Some(#value),)
    });
    quote! {
        |index, reader| {
            match index {
                #(#arms)*
                _ => reader.skip()?,
            }
            __gdvariant::Ok(())
        }
    }
}

/// Decodes all `pairs`. After each field it first compares the key of the next field, without a
/// search.
fn take_pairs(body: &Body) -> TokenStream {
    let fields: Vec<_> = body.slotted().collect();
    let Some(first) = fields.first().map(|field| key_bytes(&field.names.name)) else {
        return quote!(while pairs.next_field()?.is_some() {});
    };
    let keys = body.keys();
    let steps = fields.iter().enumerate().map(|(place, field)| {
        let position = |name| keys.iter().position(|key| *key == name);
        let indices = field.names.all().filter_map(position);
        let indices = indices.map(Literal::usize_unsuffixed);
        let (local, read) = (&field.local, reading_function(field));
        let follow = fields.get(place + 1).map(|Field { names, .. }| {
            let next = Literal::usize_unsuffixed(place + 1);
            let key = key_bytes(&names.name);
            quote!(if pairs.follows(#key) { index = #next; })
        });
        quote! {
            if #(index == #indices)||* {
                #local = __gdvariant::Some(pairs.value(#read)?);
                #follow
            }
        }
    });
    let mutable = (fields.len() > 1).then(|| quote!(mut));
    quote! {
        let mut next = if pairs.follows(#first) { __gdvariant::Some(0) } else { pairs.next_field()? };
        while let __gdvariant::Some(#mutable index) = next {
            #(#steps)*
            next = pairs.next_field()?;
        }
    }
}

/// Builds `built`; `value` returns the expression of each encoded field.
pub(crate) fn build(
    body: &Body,
    built: &TokenStream,
    value: &dyn Fn(&Field) -> TokenStream,
) -> TokenStream {
    let fields = body.fields.iter().map(|field| {
        let Field { member, local, .. } = field;
        let value = if field.is_skipped {
            fallback(body, field)
        } else if field.is_name {
            quote!(#local)
        } else {
            value(field)
        };
        quote!(#member: #value)
    });
    quote!(__gdvariant::Ok(#built { #(#fields),* }))
}

/// Decodes a field from `reader`.
fn decode_field(field: &Field) -> TokenStream {
    let read = reading_function(field);
    if matches!(field.form, Form::EachWith(_)) {
        quote!((#read)(reader)?)
    } else {
        quote!(#read(reader)?)
    }
}

/// Returns the function that decodes a field.
pub(crate) fn reading_function(field: &Field) -> TokenStream {
    let ty = &field.ty;
    match &field.form {
        Form::With(module) => quote_spanned!(module.span()=> #module::decode),
        Form::EachWith(module) => quote_spanned! {module.span()=>
            |reader| <#ty as __gdvariant::DecodeEach<'__de, __L>>::decode_each(reader, |reader| #module::decode(reader))
        },
        Form::As(marker @ Marker::NodePath) => {
            quote!(<#ty as __gdvariant::DecodeAs<'__de, __L, #marker>>::decode_as)
        }
        // The other forms decode as the type does.
        _ => quote!(<#ty as __gdvariant::Decode<'__de, __L>>::decode),
    }
}

/// Returns the value of a field after all pairs have been decoded.
fn finished(body: &Body, field: &Field) -> TokenStream {
    let (ty, key) = (&field.ty, &field.names.name);
    if field.is_flattened() {
        let owned = owns(body, Some(field));
        return quote! {
            __gdvariant::again(reader, &place, |reader| {
                let asked = &__gdvariant::CycleGuard::NONE;
                let owned = |key: &::core::primitive::str| #owned;
                <#ty as __gdvariant::ReadFields<'__de, __L>>::read_fields(reader, &taken.and(&owned))
            })?
        };
    }
    taken(body, field, &quote!(__gdvariant::missing_key(start, #key)))
}

/// Returns the value of a field, its fallback, or the error that it is `missing`.
fn taken(body: &Body, field: &Field, missing: &TokenStream) -> TokenStream {
    let Field { local, ty, .. } = field;
    let (absent, otherwise) = if has_fallback(body, field) {
        (quote!(), fallback(body, field))
    } else {
        let absent = match &field.form {
            Form::With(_) => quote!(),
            Form::EachWith(_) => {
                quote!(.or_else(<#ty as __gdvariant::DecodeEach<'__de, __L>>::absent))
            }
            _ => quote!(.or_else(<#ty as __gdvariant::Decode<'__de, __L>>::absent)),
        };
        (absent, quote!(return __gdvariant::Err(#missing)))
    };
    quote! {
        match #local #absent {
            __gdvariant::Some(value) => value,
            __gdvariant::None => #otherwise,
        }
    }
}

/// Returns whether a missing field is no error.
fn has_fallback(body: &Body, field: &Field) -> bool {
    field.fallback.is_some() || body.fallback.is_some()
}

/// Returns the value of a missing field.
fn fallback(body: &Body, field: &Field) -> TokenStream {
    let member = &field.member;
    match (&field.fallback, &body.fallback) {
        (Some(Fallback::Function(path)), _) => quote!(#path()),
        (None, Some(_)) => quote!(fallback.#member),
        _ => quote!(__gdvariant::Default::default()),
    }
}

/// Declares the struct that missing fields are moved out of.
fn container_fallback(body: &Body) -> TokenStream {
    match &body.fallback {
        None => quote!(),
        Some(Fallback::Default) => quote!(let fallback: Self = __gdvariant::Default::default();),
        Some(Fallback::Function(path)) => quote!(let fallback: Self = #path();),
    }
}
