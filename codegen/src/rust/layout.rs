//! Generates a layout's module: its marker, its types by number, its `Variant`, and its functions.

use super::edition::Edition;
use super::layout_context::Context;
use super::names::{alias_doc, own_type};
use super::precision::Precision;
use super::{build, convert, decode, functions, marker, serde, variant, variant_ref, variant_type};
use crate::model::Schema;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn layout(schema: &Schema, edition: Edition<'_>) -> TokenStream {
    let context = Context::new(schema, edition);
    let emitters = [
        names,
        marker::marker,
        variant_type::variant_type,
        variant::variant,
        variant_ref::variant_ref,
        convert::convertible,
        build::build,
        decode::values,
        functions::functions,
        serde::serde,
    ];
    let items = emitters.iter().map(|emit| emit(&context));
    context.fill(items.collect(), &[])
}

/// Generates the names of value types: in double precision those of its module, and the aliases of
/// the layout.
fn names(context: &Context<'_>) -> TokenStream {
    let schema = context.schema;
    let double = context.edition.precision.is_double().then(|| {
        let single = context.types().filter_map(|case| {
            // It takes precedence over the type of the same name in double precision.
            let own = own_type(schema, case.ty, Precision::Single)?;
            let is_single = case.listed.has_single_reals;
            is_single.then(|| quote!(pub use #own;))
        });
        quote! {
            pub use crate::value::double::*;
            #(#single)*
        }
    });
    let renamed = context
        .types()
        .filter(|case| case.listed.rust != case.ty.key);
    let aliases = renamed.filter_map(|case| {
        let own = own_type(schema, case.ty, case.precision)?;
        let (alias, doc) = (
            &case.variant,
            alias_doc(&case.ty.key, &context.edition.layout.title),
        );
        Some(quote!(#[doc = #doc] pub use #own as #alias;))
    });
    quote! {
        #double
        #(#aliases)*
    }
}
