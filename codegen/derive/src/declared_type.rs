//! The declared type of a derived type in typed containers, if all of its values have one type.

use crate::input::{Body, Enum, Form, Input, Kind, Marker, Shape, Tagging};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Ident, Type};

/// The name of a kind in the library; none for that of the type.
type Name = Option<&'static str>;

/// Implements `DeclaredType`, unless values of the type have different types.
pub(crate) fn implementation(input: &Input) -> Option<TokenStream> {
    let (name, ty) = match (&input.into, &input.kind) {
        (Some(into), _) => (None, Some(into)),
        (None, Kind::Struct(body)) => of_struct(body)?,
        (None, Kind::Enum(data)) => (Some(of_enum(data)?), None),
    };
    let kind = name.map_or_else(
        || quote!(<#ty as __gdvariant::DeclaredType<__L>>::DECLARED),
        |name| {
            let name = Ident::new(name, Span::call_site());
            quote!(__gdvariant::Kind::#name)
        },
    );
    let items = quote!(const DECLARED: __gdvariant::Kind = #kind;);
    Some(input.implement_declared_type(ty, &items))
}

/// Returns the kind of a struct, and the type of a field that is encoded alone, which must have a
/// declared type.
fn of_struct(body: &Body) -> Option<(Name, Option<&Type>)> {
    let field = match body.shape {
        Shape::Nil => return None,
        Shape::Array => return Some((Some("Array"), None)),
        Shape::Dictionary => return Some((Some("Dictionary"), None)),
        Shape::Inner => body.wire_fields().next()?,
    };
    let name = match field.form {
        Form::Own => None,
        Form::As(Marker::StringName) => Some("StringName"),
        Form::As(Marker::NodePath) => Some("NodePath"),
        _ => return None,
    };
    Some((name, Some(&field.ty)))
}

fn of_enum(data: &Enum) -> Option<&'static str> {
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
            Some("Dictionary")
        }
        (Tagging::Number, ..) => Some("Int"),
        (Tagging::External, _, 0) => Some("String"),
        (Tagging::External, ..) => None,
    }
}
