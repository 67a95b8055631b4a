//! Generates bodies of an id, alone or after a name.

use super::body::Context;
use super::names::{ident, row_ident};
use super::steps::text_rule;
use crate::model::Body;
use crate::steps::Step;
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the functions of a body that is an id, or a name and an id.
pub(super) fn ids(context: &Context<'_>) -> TokenStream {
    match (&context.ty.body, context.steps.as_slice()) {
        (Body::Id, []) => absent(context),
        (Body::Id, [Step::Number(field)]) => {
            let row = row_ident(field.table, field.row);
            functions(
                &quote!(),
                &quote!(u64),
                &quote!(reader.scalar(#row)),
                &quote!(id: u64),
                &quote!(writer.bytes(&id.to_le_bytes());),
            )
        }
        (Body::Signal, [Step::Text(text), Step::Number(field)]) => {
            let (rule, row) = (text_rule(text), row_ident(field.table, field.row));
            let functions = functions(
                &quote!('de,),
                &quote!((Cow<'de, str>, u64)),
                &quote!(Ok((reader.text_body(&#rule)?, reader.scalar(#row)?))),
                &quote!(name: &str, id: u64),
                &quote! {
                    writer.text_body(&#rule, name)?;
                    writer.bytes(&id.to_le_bytes());
                },
            );
            quote! {
                #functions

                /// Decodes the body, with a name that borrows from the input.
                #[inline]
                pub(crate) fn borrow<'de, L: Layout>(
                    reader: &mut Reader<'de, L>,
                ) -> Result<(&'de str, u64), DecodeError> {
                    Ok((reader.borrowed_body(&#rule)?, reader.scalar(#row)?))
                }
            }
        }
        _ => quote!(),
    }
}

/// Generates the functions of a layout whose values have no id.
fn absent(context: &Context<'_>) -> TokenStream {
    let kind = ident(&context.ty.key);
    functions(
        &quote!(),
        &quote!(u64),
        &quote!({
            let _ = reader;
            Ok(0)
        }),
        &quote!(id: u64),
        &quote!(Writer::<L>::no_id(Kind::#kind, id)?; let _ = writer;),
    )
}

fn functions(
    lifetime: &TokenStream,
    value: &TokenStream,
    decoded: &TokenStream,
    parameters: &TokenStream,
    encoded: &TokenStream,
) -> TokenStream {
    let borrowed = if lifetime.is_empty() {
        quote!('_,)
    } else {
        quote!(#lifetime)
    };
    quote! {
        /// Decodes the body.
        #[inline]
        pub(crate) fn decode<#lifetime L: Layout>(reader: &mut Reader<#borrowed L>) -> Result<#value, DecodeError> {
            #decoded
        }

        /// Encodes the body.
        #[inline]
        pub(crate) fn encode<L: Layout>(#parameters, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
            #encoded
            Ok(())
        }
    }
}
