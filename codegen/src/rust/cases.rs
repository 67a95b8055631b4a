//! The variants of a layout's enums.
//!
//! Each type has a variant. In layouts that declare types, each container has another one for
//! values with a declared type.

use super::edition::{Edition, Precision};
use super::names::{has_reals, ident, snake};
use super::payload::Payload;
use crate::model::{Body, LayoutType, Schema, Type};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// A variant of a layout's enums.
pub(super) struct Case<'s> {
    pub(super) listed: &'s LayoutType,
    pub(super) ty: &'s Type,
    /// The name of the variant.
    pub(super) variant: Ident,
    /// The path of the type's kind.
    pub(super) kind: TokenStream,
    /// The module of the type's body.
    pub(super) module: TokenStream,
    pub(super) payload: Payload,
    /// The kind of container, if the payload has a declared type.
    pub(super) typed: Option<TypedContainer>,
    /// Whether the type has another variant, for values without a declared type.
    pub(super) is_declared: bool,
}

impl<'s> Case<'s> {
    fn of_type(schema: &'s Schema, edition: Edition<'s>, listed: &'s LayoutType) -> Self {
        let (ty, key) = (schema.type_in(listed), ident(&listed.key));
        let precision = edition.precision_of(&ty.key);
        let kind = quote!(crate::Kind::#key);
        let of_body = if edition.precision.is_of_module() {
            schema.type_of(&ty.key)
        } else {
            ty
        };
        let module = body_module(schema, of_body, precision);
        Self {
            listed,
            ty,
            variant: key.clone(),
            payload: Payload::new(schema, ty, precision, [&kind, &module]),
            kind,
            module,
            typed: (ty.body == Body::TypedArray).then_some(TypedContainer::Array),
            is_declared: false,
        }
    }

    /// Returns the variant for values with a declared type, if the type can declare one.
    fn with_declared_type(self) -> Option<Self> {
        let mut tables = self.ty.tables.iter();
        tables.find(|table| table.declares.is_some())?;
        let typed = match self.ty.body {
            Body::Array => TypedContainer::Array,
            _ => TypedContainer::Dictionary,
        };
        Some(Self {
            variant: typed.name(),
            payload: Payload::declared(typed, &self.kind),
            typed: Some(typed),
            is_declared: true,
            ..self
        })
    }

    /// Returns the number of the type in the layout.
    pub(super) fn number(&self) -> Literal {
        Literal::u32_unsuffixed(self.listed.number)
    }

    /// Returns whether no earlier type has the same Rust type.
    ///
    /// Only the types of the body `typed_array` share a Rust type.
    pub(super) fn has_own_type(&self, schema: &Schema) -> bool {
        has_own_type(schema, self.ty)
    }

    /// Generates an arm of a match on `self`, with the payload as `value`.
    pub(super) fn arm(&self, expression: &TokenStream) -> TokenStream {
        let variant = &self.variant;
        let value = self.payload.owned.ty.as_ref().map(|_| quote!((value)));
        quote!(Self::#variant #value => #expression)
    }

    /// Returns the name of an accessor: `as_vector2` for `as_NAME`.
    pub(super) fn method(&self, pattern: &str) -> Ident {
        ident(&pattern.replace("NAME", &self.name()))
    }

    /// Returns the name of the variant in snake case.
    pub(super) fn name(&self) -> String {
        snake(&self.variant.to_string())
    }
}

/// Returns the variants of a layout's enums.
///
/// The variants of all types come first, in the order of their numbers, then those for containers
/// with a declared type.
pub(super) fn cases<'s>(schema: &'s Schema, edition: Edition<'s>) -> Vec<Case<'s>> {
    let types = || {
        let listed = edition.layout.types.iter();
        listed.map(|listed| Case::of_type(schema, edition, listed))
    };
    types()
        .chain(types().filter_map(Case::with_declared_type))
        .collect()
}

/// Returns whether no earlier type has the same Rust type.
///
/// Only the types of the body `typed_array` share a Rust type.
fn has_own_type(schema: &Schema, ty: &Type) -> bool {
    let mut types = schema.types.iter();
    let first = types.find(|other| other.body == Body::TypedArray);
    ty.body != Body::TypedArray || first.is_some_and(|first| first.key == ty.key)
}

/// Returns the module of a type's body in a layout with these builds.
pub(super) fn body_module(schema: &Schema, ty: &Type, precision: Precision) -> TokenStream {
    let module = ident(&snake(&ty.key));
    if let Some(layout) = &ty.layout {
        let layout = ident(layout);
        return quote!(crate::codec::bodies::#layout::#module);
    }
    if precision.is_double() && has_reals(schema, ty) {
        quote!(crate::codec::bodies::double::#module)
    } else {
        quote!(crate::codec::bodies::#module)
    }
}

/// A container with a declared type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypedContainer {
    Array,
    Dictionary,
}

impl TypedContainer {
    /// Returns the name of the Rust type.
    pub(super) fn name(self) -> Ident {
        ident(match self {
            Self::Array => "TypedArray",
            Self::Dictionary => "TypedDictionary",
        })
    }

    /// Returns the name of the field that holds the container without the declared type.
    pub(super) fn contents(self) -> Ident {
        ident(match self {
            Self::Array => "values",
            Self::Dictionary => "entries",
        })
    }

    /// Returns the name of the functions of readers and writers for the container.
    pub(super) fn codec(self) -> Ident {
        ident(match self {
            Self::Array => "declared_array",
            Self::Dictionary => "declared_dictionary",
        })
    }
}
