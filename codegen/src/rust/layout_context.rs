//! The context of the emitters of a layout's items.

use super::cases::{Case, cases};
use super::comments;
use super::edition::Edition;
use super::names::ident;
use super::typed::Typed;
use crate::model::{Role, Schema, Type, find};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

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

    /// Returns the variants for containers with a declared type; none unless the layout declares
    /// types.
    pub(super) fn declared(&self) -> impl Iterator<Item = (&Case<'s>, Typed)> {
        let cases = self.cases.iter().filter(|case| case.is_declared);
        cases.filter_map(|case| Some((case, case.typed?)))
    }

    /// Returns the variant for values of the case's type with a declared type, if the case is
    /// another one.
    pub(super) fn declared_of(&self, case: &Case<'_>) -> Option<(&Case<'s>, Typed)> {
        let mut declared = self.declared().filter(|_| !case.is_declared);
        declared.find(|(declared, _)| declared.ty.key == case.ty.key)
    }

    /// Generates the arm for values of the case's type with a declared type; `result` generates the
    /// result of their contents.
    pub(super) fn declared_arm(
        &self,
        case: &Case<'_>,
        owner: &TokenStream,
        result: impl Fn(TokenStream) -> TokenStream,
    ) -> Option<TokenStream> {
        let (declared, typed) = self.declared_of(case)?;
        let (pattern, contents) = (declared.pattern(owner), typed.contents());
        let result = result(quote!(value.#contents));
        Some(quote!(#pattern => #result,))
    }

    /// Returns the name of a type in the layout's enums.
    pub(super) fn variant(&self, ty: &Type) -> Ident {
        ident(find(&self.edition.layout.types, &ty.key).map_or(&ty.key, |listed| &listed.rust))
    }

    /// Returns the name of the type with a role in the layout's enums.
    pub(super) fn role(&self, role: Role) -> Ident {
        self.variant(self.schema.role(role))
    }

    pub(super) fn marker(&self) -> Ident {
        self.edition.marker()
    }

    /// Fills in the placeholders of doc comments: these, and those of the layout.
    pub(super) fn fill(&self, tokens: TokenStream, values: &[(&str, String)]) -> TokenStream {
        let of_layout = [
            ("LAYOUT", self.edition.module()),
            ("TITLE", self.edition.title()),
            ("MARKER", self.marker().to_string()),
            ("NIL", self.role(Role::Nil).to_string()),
            ("INT", self.role(Role::Int).to_string()),
        ];
        comments::fill(tokens, &[values, &of_layout].concat())
    }
}
