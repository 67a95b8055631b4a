//! Generates conversions between the layouts' `Variant` types, through a type that all layouts
//! share.
//!
//! A Variant is converted to a leaf or a container, and then to another layout's Variant. Each
//! layout has one match in either direction, so the generated code grows linearly.

use super::cases::{Case, Typed, is_nested, payload};
use super::edition::{Edition, Precision};
use super::layout::Context;
use super::names::{body_ident, element, has_reals, ident};
use crate::model::{Body, Schema, Type, find};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Generates the shared types and the list of conversions.
pub(super) fn conversions(
    schema: &Schema,
    editions: &[Edition<'_>],
    has_double: bool,
) -> TokenStream {
    let single = leaf_type(schema, Precision::Single);
    let double = has_double.then(|| leaf_type(schema, Precision::Double));
    let widening = has_double.then(|| widening(schema));
    let conversions = pairs(editions).map(|pair| {
        let [from, to] = pair.map(|edition| ident(&edition.module()));
        quote!(conversion!(#from => #to);)
    });
    quote! {
        #single
        #double
        #widening
        #(#conversions)*
    }
}

/// Generates the conversions of a layout's `Variant` to and from the shared types.
pub(super) fn convertible(context: &Context<'_>) -> TokenStream {
    let leaf = leaf_name(context.edition.precision);
    let import = match context.edition.precision {
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
            (None, body @ (Body::Object | Body::Dictionary | Body::Array)) => {
                let body = body_ident(body);
                quote!(#pattern => return Parts::#body(value))
            }
            (None, _) => {
                let leaf = leaf_precision(context.schema, case.ty, context.edition.precision);
                let value = widened(context.schema, case.ty, case.precision, leaf);
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
        if ty.body == Body::Empty {
            quote!(Leaf::#key => Self::#variant)
        } else {
            quote!(Leaf::#key(value) => Self::#variant(#value))
        }
    });
    let narrows = context.edition.precision.is_double().then(|| {
        quote!(#[allow(clippy::cast_possible_truncation, reason = "reals that the layout has in single precision")])
    });
    quote! {
        impl crate::convert::by_value::Convertible for Variant {
            type Layout = #marker;
            type Leaf = crate::convert::by_value::#leaf;

            #[inline]
            fn into_parts(self) -> crate::convert::by_value::Parts<Self> {
                use crate::convert::by_value::{#import, Parts};
                let leaf = match self { #(#taken_apart),* };
                Parts::Leaf(leaf)
            }

            #narrows
            #[inline]
            fn from_leaf(leaf: Self::Leaf) -> Result<Self, crate::Kind> {
                use crate::convert::by_value::#import;
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

/// Returns the precision of a type in the leaf of a precision: single if every layout has it so.
fn leaf_precision(schema: &Schema, ty: &Type, precision: Precision) -> Precision {
    if schema.is_doubled(&ty.key) {
        precision
    } else {
        Precision::Single
    }
}

/// Returns the types that are not containers.
fn leaves(schema: &Schema) -> impl Iterator<Item = &Type> {
    schema.types.iter().filter(|ty| !is_nested(ty))
}

fn leaf_type(schema: &Schema, precision: Precision) -> TokenStream {
    let name = leaf_name(precision);
    let variants = leaves(schema).map(|ty| {
        let payload = payload(schema, ty, leaf_precision(schema, ty, precision));
        let (key, fields) = (ident(&ty.key), payload.fields());
        quote!(#key #fields)
    });
    quote! {
        /// A value of any layout in one precision, except for containers.
        pub(crate) enum #name { #(#variants),* }
    }
}

fn widening(schema: &Schema) -> TokenStream {
    let arms = leaves(schema).map(|ty| {
        let key = ident(&ty.key);
        let double = leaf_precision(schema, ty, Precision::Double);
        let value = widened(schema, ty, Precision::Single, double);
        if ty.body == Body::Empty {
            quote!(Leaf::#key => Self::#key)
        } else {
            quote!(Leaf::#key(value) => Self::#key(#value))
        }
    });
    quote! {
        /// Widens every component without loss.
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

/// Generates the payload of a type, made of `value` of the leaf.
///
/// If the layout has the type in single precision, nothing is lost: values of other layouts in
/// double precision are not converted.
fn narrowed(context: &Context<'_>, case: &Case<'_>) -> TokenStream {
    let schema = context.schema;
    let element = match &case.ty.body {
        Body::Pool(held) if find(&schema.types, held).is_some() => {
            let held = element(schema, held, context.edition.precision);
            quote!(#held::to_single)
        }
        _ => quote!(|real| real as f32),
    };
    let leaf = leaf_precision(schema, case.ty, context.edition.precision);
    let precisions = [leaf, case.precision];
    in_precision(schema, case.ty, precisions, &quote!(to_single), &element)
}

/// Generates the payload of a type in another precision, made of `value`; the method `convert`
/// converts a value, and `element` an element.
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
            let value = if from.is_boxed {
                quote!((*value))
            } else {
                quote!(value)
            };
            to.holding(&quote!(#value.#convert()))
        }
        Body::Pool(_) => quote!(value.into_iter().map(#element).collect()),
        _ => quote!(value),
    }
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
