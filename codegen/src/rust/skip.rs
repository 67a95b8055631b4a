//! Generates the functions that skip a body, with the same checks as decoding.

use super::body::Context;
use super::declared::{self, is_declared};
use super::names::{capitalised, ident};
use super::start::needs_header;
use super::steps::text_rule;
use crate::model::Body;
use crate::steps::{Repeat, Step};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Generates the function that skips a body.
pub(super) fn skip(context: &Context<'_>) -> TokenStream {
    let skipped = match (&context.ty.body, context.steps.as_slice()) {
        (Body::Id | Body::Signal | Body::Bool, _) => quote!(decode(reader).map(drop)),
        (_, []) => quote!(Ok(())),
        (_, [Step::Text(text)]) => {
            let rule = text_rule(text);
            quote!(reader.skip_text(&#rule))
        }
        (Body::Fields, steps) => {
            let length = Literal::usize_unsuffixed(context.least_length(steps) as usize);
            quote!(reader.components(header, &TABLES[0], #length).map(drop))
        }
        (Body::Pool(_), steps) => {
            let each = Literal::usize_unsuffixed(each(context, steps));
            quote!(elements(reader, header.encoded_length::<L>(#each)).map(drop))
        }
        (Body::Number, _) => quote!(decode(reader, header).map(drop)),
        (_, [Step::Branch(arms)]) => {
            let arms = arms.iter().filter_map(|arm| {
                let skipped = repetitions(arm.steps.iter().find_map(repeat)?);
                let name = ident(&capitalised(&arm.table.name));
                Some(quote!(Start::#name { repetitions, .. } => { #skipped }))
            });
            quote! {
                match start(reader, header)? {
                    #(#arms)*
                    _ => Ok(()),
                }
            }
        }
        (Body::PoolText, _) => quote! {
            let repetitions = start(reader)?.repetitions;
            reader.skip_pool_texts(repetitions)
        },
        (_, steps) if steps.iter().any(is_declared) => declared(steps),
        (_, steps) => {
            let skipped = steps.iter().find_map(repeat).map(repetitions);
            let header = steps.iter().any(needs_header).then(|| quote!(, header));
            quote! {
                let repetitions = start(reader #header)?.repetitions;
                #skipped
            }
        }
    };
    quote! {
        /// Skips the body.
        #[inline]
        pub(crate) fn skip<L: Layout>(reader: &mut Reader<'_, L>, header: Header) -> Result<(), DecodeError> {
            let _ = (&reader, header);
            #skipped
        }
    }
}

/// Generates the calls that skip values of declared types.
fn declared(steps: &[Step<'_>]) -> TokenStream {
    let types: Vec<_> = steps.iter().filter_map(declared::local).collect();
    let repeated = steps.iter().find_map(repeat);
    let skip = match types.as_slice() {
        [element] => quote!(skip_declared_values(&#element, repetitions)),
        types => quote!(skip_declared_pairs([#(&#types),*], repetitions)),
    };
    let plain = repeated.map(repetitions);
    quote! {
        let Start { repetitions, #(#types),* } = start(reader, header)?;
        if header.flags() == 0 {
            return #plain;
        }
        reader.#skip
    }
}

/// Returns the repeated part of a step.
fn repeat<'a, 's>(step: &'a Step<'s>) -> Option<&'a Repeat<'s>> {
    match step {
        Step::Repeat(repeat) => Some(repeat),
        Step::Present(_, steps) => steps.iter().find_map(repeat),
        _ => None,
    }
}

fn each(context: &Context<'_>, steps: &[Step<'_>]) -> usize {
    let repeat = steps.iter().find_map(repeat);
    repeat.map_or(0, |repeat| context.least_length(&repeat.steps) as usize)
}

/// Generates the call that skips the repeated part.
fn repetitions(repeat: &Repeat<'_>) -> TokenStream {
    match repeat.steps.as_slice() {
        [Step::Value, Step::Value] => quote!(reader.skip_pairs(repetitions)),
        [Step::Text(text), Step::Value] => {
            let rule = text_rule(text);
            quote!(reader.skip_properties(&#rule, repetitions))
        }
        [Step::Text(text)] => {
            let rule = text_rule(text);
            quote!(reader.skip_texts(&#rule, repetitions))
        }
        _ => quote!(reader.skip_values(repetitions)),
    }
}
