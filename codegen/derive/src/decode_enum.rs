//! Generates the decoding of an enum.

use crate::decode::{build, decode_body, read_pairs, reading_function};
use crate::encode::owns;
use crate::encode_enum::numbers;
use crate::input::{Enum, Field, Shape, Tagging, Variant};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// Decodes an enum, without the pairs that are `taken` if its tag is among its fields.
pub(crate) fn decode_enum(data: &Enum, ident: &Ident) -> TokenStream {
    if named_variants(data).is_empty() {
        // The error of an enum that has no values.
        return quote!(__gdvariant::Err(
            __gdvariant::Attempts::new(reader).failed()
        ));
    }
    let names = known_names(data);
    match &data.tagging {
        Tagging::External => {
            let arms = payload_arms(data);
            quote!(__gdvariant::external(reader, #names, |variant, payload| match variant { #arms }))
        }
        Tagging::Adjacent(tag, content) => {
            let (arms, only) = (payload_arms(data), data.only);
            let keys = quote!(&__gdvariant::Names { known: &[#tag, #content], only: #only });
            quote!(__gdvariant::adjacent(reader, #keys, #names, |variant, payload| match variant { #arms }))
        }
        Tagging::None => decode_untagged(data),
        Tagging::Internal(tag) => read_internal(data, tag),
        Tagging::Number => decode_number(data, ident),
    }
}

/// Decodes an enum whose tag is among the fields.
fn read_internal(data: &Enum, tag: &str) -> TokenStream {
    let arms = variant_arms(data, &|variant, built| {
        let (body, name) = (&variant.body, take_name(variant));
        let fields = if body.shape == Shape::Inner {
            let read = |Field { ty, .. }: &Field| quote!(<#ty as __gdvariant::ReadFields<'__de, __L>>::read_fields(reader, taken)?);
            build(body, built, &read)
        } else {
            read_pairs(body, built)
        };
        quote! {
            #name
            let reader = payload.value()?;
            #fields
        }
    });
    let names = known_names(data);
    let keys = quote!(&__gdvariant::Names { known: &[#tag], only: false });
    quote!(__gdvariant::internal(reader, #keys, #names, taken, |variant, payload, taken| match variant { #arms }))
}

/// Decodes the field of an unknown name.
fn take_name(variant: &Variant) -> Option<TokenStream> {
    variant.unknown_name().map(|name| {
        let (local, read) = (&name.local, reading_function(name));
        quote!(let #local = payload.name(#read)?;)
    })
}

/// Decodes the value next to an unknown name.
fn decode_other(variant: &Variant, built: &TokenStream) -> TokenStream {
    let name = take_name(variant);
    let only = match (&variant.body.shape, &name) {
        (Shape::Nil, None) => quote!(payload.skip()?;),
        (Shape::Nil, Some(_)) => quote!(payload.nothing()?;),
        _ => quote!(),
    };
    let built = build(&variant.body, built, &|field| {
        let read = reading_function(field);
        if variant.is_optional {
            quote!(payload.if_any(#read)?)
        } else {
            quote!(payload.or_nil(#read)?)
        }
    });
    quote!(#name #only #built)
}

/// Returns the names that are known; only an `other` variant has further ones.
fn known_names(data: &Enum) -> TokenStream {
    let named = named_variants(data).into_iter();
    let known = named.flat_map(|variant| variant.names.all());
    let only = data.other().is_none();
    quote!(&__gdvariant::Names { known: &[#(#known),*], only: #only })
}

/// Returns whether `key` is the tag or the key of a variant's field.
pub(crate) fn owns_internal(data: &Enum, tag: &str) -> TokenStream {
    let variants = data
        .wire_variants()
        .filter(|variant| variant.body.shape != Shape::Nil)
        .map(|variant| {
            if variant.body.shape == Shape::Inner {
                let types = variant.body.wire_fields().map(|field| &field.ty);
                quote!(#(<#types as __gdvariant::WithFields>::owns(key, asked))*)
            } else {
                owns(&variant.body, None)
            }
        });
    quote!(key == #tag #(|| #variants)*)
}

/// Generates the arms that decode the value next to a variant's name.
fn payload_arms(data: &Enum) -> TokenStream {
    variant_arms(data, &|variant, built| {
        if variant.is_other {
            return decode_other(variant, built);
        }
        if variant.body.shape == Shape::Nil {
            return quote! {
                payload.nothing()?;
                __gdvariant::Ok(#built {})
            };
        }
        let body = decode_body(&variant.body, built);
        quote! {
            let reader = payload.value()?;
            #body
        }
    })
}

/// Generates the arms of a `match` on the index of a name or an alias. `body` gets a variant and
/// its path.
fn variant_arms(data: &Enum, body: &dyn Fn(&Variant, &TokenStream) -> TokenStream) -> TokenStream {
    let mut next = 0;
    let mut arms = Vec::new();
    let named = named_variants(data);
    let last = data.other().or_else(|| named.last().copied());
    for variant in named.into_iter().chain(data.other()) {
        let count = variant.names.all().count();
        let indices = (next..next + count).map(Literal::usize_unsuffixed);
        let ident = &variant.ident;
        let body = body(variant, &quote!(Self::#ident));
        next += count;
        let is_last = last.is_some_and(|last| last.ident == *ident);
        arms.push(if is_last {
            quote!(_ => { #body })
        } else {
            quote!(#(#indices)|* => { #body })
        });
    }
    quote!(#(#arms)*)
}

fn decode_untagged(data: &Enum) -> TokenStream {
    let attempts = data.wire_variants().map(|variant| {
        let (name, ident) = (variant.ident.to_string(), &variant.ident);
        let body = decode_body(&variant.body, &quote!(Self::#ident));
        quote! {
            let attempt = |reader: &mut __gdvariant::Reader<'__de, __L>| -> __gdvariant::Result<Self, __gdvariant::DecodeError> { #body };
            if let __gdvariant::Some(value) = attempts.variant(reader, #name, attempt)? {
                return __gdvariant::Ok(value);
            }
        }
    });
    quote! {
        let mut attempts = __gdvariant::Attempts::new(reader);
        #(#attempts)*
        __gdvariant::Err(attempts.failed())
    }
}

fn decode_number(data: &Enum, ident: &Ident) -> TokenStream {
    let name = ident.to_string();
    let (numbers, numbered) = numbers(data);
    let arms = named_variants(data).into_iter().map(|variant| {
        let ident = &variant.ident;
        quote! {
            if number == #numbered::#ident as ::core::primitive::i64 {
                return __gdvariant::Ok(Self::#ident);
            }
        }
    });
    let Some(other) = data.other() else {
        return quote! {
            let (number, offset) = __gdvariant::number(reader)?;
            #(#arms)*
            __gdvariant::Err(__gdvariant::unknown_number(number, offset, #name))
        };
    };
    let ident = &other.ident;
    let (place, value) = match other.unknown_name() {
        Some(field) => {
            let (member, read) = (&field.member, reading_function(field));
            (
                quote!(let mut place = __gdvariant::Clone::clone(reader);),
                quote!(Self::#ident { #member: #read(&mut place)? }),
            )
        }
        None => (quote!(), quote!(Self::#ident)),
    };
    quote! {
        #numbers
        #place
        let (number, _) = __gdvariant::number(reader)?;
        #(#arms)*
        __gdvariant::Ok(#value)
    }
}

/// Returns the variants that are decoded by their own names.
fn named_variants(data: &Enum) -> Vec<&Variant> {
    data.wire_variants()
        .filter(|variant| !variant.is_other)
        .collect()
}
