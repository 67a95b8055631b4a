//! The context of the emitters of a layout's items.

use super::comments;
use super::names::{has_reals, ident, marker, module, snake, title};
use super::precision::Precision;
use crate::model::{Layout, LayoutType, Origin, Role, Schema, Type, find};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// A layout in one precision, for the emitters of its items.
pub(super) struct Context<'s> {
    pub(super) schema: &'s Schema,
    pub(super) layout: &'s Layout,
    pub(super) precision: Precision,
}

impl<'s> Context<'s> {
    /// Returns the layout's types by number.
    pub(super) fn types(&self) -> impl Iterator<Item = (&'s LayoutType, &'s Type)> {
        let schema = self.schema;
        self.layout
            .types
            .iter()
            .map(move |listed| (listed, schema.type_in(listed)))
    }

    /// Returns the name of a type in the layout's enums.
    pub(super) fn variant(&self, ty: &Type) -> Ident {
        ident(find(&self.layout.types, &ty.key).map_or(&ty.key, |listed| &listed.rust))
    }

    /// Returns the precision of a type's real numbers, which may differ from that of the layout.
    pub(super) fn precision_of(&self, ty: &Type) -> Precision {
        Precision::in_layout(self.layout, self.precision, &ty.key)
    }

    /// Returns the name of the type with a role in the layout's enums.
    pub(super) fn role(&self, role: Role) -> Ident {
        self.variant(self.schema.role(role))
    }

    pub(super) fn marker(&self) -> Ident {
        marker(self.layout, self.precision)
    }

    /// Fills in the placeholders of doc comments: these, and those of the layout.
    pub(super) fn fill(&self, tokens: TokenStream, values: &[(&str, &str)]) -> TokenStream {
        let [marker, nil, int] = [self.marker(), self.role(Role::Nil), self.role(Role::Int)]
            .map(|name| name.to_string());
        let of_layout = [
            ("LAYOUT", module(self.layout, self.precision)),
            ("TITLE", title(self.layout, self.precision)),
            ("MARKER", marker),
            ("NIL", nil),
            ("INT", int),
        ];
        let of_layout = of_layout
            .iter()
            .map(|(name, value)| (*name, value.as_str()));
        let values: Vec<_> = values.iter().copied().chain(of_layout).collect();
        comments::fill(tokens, &values)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.layout.types.iter().any(|ty| ty.key == key)
    }
}

/// Returns the module of a type's body.
pub(super) fn body_module(context: &Context<'_>, ty: &Type) -> TokenStream {
    let module = ident(&snake(&ty.key));
    if let Origin::Layout { module: layout, .. } = &ty.origin {
        let layout = ident(layout);
        return quote!(crate::bodies::#layout::#module);
    }
    if context.precision_of(ty).is_double() && has_reals(context.schema, ty) {
        quote!(crate::bodies::double::#module)
    } else {
        quote!(crate::bodies::#module)
    }
}
