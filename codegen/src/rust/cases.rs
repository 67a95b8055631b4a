//! The types of a layout in one precision.

use super::edition::Edition;
use super::names::{has_reals, ident, snake};
use crate::model::{LayoutType, Schema, Type};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// A type of a layout.
pub(super) struct Case<'s> {
    pub(super) listed: &'s LayoutType,
    pub(super) ty: &'s Type,
    /// The path of the type's kind.
    pub(super) kind: TokenStream,
    /// The module of the type's body.
    pub(super) module: TokenStream,
}

impl Case<'_> {
    /// Returns the number of the type in the layout.
    pub(super) fn number(&self) -> Literal {
        Literal::u32_unsuffixed(self.listed.number)
    }
}

/// Returns the types of a layout, in the order of their numbers.
pub(super) fn cases<'s>(schema: &'s Schema, edition: Edition<'s>) -> Vec<Case<'s>> {
    let types = edition.layout.types.iter().map(|listed| {
        let (ty, key) = (schema.type_in(listed), ident(&listed.key));
        Case {
            listed,
            ty,
            kind: quote!(crate::Kind::#key),
            module: body_module(schema, ty, edition.has_doubles(&ty.key)),
        }
    });
    types.collect()
}

/// Returns the module of a type's body in a layout of this precision.
pub(super) fn body_module(schema: &Schema, ty: &Type, is_double: bool) -> TokenStream {
    let module = ident(&snake(&ty.key));
    if let Some(layout) = &ty.layout {
        let layout = ident(layout);
        return quote!(crate::table::bodies::#layout::#module);
    }
    if is_double && has_reals(schema, ty) {
        quote!(crate::table::bodies::double::#module)
    } else {
        quote!(crate::table::bodies::#module)
    }
}
