//! Generates the bodies of all types: their offset tables as data, and their functions, in two
//! files with the same modules.

use super::edition::{Edition, Precision};
use super::names::{component, doc, has_gap, has_reals, ident, snake};
use super::payload::body_ident;
use super::tables::text_rule;
use super::{marker, records, skip, start, tables};
use crate::model::{Body, DoubleBuilds, Layout, Role, Row, Schema, Type, find};
use crate::steps::Step;
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// The contents of one of the two files.
#[derive(Debug, Clone, Copy)]
enum Half {
    /// The offset tables and the rules of numbers and strings.
    Tables,
    /// The functions that decode, encode and skip.
    Functions,
}

/// Generates the offset tables of all bodies.
pub(super) fn tables(schema: &Schema, editions: &[Edition<'_>], has_double: bool) -> TokenStream {
    let modules = modules(schema, editions, has_double, Half::Tables);
    let types = (0..).zip(&schema.types);
    let types = types.map(|(number, ty)| all_engines_table(schema, number, ty));
    quote! {
        #[allow(unused_imports, reason = "not every schema has rejected numbers")]
        use crate::{DecodeErrorKind, Kind};
        use crate::table::{Length, Offset, Row, Table, Wire, rule::*};

        #modules

        /// The types of all engines in single precision, in the order of [`Kind::ALL`].
        ///
        /// They have the names of their kinds, the constants of all engines, and as numbers their
        /// positions in this list.
        #[allow(clippy::unreadable_literal, reason = "some constants are long")]
        pub(crate) const TYPES: &[crate::table::TypeTable] = &[#(#types),*];
    }
}

/// Generates the functions of all bodies.
pub(super) fn bodies(schema: &Schema, editions: &[Edition<'_>], has_double: bool) -> TokenStream {
    let modules = modules(schema, editions, has_double, Half::Functions);
    let most = schema
        .all_types()
        .map(|ty| most_numbers(&crate::steps::steps(schema, ty)));
    let most = Literal::usize_unsuffixed(most.max().unwrap_or_default());
    let texts = texts(schema);
    let packed_arrays = packed_arrays(schema);
    quote! {
        use crate::wire::reader::{CheckedCount, Header, Reader};
        use crate::{DecodeError, DecodeErrorKind, EncodeError, Kind, Layout, Writer};
        use crate::codec::string::DecodedText;
        use crate::table::rule::*;
        /// The maximum count of numbers before the repeated fields of a body, or of its counts.
        pub(crate) const MOST_NUMBERS: usize = #most;

        #modules
        #texts
        #packed_arrays
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
        crate::table::TypeTable {
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
fn modules(schema: &Schema, editions: &[Edition<'_>], has_double: bool, half: Half) -> TokenStream {
    let parent = quote!(crate::table::bodies);
    let types = schema.types.iter();
    let single = types.map(|ty| single(schema, ty, half, &parent));
    let double = has_double.then(|| double(schema, editions, half, &parent));
    let is_single = |edition: &&Edition<'_>| edition.precision == Precision::Single;
    let own = editions.iter().filter(is_single);
    let own = own.map(|edition| overridden(schema, edition.layout, half, &parent));
    let roles = Role::ALL.iter().filter_map(|role| {
        let (role, module) = (ident(role.name()), ident(&snake(&schema.role(*role).key)));
        (role != module).then(|| quote!(#[allow(unused_imports, reason = "one name for each role")] pub(crate) use #module as #role;))
    });
    quote! {
        #(#roles)*
        #(#single)*
        #double
        #(#own)*
    }
}

/// Generates the body of a type in single precision.
fn single(schema: &Schema, ty: &Type, half: Half, parent: &TokenStream) -> TokenStream {
    let context = Context::new(schema, ty, Precision::Single, DoubleBuilds::None);
    module(&context, half, parent)
}

/// Generates the bodies that differ in double precision: all value types, and used packed arrays.
fn double(
    schema: &Schema,
    editions: &[Edition<'_>],
    half: Half,
    parent: &TokenStream,
) -> TokenStream {
    let types = || schema.types.iter().filter(|ty| has_reals(schema, ty));
    let is_used = |ty: &Type, with_gap| {
        let mut editions = editions.iter();
        editions.any(|edition| {
            let is_double = edition.precision_of(&ty.key).is_double();
            let is_listed = find(&edition.layout.types, &ty.key).is_some();
            is_double && is_listed && has_gap(schema, ty, edition.layout.double) == with_gap
        })
    };
    let in_double = |ty, builds, parent| {
        let context = Context::new(schema, ty, Precision::Double, builds);
        module(&context, half, &parent)
    };
    let double = types()
        .filter(|ty| ty.body == Body::Fields || is_used(ty, false))
        .map(|ty| in_double(ty, DoubleBuilds::Flag, quote!(#parent::double)));
    let with_gap: Vec<_> = types()
        .filter(|ty| is_used(ty, true))
        .map(|ty| in_double(ty, DoubleBuilds::Plain, quote!(#parent::double::with_gap)))
        .collect();
    let with_gap = (!with_gap.is_empty()).then(|| {
        quote! {
            /// The bodies with unused bytes between the count and the elements.
            pub(crate) mod with_gap {
                use super::*;

                #(#with_gap)*
            }
        }
    });
    quote! {
        /// The bodies that differ in double precision.
        pub(crate) mod double {
            use super::*;

            #(#double)*
            #with_gap
        }
    }
}

/// Generates the bodies that a layout overrides.
fn overridden(
    schema: &Schema,
    layout: &Layout,
    half: Half,
    parent: &TokenStream,
) -> Option<TokenStream> {
    let (name, doc) = (
        ident(&layout.module),
        doc(&format!("The bodies that {} overrides.", layout.title)),
    );
    let parent = quote!(#parent::#name);
    let own: Vec<_> = layout
        .types
        .iter()
        .filter_map(|listed| listed.own.as_ref())
        .map(|ty| single(schema, ty, half, &parent))
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

/// Returns the maximum count of numbers in steps, or of counts of repeated fields.
fn most_numbers(steps: &[Step<'_>]) -> usize {
    let numbers = steps.iter().filter(|step| matches!(step, Step::Number(_)));
    let inner = steps.iter().map(|step| match step {
        Step::Branch(arms) => arms
            .iter()
            .map(|arm| most_numbers(&arm.steps))
            .max()
            .unwrap_or_default(),
        Step::Present(steps) => most_numbers(steps),
        Step::Repeat(repeat) => repeat.counts.len(),
        _ => 0,
    });
    numbers.count().max(inner.max().unwrap_or_default())
}

fn module(context: &Context<'_>, half: Half, parent: &TokenStream) -> TokenStream {
    let name = ident(&snake(&context.ty.key));
    let doc = doc(&format!("The body of {}.", context.ty.name));
    let items = match half {
        Half::Tables => {
            let (rows, steps) = (tables::rows(context), tables::steps(context));
            quote!(#rows #steps)
        }
        Half::Functions => {
            let start = start::start(context);
            let record = context.ty.body == Body::Record;
            let (record, skip) = (record.then(|| records::codec(context)), skip::skip(context));
            quote! {
                #[allow(unused_imports, reason = "not every body has tables")]
                pub(crate) use #parent::#name::*;

                #start
                #record
                #skip
            }
        }
    };
    quote! {
        #doc
        pub(crate) mod #name {
            #[allow(unused_imports, reason = "every body has the same imports")]
            use super::*;

            #items
        }
    }
}

/// Generates the functions for all types of strings.
fn texts(schema: &Schema) -> TokenStream {
    let rule = |ty: &Type| match crate::steps::steps(schema, ty).as_slice() {
        [Step::Text(text)] if ty.body == Body::Text => {
            let (module, rule) = (ident(&snake(&ty.key)), text_rule(text));
            Some((ident(&ty.key), quote!(#module::#rule)))
        }
        _ => None,
    };
    let texts: Vec<_> = schema.types.iter().filter_map(rule).collect();
    let rules = texts.iter().map(|(key, rule)| quote!(Kind::#key => &#rule));
    let decoded = texts.iter().map(
        |(key, rule)| quote!(if header.is::<L>(Kind::#key) { return Ok(decode(reader, &#rule)); }),
    );
    let string = rule(schema.role(Role::String)).map(|(_, rule)| rule);
    let expected = ident(&schema.role(Role::String).key);
    quote! {
        /// Returns the encoding of a kind of string.
        #[inline]
        pub(crate) const fn counted_text(kind: Kind) -> &'static CountedText {
            match kind {
                #(#rules,)*
                _ => &#string,
            }
        }

        /// Decodes the body of any type of string with `decode`.
        #[inline]
        pub(crate) fn text<'r, 'de, L: Layout, T>(
            reader: &'r mut Reader<'de, L>,
            decode: impl Fn(&'r mut Reader<'de, L>, &'static CountedText) -> T,
        ) -> Result<T, DecodeError> {
            let header = reader.header()?;
            #(#decoded)*
            Err(reader.wrong_type(header, &[Kind::#expected]))
        }
    }
}

/// Generates the rules of all packed arrays of components.
fn packed_arrays(schema: &Schema) -> TokenStream {
    let rules = schema.types.iter().filter_map(|ty| {
        let (key, module) = (ident(&ty.key), ident(&snake(&ty.key)));
        let steps = crate::steps::steps(schema, ty);
        let [Step::Number(count), Step::Repeat(repeat)] = steps.as_slice() else {
            return None;
        };
        let (count, pad) = (tables::number_rule(*count), tables::pad(repeat.pad));
        matches!(ty.body, Body::Packed(_))
            .then(|| quote!(Kind::#key => &PackedRule { count: #module::#count, pad: #pad }))
    });
    let bytes = ident(&schema.role(Role::Bytes).key);
    quote! {
        /// Returns the encoding of a kind of packed array.
        #[inline]
        pub(crate) const fn packed_rule(kind: Kind) -> &'static PackedRule {
            match kind {
                #(#rules,)*
                _ => packed_rule(Kind::#bytes),
            }
        }
    }
}

/// A type in one precision of a layout, for the emitters of its functions.
pub(super) struct Context<'s> {
    pub(super) schema: &'s Schema,
    pub(super) ty: &'s Type,
    pub(super) precision: Precision,
    pub(super) builds: DoubleBuilds,
    pub(super) steps: Vec<Step<'s>>,
}

impl<'s> Context<'s> {
    pub(super) fn new(
        schema: &'s Schema,
        ty: &'s Type,
        precision: Precision,
        builds: DoubleBuilds,
    ) -> Self {
        Self {
            schema,
            ty,
            precision,
            builds,
            steps: crate::steps::steps(schema, ty),
        }
    }

    /// Returns the minimum length of steps in bytes.
    pub(super) fn least_length(&self, steps: &[Step<'_>]) -> u32 {
        steps.iter().map(|step| self.least(step)).sum()
    }

    fn least(&self, step: &Step<'_>) -> u32 {
        match step {
            Step::Number(field) => self.length(field.row),
            Step::Text(text) => self.length(text.length.row),
            Step::Value => self.schema.constant("HEADER_LENGTH"),
            Step::Components(table) => table.components().map(|row| self.length(row)).sum(),
            Step::Reject(_)
            | Step::Select(_)
            | Step::Objects
            | Step::Branch(_)
            | Step::Present(..)
            | Step::Repeat(_) => 0,
        }
    }

    /// Returns the length of a row in bytes; 0 if the length is not fixed.
    fn length(&self, row: &Row) -> u32 {
        self.schema.length_of(row, self.precision.is_double())
    }

    /// Returns the unused bytes before the first repetition of steps.
    pub(super) fn gap(&self, steps: &[Step<'_>]) -> u32 {
        match steps {
            [Step::Components(table)] if self.precision.is_double() => {
                table.gap(self.schema, self.builds)
            }
            _ => 0,
        }
    }

    /// Returns the Rust type of a row's number.
    pub(super) fn number_type(&self, row: &Row) -> TokenStream {
        component(&row.wire, self.precision)
    }
}
