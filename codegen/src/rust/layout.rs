//! Generates a layout's module: its marker, its types by number, the names of values in its precision, and its functions.

use super::cases::{Case, cases};
use super::edition::Edition;
use super::{marker, variant};
use crate::model::Schema;
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
        crate::layouts::functions::functions!(#module #title #marker);
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
    pub(super) cases: Vec<Case<'s>>,
}

impl<'s> Context<'s> {
    pub(super) fn new(schema: &'s Schema, edition: Edition<'s>) -> Self {
        Self {
            schema,
            edition,
            cases: cases(schema, edition),
        }
    }

    /// Returns the layout's types by number.
    pub(super) fn types(&self) -> impl Iterator<Item = &Case<'s>> {
        self.cases.iter()
    }

    pub(super) fn marker(&self) -> Ident {
        self.edition.marker()
    }
}
