//! Conversions between the `Variant`s of two layouts.

use super::names::{has_reals, ident, module, payload, title};
use super::{Enabled, Precision};
use crate::model::{Body, Layout, Schema, Type};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn conversions(schema: &Schema, enabled: &Enabled<'_>) -> TokenStream {
    let pairs = enabled
        .modules()
        .flat_map(|from| enabled.modules().map(move |to| (from, to)));
    // A conversion never rounds: users call `to_single` on each value.
    let exact = pairs.filter(|(from, to)| {
        (from.0.module != to.0.module || from.1 != to.1)
            && (!from.1.is_double() || to.1.is_double())
    });
    let conversions = exact.map(|(from, to)| conversion(schema, from, to));
    quote!(#(#conversions)*)
}

fn conversion(
    schema: &Schema,
    from: (&Layout, Precision),
    to: (&Layout, Precision),
) -> TokenStream {
    let features = [from.0, to.0].map(|layout| &layout.module);
    let double = (from.1.is_double() || to.1.is_double()).then(|| quote!(feature = "double",));
    let gate = quote!(#[cfg(all(#double #(feature = #features),*))]);
    let (source, target) = (ident(&module(from.0, from.1)), ident(&module(to.0, to.1)));
    let from_leaf = ident(&format!("from_leaf_of_{source}"));
    let types = || {
        from.0
            .types
            .iter()
            .map(|listed| (listed, schema.type_of(&listed.key)))
    };
    let is_nested = |ty: &Type| matches!(ty.body, Body::Object | Body::Dictionary | Body::Array);
    let is_there = |ty: &Type| to.0.types.iter().any(|other| other.key == ty.key);
    let nested = types()
        .filter(|(_, ty)| is_nested(ty) && is_there(ty))
        .map(|(_, ty)| arm(schema, ty, from.1, to.1));
    let leaves = types()
        .filter(|(_, ty)| !is_nested(ty) || !is_there(ty))
        .map(|(listed, ty)| {
            if is_there(ty) {
                return arm(schema, ty, from.1, to.1);
            }
            let key = ident(&ty.key);
            let (name, title) = (&listed.name, title(to.0, to.1));
            quote!(Source::#key(_) => return Err(ConvertError::new(#name, #title)))
        });
    quote! {
        #gate
        impl TryFrom<crate::#source::Variant> for crate::#target::Variant {
            type Error = ConvertError;

            fn try_from(value: crate::#source::Variant) -> Result<Self, ConvertError> {
                use crate::#source::Variant as Source;
                // Containers are handled separately to keep the recursive stack frame small.
                match value {
                    #(#nested,)*
                    leaf => Self::#from_leaf(leaf),
                }
            }
        }

        #gate
        impl crate::#target::Variant {
            #[allow(clippy::too_many_lines, clippy::unnecessary_wraps, reason = "an arm a type")]
            fn #from_leaf(value: crate::#source::Variant) -> Result<Self, ConvertError> {
                use crate::#source::Variant as Source;
                Ok(match value {
                    #(#leaves,)*
                    nested => return nested.try_into(),
                })
            }
        }
    }
}

fn arm(schema: &Schema, ty: &Type, from: Precision, to: Precision) -> TokenStream {
    let key = ident(&ty.key);
    let (old, new) = (payload(schema, ty, from), payload(schema, ty, to));
    match &ty.body {
        _ if old.ty.is_none() => quote!(Source::#key => Self::#key),
        Body::Object => quote!(Source::#key(value) => object(value)),
        Body::Dictionary => quote!(Source::#key(value) => dictionary(value)),
        Body::Array => quote!(Source::#key(value) => array(value)),
        _ if from == to || !has_reals(schema, ty) => {
            quote!(Source::#key(value) => Self::#key(value))
        }
        Body::Fields => {
            let unboxed = if old.is_boxed {
                quote!((*value))
            } else {
                quote!(value)
            };
            let value = quote!(#unboxed.into());
            let boxed = if new.is_boxed {
                quote!(alloc::boxed::Box::new(#value))
            } else {
                value
            };
            quote!(Source::#key(value) => Self::#key(#boxed))
        }
        Body::Pool(_) => {
            quote!(Source::#key(value) => Self::#key(value.into_iter().map(Into::into).collect()))
        }
        _ => quote!(Source::#key(value) => Self::#key(value)),
    }
}
