//! Generates the items for typed arrays and for containers with a declared type.
//!
//! All of them share the Rust types `TypedArray` and `TypedDictionary`. Where a type of Rust states
//! its kind, a `TypedArray` is the first typed array of the layout.

use super::cases::{Case, TypedContainer};
use super::layout::Context;
use super::names::ident;
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the constructors of the enum for containers with a declared type.
pub(super) fn constructors(context: &Context<'_>) -> TokenStream {
    let arrays = context
        .cases
        .iter()
        .filter(|case| case.typed == Some(TypedContainer::Array));
    let arms = arrays.map(|case| {
        let (kind, variant) = (&case.kind, &case.variant);
        let array = if case.is_declared {
            quote!(array.into())
        } else {
            quote!(Self::#variant(Box::new(array)))
        };
        quote!(#kind => Some(#array))
    });
    quote! {
        #[inline]
        fn typed_array(kind: crate::Kind, array: TypedArray) -> Option<Self> {
            match kind {
                #(#arms,)*
                _ => None,
            }
        }

        #[inline]
        fn typed_dictionary(dictionary: TypedDictionary) -> Option<Self> {
            Some(dictionary.into())
        }
    }
}

/// Generates the conversions of containers with a declared type to the enum.
pub(super) fn conversions(context: &Context<'_>) -> TokenStream {
    let conversions = context.declared().map(|(case, typed)| {
        let (variant, plain, contents) = (&case.variant, ident(&case.ty.key), typed.contents());
        quote! {
            impl From<#variant> for Variant {
                #[inline]
                fn from(value: #variant) -> Self {
                    if value.is_untyped() {
                        Self::#plain(value.#contents)
                    } else {
                        Self::#variant(Box::new(value))
                    }
                }
            }
        }
    });
    let payloads = context
        .declared()
        .map(|(_, typed)| to_payload(context, typed));
    quote!(#(#conversions)* #(#payloads)*)
}

/// Generates the conversions of the enum to a container with a declared type, from the variants of
/// all engines. An owned value may be a plain container, because one without a declared type is.
fn to_payload(context: &Context<'_>, typed: TypedContainer) -> TokenStream {
    let (payload, contents) = (typed.name(), typed.contents());
    let cases = context.cases.iter();
    let cases: Vec<_> = cases.filter(|case| case.typed == Some(typed)).collect();
    let variants: Vec<_> = cases.iter().map(|case| &case.variant).collect();
    let kinds: Vec<_> = cases.iter().map(|case| &case.kind).collect();
    let plain = cases.iter().filter(|case| case.is_declared);
    let plain = plain.map(|case| ident(&case.ty.key));
    quote! {
        /// Converts a container with or without a declared type.
        impl TryFrom<Variant> for #payload {
            type Error = crate::DecodeError;

            #[inline]
            fn try_from(variant: Variant) -> Result<Self, Self::Error> {
                match variant {
                    #(Variant::#variants(value))|* => Ok(*value),
                    #(Variant::#plain(#contents) => Ok(#contents.into()),)*
                    other => Err(other.wrong_type(&[#(#kinds),*])),
                }
            }
        }
    }
}

/// Generates `Encode` and `Decode` for layouts that have the type; the bytes are invalid in others.
pub(super) fn codec(context: &Context<'_>) -> Option<TokenStream> {
    if context.declared().next().is_some() {
        return Some(declared(context));
    }
    let marker = context.marker();
    let is_own = |case: &&Case<'_>| case.typed.is_some() && case.has_own_type(context.schema);
    let kind = &context.types().find(is_own)?.kind;
    Some(quote!(crate::codec::typed_array::typed_array_codec!(#marker, #kind);))
}

/// Generates the trait implementations of containers with a declared type, and for declared types.
fn declared(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let codecs = context.declared().map(|(case, typed)| {
        let Case { kind, variant, .. } = case;
        let codec = typed.codec();
        let bound = (typed == TypedContainer::Dictionary).then(|| quote!(core::fmt::Display));
        quote!(crate::codec::typed_encode::typed_container!(#marker #kind, #variant, #codec #bound);)
    });
    quote! {
        #(#codecs)*

        impl crate::TypedLayout for #marker {}

        crate::codec::declared_type::any_value!(#marker);
    }
}
