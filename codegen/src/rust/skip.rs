//! Generates the functions that skip a body, with the same checks as decoding.

use super::bodies::Context;
use super::names::ident;
use super::start::{Start, declared_local, has_start, needs_header, variant};
use super::tables::text_rule;
use crate::model::Body;
use crate::steps::{Repeat, Step};
use proc_macro2::{Ident, Literal, TokenStream};
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
            let kind = ident(&context.ty.key);
            quote!(reader.pool_bytes_by(Kind::#kind, &POOL, header.encoded_length::<L>(#each)).map(drop))
        }
        (Body::Number, _) => quote!(decode(reader, header).map(drop)),
        (_, [Step::Branch(arms)]) => {
            let arms = arms.iter().filter_map(|arm| {
                let skipped = repetitions(repeat_of(&arm.steps)?, &[]);
                let name = variant(arm);
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
            let fields = Start::of_fields(context);
            quote!(#fields Ok(()))
        }
        (_, steps) => {
            let declared: Vec<_> = steps.iter().filter_map(declared_local).collect();
            let skipped = repeat_of(steps).map(|repeat| repetitions(repeat, &declared));
            let header = steps.iter().any(needs_header).then(|| quote!(, header));
            quote! {
                let Start { repetitions, #(#declared,)* .. } = start(reader #header)?;
                #skipped
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

/// Generates the call that skips the repeated part, given the declared types.
fn repetitions(repeat: &Repeat<'_>, declared: &[Ident]) -> TokenStream {
    let mut kinds = declared
        .iter()
        .map(|declared| quote!(#declared.kind::<L>()));
    let mut kind = || kinds.next().unwrap_or_else(|| quote!(None));
    match repeat.steps.as_slice() {
        [Step::Value, Step::Value] => {
            let [key, value] = [kind(), kind()];
            quote!(reader.skip_pairs(repetitions, [#key, #value]))
        }
        [Step::Text(_), Step::Value] => quote!(reader.skip_properties(repetitions)),
        [Step::Text(text)] => {
            let rule = text_rule(text);
            quote!(reader.skip_texts(&#rule, repetitions))
        }
        _ => {
            let kind = kind();
            quote!(reader.skip_values(repetitions, #kind))
        }
    }
}
