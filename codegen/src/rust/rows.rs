//! The offset tables as static data.

use super::names::{capitalised, component, doc, has_reals, ident, row_ident, snake};
use super::{Enabled, Precision};
use crate::model::{Length, Offset, Row, Schema, Table, Type};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn rows(schema: &Schema, enabled: &Enabled<'_>) -> TokenStream {
    let single = schema
        .types
        .iter()
        .map(|ty| type_rows(schema, ty, Precision::Single));
    let double = enabled.has_double().then(|| {
        let types = schema.types.iter().filter(|ty| has_reals(schema, ty));
        let double = types.map(|ty| type_rows(schema, ty, Precision::Double));
        quote! {
            /// The tables that double precision changes.
            #[cfg(feature = "double")]
            pub(crate) mod double {
                #(#double)*
            }
        }
    });
    quote! {
        #(#single)*
        #double
    }
}

fn type_rows(schema: &Schema, ty: &Type, precision: Precision) -> TokenStream {
    let module = ident(&snake(&ty.key));
    let doc = doc(&format!("The rows of {}.", ty.name));
    let constants = ty
        .tables
        .iter()
        .flat_map(|table| constants(schema, table, precision));
    let tables = ty.tables.iter().map(|table| {
        let name = &table.name;
        let rows = table.rows.iter().map(|row| row_ident(table, row));
        quote!(Table { name: #name, rows: &[#(#rows),*] })
    });
    // A type without rows needs only the empty list of tables.
    let imports = if ty.tables.is_empty() {
        quote!(
            use crate::table::Table;
        )
    } else {
        quote! {
            use crate::kinds::Wire;
            use crate::table::{Length, Offset, Row, Table};
        }
    };
    quote! {
        #doc
        pub(crate) mod #module {
            #imports
            #(#constants)*
            pub(crate) const TABLES: &[Table] = &[#(#tables),*];
        }
    }
}

fn constants(schema: &Schema, table: &Table, precision: Precision) -> Vec<TokenStream> {
    let doubled = table.in_double(schema);
    let constant = |(row, (offset, length)): (&Row, (Offset, Length))| {
        let name = row_ident(table, row);
        let (offset, length) = if precision.is_double() {
            (offset, length)
        } else {
            (row.offset, row.length)
        };
        let (offset, length) = (offset_tokens(offset), length_tokens(length));
        let wire = match row.wire.as_str() {
            // The table names the width, so that its readers need not know the precision.
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
    };
    table.rows.iter().zip(doubled).map(constant).collect()
}

fn offset_tokens(offset: Offset) -> TokenStream {
    let number = proc_macro2::Literal::u32_unsuffixed;
    match offset {
        Offset::At(offset) => {
            let offset = number(offset);
            quote!(Offset::At(#offset))
        }
        Offset::Part(offset) => {
            let offset = number(offset);
            quote!(Offset::Part(#offset))
        }
        Offset::Element { first, stride } => {
            let (first, stride) = (number(first), number(stride));
            quote!(Offset::Element { first: #first, stride: #stride })
        }
        Offset::After => quote!(Offset::After),
    }
}

fn length_tokens(length: Length) -> TokenStream {
    match length {
        Length::Fixed(length) => {
            let length = proc_macro2::Literal::u32_unsuffixed(length);
            quote!(Length::Fixed(#length))
        }
        Length::Counted => quote!(Length::Counted),
    }
}
