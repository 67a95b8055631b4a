//! Generates the decoding of an enum, or of a struct as an enum with one variant.

use crate::decode::{
    build, decode_body, decode_elements, decode_field, names, read_pairs, reading_function,
};
use crate::encode::key_bytes;
use crate::input::{FieldEncoding, Input, Shape, Tagging, Variant};
use proc_macro2::{Literal, TokenStream};

/// Generates the decoding of a value. For a Dictionary of fields, the generated code ignores the keys
/// in its variable `reserved`.
pub(crate) fn decode(input: &Input) -> TokenStream {
    let known: Vec<_> = input
        .named_variants()
        .flat_map(|variant| variant.names.all())
        .collect();
    // Other names are decoded only if there is an `other` variant.
    let only = input.other().is_none();
    let variants = if input.has_numbers() {
        quote!(&__gdvariant::Numbers { known: __NUMBERS, only: #only })
    } else {
        names(&known, only)
    };
    match &input.tagging {
        Tagging::Struct if input.has_fields() => input
            .variants
            .iter()
            .map(|only| read_pairs(only, None))
            .collect(),
        Tagging::Struct => input.variants.iter().map(decode_body).collect(),
        // An enum without variants cannot be decoded.
        _ if known.is_empty() => quote!(__gdvariant::untagged(reader, &[])),
        Tagging::External if input.has_numbers() && input.has_only_names() => {
            let arms = variant_arms(input, &decode_payload);
            quote!(__gdvariant::alone(reader, #variants, |variant, payload| match variant { #arms }))
        }
        Tagging::External => {
            let arms = variant_arms(input, &decode_payload);
            quote!(__gdvariant::external(reader, #variants, |variant, payload| match variant { #arms }))
        }
        Tagging::Adjacent(tag, content) => {
            let arms = variant_arms(input, &|variant| match variant.shape {
                Shape::Inner if !variant.is_other => decode_content(variant),
                _ => decode_payload(variant),
            });
            let keys = names(&[tag, content], input.only);
            quote!(__gdvariant::adjacent(reader, #keys, #variants, |variant, payload| match variant { #arms }))
        }
        Tagging::Internal(tag) => {
            let arms = variant_arms(input, &|variant| decode_beside_tag(variant, tag));
            let keys = names(&[tag], false);
            let key = key_bytes(tag);
            quote!(__gdvariant::internal(reader, #keys, #key, #variants, reserved, |variant, payload, reserved| match variant { #arms }))
        }
        Tagging::Array => {
            let arms = variant_arms(input, &decode_after_name);
            quote!(__gdvariant::array(reader, #variants, |variant, payload, mut elements| match variant { #arms }))
        }
        Tagging::Untagged => decode_untagged(input),
    }
}

/// Generates the arms of a `match` on the index of a name or an alias.
fn variant_arms(input: &Input, decode: &dyn Fn(&Variant) -> TokenStream) -> TokenStream {
    let mut next = 0;
    let mut variants = input.named_variants().chain(input.other()).peekable();
    let mut arms = TokenStream::new();
    while let Some(variant) = variants.next() {
        let count = variant.names.all().count();
        let indices = (next..next + count).map(Literal::usize_unsuffixed);
        next += count;
        let is_last = variants.peek().is_none();
        let pattern = if is_last {
            quote!(_)
        } else {
            quote!(#(#indices)|*)
        };
        let body = decode(variant);
        arms.extend(quote!(#pattern => { #body }));
    }
    arms
}

/// Generates the decoding of a variant's fields from the Dictionary that contains the tag.
fn decode_beside_tag(variant: &Variant, tag: &str) -> TokenStream {
    let name = take_name(variant, Some(&quote!(name(#tag))));
    let fields = match variant.shape {
        Shape::Inner => build(variant, &decode_field),
        _ => read_pairs(variant, Some(tag)),
    };
    quote! {
        #name
        let reader = payload.value()?;
        #fields
    }
}

/// Generates the decoding of a variant's fields from the elements after the name.
fn decode_after_name(variant: &Variant) -> TokenStream {
    let name = take_name(variant, Some(&quote!(Index(0))));
    let fields = if variant.is_other {
        let built = build(variant, &decode_field);
        quote!(elements.skip(reader)?; #built)
    } else {
        decode_elements(variant, 1)
    };
    quote! {
        #name
        let reader = payload.value()?;
        #fields
    }
}

/// Generates the decoding of a variant's value, which is separate from its name.
fn decode_payload(variant: &Variant) -> TokenStream {
    let name = take_name(variant, None);
    let value = match variant.shape {
        Shape::Nil => {
            let built = build(variant, &decode_field);
            let read = if variant.is_other && name.is_none() {
                quote!(__gdvariant::Reader::skip)
            } else {
                quote!(<() as __gdvariant::Decode<'__de, __E>>::decode)
            };
            quote!(payload.if_any(#read)?; #built)
        }
        _ if variant.is_other => build(variant, &|field| {
            let read = reading_function(field);
            let method = if matches!(field.encoding, FieldEncoding::Payload) {
                quote!(if_any)
            } else {
                quote!(or_nil)
            };
            quote!(payload.#method(#read)?)
        }),
        _ => {
            let body = decode_body(variant);
            quote!(let reader = payload.value()?; #body)
        }
    };
    quote!(#name #value)
}

/// Generates the decoding of the only field of a variant; a missing content is a missing field.
fn decode_content(variant: &Variant) -> TokenStream {
    build(variant, &|field| {
        let read = reading_function(field);
        if matches!(
            field.encoding,
            FieldEncoding::With(_) | FieldEncoding::EachWith(_)
        ) {
            quote!(#read(payload.value()?)?)
        } else {
            quote!(payload.or_absent(#read)?)
        }
    })
}

/// Generates the decoding of the field that holds an unknown name, if there is one. Errors have
/// `segment` in the path.
fn take_name(variant: &Variant, segment: Option<&TokenStream>) -> Option<TokenStream> {
    let within = segment
        .map(|segment| quote!(.map_err(|error| error.within(__gdvariant::Segment::#segment))));
    variant.unknown_name().map(|name| {
        let (local, read) = (&name.local, reading_function(name));
        quote!(let #local = payload.name(#read) #within ?;)
    })
}

fn decode_untagged(input: &Input) -> TokenStream {
    let variants = input.wire_variants().map(|variant| {
        let (name, body) = (&variant.ident, decode_body(variant));
        let name = format!("no variant of {} fits, the closest is {name}", input.ident);
        quote!((#name, |reader| { #body }))
    });
    quote!(__gdvariant::untagged(reader, &[#(#variants),*]))
}
