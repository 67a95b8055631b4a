//! Generates the offset tables of files, and the constants of their rows.

use super::names::{doc, hex, ident, table_head};
use crate::model::{FileFormat, FileRow, FileTable, Length, Schema};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

pub(super) fn file_formats(schema: &Schema) -> TokenStream {
    let forms = schema.files.forms.iter();
    forms.map(|it| form(it, schema)).collect()
}

/// Generates the module of a form.
fn form(form: &FileFormat, schema: &Schema) -> TokenStream {
    let (module, summary) = (ident(&form.name), doc(&summary(form)));
    let constants = form.rows().flat_map(constants);
    let rows = form.rows().map(row);
    let tables = form.tables.iter().map(|table| {
        let (name, rows) = (table_ident(table), table.rows.iter().map(row_ident));
        quote!(#[doc(hidden)] pub const #name: &[&FileRow] = &[#(row::#rows),*];)
    });
    let encrypted = encrypted(form, schema);
    quote! {
        #summary
        pub mod #module {
            use super::FileRow;

            #(#constants)*
            #(#tables)*
            #encrypted

            #[doc(hidden)]
            pub mod row {
                use super::FileRow;

                #(#rows)*
            }
        }
    }
}

/// Generates the list of the layouts whose engines encrypt files in a form, in single precision.
fn encrypted(form: &FileFormat, schema: &Schema) -> Option<TokenStream> {
    let mode = form.name.strip_prefix("encrypted_")?;
    let layouts = schema.layouts.iter();
    let layouts = layouts.filter(|layout| layout.encryption.name() == mode);
    let layouts = layouts.map(|layout| &layout.module);
    Some(quote!(#[doc(hidden)] pub const LAYOUTS: &[&str] = &[#(#layouts),*];))
}

/// Returns the description of a form, and its tables in Markdown.
fn summary(form: &FileFormat) -> String {
    let mut lines = vec![form.description.clone()];
    for table in &form.tables {
        lines.push(table_head(&table.name, ""));
        lines.extend(table.rows.iter().map(|row| {
            let FileRow {
                offset,
                length,
                wire,
                name,
                description,
                ..
            } = row;
            format!("| {offset} | {length} | {wire} | {name} | {description} |")
        }));
    }
    lines.join("\n")
}

/// Returns the name of the constant with a table's rows; the first table is the header.
fn table_ident(table: &FileTable) -> Ident {
    let name = if table.name.is_empty() {
        "header"
    } else {
        &table.name
    };
    ident(&name.to_uppercase().replace(' ', "_"))
}

/// Generates the public constants of a row: its values, and the number that engines write.
fn constants(row: &FileRow) -> Vec<TokenStream> {
    let FileRow {
        name, description, ..
    } = row;
    let values = row.values.iter().map(|value| {
        let about = format!("A value of the field `{name}`. {description}");
        (value.name.clone(), value.number, about)
    });
    let initial = row.initial.map(|number| {
        let about = format!("The number that engines write into the field `{name}`. {description}");
        (format!("INITIAL_{}", name.to_uppercase()), number, about)
    });
    let constant = |(name, number, about): (String, u32, String)| {
        let (name, about, number) = (ident(&name), doc(&about), literal(number));
        quote!(#about pub const #name: u32 = #number;)
    };
    values.chain(initial).map(constant).collect()
}

fn row_ident(row: &FileRow) -> Ident {
    ident(&row.name.to_uppercase())
}

/// Generates the constant of a row.
fn row(row: &FileRow) -> TokenStream {
    let constant = row_ident(row);
    let (name, pad) = (&row.name, Literal::u32_unsuffixed(row.pad));
    let length = match row.length {
        Length::Fixed(length) => length,
        Length::Counted => 0,
    };
    let length = Literal::u32_unsuffixed(length);
    let values = row.values.iter().map(|value| literal(value.number));
    quote! {
        pub const #constant: &FileRow = &FileRow {
            name: #name,
            length: #length,
            pad: #pad,
            values: &[#(#values),*],
        };
    }
}

fn literal(number: u32) -> Literal {
    if number > 0xffff {
        hex(number)
    } else {
        Literal::u32_unsuffixed(number)
    }
}
