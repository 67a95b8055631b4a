//! Generates the functions that skip a body, with the same checks as decoding.

use super::bodies::Context;
use super::start::{Start, declared_local, has_start, needs_header, variant};
use super::tables::text_rule;
use crate::model::Body;
use crate::steps::{Repeat, Step};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Generates the function that skips a body.
pub(super) fn skip(context: &Context<'_>) -> TokenStream {
    let skipped = match (&context.ty.body, context.steps.as_slice()) {
        (Body::Bool, _) => quote!(decode(reader).map(drop)),
        (_, [Step::Text(text)]) => {
            let rule = text_rule(text);
            quote!(reader.skip_text(&#rule))
        }
        (Body::Fields, steps) => {
            let length = Literal::usize_unsuffixed(context.least_length(steps) as usize);
            quote!(reader.components(header, &TABLES[0], #length).map(drop))
        }
        (Body::Pool(_), steps) => {
            let each = repeat_of(steps).map_or(0, |repeat| context.least_length(&repeat.steps));
            let each = Literal::u32_unsuffixed(each);
            quote!(elements(reader, header.encoded_length::<L>(#each)).map(drop))
        }
        (Body::Number, _) => quote!(decode(reader, header).map(drop)),
        (_, [Step::Branch(arms)]) => {
            let arms = arms.iter().filter_map(|arm| {
                let (skipped, name) = (repetitions(repeat_of(&arm.steps)?), variant(arm));
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
        _ if !has_start(context) => {
            let checked = Start::of(context, false);
            let checked = checked.decoded();
            quote!(#checked Ok(()))
        }
        (_, steps) => {
            let skipped = repeat_of(steps).map(repetitions);
            let declared: Vec<_> = steps.iter().filter_map(declared_local).collect();
            let header = steps.iter().any(needs_header).then(|| quote!(, header));
            match declared.as_slice() {
                [] => quote! {
                    let repetitions = start(reader #header)?.repetitions;
                    #skipped
                },
                types => {
                    let skip_declared = match types {
                        [element] => quote!(skip_declared_values(&#element, repetitions)),
                        types => quote!(skip_declared_pairs([#(&#types),*], repetitions)),
                    };
                    quote! {
                        let Start { repetitions, #(#types),* } = start(reader, header)?;
                        if header.flags() == 0 {
                            return #skipped;
                        }
                        reader.#skip_declared
                    }
                }
            }
        }
    };
    quote! {
        /// Skips the body.
        #[inline]
        #[allow(unused_variables, reason = "not every body needs them")]
        pub(crate) fn skip<L: Layout>(reader: &mut Reader<'_, L>, header: Header) -> Result<(), DecodeError> {
            #skipped
        }
    }
}

/// Returns the repeated part of steps.
fn repeat_of<'a, 's>(steps: &'a [Step<'s>]) -> Option<&'a Repeat<'s>> {
    steps.iter().find_map(|step| match step {
        Step::Repeat(repeat) => Some(repeat),
        Step::Present(_, steps) => repeat_of(steps),
        _ => None,
    })
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
