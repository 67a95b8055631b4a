//! Bodies that are one number: decoded from the table that the header's flags select, encoded in the
//! first table that holds the value exactly.

use super::bodies::{Context, hex, number_type};
use super::names::{ident, row_ident};
use super::start::select;
use super::steps::number_rule;
use crate::model::Body;
use crate::steps::{Arm, Field, Step};
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the functions of a body that is one number.
pub(super) fn numbers(context: &Context<'_>) -> TokenStream {
    match (&context.ty.body, context.steps.as_slice()) {
        (Body::Bool, [Step::Number(field)]) => bool(context, *field),
        (Body::Number, [Step::Branch(arms)]) => number(context, arms),
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

/// Returns the only field of an arm.
fn only<'s>(arm: &Arm<'s>) -> Option<Field<'s>> {
    match arm.steps.as_slice() {
        [Step::Number(field)] => Some(*field),
        _ => None,
    }
}

fn number(context: &Context<'_>, arms: &[Arm<'_>]) -> TokenStream {
    let fields: Option<Vec<_>> = arms.iter().map(only).collect();
    let Some(fields) = fields else {
        return quote!();
    };
    let ([first, ..], [.., last]) = (fields.as_slice(), fields.as_slice()) else {
        return quote!();
    };
    let (first, value) = (
        number_type(context, first.row),
        number_type(context, last.row),
    );
    let first_flags = hex(arms[0].flag.place(arms[0].value));
    let decoded = fields.iter().map(|field| {
        let (ty, row) = (
            number_type(context, field.row),
            row_ident(field.table, field.row),
        );
        quote!(let number: #ty = reader.scalar(#row)?; Ok(number.into()))
    });
    let decoded = select(arms, decoded);
    let kind = ident(&context.ty.key);
    let encoded = arms.iter().zip(&fields).map(|(arm, field)| {
        let (ty, flags) = (
            number_type(context, field.row),
            hex(arm.flag.place(arm.value)),
        );
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
            use crate::wire::number::Exact;
            #(#encoded)*
        }
    }
}
