//! Lists the variants of `Variant` and `VariantRef` in macros; the code for them is in
//! `runtime/variant/`.

use super::layout::Context;
use super::names::{body_length, element, ident, snake};
use super::records;
use crate::model::{Body, Layout, Role, Schema, Type};
use proc_macro2::TokenStream;
use quote::quote;

/// The size of the largest payload that a Variant of 32 bytes holds inline: a `String` or a `Vec`.
const LARGEST_INLINE: u32 = 24;

/// Generates the macros that call another macro with all variants that have a payload.
pub(super) fn lists(schema: &Schema) -> TokenStream {
    let types = schema.types.iter().filter(|ty| !ty.is(Role::Nil));
    // The first payloads of a VariantRef borrow. One comparison instead of a jump table tells that
    // they need no drop, which saves 11% of the instructions in the benchmark
    // "ints/decode dynamic, borrowed".
    let (allocated, others): (Vec<_>, Vec<_>) = types.partition(|ty| {
        use Body::{Array, Dictionary, Object, PackedText, TypedArray};
        matches!(
            ty.body,
            PackedText | Object | Dictionary | Array | TypedArray
        )
    });
    let variants = others.into_iter().chain(allocated);
    let variants = variants.map(|ty| variant(schema, ty));
    let of_body = |is: fn(&Type) -> bool| {
        let types = schema.types.iter().filter(move |ty| is(ty));
        types.map(|ty| ident(&ty.key))
    };
    let texts = of_body(|ty| ty.body == Body::Text);
    let fields = of_body(|ty| ty.body == Body::Fields);
    let records = of_body(|ty| ty.body == Body::Record);
    let typed_arrays = of_body(|ty| ty.body == Body::TypedArray);
    let packed = schema.types.iter().filter_map(|ty| {
        let (key, element) = (ident(&ty.key), element(schema, ty)?);
        Some(quote!(#key #element,))
    });
    quote! {
        /// Calls a macro with its arguments and what defines each variant: description, other
        /// names, name, name in engines, accessors; payload in a Variant, with and without a box;
        /// payload in a VariantRef. An accessor returns the type after each payload.
        macro_rules! each_variant {
            ($callback:ident $($arguments:tt)*) => {
                $callback! { $($arguments)* #(#variants)* }
            };
        }

        /// Calls a macro with its arguments and the variants of the bodies that several types have.
        macro_rules! each_body {
            ($callback:ident $($arguments:tt)*) => {
                $callback! {
                    $($arguments)*;
                    texts { #(#texts)* }
                    fields { #(#fields)* }
                    records { #(#records)* }
                    packed_arrays { #(#packed)* }
                    typed_arrays { #(#typed_arrays)* }
                }
            };
        }
    }
}

/// Generates what defines a variant.
fn variant(schema: &Schema, ty: &Type) -> TokenStream {
    let (key, name, description) = (ident(&ty.key), &ty.name, &ty.description);
    let aliases = schema.other_names(ty);
    let method = snake(&ty.key);
    let methods = ["is_NAME", "as_NAME", "as_NAME_mut", "into_NAME"];
    let methods = methods.map(|pattern| ident(&pattern.replace("NAME", &method)));
    let payloads = payloads(schema, ty);
    quote!(#description [#(#aliases)*] #key #name [#(#methods)*] #payloads;)
}

/// Generates the types of a variant's payloads, each followed by what its accessor returns: a
/// reference (`&`) or a copy (`*`).
fn payloads(schema: &Schema, ty: &Type) -> TokenStream {
    let own = ident(&ty.key);
    let borrowed = ident(&format!("{}Ref", ty.key));
    match &ty.body {
        Body::Text => quote!((#own) (#own) (&str) (&'de str) (*&'de str)),
        Body::Fields => {
            let is_large = |is_double| body_length(schema, ty, is_double) > LARGEST_INLINE;
            let held = match [false, schema.is_doubled(&ty.key)].map(is_large) {
                [true, _] => quote!(Box<#own>),
                [_, true] => quote!(Large<#own>),
                _ => quote!(#own),
            };
            quote!((#held) (#own) (&#own) (#held) (&#own))
        }
        Body::Record => {
            let (owned, borrowed) = match records::parameter(ty) {
                Some(_) => (quote!(Box<crate::#own>), quote!(crate::#own<&'de str>)),
                None => (quote!(crate::#own), quote!(crate::#own)),
            };
            quote!((#owned) (crate::#own) (&crate::#own) (#borrowed) (*#borrowed))
        }
        Body::NodePath => {
            quote!((#own) (#own) (&#own) (crate::#borrowed<'de>) (*crate::#borrowed<'de>))
        }
        Body::Packed(_) => {
            let element = element(schema, ty);
            let view = quote!(crate::PackedView<'de, #element>);
            quote!((Vec<#element>) (Vec<#element>) (&[#element]) (#view) (*#view))
        }
        Body::PackedText => quote! {
            (Vec<String>) (Vec<String>) (&[String]) (Vec<&'de str>) (&[&'de str])
        },
        Body::Object => quote!((#own) (#own) (&#own) (#borrowed<'de>) (&#borrowed<'de>)),
        Body::Dictionary => quote! {
            (#own) (#own) (&#own) (#borrowed<'de>) (&#borrowed<'de>) or TypedDictionary.entries
        },
        Body::Array => quote! {
            (Vec<Variant>) (Vec<Variant>) (&[Variant])
            (Vec<VariantRef<'de>>) (&[VariantRef<'de>]) or TypedArray.values
        },
        Body::TypedArray => quote! {
            (Box<TypedArray>) (TypedArray) (&TypedArray)
            (Box<TypedArrayRef<'de>>) (&TypedArrayRef<'de>)
        },
        Body::Empty | Body::Bool | Body::Number => {
            let number = match ty.role {
                Some(Role::Int) => ident("i64"),
                Some(Role::Float) => ident("f64"),
                _ => ident("bool"),
            };
            quote!((#number) (#number) (*#number) (#number) (*#number))
        }
    }
}

/// Generates the implementations of a layout's marker for Rust types that some layouts lack.
pub(super) fn impls(context: &Context<'_>) -> TokenStream {
    let (schema, marker) = (context.schema, context.marker());
    let types = context.types().map(|case| {
        let (ty, key) = (case.ty, ident(&case.ty.key));
        match &ty.body {
            Body::Text if !ty.is(Role::String) => {
                quote!(crate::codec::string::text_codec!(#marker #key);)
            }
            Body::Fields => {
                let held = Body::Packed(ty.key.clone());
                let packed = context.types().find(|packed| packed.ty.body == held);
                let packed = packed.map(|_| ident("packed"));
                quote!(crate::codec::packed::fields_codec!(#marker #key #packed);)
            }
            Body::Record if !ty.is(Role::Rid) => {
                let text = records::parameter(ty);
                quote!(crate::codec::record::record_codec!(#marker #key[#text]);)
            }
            Body::Packed(_) => {
                let element = element(schema, ty);
                quote!(crate::codec::packed::packed_codec!(#marker #element, #key);)
            }
            _ => quote!(),
        }
    });
    let containers = if declares_types(schema, context.edition.layout) {
        Some(quote!(crate::codec::typed_containers::typed_containers!(#marker);))
    } else {
        let typed_array = context
            .types()
            .find(|case| case.ty.body == Body::TypedArray);
        typed_array.map(|case| {
            let kind = &case.kind;
            quote!(crate::codec::typed_containers::typed_array_codec!(#marker, #kind);)
        })
    };
    quote!(#(#types)* #containers)
}

/// Returns whether Arrays and Dictionaries of a layout declare the types of their values.
pub(super) fn declares_types(schema: &Schema, layout: &Layout) -> bool {
    let mut types = layout.types.iter();
    types.any(|listed| schema.type_in(listed).declares())
}
