//! Generates a layout's module: its marker, its types by number, its `Variant`, and its functions.

use super::cases::{Case, Typed, cases};
use super::edition::{Edition, Precision};
use super::names::{alias_doc, ident};
use super::payload::own_type;
use super::{codec_functions, decode, functions, marker, variant, variant_ref, variant_type};
use crate::model::{Role, Schema, Type, find};
use proc_macro2::{Group, Ident, Literal, TokenStream, TokenTree};
use quote::quote;

pub(super) fn layout(schema: &Schema, edition: Edition<'_>) -> TokenStream {
    let context = Context::new(schema, edition);
    let emitters = [
        names,
        marker::marker,
        variant_type::variant_type,
        variant::variant,
        variant_ref::variant_ref,
        decode::values,
        functions::functions,
        codec_functions::serde,
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
        fill(tokens, &[values, &of_layout].concat())
    }
}

/// Replaces placeholders by their values in all doc comments of `tokens`.
pub(super) fn fill(tokens: TokenStream, values: &[(&str, String)]) -> TokenStream {
    let filled = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let inner = fill(group.stream(), values);
            Group::new(group.delimiter(), inner).into()
        }
        TokenTree::Literal(literal) => fill_literal(literal, values).into(),
        token => token,
    });
    filled.collect()
}

/// Fills in a raw string: the compiler converts doc comments to raw strings, and emitters use no
/// others.
fn fill_literal(literal: Literal, values: &[(&str, String)]) -> Literal {
    let text = literal.to_string();
    let comment = text.strip_prefix('r').and_then(|raw| {
        let quoted = raw.trim_matches('#');
        quoted.strip_prefix('"')?.strip_suffix('"')
    });
    let has_placeholder = |comment: &&str| values.iter().any(|(name, _)| comment.contains(name));
    match comment.filter(has_placeholder) {
        Some(comment) => Literal::string(
            &values
                .iter()
                .fold(comment.to_owned(), |comment, (name, value)| {
                    comment.replace(name, value)
                }),
        ),
        None => literal,
    }
}
