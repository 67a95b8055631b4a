//! Generates the functions that skip a body, with the same checks as decoding.

use super::bodies::Context;
use super::names::ident;
use super::records;
use super::tables::text_rule;
use crate::model::{Body, Role};
use crate::steps::Step;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Generates the function that skips a body.
pub(super) fn skip(context: &Context<'_>) -> TokenStream {
    let skipped = match (&context.ty.body, context.steps.as_slice()) {
        (Body::Bool, _) => quote!(reader.bool_body().map(drop)),
        (Body::Number, _) if context.ty.is(Role::Int) => {
            quote!(reader.int_body(header).map(drop))
        }
        (Body::Number, _) => quote!(reader.float_body(header).map(drop)),
        (Body::Text, [Step::Text(text)]) => {
            let rule = text_rule(text);
            quote!(reader.skip_text(&#rule))
        }
        (Body::Fields, steps) => {
            let length = Literal::usize_unsuffixed(context.least_length(steps) as usize);
            quote!(reader.components(header, &TABLES[0], #length).map(drop))
        }
        (Body::Packed(_), [.., Step::Repeat(repeat)]) => {
            let each = Literal::u32_unsuffixed(context.least_length(&repeat.steps));
            let kind = ident(&context.ty.key);
            quote!(reader.packed_bytes(Kind::#kind, header.encoded_length::<L>(#each)).map(drop))
        }
        (Body::PackedText, _) => quote!(reader.skip_packed_texts()),
        (Body::NodePath, [.., Step::Repeat(repeat)]) => {
            let rule = repeat.steps.iter().find_map(|step| match step {
                Step::Text(text) => Some(text_rule(text)),
                _ => None,
            });
            quote! {
                let count = start(reader)?.repetitions.get();
                reader.skip_texts(&#rule, count)
            }
        }
        (Body::Object, _) => quote!(reader.skip_object(header)),
        (Body::Dictionary, _) => quote!(reader.skip_dictionary(header)),
        (Body::Array, _) => quote!(reader.skip_array(header)),
        (Body::TypedArray, _) => quote!(reader.skip_typed_array(header)),
        (Body::Record, _) => {
            let text = records::has_text(context).then(|| quote!(()));
            quote!(decode::<L, #text>(reader).map(drop))
        }
        (Body::Empty, _) => quote!(Ok(())),
        (Body::Text | Body::Packed(_) | Body::NodePath, steps) => {
            panic!("the body of {} has other steps: {steps:?}", context.ty.key)
        }
    };
    quote! {
        #[inline]
        #[allow(unused_variables, reason = "not every body needs them")]
        pub(crate) fn skip<L: Layout>(reader: &mut Reader<'_, L>, header: Header) -> Result<(), DecodeError> {
            #skipped
        }
    }
}
