//! Generates the start of a body, which precedes its repeated part: a struct, or an enum if a flag
//! selects it.

use super::body::Context;
use super::declared::{self, is_declared};
use super::fields::{Sequence, assigned, fixed, local, value};
use super::hex::{hex, placed};
use super::names::{capitalised, ident, row_ident};
use super::steps::{number_rule, pad, text_rule};
use super::{put, select};
use crate::model::{BitField, Body};
use crate::steps::{Arm, Field, Reject, Repeat, Step};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// Returns whether a body has a repeated part.
pub(super) fn has_start(context: &Context<'_>) -> bool {
    let repeats = |steps: &[Step<'_>]| {
        let mut steps = steps.iter();
        steps.any(|step| matches!(step, Step::Repeat(_) | Step::Present(..)))
    };
    match context.steps.as_slice() {
        [Step::Branch(arms)] => arms.iter().any(|arm| repeats(&arm.steps)),
        steps => repeats(steps),
    }
}

/// Generates the type of the start, and the functions that decode and encode it.
pub(super) fn start(context: &Context<'_>) -> TokenStream {
    match context.steps.as_slice() {
        _ if !has_start(context) => quote!(),
        [Step::Branch(arms)] => branch(context, arms),
        steps if matches!(context.ty.body, Body::Pool(_)) => elements(context, steps),
        steps => plain(context, steps),
    }
}

/// Generates a start without alternatives.
fn plain(context: &Context<'_>, steps: &[Step<'_>]) -> TokenStream {
    let Sequence { statements, fields } = sequence(context, steps, None);
    let names = fields.iter().map(|(name, ..)| name);
    let types = fields.iter().map(|(_, ty, _)| ty);
    let values = fields.iter().map(assigned);
    if !steps.iter().any(needs_header) {
        let put_start = put::numbers(context);
        return quote! {
            /// The fields before the repeated part.
            #[derive(Debug, Clone, Copy)]
            pub(crate) struct Start { #(pub(crate) #names: #types),* }

            /// Decodes the fields before the repeated part.
            #[inline(always)]
            pub(crate) fn start<L: Layout>(reader: &mut Reader<'_, L>) -> Result<Start, DecodeError> {
                #statements
                Ok(Start { #(#values),* })
            }

            #put_start
        };
    }
    let checks = steps.iter().filter_map(|step| match step {
        Step::Select(select) => Some(select::check(context, select)),
        _ => None,
    });
    let decoded = decoder(&quote!(#(#checks)* #statements Ok(Start { #(#values),* })));
    let put_start = put::start(context);
    quote! {
        /// The fields before the repeated part.
        #[derive(Debug)]
        pub(crate) struct Start<'de> { #(pub(crate) #names: #types),* }

        #decoded
        #put_start
    }
}

/// Generates the function that decodes a start that depends on the header.
fn decoder(decoded: &TokenStream) -> TokenStream {
    quote! {
        /// Decodes the fields before the repeated part.
        pub(crate) fn start<'de, L: Layout>(
            reader: &mut Reader<'de, L>,
            header: Header,
        ) -> Result<Start<'de>, DecodeError> {
            #decoded
        }
    }
}

/// Returns whether the header's flags decide whether a step is there.
pub(super) fn needs_header(step: &Step<'_>) -> bool {
    matches!(step, Step::Select(_)) || is_declared(step)
}

/// Generates a count and elements of fixed length.
fn elements(context: &Context<'_>, steps: &[Step<'_>]) -> TokenStream {
    let each = quote!(each);
    let Sequence { statements, .. } = sequence(context, steps, Some(&each));
    let put_start = put::numbers(context);
    let padding = steps.iter().find_map(|step| match step {
        Step::Repeat(repeat) => repeat.pad,
        _ => None,
    });
    let pad = pad(padding);
    quote! {
        /// The padding after the elements.
        pub(crate) const PAD: Pad = #pad;

        /// Decodes a body whose elements take `each` bytes, and returns the bytes of all elements.
        #[inline]
        pub(crate) fn elements<'de, L: Layout>(
            reader: &mut Reader<'de, L>,
            each: usize,
        ) -> Result<&'de [u8], DecodeError> {
            #statements
            reader.elements_of(repetitions, each, PAD)
        }

        #put_start
    }
}

/// Generates a start that a flag of the header selects.
fn branch(context: &Context<'_>, arms: &[Arm<'_>]) -> TokenStream {
    let sequences: Vec<_> = arms
        .iter()
        .map(|arm| (arm, sequence(context, &arm.steps, None)))
        .collect();
    let variants = sequences.iter().map(|(arm, sequence)| {
        let (doc, name) = (format!(" The table `{}`.", arm.table.name), variant(arm));
        let names = sequence.fields.iter().map(|(name, ..)| name);
        let types = sequence.fields.iter().map(|(_, ty, _)| ty);
        quote!(#[doc = #doc] #name { #(#names: #types),* })
    });
    let decoded = sequences
        .iter()
        .map(|(arm, Sequence { statements, fields })| {
            let name = variant(arm);
            let values = fields.iter().map(assigned);
            quote!(#statements Ok(Start::#name { #(#values),* }))
        });
    let decoded = decoder(&select(arms, decoded));
    let encoded = arms.iter().map(|arm| put::arm(context, arm));
    quote! {
        /// The fields before the repeated part.
        #[derive(Debug)]
        pub(crate) enum Start<'de> { #(#variants),* }

        #decoded
        #(#encoded)*
    }
}

fn variant(arm: &Arm<'_>) -> Ident {
    ident(&capitalised(&arm.table.name))
}

/// Generates the choice of an arm by the header's flags; the last arm needs no condition.
pub(super) fn select(arms: &[Arm<'_>], bodies: impl Iterator<Item = TokenStream>) -> TokenStream {
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

/// Generates the statements that decode steps; `each` is the length of an element, if the caller
/// knows it.
pub(super) fn sequence(
    context: &Context<'_>,
    steps: &[Step<'_>],
    each: Option<&TokenStream>,
) -> Sequence {
    let mut sequence = Sequence {
        statements: quote!(),
        fields: Vec::new(),
    };
    for step in steps {
        add(context, step, each, &mut sequence);
    }
    sequence
}

fn add(
    context: &Context<'_>,
    step: &Step<'_>,
    each: Option<&TokenStream>,
    sequence: &mut Sequence,
) {
    match step {
        Step::Number(field) => number(context, *field, sequence),
        Step::Text(text) => {
            let (local, rule) = (local(text.text), text_rule(text));
            sequence
                .statements
                .extend(quote!(let #local = reader.text_body(&#rule)?;));
            sequence
                .fields
                .push((local.clone(), quote!(Cow<'de, str>), quote!(#local)));
        }
        Step::Reject(reject) => sequence.statements.extend(self::reject(reject)),
        Step::Select(select) => select::add(context, select, sequence),
        Step::Objects => sequence.statements.extend(quote!(reader.check_objects()?;)),
        Step::Present(text, steps) => {
            let text = local(*text);
            let inner = self::sequence(context, steps, each).statements;
            sequence.statements.extend(quote! {
                let repetitions = if #text.is_empty() {
                    0
                } else {
                    #inner
                    repetitions
                };
            });
            sequence.fields.retain(|(name, ..)| name != "repetitions");
            sequence.fields.push(repetitions());
        }
        Step::Repeat(repeat) => {
            sequence
                .statements
                .extend(self::repeat(context, repeat, each));
            if let [count] = repeat.counts.as_slice() {
                let count = count_name(*count);
                sequence.fields.retain(|(name, ..)| *name != count);
            }
            sequence.fields.push(repetitions());
        }
        Step::Branch(arms) => declared::add(arms, sequence),
        Step::Components(_) | Step::Value => {}
    }
}

fn repetitions() -> (Ident, TokenStream, TokenStream) {
    let name = ident("repetitions");
    (name.clone(), quote!(usize), quote!(#name))
}

/// Returns the local variable of the offset of a field.
fn offset(field: Field<'_>) -> Ident {
    ident(&format!("{}_at", field.row.name))
}

fn number(context: &Context<'_>, field: Field<'_>, sequence: &mut Sequence) {
    let (local, at) = (local(field), offset(field));
    if !field.is_u32() {
        let (ty, row) = (
            context.number_type(field.row),
            row_ident(field.table, field.row),
        );
        sequence
            .statements
            .extend(quote!(let #local: #ty = reader.scalar(#row)?;));
        return sequence.fields.push((local.clone(), ty, quote!(#local)));
    }
    let rule = number_rule(field);
    if needs_offset(&context.steps, field) {
        sequence
            .statements
            .extend(quote!(let #at = reader.position();));
    }
    sequence
        .statements
        .extend(quote!(let #local = reader.number(#rule)?;));
    if let ([bits, ..], true) = (field.row.bits.as_slice(), field.row.is_type_number) {
        let number = value(field, bits);
        let check = quote!(reader.check_type_number(#rule, #number)?;);
        sequence.statements.extend(check);
    }
    if field.row.bits.is_empty() {
        sequence
            .fields
            .push((local.clone(), quote!(u32), quote!(#local)));
    }
    let is_read = |bits: &&BitField| !bits.is_ignored && fixed(context, field, bits).is_none();
    for bits in field.row.bits.iter().filter(is_read) {
        let name = ident(&bits.name);
        let mask = hex(bits.mask);
        sequence.fields.push(if bits.mask.is_power_of_two() {
            (name, quote!(bool), quote!(#local & #mask != 0))
        } else {
            (name, quote!(u32), value(field, bits))
        });
    }
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

fn reject(reject: &Reject<'_>) -> TokenStream {
    let (local, at) = (local(reject.field), offset(reject.field));
    let row = row_ident(reject.field.table, reject.field.row);
    let [mask, value] = placed(reject.bits, reject.value);
    let error = ident(reject.error);
    quote! {
        if #local & #mask == #value {
            return Err(DecodeError::new(#at, DecodeErrorKind::#error).in_field(#row.name));
        }
    }
}

fn count_name((field, bits): (Field<'_>, Option<&BitField>)) -> Ident {
    bits.map_or_else(|| local(field), |bits| ident(&bits.name))
}

fn repeat(context: &Context<'_>, repeat: &Repeat<'_>, each: Option<&TokenStream>) -> TokenStream {
    let each = each.cloned().unwrap_or_else(|| {
        let least = Literal::usize_unsuffixed(context.least_length(&repeat.steps) as usize);
        quote!(#least)
    });
    let Some((first, _)) = repeat.counts.first().copied() else {
        return quote!();
    };
    let (at, row) = (offset(first), row_ident(first.table, first.row));
    let counts = repeat.counts.iter().map(|(field, bits)| {
        let local = local(*field);
        bits.map_or_else(|| quote!(#local), |bits| value(*field, bits))
    });
    quote!(let repetitions = reader.repetitions(#at, #row, [#(#counts),*], #each)?;)
}
