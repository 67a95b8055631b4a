//! Generates the calls that skip a body, with the same checks as decoding.

use super::cases::Case;
use super::layout::Context;
use super::names::body_length;
use super::records;
use crate::model::{Body, Role};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Generates the expression that skips the body of a type after its `header`.
pub(super) fn skip(context: &Context<'_>, case: &Case<'_>) -> TokenStream {
    let (module, kind) = (&case.module, &case.kind);
    match &case.ty.body {
        Body::Empty => quote!(Ok(())),
        Body::Bool => quote!(reader.bool_body().map(drop)),
        Body::Number if case.ty.is(Role::Int) => quote!(reader.int_body(header).map(drop)),
        Body::Number => quote!(reader.float_body(header).map(drop)),
        Body::Text => quote!(reader.skip_text(#module::BODY)),
        Body::Fields => {
            let precision = context.edition.precision_of(&case.ty.key);
            let length = body_length(context.schema, case.ty, precision);
            let length = Literal::u32_unsuffixed(length);
            quote!(reader.components(header, &#module::TABLES[0], #length).map(drop))
        }
        Body::Packed(_) => {
            let each = quote!(header.encoded_length::<Self>(#module::BODY.each));
            quote!(reader.packed_bytes(#kind, #each).map(drop))
        }
        Body::PackedText => quote!(reader.skip_packed_texts()),
        Body::NodePath => quote!(reader.skip_node_path()),
        Body::Record => {
            let text = records::has_text(context.schema, case.ty).then(|| quote!(, ()));
            quote!(#module::decode::<Self #text>(reader).map(drop))
        }
        Body::Object => quote!(reader.skip_object(header)),
        Body::Dictionary => quote!(reader.skip_dictionary(header)),
        Body::Array => quote!(reader.skip_array(header)),
        Body::TypedArray => quote!(reader.skip_typed_array(header)),
    }
}
