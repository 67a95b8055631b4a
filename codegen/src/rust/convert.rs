//! Generates conversions between the layouts' `Variant` types, through a type that all layouts
//! share.
//!
//! A Variant is converted to a leaf or a container, and then to another layout's Variant. Each
//! layout has one match in either direction, so the generated code grows linearly.

use super::cases::{Case, is_nested};
use super::layout_context::Context;
use super::names::{element, has_reals, ident, module};
use super::payload::payload;
use super::precision::{Enabled, Precision};
use super::typed::Typed;
use crate::model::{Body, Layout, Schema, Type, find};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Generates the shared types and the list of conversions.
pub(super) fn conversions(schema: &Schema, enabled: &Enabled<'_>) -> TokenStream {
    let single = leaf_type(schema, Precision::Single);
    let double = leaf_type(schema, Precision::Double);
    let widening = widening(schema);
    let conversions = pairs(enabled).map(|pair| conversion(&pair));
    quote! {
        #single
        #double
        #widening
        #(#conversions)*
    }
}

/// Generates the conversions of a layout's `Variant` to and from the shared types.
pub(super) fn convertible(context: &Context<'_>) -> TokenStream {
    let leaf = leaf_name(context.precision);
    let import = match context.precision {
        Precision::Single => quote!(#leaf),
        Precision::Double => quote!(#leaf as Leaf),
    };
    let marker = context.marker();
    let taken_apart = context.cases.iter().map(|case| {
        let (key, kind) = (ident(&case.ty.key), &case.kind);
        let pattern = case.pattern(&quote!(Self));
        match (case.typed, &case.ty.body) {
            (Some(Typed::Array), _) => quote!(#pattern => return Parts::TypedArray(#kind, value)),
            (Some(Typed::Dictionary), _) => {
                quote!(#pattern => return Parts::TypedDictionary(value))
            }
            (None, Body::Object | Body::Dictionary | Body::Array) => {
                quote!(#pattern => return Parts::#key(value))
            }
            (None, _) => {
                let value = widened(context.schema, case.ty, case.precision, context.precision);
                let held = case.payload.ty.as_ref().map(|_| quote!((#value)));
                quote!(#pattern => Leaf::#key #held)
            }
        }
    });
    let put_together = leaves(context.schema).map(|ty| {
        let key = ident(&ty.key);
        let Some(case) = context.types().find(|case| case.ty.key == ty.key) else {
            return quote!(Leaf::#key(_) => return Err(crate::Kind::#key));
        };
        let (variant, value) = (&case.variant, narrowed(context, case));
        match case.payload.ty {
            None => quote!(Leaf::#key => Self::#variant),
            Some(_) => quote!(Leaf::#key(value) => Self::#variant(#value)),
        }
    });
    let narrows = context.precision.is_double().then(|| {
        quote!(#[allow(clippy::cast_possible_truncation, reason = "reals that are single in every layout")])
    });
    quote! {
        impl crate::convert::Convertible for Variant {
            type Layout = #marker;
            type Leaf = crate::convert::#leaf;

            #[inline]
            fn into_parts(self) -> crate::convert::Parts<Self> {
                use crate::convert::{#import, Parts};
                let leaf = match self { #(#taken_apart),* };
                Parts::Leaf(leaf)
            }

            #narrows
            #[inline]
            fn from_leaf(leaf: Self::Leaf) -> Result<Self, crate::Kind> {
                use crate::convert::#import;
                let value = match leaf { #(#put_together),* };
                Ok(value)
            }
        }
    }
}

fn leaf_name(precision: Precision) -> Ident {
    ident(match precision {
        Precision::Single => "Leaf",
        Precision::Double => "DoubleLeaf",
    })
}

/// Returns the types that are not containers.
fn leaves(schema: &Schema) -> impl Iterator<Item = &Type> {
    schema.types.iter().filter(|ty| !is_nested(ty))
}

fn gate(precision: Precision) -> Option<TokenStream> {
    precision
        .is_double()
        .then(|| quote!(#[cfg(feature = "double")]))
}

fn leaf_type(schema: &Schema, precision: Precision) -> TokenStream {
    let (gate, name) = (gate(precision), leaf_name(precision));
    let doc = match precision {
        Precision::Single => " A value of any layout in single precision, except for containers.",
        Precision::Double => " A value of any layout in double precision, except for containers.",
    };
    let variants = leaves(schema).map(|ty| {
        let (key, fields) = (ident(&ty.key), payload(schema, ty, precision).fields());
        quote!(#key #fields)
    });
    quote! {
        #[doc = #doc]
        #gate
        pub(crate) enum #name { #(#variants),* }
    }
}

fn widening(schema: &Schema) -> TokenStream {
    let gate = gate(Precision::Double);
    let arms = leaves(schema).map(|ty| {
        let key = ident(&ty.key);
        let value = widened(schema, ty, Precision::Single, Precision::Double);
        match ty.body {
            Body::Empty => quote!(Leaf::#key => Self::#key),
            _ => quote!(Leaf::#key(value) => Self::#key(#value)),
        }
    });
    quote! {
        /// Widens every component without loss.
        #gate
        impl From<Leaf> for DoubleLeaf {
            fn from(leaf: Leaf) -> Self {
                match leaf { #(#arms),* }
            }
        }
    }
}

/// Generates the payload in a precision, made of `value` in the same or in single precision.
fn widened(schema: &Schema, ty: &Type, from: Precision, to: Precision) -> TokenStream {
    let element = quote!(Into::into);
    in_precision(schema, ty, [from, to], &quote!(into), &element)
}

/// Generates the payload of a type, made of `value` in the precision of the layout.
///
/// The reals of some types have single precision in every layout, so nothing is lost: values of
/// other layouts in double precision are not converted.
fn narrowed(context: &Context<'_>, case: &Case<'_>) -> TokenStream {
    let schema = context.schema;
    let element = match &case.ty.body {
        Body::Pool(held) if find(&schema.types, held).is_some() => {
            let held = element(schema, held, context.precision);
            quote!(#held::to_single)
        }
        _ => quote!(|real| real as f32),
    };
    let precisions = [context.precision, case.precision];
    in_precision(schema, case.ty, precisions, &quote!(to_single), &element)
}

/// Generates the payload of a type in another precision, made of `value`; the method `convert` converts a
/// value, and `element` an element.
fn in_precision(
    schema: &Schema,
    ty: &Type,
    [from, to]: [Precision; 2],
    convert: &TokenStream,
    element: &TokenStream,
) -> TokenStream {
    match &ty.body {
        _ if from == to || !has_reals(schema, ty) => quote!(value),
        Body::Fields => {
            let [from, to] = [from, to].map(|precision| payload(schema, ty, precision));
            let value = match from.is_boxed {
                true => quote!((*value)),
                false => quote!(value),
            };
            to.holding(&quote!(#value.#convert()))
        }
        Body::Pool(_) => quote!(value.into_iter().map(#element).collect()),
        _ => quote!(value),
    }
}

/// A layout in one precision.
type Module<'s> = (&'s Layout, Precision);

/// Returns the conversions that keep every number.
///
/// To narrow a value, users call `to_single` on it.
fn pairs<'s>(enabled: &Enabled<'s>) -> impl Iterator<Item = [Module<'s>; 2]> {
    let pairs = enabled
        .modules()
        .flat_map(|from| enabled.modules().map(move |to| [from, to]));
    pairs.filter(|[from, to]| {
        let is_same = from.0.module == to.0.module && from.1 == to.1;
        !is_same && !is_narrowing(*from, *to)
    })
}

/// Returns whether a type that both layouts have is narrower in the second one.
fn is_narrowing(from: Module<'_>, to: Module<'_>) -> bool {
    let is_double = |(layout, precision): Module<'_>, key: &str| {
        Precision::in_layout(layout, precision, key).is_double()
    };
    let mut keys = to.0.types.iter().map(|listed| &listed.key);
    keys.any(|key| {
        find(&from.0.types, key).is_some() && is_double(from, key) && !is_double(to, key)
    })
}

fn conversion([from, to]: &[Module<'_>; 2]) -> TokenStream {
    let mut features = vec![&from.0.module];
    if from.0.module != to.0.module {
        features.push(&to.0.module);
    }
    let double = to.1.is_double().then(|| quote!(feature = "double",));
    let [from, to] = [from, to].map(|(layout, precision)| ident(&module(layout, *precision)));
    quote! {
        #[cfg(all(#double #(feature = #features),*))]
        conversion!(#from => #to);
    }
}
