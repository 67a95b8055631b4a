//! Generates records: a struct with a field for each string and number in the rows of
//! `types.yaml`.

use super::names::{capitalised, component, doc, ident, snake};
use super::tables::{row_path, text_ident};
use super::values::constructor;
use crate::model::{Field as RowField, Role, Row, Table, Type};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

/// A field of a record.
struct Field<'s> {
    name: Ident,
    row: &'s Row,
    /// The Rust type: the type parameter `S` for strings.
    ty: TokenStream,
    /// The row of a number or the rule of a string.
    rule: TokenStream,
}

/// Returns the fields of a type's rows.
fn fields(ty: &Type) -> Vec<Field<'_>> {
    let tables = ty.tables.iter();
    let rows = tables.flat_map(|table| table.fields().map(move |field| (table, field)));
    let fields = rows.map(|(table, field)| {
        let row = field.row();
        let (ty, rule) = match field {
            RowField::Single(_) => (component(&row.wire, false), row_path(table, row)),
            RowField::Text { text, .. } => (quote!(S), text_ident(text).into_token_stream()),
        };
        let name = ident(&row.name);
        Field {
            name,
            row,
            ty,
            rule,
        }
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
pub(super) fn parameter(ty: &Type) -> Option<Ident> {
    let mut fields = ty.tables.iter().flat_map(Table::fields);
    let text = fields.find(|field| matches!(field, RowField::Text { .. }));
    text.map(|_| ident("S"))
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
    let types: Vec<_> = fields.iter().map(|field| &field.ty).collect();
    let parameter = parameter(ty);
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
    // The fields of a RID depend on the layout.
    let codec = (!ty.is(Role::Rid)).then(|| {
        let (module, rules) = (
            ident(&snake(&ty.key)),
            fields.iter().map(|field| &field.rule),
        );
        quote! {
            crate::codec::record::record_body!(
                #name[#parameter] #module #(#names: #types = #rules),*
            );
        }
    });
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
        #codec
        crate::codec::typed_containers::declared_as!(#name);

        #[cfg(feature = "serde")]
        crate::serde::json::record_form!(#name);
    }
}
