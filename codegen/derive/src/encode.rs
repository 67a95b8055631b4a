//! Generates the encoding of structs and enums.

use crate::input::{Field, FieldEncoding, Input, Shape, Tagging, Variant};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;

/// Generates the encoding of a value: to `pairs` for a Dictionary of fields, else to `writer`.
pub(crate) fn encode(input: &Input) -> TokenStream {
    if input.variants.is_empty() {
        return quote!(match *self {});
    }
    let arms = input.variants.iter().map(|variant| {
        let Variant { ident, path, .. } = variant;
        if variant.is_skipped {
            let message =
                format!("the variant `{ident}` cannot be encoded: it has `#[variant(skip)]`");
            let error = quote!(__gdvariant::skipped_variant(#message));
            let error = match input.tagging {
                // The Dictionary has been started, so its writer has to record the error.
                Tagging::Internal(_) => quote!(pairs.fail(#error)),
                _ => error,
            };
            return quote!(#path { .. } => __gdvariant::Err(#error),);
        }
        let fields = variant.fields.iter().filter(|field| !field.is_skipped);
        let bindings = fields.map(|Field { member, local, .. }| quote!(#member: #local));
        let (check, body) = (
            check_keys(input, variant),
            encode_variant(&input.tagging, variant),
        );
        quote!(#path { #(#bindings,)* .. } => { #check #body })
    });
    quote!(match self { #(#arms)* })
}

/// Generates the check that no other type encodes the keys of the variant in the same Dictionary.
fn check_keys(input: &Input, variant: &Variant) -> Option<TokenStream> {
    let tag = match &input.tagging {
        Tagging::Internal(tag) => Some(tag.to_token_stream()),
        _ => None,
    };
    let keys: Vec<_> = tag.into_iter().chain(encoded_keys(variant)).collect();
    let is_needed = input.has_fields() && !keys.is_empty();
    is_needed.then(|| quote!(reserved.check(&[#(#keys),*], pairs)?;))
}

/// Returns the keys that the variant itself encodes, without those of flattened fields.
fn encoded_keys(variant: &Variant) -> impl Iterator<Item = TokenStream> {
    let fields = variant
        .slotted()
        .filter(|_| variant.shape == Shape::Dictionary);
    fields.map(|field| field.names.name.to_token_stream())
}

/// Generates the encoding of a variant whose fields are bound to variables.
fn encode_variant(tagging: &Tagging, variant: &Variant) -> TokenStream {
    let own = &variant.names.name;
    let name = variant.unknown_name().map_or_else(|| quote!(&#own), value);
    let payload = encode_by(&encode_body(variant));
    let (with_payload, alone) = match tagging {
        Tagging::Struct if variant.shape == Shape::Dictionary => return write_pairs(variant),
        Tagging::Struct | Tagging::Untagged => return encode_body(variant),
        Tagging::Array => {
            let elements: Vec<_> = variant.wire_fields().map(value).collect();
            return quote! {
                let array = &mut writer.array();
                array.element(#name)?;
                #(array.element(#elements)?;)*
                __gdvariant::Ok(())
            };
        }
        Tagging::Internal(tag) => {
            let fields = match variant.shape {
                Shape::Inner => encode_body(variant),
                _ => write_pairs(variant),
            };
            let key = key_bytes(tag);
            return quote! {
                let reserved = &__gdvariant::ReservedKeys::Tag(#tag, reserved);
                pairs.count_fields(1);
                pairs.field(#key, #tag, #name)?;
                #fields
            };
        }
        Tagging::External => (
            quote!(writer.dictionary().entry(#name, #payload)),
            quote!(__gdvariant::Encode::<__E>::encode(#name, writer)),
        ),
        Tagging::Adjacent(tag, content) => {
            let (key, content_key) = (key_bytes(tag), key_bytes(content));
            let tagged = |count| {
                let count = Literal::usize_unsuffixed(count);
                quote! {
                    writer.check_fields()?;
                    let pairs = &mut writer.dictionary();
                    pairs.count_fields(#count);
                    pairs.field(#key, #tag, #name)
                }
            };
            let (start, alone) = (tagged(2), tagged(1));
            let with_payload = quote!(#start?; pairs.field(#content_key, #content, #payload));
            (with_payload, alone)
        }
    };
    let mut fields = variant.wire_fields();
    let optional = fields.find(|field| matches!(field.encoding, FieldEncoding::Payload));
    if let Some(Field { local: value, .. }) = optional {
        quote! {
            match #value {
                __gdvariant::Some(#value) => { #with_payload }
                __gdvariant::None => { #alone }
            }
        }
    } else if variant.shape == Shape::Nil {
        alone
    } else {
        with_payload
    }
}

/// Generates the encoding of fields as a complete value.
fn encode_body(variant: &Variant) -> TokenStream {
    match variant.shape {
        Shape::Nil => quote!(__gdvariant::Encode::<__E>::encode(&(), writer)),
        Shape::Inner => variant.wire_fields().map(encode_field).collect(),
        Shape::Array => {
            let elements: Vec<_> = variant.wire_fields().map(value).collect();
            let (count, indexes) = (elements.len(), 0_usize..);
            quote! {
                writer.fixed_array(#count, |writer| {
                    #(writer.element(#indexes, #elements)?;)*
                    __gdvariant::Ok(())
                })
            }
        }
        Shape::Dictionary => {
            let pairs = write_pairs(variant);
            let check = variant.wire_fields().next();
            let check = check.map(|_| quote!(writer.check_fields()?;));
            quote! {
                #check
                let pairs = &mut writer.dictionary();
                let reserved = &__gdvariant::ReservedKeys::None;
                #pairs
            }
        }
    }
}

/// Generates the encoding of fields as `pairs` of a Dictionary.
fn write_pairs(variant: &Variant) -> TokenStream {
    let fields: Vec<_> = variant.wire_fields().collect();
    // The path of an error in a flattened map has the number of the fields before it.
    let runs = fields.chunk_by(|field, next| field.is_flattened() == next.is_flattened());
    let runs = runs.map(|run| match run {
        [field, ..] if field.is_flattened() => run
            .iter()
            .map(|field| {
                let (reserved, fields) = (taken_beside(variant, field), encode_field(field));
                quote!({ let reserved = #reserved; #fields?; })
            })
            .collect(),
        _ => write_fields(run),
    });
    quote! {
        #(#runs)*
        __gdvariant::Ok(())
    }
}

/// Generates the encoding of consecutive fields that are not flattened.
fn write_fields(fields: &[&Field]) -> TokenStream {
    let always_written = fields.iter().filter(|field| field.skip_if.is_none());
    let count = Literal::usize_unsuffixed(always_written.count());
    let writes = fields.iter().map(|field| {
        let (local, key, value) = (&field.local, &field.names.name, value(field));
        let bytes = key_bytes(key);
        let write = quote!(pairs.field(#bytes, #key, #value)?;);
        match &field.skip_if {
            Some(is_skipped) => {
                quote!(if !#is_skipped(#local) { pairs.count_fields(1); #write })
            }
            None => write,
        }
    });
    quote! {
        pairs.count_fields(#count);
        #(#writes)*
    }
}

/// Generates a reference to a value that encodes the field in its form.
fn value(field: &Field) -> TokenStream {
    match &field.encoding {
        FieldEncoding::Own => field.local.to_token_stream(),
        FieldEncoding::As(marker) => {
            let local = &field.local;
            quote!(&__gdvariant::EncodedAs::<#marker, _>::new(#local))
        }
        _ => encode_by(&encode_field(field)),
    }
}

fn encode_by(encode: &TokenStream) -> TokenStream {
    quote!(&__gdvariant::EncodeBy(|writer: &mut __gdvariant::Writer<'_, __E>| { #encode }))
}

/// Generates the encoding of a field to `writer`, or to `pairs` if the field is flattened.
fn encode_field(
    Field {
        local, encoding, ..
    }: &Field,
) -> TokenStream {
    let writer = variable("writer");
    match encoding {
        FieldEncoding::Own | FieldEncoding::Payload => {
            quote!(__gdvariant::Encode::<__E>::encode(#local, writer))
        }
        FieldEncoding::With(module) => {
            quote_spanned!(module.span()=> #module::encode(#local, #writer))
        }
        FieldEncoding::EachWith(module) => quote_spanned! {module.span()=>
            __gdvariant::EncodeEach::<__E>::encode_each(#local, #writer, |value, writer| #module::encode(value, writer))
        },
        FieldEncoding::Flatten => {
            quote!(__gdvariant::WriteFields::<__E>::write_fields(#local, pairs, reserved))
        }
        FieldEncoding::As(marker) => {
            quote!(__gdvariant::EncodeAs::<__E, #marker>::encode_as(#local, [], writer))
        }
    }
}

/// Returns a variable of the expansion, for code whose errors are reported at the user's tokens.
pub(crate) fn variable(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// Generates the encoded key of a field as a constant.
pub(crate) fn key_bytes(key: &impl ToTokens) -> TokenStream {
    quote!(const { __gdvariant::key::<__E, { __gdvariant::key_length(#key) }>(#key) })
}

/// Generates the reserved keys of a flattened field: `reserved`, and the keys of its sibling fields.
pub(crate) fn taken_beside(variant: &Variant, field: &Field) -> TokenStream {
    let (owned, own) = (owns(variant, Some(field)), encoded_keys(variant));
    quote!(&__gdvariant::ReservedKeys::Fields(|key, asked| #owned, &[#(#own),*], reserved))
}

/// Generates the condition that `key` belongs to a field other than the flattened field `but`.
pub(crate) fn owns(variant: &Variant, but: Option<&Field>) -> TokenStream {
    let keys = variant.keys();
    let own = (!keys.is_empty()).then(|| quote!(::core::matches!(key, #(#keys)|*)));
    let others = variant
        .flattened()
        .filter(|field| but.is_none_or(|but| but.local != field.local))
        .map(|Field { ty, .. }| quote!(<#ty as __gdvariant::OwnsKeys>::owns(key, asked)));
    let all: Vec<_> = own.into_iter().chain(others).collect();
    if all.is_empty() {
        quote!(false)
    } else {
        quote!(#(#all)||*)
    }
}
