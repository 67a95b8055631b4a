//! Generates bodies of one number.

use super::bodies::Context;
use super::names::{hex, ident, placed, row_ident};
use super::tables::number_rule;
use crate::model::Body;
use crate::steps::{Arm, Field, Step};
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the functions of a body that is one number.
pub(super) fn numbers(context: &Context<'_>) -> TokenStream {
    match (&context.ty.body, context.steps.as_slice()) {
        (Body::Bool, [Step::Number(field)]) => bool(context, *field),
        (Body::Number, steps) => number(context, steps),
        _ => quote!(),
    }
}

fn bool(context: &Context<'_>, field: Field<'_>) -> TokenStream {
    let (kind, rule) = (ident(&context.ty.key), number_rule(field));
    quote! {
        /// Decodes the body.
        pub(crate) fn decode<L: Layout>(reader: &mut Reader<'_, L>) -> Result<bool, DecodeError> {
            Ok(reader.number(#rule)? != 0)
        }

        /// Encodes a key and a value.
        #[inline]
        pub(crate) fn encode<L: Layout, const N: usize>(
            key: [u8; N],
            value: bool,
            writer: &mut Writer<'_, L>,
        ) {
            writer.flagged(key, Kind::#kind, 0, u32::from(value).to_le_bytes());
        }
    }
}

/// Returns the number of each table, with the header's flags that select it.
fn tables<'s>(steps: &[Step<'s>]) -> Vec<(u32, Field<'s>)> {
    let flags = |arm: &Arm<'s>| arm.flag.place(arm.value);
    match steps {
        [Step::Number(field)] => vec![(0, *field)],
        [Step::Branch(arms)] => {
            let tables = arms.iter().flat_map(|arm| {
                let fields = tables(&arm.steps).into_iter();
                fields.map(|(_, field)| (flags(arm), field))
            });
            tables.collect()
        }
        _ => Vec::new(),
    }
}

/// Generates the choice of an arm by the header's flags; the last arm needs no condition.
fn select(arms: &[Arm<'_>], bodies: impl Iterator<Item = TokenStream>) -> TokenStream {
    let mut selected = quote!();
    for (index, (arm, body)) in arms.iter().zip(bodies).enumerate() {
        let [mask, value] = placed(arm.flag, arm.value);
        selected.extend(if index + 1 == arms.len() {
            quote!({ #body })
        } else {
            quote!(if header.flags() & #mask == #value { #body } else)
        });
    }
    selected
}

fn number(context: &Context<'_>, steps: &[Step<'_>]) -> TokenStream {
    let tables = tables(steps);
    let ([(first_flags, first), ..], [.., (_, last)]) = (tables.as_slice(), tables.as_slice())
    else {
        return quote!();
    };
    let (first, value) = (
        context.number_type(first.row),
        context.number_type(last.row),
    );
    let first_flags = hex(*first_flags);
    let decoded = tables.iter().map(|(_, field)| {
        let (ty, row) = (
            context.number_type(field.row),
            row_ident(field.table, field.row),
        );
        quote!(Ok(#ty::from_le_bytes(reader.bytes(#row)?).into()))
    });
    let decoded = match steps {
        [Step::Branch(arms)] => select(arms, decoded),
        _ => decoded.collect(),
    };
    let kind = ident(&context.ty.key);
    let encoded = tables.iter().map(|(flags, field)| {
        let (ty, flags) = (context.number_type(field.row), hex(*flags));
        quote! {
            if let Some(exact) = Exact::<#ty>::exact(value) {
                return writer.flagged(key, Kind::#kind, #flags, exact.to_le_bytes());
            }
        }
    });
    quote! {
        /// The number of the table that encoders try first.
        pub(crate) type First = #first;

        /// The header's flags of that table.
        pub(crate) const FIRST_FLAGS: u32 = #first_flags;

        /// Decodes the body.
        #[inline]
        pub(crate) fn decode<L: Layout>(
            reader: &mut Reader<'_, L>,
            header: Header,
        ) -> Result<#value, DecodeError> {
            #decoded
        }

        /// Encodes a key and a value: in the first table that holds it exactly.
        #[inline]
        pub(crate) fn encode<L: Layout, const N: usize>(
            key: [u8; N],
            value: #value,
            writer: &mut Writer<'_, L>,
        ) {
            use crate::wire::scalar::Exact;
            #(#encoded)*
        }
    }
}
