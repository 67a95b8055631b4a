//! Generates a layout's module: its marker, its types by number, the names of values in its precision, and its functions.

use super::cases::{Case, TypedContainer, cases};
use super::edition::Edition;
use super::marker;
use super::names::doc;
use super::payload::{self, Payload};
use crate::model::Schema;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Generates the module of a layout, given its index among the enabled layouts.
pub(super) fn layout(schema: &Schema, edition: Edition<'_>, index: usize) -> TokenStream {
    let context = Context::new(schema, edition);
    let items = [marker::marker(&context, index), payload::types(&context)];
    // The value types of double precision have the names of those in the root of the crate.
    let double = edition.precision.is_double();
    let double = double.then(|| {
        quote!(
            pub use crate::value::double::*;
        )
    });
    let (module, title) = (context.edition.module(), context.edition.title());
    let (marker, values) = (context.marker(), context.edition.values());
    quote! {
        crate::layouts::functions::functions!(#module #title #marker);
        pub use crate::variant::#values::{
            Dictionary, DictionaryRef, Object, ObjectRef, TypedArray, TypedArrayRef,
            TypedDictionary, TypedDictionaryRef, Variant, VariantRef, variant,
        };
        #double
        #(#items)*
    }
}

/// A layout in one precision, for the emitters of its items.
pub(super) struct Context<'s> {
    pub(super) schema: &'s Schema,
    pub(super) edition: Edition<'s>,
    /// The variants of the layout's enums.
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

    /// Returns the layout's types by number, as variants without a declared type.
    pub(super) fn types(&self) -> impl Iterator<Item = &Case<'s>> {
        self.cases.iter().filter(|case| !case.is_declared)
    }

    /// Returns the types whose values cannot contain values of any type.
    pub(super) fn leaves(&self) -> impl Iterator<Item = &Case<'s>> {
        self.types().filter(|case| !case.payload.is_container)
    }

    /// Returns the variants whose values can contain values of any type.
    pub(super) fn nested(&self) -> impl Iterator<Item = &Case<'s>> {
        self.cases.iter().filter(|case| case.payload.is_container)
    }

    /// Generates the arms of a match on `self`, given the expressions for each `value`.
    pub(super) fn arms(
        &self,
        expression: impl Fn(&Payload) -> TokenStream,
    ) -> impl Iterator<Item = TokenStream> {
        let cases = self.cases.iter();
        cases.map(move |case| case.arm(&expression(&case.payload)))
    }

    /// Returns the variants for containers with a declared type, if the layout declares types.
    pub(super) fn declared(&self) -> impl Iterator<Item = (&Case<'s>, TypedContainer)> {
        let cases = self.cases.iter().filter(|case| case.is_declared);
        cases.filter_map(|case| Some((case, case.typed?)))
    }

    /// Returns the variant for the values of `case` with a declared type, if there is one.
    pub(super) fn declared_of(&self, case: &Case<'_>) -> Option<(&Case<'s>, TypedContainer)> {
        let mut declared = self.declared().filter(|_| !case.is_declared);
        declared.find(|(declared, _)| declared.ty.key == case.ty.key)
    }

    /// Generates `or TypedArray.values`: the variant for a declared type, and its contents field.
    pub(super) fn declared_contents(&self, case: &Case<'_>) -> Option<TokenStream> {
        let (declared, typed) = self.declared_of(case)?;
        let (variant, contents) = (&declared.variant, typed.contents());
        Some(quote!(or #variant.#contents))
    }

    pub(super) fn marker(&self) -> Ident {
        self.edition.marker()
    }

    /// Generates a doc comment from a template; `{layout}`, `{title}` and `{marker}` are replaced.
    pub(super) fn doc(&self, template: &str) -> TokenStream {
        let text = template
            .replace("{layout}", &self.edition.module())
            .replace("{title}", &self.edition.title())
            .replace("{marker}", &self.marker().to_string());
        doc(&text)
    }
}
