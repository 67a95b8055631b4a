//! Generates the bodies of all types: their offset tables and rules as data.

use super::edition::Edition;
use super::names::{body_ident, doc, ident, is_doubled, snake};
use super::{marker, tables};
use crate::model::{Body, Layout, Role, Row, Schema, Type, find};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// Generates the offset tables of all bodies.
pub(super) fn tables(schema: &Schema, editions: &[Edition<'_>], has_double: bool) -> TokenStream {
    let modules = modules(schema, editions, has_double);
    let types = (0..).zip(&schema.types);
    let types = types.map(|(number, ty)| all_engines_table(schema, number, ty));
    let of_body = |has_body: fn(&Body) -> bool| {
        let types = schema.types.iter().filter(move |ty| has_body(&ty.body));
        let types = types.map(|ty| (ident(&ty.key), ident(&snake(&ty.key))));
        types.unzip::<_, _, Vec<_>, Vec<_>>()
    };
    let (texts, text_modules) = of_body(|body| *body == Body::Text);
    let (arrays, array_modules) = of_body(|body| matches!(body, Body::Packed(_)));
    let mut all = schema.types.iter();
    let typed_array = all.find(|ty| ty.body == Body::TypedArray);
    let bytes = ident(&snake(&schema.role(Role::Bytes).key));
    let typed_array = typed_array.map(|ty| {
        let module = ident(&snake(&ty.key));
        quote!(pub(crate) use #module as typed_array;)
    });
    quote! {
        use crate::Kind;
        use crate::table::{Length, Offset, Row, Table, Wire, rule::*};

        #modules
        #typed_array

        /// The types of all engines in single precision, in the order of [`Kind::ALL`].
        ///
        /// They have the names of their kinds, the constants of all engines, and as numbers their
        /// positions in this list.
        #[allow(clippy::unreadable_literal, reason = "some constants are long")]
        pub(crate) const TYPES: &[crate::table::TypeInfo] = &[#(#types),*];

        /// Returns how strings of `kind` are encoded.
        #[inline]
        pub(crate) const fn counted_text(kind: Kind) -> &'static CountedText {
            #[allow(clippy::match_same_arms, reason = "one arm per type")]
            match kind {
                #(Kind::#texts => #text_modules::BODY,)*
                _ => string::BODY,
            }
        }

        /// Returns how packed arrays of `kind` are counted.
        #[inline]
        pub(crate) const fn packed_count(kind: Kind) -> &'static Number {
            #[allow(clippy::match_same_arms, reason = "one arm per type")]
            match kind {
                #(Kind::#arrays => #array_modules::BODY.count,)*
                _ => #bytes::BODY.count,
            }
        }
    }
}

/// Generates the table of a type as all engines together have it.
fn all_engines_table(schema: &Schema, number: u32, ty: &Type) -> TokenStream {
    let (name, key, description) = (&ty.name, ident(&ty.key), &ty.description);
    let (body, module) = (body_ident(&ty.body), ident(&snake(&ty.key)));
    let number = Literal::u32_unsuffixed(number);
    let script = marker::script(ty);
    let text_names: BTreeSet<_> = marker::text_names(schema, &ty.key).collect();
    quote! {
        crate::table::TypeInfo {
            number: #number,
            name: #name,
            text_names: &[#(#text_names),*],
            kind: Kind::#key,
            description: #description,
            since: None,
            body: crate::table::Body::#body,
            tables: #module::TABLES,
            #script
        }
    }
}

/// Generates the module of each body.
fn modules(schema: &Schema, editions: &[Edition<'_>], has_double: bool) -> TokenStream {
    let types = schema.types.iter();
    let single = types.map(|ty| module(schema, ty, false));
    let double = has_double.then(|| double(schema, editions));
    let is_single = |edition: &&Edition<'_>| !edition.is_double;
    let own = editions.iter().filter(is_single);
    let own = own.map(|edition| overridden(schema, edition.layout));
    quote! {
        #(#single)*
        #double
        #(#own)*
    }
}

/// Generates the bodies that differ in double precision: all value types, and used packed arrays.
fn double(schema: &Schema, editions: &[Edition<'_>]) -> TokenStream {
    let is_used = |ty: &Type| {
        let mut editions = editions.iter();
        editions.any(|edition| {
            let is_listed = find(&edition.layout.types, &ty.key).is_some();
            is_listed && edition.has_doubles(&ty.key)
        })
    };
    let types = schema.types.iter().filter(|ty| is_doubled(schema, ty));
    let double = types
        .filter(|ty| ty.body == Body::Fields || is_used(ty))
        .map(|ty| module(schema, ty, true));
    quote! {
        /// The bodies that differ in double precision.
        pub(crate) mod double {
            use super::*;

            #(#double)*
        }
    }
}

/// Generates the bodies that a layout overrides.
fn overridden(schema: &Schema, layout: &Layout) -> Option<TokenStream> {
    let (name, doc) = (
        ident(&layout.module),
        doc(&format!("The bodies that {} overrides.", layout.title)),
    );
    let own: Vec<_> = layout
        .types
        .iter()
        .filter_map(|listed| listed.own.as_ref())
        .map(|ty| module(schema, ty, false))
        .collect();
    (!own.is_empty()).then(|| {
        quote! {
            #doc
            pub(crate) mod #name {
                use super::*;

                #(#own)*
            }
        }
    })
}

fn module(schema: &Schema, ty: &Type, is_double: bool) -> TokenStream {
    let context = Context {
        schema,
        ty,
        is_double,
    };
    let (name, doc) = (
        ident(&snake(&ty.key)),
        doc(&format!("The body of {}.", ty.name)),
    );
    let (rows, rules) = (tables::rows(&context), tables::rules(&context));
    quote! {
        #doc
        pub(crate) mod #name {
            #[allow(unused_imports, reason = "every body has the same imports")]
            use super::*;

            #rows
            #rules
        }
    }
}

/// A type in one precision, for the emitters of its functions.
pub(super) struct Context<'s> {
    pub(super) schema: &'s Schema,
    pub(super) ty: &'s Type,
    pub(super) is_double: bool,
}

impl Context<'_> {
    /// Returns the length of a row in bytes; 0 if the length is not fixed.
    pub(super) fn length(&self, row: &Row) -> u32 {
        self.schema.length_of(row, self.is_double)
    }
}
