//! Implements `DeclaredType` for a derived type whose values all have the same type.

use crate::input::{FieldEncoding, Input, Marker, Shape, Tagging, Variant};
use proc_macro2::{Span, TokenStream};
use syn::{Ident, Type, parse_quote};

/// The name of a `Kind`; `None` for the kind of the accompanying type.
type Name = Option<&'static str>;

/// Implements `DeclaredType`, unless the values can have different types.
pub(crate) fn implementation(input: &Input) -> Option<TokenStream> {
    let (name, ty) = match (&input.into, &input.tagging) {
        (Some(into), _) => (None, Some(into)),
        (None, Tagging::Struct) => of_struct(input.variants.first()?)?,
        (None, _) => (Some(of_enum(input)?), None),
    };
    let kind = match name {
        None => quote!(<#ty as __gdvariant::DeclaredType<__E>>::DECLARED),
        Some(name) => {
            let name = Ident::new(name, Span::call_site());
            quote!(__gdvariant::Kind::#name)
        }
    };
    // The type that is encoded in place of the derived one needs a declared type, too.
    let predicate = ty.map(|ty| parse_quote!(#ty: __gdvariant::DeclaredType<__E>));
    Some(input.implement_for_layouts(
        input.generics.clone(),
        predicate,
        &quote!(__gdvariant::DeclaredType<__E>),
        &quote!(const DECLARED: __gdvariant::Kind = #kind;),
    ))
}

/// Returns the kind of a struct, and the type of the field that is encoded in its place, if any.
fn of_struct(variant: &Variant) -> Option<(Name, Option<&Type>)> {
    let field = match variant.shape {
        Shape::Nil => return None,
        Shape::Array => return Some((Some("Array"), None)),
        Shape::Dictionary => return Some((Some("Dictionary"), None)),
        Shape::Inner => variant.wire_fields().next()?,
    };
    let name = match field.encoding {
        FieldEncoding::Own => None,
        FieldEncoding::As(Marker::StringName) => Some("StringName"),
        FieldEncoding::As(Marker::NodePath) => Some("NodePath"),
        _ => return None,
    };
    Some((name, Some(&field.ty)))
}

fn of_enum(input: &Input) -> Option<&'static str> {
    let is_unit = |variant: &Variant| variant.shape == Shape::Nil;
    match &input.tagging {
        _ if input.wire_variants().next().is_none() => None,
        Tagging::Internal(_) | Tagging::Adjacent(..) => Some("Dictionary"),
        Tagging::Array => Some("Array"),
        // The field that holds unknown names decides how they are encoded.
        _ if input
            .other()
            .is_some_and(|other| other.unknown_name().is_some()) =>
        {
            None
        }
        Tagging::External if input.has_only_names() && input.has_numbers() => Some("Int"),
        Tagging::External if input.has_only_names() => Some("String"),
        Tagging::External if !input.wire_variants().any(is_unit) => Some("Dictionary"),
        _ => None,
    }
}
