//! Generates records: a struct with a field for each string and number in the rows of
//! `types.yaml`, and the functions that decode and encode its body.
//!
//! A layout can reorder or omit rows. A field that a layout lacks is decoded as its default, and
//! encoding returns an error for any other value.

use super::bodies::Context;
use super::cases::Case;
use super::edition::Precision;
use super::layout;
use super::names::{capitalised, component, doc, ident, row_ident, value_type};
use super::payload::{LARGEST_INLINE, Payload};
use super::tables::text_ident;
use super::values::constructor;
use crate::model::{Field as RowField, Role, Row, Schema, Table, Type};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// A field of a record.
struct Field<'s> {
    name: Ident,
    row: &'s Row,
    is_text: bool,
}

impl Field<'_> {
    /// Returns the Rust type of the field: the type parameter `S` for strings.
    fn ty(&self) -> TokenStream {
        if self.is_text {
            quote!(S)
        } else {
            component(&self.row.wire, Precision::Single)
        }
    }
}

/// Returns the fields of a type's rows.
fn fields(ty: &Type) -> Vec<Field<'_>> {
    let rows = ty.tables.iter().flat_map(Table::fields);
    let rows = rows.map(|field| (field.row(), matches!(field, RowField::Text { .. })));
    let fields = rows.map(|(row, is_text)| Field {
        name: ident(&row.name),
        row,
        is_text,
    });
    fields.collect()
}

/// Generates the names and the encodings of a record's fields.
pub(super) fn wires(ty: &Type) -> Vec<TokenStream> {
    let fields = fields(ty).into_iter().map(|field| {
        let (name, wire) = (&field.row.name, ident(&capitalised(&field.row.wire)));
        quote!((#name, Wire::#wire))
    });
    fields.collect()
}

/// Returns `S`, the struct's type parameter for strings, if there are any.
fn parameter(fields: &[Field<'_>]) -> Option<TokenStream> {
    let has_text = fields.iter().any(|field| field.is_text);
    has_text.then(|| quote!(S))
}

/// Returns the type parameter of the shared Rust type, even if a layout lacks the strings.
fn parameter_of(schema: &Schema, ty: &Type) -> Option<TokenStream> {
    parameter(&fields(schema.type_of(&ty.key)))
}

/// The size of a `String` in bytes.
const OWNED: u32 = 24;

/// The size of a `&str` in bytes.
const BORROWED: u32 = 16;

/// Returns the size of the struct in bytes, given the size of a string.
fn length(schema: &Schema, ty: &Type, text: u32) -> u32 {
    let lengths = fields(schema.type_of(&ty.key)).into_iter();
    let lengths = lengths.map(|field| {
        if field.is_text {
            text
        } else {
            schema.length_of(field.row, false)
        }
    });
    lengths.sum()
}

/// Returns the payload of a record.
pub(super) fn payload(schema: &Schema, ty: &Type, [kind, module]: [&TokenStream; 2]) -> Payload {
    let own = value_type(schema, ty, Precision::Single);
    // Layouts have their own tables for RIDs; the other records have the same rows in all layouts.
    let (decoded, encoded) = if ty.is(Role::Rid) {
        (quote!(reader.rid_body()?), quote!(writer.rid(*value)))
    } else {
        (
            quote!(#module::decode(reader)?),
            quote!({
                writer.header_with(#kind, 0);
                #module::encode(value, writer)
            }),
        )
    };
    let mut payload = Payload::leaf(&own, &decoded, &quote!(Record(#kind, value)));
    payload.owned.encoded = encoded.clone();
    payload.borrowed.encoded = encoded;
    let parameter = parameter_of(schema, ty);
    let (held, into) = match parameter {
        Some(_) => (quote!(#own<&'de str>), quote!(.into())),
        None => (own, quote!()),
    };
    payload.borrow(held.clone(), decoded, quote!(value #into));
    if length(schema, ty, BORROWED) > LARGEST_INLINE {
        payload.borrowed.put_in_box(&quote!(Record), kind);
        payload.borrowed.accessed = [held, quote!(**value)];
        payload.to_owned = quote!((*value) #into);
    }
    if length(schema, ty, OWNED) > LARGEST_INLINE {
        payload.owned.put_in_box(&quote!(Record), kind);
        payload.to_owned = payload.owned.holding(&payload.to_owned);
    }
    payload
}

/// Generates the struct of a record.
pub(super) fn value(ty: &Type) -> TokenStream {
    let fields = fields(ty);
    let name = ident(&ty.key);
    let is_exact = fields.iter().all(|field| !field.row.wire.starts_with('f'));
    let derives = is_exact.then(|| quote!(Eq, PartialOrd, Ord, Hash,));
    let description = doc(&ty.description);
    let names: Vec<_> = fields.iter().map(|field| &field.name).collect();
    let docs = fields.iter().map(|field| doc(&field.row.description));
    let types: Vec<_> = fields.iter().map(Field::ty).collect();
    let parameter = parameter(&fields);
    let declared = parameter
        .as_ref()
        .map(|text| quote!(<#text = alloc::string::String>));
    let (body, new) = if fields.is_empty() {
        (quote!(;), None)
    } else {
        (
            quote!({ #(#docs pub #names: #types),* }),
            Some(constructor(&quote!(<#parameter>), &name, &names, &types)),
        )
    };
    quote! {
        #description
        ///
        /// A layout that lacks a field decodes its default, and encodes no other value.
        ///
        /// ```
        /// # #[cfg(feature = "godot4")] {
        /// use gdvariant::{Signal, godot4};
        ///
        /// let pressed = Signal::new("pressed".to_owned(), 1288);
        /// let bytes = godot4::to_vec(&pressed)?;
        /// assert_eq!(godot4::from_slice::<Signal>(&bytes)?, pressed);
        /// # }
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, #derives Default)]
        pub struct #name #declared #body

        #new

        crate::value::record::record!(#name[#parameter] #(#names: #types),*);
        crate::codec::declared_type::declared_as!(#name);

        #[cfg(feature = "serde")]
        crate::serde::json::record_form!(#name);
    }
}

/// Generates the functions that decode and encode the body of a record.
pub(super) fn codec(context: &Context<'_>) -> TokenStream {
    let base = fields(context.schema.type_of(&context.ty.key));
    let name = ident(&context.ty.key);
    let names = base.iter().map(|field| &field.name);
    let locals = base.iter().map(|field| {
        let (name, text) = (&field.name, field.is_text.then(|| quote!(.as_ref())));
        quote!(let #name = value.#name #text;)
    });
    let parameter = parameter(&base);
    let parameters = parameter.iter();
    let bounds = parameter.iter();
    let tables = context.ty.tables.iter();
    let rows = tables.flat_map(|table| table.fields().map(move |field| (table, field)));
    let codec = rows.map(|(table, field)| {
        let (name, row) = (ident(&field.row().name), row_ident(table, field.row()));
        match field {
            RowField::Single(number) => {
                let ty = context.number_type(number);
                (
                    quote!(let #name = #ty::from_le_bytes(reader.bytes(&#row)?);),
                    quote!(writer.bytes(&#name.to_le_bytes());),
                )
            }
            RowField::Text { text, .. } => {
                let rule = text_ident(table, text);
                (
                    quote!(let #name: S = reader.text_body(#rule)?;),
                    quote!(writer.text_body(#rule, #name)?;),
                )
            }
        }
    });
    let (decoded, encoded): (Vec<_>, Vec<_>) = codec.unzip();
    quote! {
        #[inline]
        #[allow(unused_variables, reason = "some records have no fields")]
        pub(crate) fn decode<'de, L: HasLayout #(, #parameters: DecodedText<'de>)*>(
            reader: &mut Reader<'de, L>,
        ) -> Result<crate::#name<#parameter>, DecodeError> {
            #(#decoded)*
            Ok(crate::#name { #(#names),* })
        }

        #[inline]
        #[allow(unused_variables, clippy::trivially_copy_pass_by_ref, reason = "some records have no fields")]
        pub(crate) fn encode<L: HasLayout #(, #bounds: AsRef<str>)*>(
            value: &crate::#name<#parameter>,
            writer: &mut Writer<'_, L>,
        ) -> Result<(), EncodeError> {
            #(#locals)*
            #(#encoded)*
            Ok(())
        }
    }
}

/// Generates `Encode` and `Decode` of a record that some layouts lack.
pub(super) fn traits(context: &layout::Context<'_>, case: &Case<'_>) -> TokenStream {
    if case.ty.role.is_some() {
        return quote!();
    }
    let (marker, name) = (context.marker(), ident(&case.ty.key));
    let (parameter, module) = (parameter_of(context.schema, case.ty), &case.module);
    quote!(crate::codec::record::record_codec!(#marker #name[#parameter] #module);)
}
