//! Generates conversions between the layouts' `Variant` types, through a type that all layouts
//! share.
//!
//! A Variant is converted to a leaf or a container, and then to another layout's Variant. Each
//! layout has one match in either direction, so the generated code grows linearly.

use super::groups::is_nested;
use super::layout_context::Context;
use super::names::{element, has_reals, held, ident, module, payload};
use super::precision::{Enabled, Precision};
use super::typed_array::{Declaring, declaring};
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
    let taken_apart = context.types().map(|(_, ty)| {
        let (variant, key) = (context.variant(ty), ident(&ty.key));
        match ty.body {
            _ if is_empty(context.schema, ty) => quote!(Self::#variant => Leaf::#key),
            Body::Object | Body::Dictionary | Body::Array => {
                quote!(Self::#variant(value) => return Parts::#key(value))
            }
            Body::TypedArray => {
                quote!(Self::#variant(value) => return Parts::TypedArray(crate::Kind::#key, value))
            }
            _ => {
                let value = widened(
                    context.schema,
                    ty,
                    context.precision_of(ty),
                    context.precision,
                );
                quote!(Self::#variant(value) => Leaf::#key(#value))
            }
        }
    });
    let declaring = declaring(context).into_iter().map(|declaring| {
        let Declaring { variant, kind, .. } = declaring;
        quote!(Self::#variant(value) => return Parts::#variant(#kind value))
    });
    let taken_apart = taken_apart.chain(declaring);
    let put_together = leaves(context.schema).map(|ty| {
        let (variant, key) = (context.variant(ty), ident(&ty.key));
        match context.has(&ty.key) {
            true if is_empty(context.schema, ty) => quote!(Leaf::#key => Self::#variant),
            true => {
                let value = narrowed(context, ty);
                quote!(Leaf::#key(value) => Self::#variant(#value))
            }
            false => quote!(Leaf::#key(_) => return Err(crate::Kind::#key)),
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

/// Returns whether a variant of the type has no payload.
fn is_empty(schema: &Schema, ty: &Type) -> bool {
    payload(schema, ty, Precision::Single).ty.is_none()
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
        let (key, held) = (ident(&ty.key), held(&payload(schema, ty, precision)));
        quote!(#key #held)
    });
    quote! {
        #[doc = #doc]
        #gate
        pub(crate) enum #name { #(#variants),* }
    }
}

fn widening(schema: &Schema) -> TokenStream {
    let gate = gate(Precision::Double);
    let arms = leaves(schema).map(|ty| widening_arm(schema, ty));
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

fn widening_arm(schema: &Schema, ty: &Type) -> TokenStream {
    let key = ident(&ty.key);
    if is_empty(schema, ty) {
        return quote!(Leaf::#key => Self::#key);
    }
    let value = widened(schema, ty, Precision::Single, Precision::Double);
    quote!(Leaf::#key(value) => Self::#key(#value))
}

/// Generates the payload in a precision, made of `value` in the same or in single precision.
fn widened(schema: &Schema, ty: &Type, from: Precision, to: Precision) -> TokenStream {
    let element = quote!(Into::into);
    in_precision(schema, ty, [from, to], &quote!(.into()), &element)
}

/// Generates the payload of a type, made of `value` in the precision of the layout.
///
/// The reals of some types have single precision in every layout, so nothing is lost: values of
/// other layouts in double precision are not converted.
fn narrowed(context: &Context<'_>, ty: &Type) -> TokenStream {
    let element = match &ty.body {
        Body::Pool(held) if find(&context.schema.types, held).is_some() => {
            let held = element(context.schema, held, context.precision);
            quote!(#held::to_single)
        }
        _ => quote!(|real| real as f32),
    };
    let precisions = [context.precision, context.precision_of(ty)];
    in_precision(
        context.schema,
        ty,
        precisions,
        &quote!(.to_single()),
        &element,
    )
}

/// Generates the payload of a type in another precision, made of `value`; `convert` converts a
/// value, and `element` an element.
fn in_precision(
    schema: &Schema,
    ty: &Type,
    [from, to]: [Precision; 2],
    convert: &TokenStream,
    element: &TokenStream,
) -> TokenStream {
    if from == to || !has_reals(schema, ty) {
        return quote!(value);
    }
    match &ty.body {
        Body::Fields => {
            let [from, to] = [from, to].map(|precision| payload(schema, ty, precision).is_boxed);
            let value = if from {
                quote!((*value))
            } else {
                quote!(value)
            };
            if to {
                quote!(alloc::boxed::Box::new(#value #convert))
            } else {
                quote!(#value #convert)
            }
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
