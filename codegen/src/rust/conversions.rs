//! Generates the conversions between a layout's `Variant` and its payloads, and between layouts.

use super::cases::Case;
use super::edition::Edition;
use super::layout::Context;
use super::names::ident;
use crate::model::{Body, Role, find};
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the conversions from and to the payload of a type.
pub(super) fn conversions(context: &Context<'_>, case: &Case<'_>) -> TokenStream {
    let held = case.payload.ty.as_ref();
    let Some(held) = held.filter(|_| case.has_own_type(context.schema)) else {
        return quote!();
    };
    let borrowed = borrowed(context, case, held);
    let equal = (case.ty.body == Body::Fields).then(|| equal(case, held));
    // The runtime implements the conversions of lists, and those to numbers together with those of
    // other widths.
    let is_list = case.payload.element.is_some();
    let from = (!is_list).then(|| from(case, held));
    let owned = (!is_list && case.ty.body != Body::Number).then(|| owned(case, held));
    quote! {
        #equal
        #from
        #owned
        #borrowed
    }
}

/// Generates the comparison with a payload.
fn equal(case: &Case<'_>, held: &TokenStream) -> TokenStream {
    let accessor = case.method("as_NAME");
    quote! {
        impl PartialEq<#held> for Variant {
            fn eq(&self, other: &#held) -> bool {
                self.#accessor() == Some(other)
            }
        }

        impl PartialEq<Variant> for #held {
            fn eq(&self, other: &Variant) -> bool {
                other == self
            }
        }
    }
}

fn from(case: &Case<'_>, held: &TokenStream) -> TokenStream {
    let (variant, value) = (&case.variant, case.payload.holding(&quote!(value)));
    quote! {
        impl From<#held> for Variant {
            fn from(value: #held) -> Self {
                Self::#variant(#value)
            }
        }
    }
}

/// Generates the conversions of a Variant and of a reference to it to the payload.
fn owned(case: &Case<'_>, held: &TokenStream) -> TokenStream {
    let (into, kind) = (case.method("into_NAME"), &case.kind);
    let (other, copied) = if case.ty.is(Role::String) {
        // Strings of other types, as in `as_str`.
        let string = quote!(map(alloc::string::String::from));
        (
            quote!(or_else(|other| <&str>::try_from(&other).#string)),
            quote!(<&str>::try_from(variant).#string),
        )
    } else {
        (
            quote!(map_err(|other| other.wrong_type(&[#kind]))),
            quote!(<&Self>::try_from(variant).cloned()),
        )
    };
    quote! {
        impl TryFrom<Variant> for #held {
            type Error = crate::FromVariantError;

            fn try_from(variant: Variant) -> Result<Self, Self::Error> {
                variant.#into().#other
            }
        }

        impl TryFrom<&Variant> for #held {
            type Error = crate::FromVariantError;

            fn try_from(variant: &Variant) -> Result<Self, Self::Error> {
                #copied
            }
        }
    }
}

/// Generates the conversion of a reference to a Variant to one to the payload.
fn borrowed(context: &Context<'_>, case: &Case<'_>, held: &TokenStream) -> TokenStream {
    let (variant, kind) = (&case.variant, &case.kind);
    let declared = context.declared_arm(case, &quote!(Variant), |contents| quote!(Ok(&#contents)));
    quote! {
        impl<'a> TryFrom<&'a Variant> for &'a #held {
            type Error = crate::FromVariantError;

            fn try_from(variant: &'a Variant) -> Result<Self, Self::Error> {
                match variant {
                    Variant::#variant(value) => Ok(value),
                    #declared
                    other => Err(other.wrong_type(&[#kind])),
                }
            }
        }
    }
}

/// Generates the conversions of lists of Rust values, and of [`Pool`](crate::Pool).
pub(super) fn lists(context: &Context<'_>) -> TokenStream {
    let packed = || {
        let lists = context.types().filter(|case| case.ty.body != Body::Array);
        lists.filter_map(|case| Some((case, case.payload.element.as_ref()?)))
    };
    let variants = packed().map(|(case, _)| &case.variant);
    let pools = packed().map(|(case, element)| {
        let (variant, is_text) = (&case.variant, case.ty.body == Body::PoolText);
        let others =
            is_text.then(|| quote!(, &str, alloc::boxed::Box<str>, alloc::borrow::Cow<'_, str>));
        quote!(crate::access::conversions::pool_conversions!(Variant: #variant from #element #others);)
    });
    quote! {
        crate::access::conversions::list_conversions!(Variant: #(#variants),*);
        #(#pools)*
    }
}

/// Generates the list of conversions between the `Variant` types of layouts.
pub(super) fn between_layouts(editions: &[Edition<'_>]) -> TokenStream {
    let conversions = pairs(editions).map(|pair| {
        let [from, to] = pair.map(|edition| ident(&edition.module()));
        let [from_marker, to_marker] = pair.map(Edition::marker);
        quote!(conversion!(#from #from_marker => #to #to_marker);)
    });
    quote!(#(#conversions)*)
}

/// Returns the conversions that keep every number.
///
/// To narrow a value, users call `to_single` on it.
fn pairs<'s>(editions: &[Edition<'s>]) -> impl Iterator<Item = [Edition<'s>; 2]> {
    let pairs = editions
        .iter()
        .flat_map(|from| editions.iter().map(|to| [*from, *to]));
    pairs.filter(|[from, to]| from.module() != to.module() && !is_narrowing(*from, *to))
}

/// Returns whether a type that both layouts have is narrower in the second one.
fn is_narrowing(from: Edition<'_>, to: Edition<'_>) -> bool {
    let mut keys = to.layout.types.iter().map(|listed| &listed.key);
    keys.any(|key| {
        let is_shared = find(&from.layout.types, key).is_some();
        is_shared && from.precision_of(key).is_double() && !to.precision_of(key).is_double()
    })
}
