//! The statements that decode the fields of a start.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The statements that decode steps, and the fields that they decode.
#[derive(Default)]
pub(super) struct Sequence {
    pub(super) statements: TokenStream,
    pub(super) fields: Vec<Decoded>,
}

/// A decoded field of a start.
pub(super) struct Decoded {
    pub(super) name: Ident,
    pub(super) ty: TokenStream,
    pub(super) value: TokenStream,
}

impl Sequence {
    /// Generates the fields of a struct.
    pub(super) fn declared(&self, visibility: &TokenStream) -> TokenStream {
        let names = self.fields.iter().map(|field| &field.name);
        let types = self.fields.iter().map(|field| &field.ty);
        quote!(#(#visibility #names: #types),*)
    }

    /// Generates the fields of a struct expression.
    pub(super) fn values(&self) -> TokenStream {
        let values = self.fields.iter().map(|Decoded { name, value, .. }| {
            if *name == value.to_string() {
                quote!(#name)
            } else {
                quote!(#name: #value)
            }
        });
        quote!(#(#values),*)
    }

    /// Adds a statement.
    pub(super) fn put(&mut self, statement: TokenStream) {
        self.statements.extend(statement);
    }

    /// Adds a field whose value is the local variable of its name.
    pub(super) fn hold(&mut self, name: &Ident, ty: TokenStream) {
        self.fields.push(Decoded {
            name: name.clone(),
            ty,
            value: quote!(#name),
        });
    }
}
