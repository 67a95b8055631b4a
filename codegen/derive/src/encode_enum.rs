//! Generates the encoding of an enum.

use crate::encode::{encode_body, encode_field, value, write_pairs};
use crate::input::{Body, Enum, Field, Shape, Tagging, Variant};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Encodes an enum, as `pairs` if its tag is among its fields.
pub(crate) fn encode_enum(data: &Enum) -> TokenStream {
    if data.tagging == Tagging::Number {
        let (numbers, numbered) = numbers(data);
        let encode = each_variant(data, &skipped, &|variant| {
            let ident = &variant.ident;
            match variant.unknown_name() {
                Some(number) => encode_field(number, &local(number)),
                None => {
                    quote!(__gdvariant::Encode::<__L>::encode(&(#numbered::#ident as ::core::primitive::i64), writer))
                }
            }
        });
        return quote!(#numbers #encode);
    }
    if let Tagging::Internal(tag) = &data.tagging {
        return write_internal(data, tag);
    }
    each_variant(data, &skipped, &|variant| {
        encode_variant(&data.tagging, variant)
    })
}

fn write_internal(data: &Enum, tag: &str) -> TokenStream {
    // The Dictionary has been started.
    let skipped = |variant: &Variant| {
        let error = skipped(variant);
        quote!(pairs.fail(#error))
    };
    each_variant(data, &skipped, &|variant| {
        let name = name(variant);
        let fields = match variant.body.shape {
            Shape::Inner => {
                let references = variant.body.wire_fields().map(local);
                quote!(#(__gdvariant::WriteFields::<__L>::write_fields(#references, pairs, taken))*)
            }
            _ => write_pairs(&variant.body, &local),
        };
        quote! {
            let taken = &taken.and_tag(#tag);
            pairs.pair(#tag, #name)?;
            #fields
        }
    })
}

/// Returns the error of a variant that is skipped.
fn skipped(variant: &Variant) -> TokenStream {
    let message = format!("the variant {} is skipped", variant.ident);
    quote!(__gdvariant::skipped_variant(#message))
}

/// Returns a `match` with an arm for each variant; `skipped` makes the errors of skipped ones.
fn each_variant(
    data: &Enum,
    skipped: &dyn Fn(&Variant) -> TokenStream,
    arm: &dyn Fn(&Variant) -> TokenStream,
) -> TokenStream {
    let arms = data.variants.iter().map(|variant| {
        let ident = &variant.ident;
        if variant.is_skipped {
            let error = skipped(variant);
            return quote!(Self::#ident { .. } => __gdvariant::Err(#error),);
        }
        let fields = bindings(variant);
        let body = arm(variant);
        quote!(Self::#ident { #(#fields,)* .. } => { #body },)
    });
    if data.variants.is_empty() {
        quote!(match *self {})
    } else {
        quote!(match self { #(#arms)* })
    }
}

fn encode_variant(tagging: &Tagging, variant: &Variant) -> TokenStream {
    let holds_nothing = variant.body.shape == Shape::Nil;
    if !variant.is_optional {
        return encode_named(tagging, variant, holds_nothing);
    }
    let value: TokenStream = variant.body.wire_fields().map(local).collect();
    let (with, without) = (
        encode_named(tagging, variant, false),
        encode_named(tagging, variant, true),
    );
    quote! {
        match #value {
            __gdvariant::Some(#value) => { #with }
            __gdvariant::None => { #without }
        }
    }
}

fn encode_named(tagging: &Tagging, variant: &Variant, holds_nothing: bool) -> TokenStream {
    let name = name(variant);
    let payload = (!holds_nothing).then(|| payload(&variant.body));
    let pairs = match (tagging, payload) {
        (Tagging::External, None) => {
            return quote!(__gdvariant::Encode::<__L>::encode(#name, writer));
        }
        (Tagging::External, Some(payload)) => quote!(pairs.pair(#name, #payload)?;),
        (Tagging::Adjacent(tag, _), None) => quote!(pairs.pair(#tag, #name)?;),
        (Tagging::Adjacent(tag, content), Some(payload)) => quote! {
            pairs.pair(#tag, #name)?;
            pairs.pair(#content, #payload)?;
        },
        // `encode_enum` handles an internal tag and a number.
        (Tagging::None | Tagging::Internal(_) | Tagging::Number, _) => {
            return encode_body(&variant.body, &local);
        }
    };
    quote! {
        let pairs = &mut writer.dictionary();
        #pairs
        __gdvariant::Ok(())
    }
}

/// Returns a reference to a value that encodes as the fields of a variant.
fn payload(body: &Body) -> TokenStream {
    let encode = encode_body(body, &local);
    quote!(&__gdvariant::EncodeBy(|writer: &mut __gdvariant::Writer<'_, __L>| { #encode }))
}

/// Returns the name that a variant is encoded with.
fn name(variant: &Variant) -> TokenStream {
    match variant.unknown_name() {
        Some(name) => value(name, &local(name)),
        None => variant.names.name.to_token_stream(),
    }
}

/// Returns the pattern of each field in the arm of a `match`.
fn bindings(variant: &Variant) -> impl Iterator<Item = TokenStream> {
    let fields = variant.body.fields.iter();
    fields
        .filter(|field| !field.is_skipped)
        .map(|Field { member, local, .. }| quote!(#member: #local))
}

fn local(field: &Field) -> TokenStream {
    let local = &field.local;
    quote!(#local)
}

/// Returns the type whose variants are cast to their numbers, and its declaration unless it is the
/// enum itself: the compiler casts only enums without fields.
pub(crate) fn numbers(data: &Enum) -> (TokenStream, TokenStream) {
    if data.unknown_name().is_none() {
        return (quote!(), quote!(Self));
    }
    let reprs = &data.reprs;
    let variants = data.variants.iter().map(|variant| {
        let ident = &variant.ident;
        let discriminant = variant.discriminant.iter();
        quote!(#ident #(= #discriminant)*)
    });
    let declaration = quote! {
        #[allow(dead_code)]
        #(#reprs)*
        enum __Numbers { #(#variants),* }
    };
    (declaration, quote!(__Numbers))
}
