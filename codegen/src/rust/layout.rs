//! Generates a layout's module: its marker, its types by number, the names of values in its precision, and its functions.

use super::edition::Edition;
use super::names::{body_module, ident};
use super::{marker, variant};
use crate::model::{LayoutType, Schema, Type};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Generates the module of a layout; `index` is its place among the enabled layouts.
pub(super) fn layout(schema: &Schema, edition: Edition<'_>, index: usize) -> TokenStream {
    let context = Context::new(schema, edition);
    let items = [marker::marker(&context, index), variant::impls(&context)];
    // The value types of double precision have the names of those in the root of the crate.
    let types = if edition.is_double {
        quote!(
            pub use crate::value::double::*;
        )
    } else {
        quote! {
            #[allow(clippy::wildcard_imports, reason = "as in double precision")]
            use crate::value::values::*;
        }
    };
    let (module, title) = (context.edition.module(), context.edition.title());
    let (marker, values) = (context.marker(), context.edition.values());
    quote! {
        crate::functions::functions! {
            #module #title #marker;
            [Encode<#marker>] to_vec encode_into to_writer to_variant;
            [Decode<'de, #marker>] from_slice from_slice_prefix;
            [DecodeOwned<#marker>] from_reader from_variant;
        }
        pub use crate::variant::#values::{
            Dictionary, DictionaryRef, Object, ObjectRef, TypedArray, TypedArrayRef,
            TypedDictionary, TypedDictionaryRef, Variant, VariantRef, variant,
        };
        #types
        #(#items)*
    }
}

/// A layout in one precision, for the emitters of its items.
pub(super) struct Context<'s> {
    pub(super) schema: &'s Schema,
    pub(super) edition: Edition<'s>,
    /// The types, in the order of their numbers.
    types: Vec<Case<'s>>,
}

/// A type of a layout.
pub(super) struct Case<'s> {
    pub(super) listed: &'s LayoutType,
    pub(super) ty: &'s Type,
    /// The path of the type's kind.
    pub(super) kind: TokenStream,
    /// The module of the type's body.
    pub(super) module: TokenStream,
}

impl<'s> Context<'s> {
    pub(super) fn new(schema: &'s Schema, edition: Edition<'s>) -> Self {
        let types = edition.layout.types.iter().map(|listed| {
            let (ty, key) = (schema.type_in(listed), ident(&listed.key));
            Case {
                listed,
                ty,
                kind: quote!(crate::Kind::#key),
                module: body_module(schema, ty, edition.has_doubles(&ty.key)),
            }
        });
        Self {
            schema,
            edition,
            types: types.collect(),
        }
    }

    /// Returns the layout's types by number.
    pub(super) fn types(&self) -> impl Iterator<Item = &Case<'s>> {
        self.types.iter()
    }

    pub(super) fn marker(&self) -> Ident {
        self.edition.marker()
    }
}
