//! Generates the statements that decode the start of a body.

use super::body::Context;
use super::fields::{fixed, local, value};
use super::hex::{hex, placed};
use super::names::{ident, row_ident};
use super::sequence::{Decoded, Sequence};
use super::steps::{number_rule, text_rule};
use super::{declared, select};
use crate::model::Body;
use crate::steps::{Field, Reject, Repeat, Step};
use proc_macro2::{Ident, Literal};
use quote::quote;

/// Generates the statements that decode steps.
pub(super) fn sequence(context: &Context<'_>, steps: &[Step<'_>]) -> Sequence {
    let mut sequence = Sequence::default();
    for step in steps {
        add(context, step, &mut sequence);
    }
    sequence
}

fn add(context: &Context<'_>, step: &Step<'_>, sequence: &mut Sequence) {
    match step {
        Step::Number(field) => number(context, *field, sequence),
        Step::Text(text) => {
            let (local, rule) = (local(text.text), text_rule(text));
            sequence.put(quote!(let #local = reader.text_body(&#rule)?;));
            sequence.hold(&local, quote!(Cow<'de, str>));
        }
        Step::Reject(reject) => self::reject(reject, sequence),
        Step::Select(select) => select::add(context, select, sequence),
        Step::Objects => sequence.put(quote!(reader.check_objects()?;)),
        Step::Present(text, steps) => {
            let text = local(*text);
            let inner = self::sequence(context, steps).statements;
            sequence.put(quote! {
                let repetitions = if #text.is_empty() {
                    0
                } else {
                    #inner
                    repetitions
                };
            });
            sequence.hold(&ident("repetitions"), quote!(usize));
        }
        Step::Repeat(repeat) => self::repeat(context, repeat, sequence),
        Step::Branch(arms) => declared::add(arms, sequence),
        Step::Components(_) | Step::Value => {}
    }
}

fn number(context: &Context<'_>, field: Field<'_>, sequence: &mut Sequence) {
    let local = local(field);
    if !field.is_u32() {
        let row = row_ident(field.table, field.row);
        let ty = context.number_type(field.row);
        sequence.put(quote!(let #local: #ty = reader.scalar(#row)?;));
        return sequence.hold(&local, ty);
    }
    let rule = number_rule(field);
    if needs_offset(&context.steps, field) {
        let at = offset(field);
        sequence.put(quote!(let #at = reader.position();));
    }
    sequence.put(quote!(let #local = reader.number(#rule)?;));
    if let ([bits, ..], true) = (field.row.bits.as_slice(), field.row.is_type_number) {
        let number = value(field, bits);
        sequence.put(quote!(reader.check_type_number(#rule, #number)?;));
    }
    if field.row.bits.is_empty() {
        sequence.hold(&local, quote!(u32));
    }
    for bits in field.row.bits.iter().filter(|bits| !bits.is_ignored) {
        if fixed(context, field, bits).is_some() {
            continue;
        }
        let mask = hex(bits.mask);
        let (ty, value) = if bits.mask.is_power_of_two() {
            (quote!(bool), quote!(#local & #mask != 0))
        } else {
            (quote!(u32), value(field, bits))
        };
        let name = ident(&bits.name);
        sequence.fields.push(Decoded { name, ty, value });
    }
}

fn reject(reject: &Reject<'_>, sequence: &mut Sequence) {
    let (local, at) = (local(reject.field), offset(reject.field));
    let row = row_ident(reject.field.table, reject.field.row);
    let [mask, value] = placed(reject.bits, reject.value);
    let error = ident(reject.error);
    sequence.put(quote! {
        if #local & #mask == #value {
            return Err(DecodeError::new(#at, DecodeErrorKind::#error).in_field(#row.name));
        }
    });
}

fn repeat(context: &Context<'_>, repeat: &Repeat<'_>, sequence: &mut Sequence) {
    let Some((first, _)) = repeat.counts.first().copied() else {
        return;
    };
    let each = if let Body::Pool(_) = context.ty.body {
        // The caller knows the length of an element.
        quote!(each)
    } else {
        let least = Literal::u32_unsuffixed(context.least_length(&repeat.steps));
        quote!(#least)
    };
    let (at, row) = (offset(first), row_ident(first.table, first.row));
    let counts = repeat.counts.iter().map(|(field, bits)| {
        let local = local(*field);
        bits.map_or_else(|| quote!(#local), |bits| value(*field, bits))
    });
    sequence.put(quote!(let repetitions = reader.repetitions(#at, #row, [#(#counts),*], #each)?;));
    if let [(field, bits)] = repeat.counts.as_slice() {
        let count = bits.map_or_else(|| local(*field), |bits| ident(&bits.name));
        sequence.fields.retain(|field| field.name != count);
    }
    sequence.hold(&ident("repetitions"), quote!(usize));
}

/// Returns the local variable of the offset of a field.
fn offset(field: Field<'_>) -> Ident {
    ident(&format!("{}_at", field.row.name))
}

/// Returns whether an error may be about a field.
fn needs_offset(steps: &[Step<'_>], field: Field<'_>) -> bool {
    steps.iter().any(|step| match step {
        Step::Reject(reject) => reject.field == field,
        Step::Repeat(repeat) => repeat
            .counts
            .first()
            .is_some_and(|(first, _)| *first == field),
        Step::Present(_, steps) => needs_offset(steps, field),
        Step::Branch(arms) => arms.iter().any(|arm| needs_offset(&arm.steps, field)),
        _ => false,
    })
}
