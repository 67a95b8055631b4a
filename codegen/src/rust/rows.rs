//! Generates the offset tables as static data.

use super::body::Context;
use super::names::{capitalised, component, ident, row_ident, rows_in};
use crate::model::{Length, Offset, Table};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Generates a constant for each row of a type, and the list of its tables.
pub(super) fn rows(context: &Context<'_>) -> TokenStream {
    let tables = &context.ty.tables;
    let constants = tables.iter().flat_map(|table| constants(context, table));
    let tables = tables.iter().map(|table| {
        let name = &table.name;
        let rows = table.rows.iter().map(|row| row_ident(table, row));
        quote!(Table { name: #name, rows: &[#(#rows),*] })
    });
    quote! {
        #(#constants)*
        pub(crate) const TABLES: &[Table] = &[#(#tables),*];
    }
}

fn constants(context: &Context<'_>, table: &Table) -> Vec<TokenStream> {
    let precision = context.precision;
    let rows = rows_in(context.schema, table, precision, context.builds);
    let constants = rows.map(|(row, offset, length)| {
        let (name, offset, length) = (
            row_ident(table, row),
            offset_tokens(offset),
            length_tokens(length),
        );
        let wire = match row.wire.as_str() {
            // The static table names the length, so that its users need not know the precision.
            "real" => ident(&capitalised(&component("real", precision).to_string())),
            wire => ident(&capitalised(wire)),
        };
        let (field, description) = (&row.name, &row.description);
        quote! {
            pub(crate) const #name: &Row = &Row {
                offset: #offset,
                length: #length,
                wire: Wire::#wire,
                name: #field,
                description: #description,
            };
        }
    });
    constants.collect()
}

fn offset_tokens(offset: Offset) -> TokenStream {
    let number = Literal::u32_unsuffixed;
    let (case, at) = match offset {
        Offset::At(at) => (quote!(At), number(at)),
        Offset::Part(at) => (quote!(Part), number(at)),
        Offset::Element { first, stride } => {
            let (first, stride) = (number(first), number(stride));
            return quote!(Offset::Element { first: #first, stride: #stride });
        }
        Offset::After => return quote!(Offset::After),
    };
    quote!(Offset::#case(#at))
}

fn length_tokens(length: Length) -> TokenStream {
    match length {
        Length::Fixed(length) => {
            let length = Literal::u32_unsuffixed(length);
            quote!(Length::Fixed(#length))
        }
        Length::Counted => quote!(Length::Counted),
    }
}
