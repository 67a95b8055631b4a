//! Generates the decoding of a struct or of a variant's fields.

use crate::input::{Body, Fallback, Field, Form, Shape};
use crate::keys::{flattened, key_bytes, keys, owns_but, slotted};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

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
                let taken = &__gdvariant::Taken::NONE;
                #pairs
            }
        }
    }
}

fn decode_array(body: &Body, built: &TokenStream) -> TokenStream {
    let length = Literal::usize_unsuffixed(body.wire_fields().count());
    let (start, slots, fallback) = (start(body), slots(body), container_fallback(body));
    let take = take_elements(body);
    let built = build(body, built, &|field| {
        taken(body, field, "_element", &quote!(#length, found))
    });
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
    let (keys, only) = (keys(body), body.only);
    let (slots, fallback) = (slots(body), container_fallback(body));
    let take = take_pairs(body);
    let built = build(body, built, &|field| finished(body, field));
    let start = start(body);
    let place = flattened(body)
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
        slotted(body).map(|Field { local, ty, .. }| quote!(let mut #local: __gdvariant::Option<#ty> = __gdvariant::None;));
    quote!(#(#slots)*)
}

/// Remembers the start of the value if an error may need it.
fn start(body: &Body) -> Option<TokenStream> {
    let can_be_missing = |field: &Field| value_or_fallback(body, field).is_none();
    slotted(body)
        .any(can_be_missing)
        .then(|| quote!(let start = reader.position();))
}

/// Generates a closure that decodes the element of an index.
fn take_elements(body: &Body) -> TokenStream {
    let arms = slotted(body).enumerate().map(|(index, field)| {
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
    let fields: Vec<_> = slotted(body).collect();
    let Some(first) = fields.first().map(|field| key_bytes(&field.key)) else {
        return quote!(while pairs.next_field()?.is_some() {});
    };
    let indices = indices_of_keys(body);
    let steps = fields.iter().enumerate().map(|(place, field)| {
        let indices = indices(place, field)
            .into_iter()
            .map(Literal::usize_unsuffixed);
        let (local, read) = (&field.local, reading_function(field));
        let follow = fields.get(place + 1).map(|Field { key, .. }| {
            let next = Literal::usize_unsuffixed(place + 1);
            let key = key_bytes(key);
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
        Form::NodePath => {
            quote!(<#ty as __gdvariant::DecodeAs<'__de, __L, __gdvariant::AsNodePath>>::decode_as)
        }
        // The other forms decode as the type does.
        _ => quote!(<#ty as __gdvariant::Decode<'__de, __L>>::decode),
    }
}

/// Returns the value of a field after all pairs have been decoded.
fn finished(body: &Body, field: &Field) -> TokenStream {
    let (ty, key) = (&field.ty, &field.key);
    if matches!(field.form, Form::Flatten) {
        let owned = owns_but(body, Some(field));
        return quote! {
            __gdvariant::again(reader, &place, |reader| {
                let asked = &__gdvariant::Asked::NONE;
                let owned = |key: &::core::primitive::str| #owned;
                <#ty as __gdvariant::ReadFields<'__de, __L>>::read_fields(reader, &taken.and(&owned))
            })?
        };
    }
    taken(body, field, "", &quote!(#key))
}

/// Returns the value of a field, its fallback, or the error of the function `present` or `required`
/// with this suffix and these further arguments.
fn taken(body: &Body, field: &Field, suffix: &str, arguments: &TokenStream) -> TokenStream {
    let local = &field.local;
    value_or_fallback(body, field).unwrap_or_else(|| {
        let present = format_ident!("present{suffix}");
        let required = format_ident!("required{suffix}");
        let ty = &field.ty;
        match &field.form {
            Form::With(_) => quote!(__gdvariant::#present(#local, start, #arguments)?),
            Form::EachWith(_) => {
                let absent = quote!(<#ty as __gdvariant::DecodeEach<'__de, __L>>::absent);
                quote!(__gdvariant::#present(#local.or_else(#absent), start, #arguments)?)
            }
            _ => quote!(__gdvariant::#required::<__L, _>(#local, start, #arguments)?),
        }
    })
}

/// Returns the value of a field or its fallback; none if it has no fallback.
fn value_or_fallback(body: &Body, field: &Field) -> Option<TokenStream> {
    let local = &field.local;
    if field.fallback.is_none() && body.fallback.is_none() {
        return None;
    }
    let fallback = fallback(body, field);
    Some(quote! {
        match #local {
            __gdvariant::Some(value) => value,
            __gdvariant::None => #fallback,
        }
    })
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

/// Returns a function from a field to its indices among the keys.
fn indices_of_keys(body: &Body) -> impl Fn(usize, &Field) -> Vec<usize> {
    let keys = keys(body);
    move |index, field| {
        let aliases = field
            .aliases
            .iter()
            .filter_map(|alias| keys.iter().position(|key| *key == alias));
        [index].into_iter().chain(aliases).collect()
    }
}
