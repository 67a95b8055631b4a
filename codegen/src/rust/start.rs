//! Generates the start of a body, which precedes its repeated part: a struct, or an enum if a flag
//! selects it.

use super::body::Context;
use super::declared::is_declared;
use super::decode_start::sequence;
use super::hex::placed;
use super::names::{capitalised, ident};
use super::steps::pad;
use super::{encode_start, select};
use crate::model::Body;
use crate::steps::{Arm, Step};
use proc_macro2::{Ident, TokenStream};
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
    let sequence = self::sequence(context, steps);
    let (fields, values) = (sequence.declared(&quote!(pub(crate))), sequence.values());
    let statements = sequence.statements;
    if !steps.iter().any(needs_header) {
        let put_start = encode_start::numbers(context);
        return quote! {
            /// The fields before the repeated part.
            #[derive(Debug, Clone, Copy)]
            pub(crate) struct Start { #fields }

            /// Decodes the fields before the repeated part.
            #[inline(always)]
            pub(crate) fn start<L: Layout>(reader: &mut Reader<'_, L>) -> Result<Start, DecodeError> {
                #statements
                Ok(Start { #values })
            }

            #put_start
        };
    }
    let checks = steps.iter().filter_map(|step| match step {
        Step::Select(select) => Some(select::check(context, select)),
        _ => None,
    });
    let decoded = decoder(&quote!(#(#checks)* #statements Ok(Start { #values })));
    let put_start = encode_start::start(context);
    quote! {
        /// The fields before the repeated part.
        #[derive(Debug)]
        pub(crate) struct Start<'de> { #fields }

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
    let statements = sequence(context, steps).statements;
    let put_start = encode_start::numbers(context);
    let padding = steps.iter().find_map(|step| match step {
        Step::Repeat(repeat) => repeat.pad,
        _ => None,
    });
    let (pad, kind) = (pad(padding), ident(&context.ty.key));
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
            reader.elements_of(Kind::#kind, repetitions, each, PAD)
        }

        #put_start
    }
}

/// Generates a start that a flag of the header selects.
fn branch(context: &Context<'_>, arms: &[Arm<'_>]) -> TokenStream {
    let sequences: Vec<_> = arms
        .iter()
        .map(|arm| (arm, sequence(context, &arm.steps)))
        .collect();
    let variants = sequences.iter().map(|(arm, sequence)| {
        let (doc, name) = (format!(" The table `{}`.", arm.table.name), variant(arm));
        let fields = sequence.declared(&quote!());
        quote!(#[doc = #doc] #name { #fields })
    });
    let decoded = sequences.iter().map(|(arm, sequence)| {
        let (name, values) = (variant(arm), sequence.values());
        let statements = &sequence.statements;
        quote!(#statements Ok(Start::#name { #values }))
    });
    let decoded = decoder(&select(arms, decoded));
    let encoded = arms.iter().map(|arm| encode_start::arm(context, arm));
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
