//! The fields of a start: local variables of decoders, and parameters of encoders.

use super::body::Context;
use super::hex::hex;
use super::names::{ident, snake};
use crate::model::BitField;
use crate::steps::{Field, Step};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// Returns the local variable of a field.
pub(super) fn local(field: Field<'_>) -> Ident {
    ident(&snake(&field.row.name))
}

/// Generates the value of a bit field.
pub(super) fn value(field: Field<'_>, bits: &BitField) -> TokenStream {
    let (local, mask) = (local(field), hex(bits.mask));
    match bits.shift() {
        0 => quote!(#local & #mask),
        shift => {
            let shift = Literal::u32_unsuffixed(shift);
            quote!((#local & #mask) >> #shift)
        }
    }
}

/// Returns the value of a bit field, if decoding fails with any other.
pub(super) fn fixed(context: &Context<'_>, field: Field<'_>, bits: &BitField) -> Option<u32> {
    context.steps.iter().find_map(|step| match step {
        // A bit field with one rejected value has the other one.
        Step::Reject(reject) if reject.field == field && reject.bits == bits => {
            Some(u32::from(reject.value == 0))
        }
        _ => None,
    })
}

/// Generates the number that encodes a field, and adds its components to the parameters.
pub(super) fn word(
    context: &Context<'_>,
    field: Field<'_>,
    parameters: &mut Vec<TokenStream>,
) -> TokenStream {
    if field.row.bits.is_empty() {
        let (local, ty) = (local(field), context.number_type(field.row));
        parameters.push(quote!(#local: #ty));
        return quote!(#local);
    }
    let mut constant = 0;
    let mut parts = Vec::new();
    for bits in field.row.bits.iter().filter(|bits| !bits.is_ignored) {
        if let Some(value) = bits.written.or_else(|| fixed(context, field, bits)) {
            constant |= bits.place(value);
            continue;
        }
        let name = ident(&bits.name);
        let (mask, shift) = (hex(bits.mask), Literal::u32_unsuffixed(bits.shift()));
        if bits.mask.is_power_of_two() {
            parameters.push(quote!(#name: bool));
            parts.push(quote!((#name as u32) << #shift));
        } else {
            parameters.push(quote!(#name: u32));
            parts.push(quote!((#name << #shift) & #mask));
        }
    }
    if parts.is_empty() {
        let constant = Literal::u32_suffixed(constant);
        return quote!(#constant);
    }
    if constant != 0 {
        let constant = hex(constant);
        parts.push(quote!(#constant));
    }
    quote!(#(#parts)|*)
}
