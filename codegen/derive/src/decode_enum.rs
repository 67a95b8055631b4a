//! Generates the decoding of an enum.

use crate::decode::{decode_body, read_pairs};
use crate::input::{Enum, Shape, Tagging, Variant};
use crate::keys::owns;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

pub(crate) fn decode_enum(data: &Enum, ident: &Ident) -> TokenStream {
    let known = names(data);
    if known.is_empty() {
        return no_variants();
    }
    match &data.tagging {
        Tagging::External => {
            let arms = payload_arms(data);
            quote!(__gdvariant::external(reader, &[#(#known),*], |variant, payload| match variant { #arms }))
        }
        Tagging::Adjacent(tag, content) => {
            let (arms, only) = (payload_arms(data), data.only);
            let keys = quote!(&__gdvariant::Names { known: &[#tag, #content], only: #only });
            quote!(__gdvariant::adjacent(reader, #keys, &[#(#known),*], |variant, payload| match variant { #arms }))
        }
        Tagging::None => decode_untagged(data),
        // `read_internal` decodes an internal tag.
        Tagging::Number | Tagging::Internal(_) => decode_number(data, ident),
    }
}

/// Generates the error of an enum that has no values.
fn no_variants() -> TokenStream {
    quote!(__gdvariant::Err(
        __gdvariant::Attempts::new(reader).failed()
    ))
}

/// Decodes an enum whose tag is among the fields.
pub(crate) fn read_internal(data: &Enum) -> TokenStream {
    let Tagging::Internal(tag) = &data.tagging else {
        return quote!();
    };
    let known = names(data);
    if known.is_empty() {
        return no_variants();
    }
    let arms = variant_arms(data, &|variant| {
        let ident = &variant.ident;
        if variant.body.shape != Shape::Inner {
            return read_pairs(&variant.body, &quote!(Self::#ident));
        }
        let fields = variant.body.fields.iter().map(|field| {
            let (member, ty) = (&field.member, &field.ty);
            quote!(#member: <#ty as __gdvariant::ReadFields<'__de, __L>>::read_fields(reader, taken)?)
        });
        quote!(__gdvariant::Ok(Self::#ident { #(#fields),* }))
    });
    quote! {
        __gdvariant::internal(reader, #tag, &[#(#known),*], taken, |variant, reader, taken| match variant { #arms })
    }
}

/// Whether `key` is the tag or the key of a variant's field.
pub(crate) fn owns_internal(data: &Enum) -> TokenStream {
    let Tagging::Internal(tag) = &data.tagging else {
        return quote!();
    };
    let variants = wire_variants(data)
        .filter(|variant| variant.body.shape != Shape::Nil)
        .map(|variant| {
            if variant.body.shape == Shape::Inner {
                let types = variant.body.wire_fields().map(|field| &field.ty);
                quote!(#(<#types as __gdvariant::WithFields>::owns(key, asked))*)
            } else {
                owns(&variant.body)
            }
        });
    quote!(key == #tag #(|| #variants)*)
}

/// Generates the arms that decode the value next to a variant's name.
fn payload_arms(data: &Enum) -> TokenStream {
    variant_arms(data, &|variant| {
        let ident = &variant.ident;
        if variant.body.shape == Shape::Nil {
            return quote! {
                payload.nothing()?;
                __gdvariant::Ok(Self::#ident {})
            };
        }
        let body = decode_body(&variant.body, &quote!(Self::#ident));
        quote! {
            let reader = payload.value()?;
            #body
        }
    })
}

/// Generates the arms of a `match` on the index of a name or an alias.
fn variant_arms(data: &Enum, body: &dyn Fn(&Variant) -> TokenStream) -> TokenStream {
    let mut next = 0;
    let mut arms = Vec::new();
    for (place, variant) in wire_variants(data).enumerate() {
        let count = 1 + variant.aliases.len();
        let indices = (next..next + count).map(Literal::usize_unsuffixed);
        let body = body(variant);
        next += count;
        let is_last = place + 1 == wire_variants(data).count();
        arms.push(if is_last {
            quote!(_ => { #body })
        } else {
            quote!(#(#indices)|* => { #body })
        });
    }
    quote!(#(#arms)*)
}

fn decode_untagged(data: &Enum) -> TokenStream {
    let attempts = wire_variants(data).map(|variant| {
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
    let arms = wire_variants(data).map(|variant| {
        let ident = &variant.ident;
        quote! {
            if number == Self::#ident as ::core::primitive::i64 {
                return __gdvariant::Ok(Self::#ident);
            }
        }
    });
    quote! {
        let (number, offset) = __gdvariant::number(reader)?;
        #(#arms)*
        __gdvariant::Err(__gdvariant::unknown_number(number, offset, #name))
    }
}

fn wire_variants(data: &Enum) -> impl Iterator<Item = &Variant> {
    data.variants.iter().filter(|variant| !variant.is_skipped)
}

/// Returns the names of the variants and their aliases.
fn names(data: &Enum) -> Vec<&String> {
    wire_variants(data)
        .flat_map(|variant| [&variant.name].into_iter().chain(&variant.aliases))
        .collect()
}
