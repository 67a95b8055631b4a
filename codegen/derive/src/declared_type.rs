//! The declared type of a derived type in typed containers, if all of its values have one type.

use crate::generics::Bounded;
use crate::input::{Body, Enum, Field, Form, Input, Kind, Marker, Shape, Tagging};
use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

/// A declared type.
struct Declared<'i> {
    /// The kind.
    kind: TokenStream,
    /// The type of a field that is encoded alone, which must have a declared type.
    field: Option<&'i Type>,
}

impl Declared<'_> {
    /// A kind by its name in the library.
    fn kind(name: &TokenStream) -> Self {
        Self {
            kind: quote!(__gdvariant::Kind::#name),
            field: None,
        }
    }

    /// That of another type.
    fn same_as(ty: &TokenStream) -> Self {
        Self {
            kind: quote!(<#ty as __gdvariant::DeclaredType<__L>>::DECLARED),
            field: None,
        }
    }
}

/// Implements `DeclaredType`, unless values of the type have different types.
pub(crate) fn implementation(input: &Input) -> Option<TokenStream> {
    let Declared { kind, field } = match (&input.into, &input.kind) {
        (Some(into), _) => Some(Declared {
            field: Some(into),
            ..Declared::same_as(&quote!(#into))
        }),
        (None, Kind::Struct(body)) => of_struct(body),
        (None, Kind::Enum(data)) => of_enum(data),
    }?;
    let implementation = Bounded::declared_type(input, field).implementation(
        &quote!(__gdvariant::DeclaredType<__L>),
        &quote!(const DECLARED: __gdvariant::Kind = #kind;),
    );
    Some(implementation)
}

fn of_struct(body: &Body) -> Option<Declared<'_>> {
    match body.shape {
        Shape::Nil => None,
        Shape::Array => Some(Declared::kind(&quote!(Array))),
        Shape::Dictionary => Some(Declared::kind(&quote!(Dictionary))),
        Shape::Inner => body.wire_fields().next().and_then(of_field),
    }
}

/// Returns the declared type of a field that is encoded alone.
fn of_field(field: &Field) -> Option<Declared<'_>> {
    let ty = &field.ty;
    let declared = match field.form {
        Form::Own => Declared::same_as(&quote!(#ty)),
        Form::As(Marker::StringName) => Declared::kind(&quote!(StringName)),
        Form::As(Marker::NodePath) => Declared::kind(&quote!(NodePath)),
        _ => return None,
    };
    Some(Declared {
        field: Some(ty),
        ..declared
    })
}

fn of_enum(data: &Enum) -> Option<Declared<'_>> {
    let is_dictionary = matches!(data.tagging, Tagging::Internal(_) | Tagging::Adjacent(..));
    if data.unknown_name().is_some() && !is_dictionary {
        // The type of the name decides how it is encoded.
        return None;
    }
    let on_the_wire = || data.wire_variants();
    let units = on_the_wire()
        .filter(|variant| variant.body.shape == Shape::Nil)
        .count();
    match (&data.tagging, units, on_the_wire().count() - units) {
        (_, 0, 0) | (Tagging::None, ..) => None,
        (Tagging::Internal(_) | Tagging::Adjacent(..), ..) | (Tagging::External, 0, _) => {
            Some(Declared::kind(&quote!(Dictionary)))
        }
        (Tagging::Number, ..) => Some(Declared::same_as(&quote!(::core::primitive::i64))),
        (Tagging::External, _, 0) => Some(Declared::same_as(&quote!(::core::primitive::str))),
        (Tagging::External, ..) => None,
    }
}
