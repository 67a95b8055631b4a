//! The variants of a layout's enums: one for each type, and in layouts that declare types one for
//! each container with a declared type.

use super::edition::{Edition, Precision};
use super::names::{body_length, component, element, has_gap, has_reals, ident, snake, value_type};
use super::records;
use crate::model::{Body, DoubleBuilds, LayoutType, Role, Schema, Type};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// A variant of a layout's enums.
pub(super) struct Case<'s> {
    pub(super) listed: &'s LayoutType,
    pub(super) ty: &'s Type,
    /// The precision of the type's real numbers, which may differ from that of the layout.
    pub(super) precision: Precision,
    /// The name of the variant.
    pub(super) variant: Ident,
    /// The path of the type's kind.
    pub(super) kind: TokenStream,
    /// The module of the type's body.
    pub(super) module: TokenStream,
    pub(super) payload: Payload,
    /// The Rust type of an element of an Array or a pool array.
    pub(super) element: Option<TokenStream>,
    /// The container that the payload is, if it has a declared type.
    pub(super) typed: Option<Typed>,
    /// Whether values of the type without a declared type are another variant.
    pub(super) is_declared: bool,
}

impl<'s> Case<'s> {
    fn of_type(schema: &'s Schema, edition: Edition<'s>, listed: &'s LayoutType) -> Self {
        let (ty, key) = (schema.type_in(listed), ident(&listed.key));
        let precision = edition.precision_of(&ty.key);
        Self {
            listed,
            ty,
            precision,
            variant: ident(&listed.rust),
            kind: quote!(crate::Kind::#key),
            module: body_module(schema, ty, precision, edition.layout.double),
            payload: payload(schema, ty, precision),
            element: list_element(schema, ty, precision),
            typed: (ty.body == Body::TypedArray).then_some(Typed::Array),
            is_declared: false,
        }
    }

    /// Returns the variant for values with a declared type, if the type has tables that declare
    /// one.
    fn with_declared_type(self) -> Option<Self> {
        let mut tables = self.ty.tables.iter();
        tables.find(|table| table.declares.is_some())?;
        let typed = match self.ty.body {
            Body::Array => Typed::Array,
            _ => Typed::Dictionary,
        };
        Some(Self {
            variant: typed.name(),
            payload: Payload::boxed(&typed.name()),
            element: None,
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
    pub(super) fn has_own_type(&self, schema: &Schema) -> bool {
        has_own_type(schema, self.ty)
    }

    /// Returns whether a value contains values of any type.
    pub(super) fn is_nested(&self) -> bool {
        is_nested(self.ty)
    }

    /// Generates the pattern of the variant in the type `owner`, with the payload as `value`.
    pub(super) fn pattern(&self, owner: &TokenStream) -> TokenStream {
        let variant = &self.variant;
        let value = self.payload.ty.as_ref().map(|_| quote!((value)));
        quote!(#owner::#variant #value)
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

/// Returns the variants of a layout's enums: those of all types by number, then those for
/// containers with a declared type.
pub(super) fn cases<'s>(schema: &'s Schema, edition: Edition<'s>) -> Vec<Case<'s>> {
    let types = || {
        let listed = edition.layout.types.iter();
        listed.map(|listed| Case::of_type(schema, edition, listed))
    };
    types()
        .chain(types().filter_map(Case::with_declared_type))
        .collect()
}

/// Returns whether no earlier type has the same Rust type: all types of the body `typed_array`
/// share one.
fn has_own_type(schema: &Schema, ty: &Type) -> bool {
    let mut types = schema.types.iter();
    let first = types.find(|other| other.body == Body::TypedArray);
    ty.body != Body::TypedArray || first.is_some_and(|first| first.key == ty.key)
}

/// Returns whether a type contains values of any type.
pub(super) fn is_nested(ty: &Type) -> bool {
    matches!(
        ty.body,
        Body::Object | Body::Dictionary | Body::Array | Body::TypedArray
    )
}

/// Returns the module of a type's body in a layout with these builds.
pub(super) fn body_module(
    schema: &Schema,
    ty: &Type,
    precision: Precision,
    builds: DoubleBuilds,
) -> TokenStream {
    let module = ident(&snake(&ty.key));
    if let Some(layout) = &ty.layout {
        let layout = ident(layout);
        return quote!(crate::codec::bodies::#layout::#module);
    }
    if !precision.is_double() || !has_reals(schema, ty) {
        quote!(crate::codec::bodies::#module)
    } else if has_gap(schema, ty, builds) {
        quote!(crate::codec::bodies::double::with_gap::#module)
    } else {
        quote!(crate::codec::bodies::double::#module)
    }
}

/// The size of the largest payload that a Variant of 32 bytes holds inline: a `String` or a `Vec`.
pub(super) const LARGEST_INLINE: u32 = 24;

/// The payload of a variant of the enum.
pub(super) struct Payload {
    /// The type of the payload; none for Nil.
    pub(super) ty: Option<TokenStream>,
    /// Whether the payload is boxed.
    pub(super) is_boxed: bool,
}

impl Payload {
    /// Returns a boxed payload of a type.
    pub(super) fn boxed(ty: &Ident) -> Self {
        Self {
            ty: Some(quote!(#ty)),
            is_boxed: true,
        }
    }

    /// Generates the fields of the variant.
    pub(super) fn fields(&self) -> TokenStream {
        match (&self.ty, self.is_boxed) {
            (None, _) => quote!(),
            (Some(ty), false) => quote!((#ty)),
            (Some(ty), true) => quote!((alloc::boxed::Box<#ty>)),
        }
    }

    /// Generates the payload that holds a value.
    pub(super) fn holding(&self, value: &TokenStream) -> TokenStream {
        if self.is_boxed {
            quote!(alloc::boxed::Box::new(#value))
        } else {
            quote!(#value)
        }
    }

    /// Generates the value of the payload `value`.
    pub(super) fn unboxed(&self) -> TokenStream {
        if self.is_boxed {
            quote!(*value)
        } else {
            quote!(value)
        }
    }
}

pub(super) fn payload(schema: &Schema, ty: &Type, precision: Precision) -> Payload {
    let name = ident(&ty.key);
    let held = match &ty.body {
        Body::Empty => None,
        Body::Bool => Some(quote!(bool)),
        // The last table holds every value.
        Body::Number => {
            let rows = ty.tables.last().map_or(&[][..], |table| &table.rows);
            rows.first().map(|row| component(&row.wire, precision))
        }
        Body::Text if ty.is(Role::String) => Some(quote!(alloc::string::String)),
        Body::Pool(_) | Body::PoolText | Body::Array => {
            let element = list_element(schema, ty, precision);
            Some(quote!(alloc::vec::Vec<#element>))
        }
        Body::Object | Body::Dictionary => Some(quote!(#name)),
        Body::TypedArray => return Payload::boxed(&Typed::Array.name()),
        _ => Some(value_type(schema, ty, precision)),
    };
    Payload {
        ty: held,
        is_boxed: match ty.body {
            Body::Record => records::owned_length(schema, ty) > LARGEST_INLINE,
            Body::Fields => body_length(schema, ty, precision) > LARGEST_INLINE,
            _ => false,
        },
    }
}

/// Returns the Rust type of an element of an Array or a pool array; none for other types.
pub(super) fn list_element(
    schema: &Schema,
    ty: &Type,
    precision: Precision,
) -> Option<TokenStream> {
    match &ty.body {
        Body::Pool(held) => Some(element(schema, held, precision)),
        Body::PoolText => Some(quote!(alloc::string::String)),
        Body::Array => Some(quote!(Variant)),
        _ => None,
    }
}

/// A container with a declared type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Typed {
    Array,
    Dictionary,
}

impl Typed {
    /// Returns the name of the Rust type.
    pub(super) fn name(self) -> Ident {
        ident(match self {
            Self::Array => "TypedArray",
            Self::Dictionary => "TypedDictionary",
        })
    }

    /// Returns the field of the Rust type that is the container without the declared type.
    pub(super) fn contents(self) -> Ident {
        ident(match self {
            Self::Array => "values",
            Self::Dictionary => "entries",
        })
    }

    /// Returns the functions of readers and writers that decode and encode the container.
    pub(super) fn codec(self) -> Ident {
        ident(match self {
            Self::Array => "declared_array",
            Self::Dictionary => "declared_dictionary",
        })
    }

    /// Returns the declared types, as the parameters of an encoder.
    pub(super) fn declared(self) -> Vec<Ident> {
        let names: &[&str] = match self {
            Self::Array => &["element"],
            Self::Dictionary => &["key", "value"],
        };
        names.iter().map(|name| ident(name)).collect()
    }
}
