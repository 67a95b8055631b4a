//! The declared type of a derived type in typed containers, if all of its values have one type.

use crate::input::{Form, Input, Marker, Shape, Tagging, Variant};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Ident, Type, parse_quote};

/// The name of a kind in the library; none for that of the type.
type Name = Option<&'static str>;

/// Implements `DeclaredType`, unless values of the type have different types.
pub(crate) fn implementation(input: &Input) -> Option<TokenStream> {
    let (name, ty) = match (&input.into, &input.tagging) {
        (Some(into), _) => (None, Some(into)),
        (None, Tagging::Struct) => of_struct(input.variants.first()?)?,
        (None, _) => (Some(of_enum(input)?), None),
    };
    let kind = match name {
        None => quote!(<#ty as __gdvariant::DeclaredType<__L>>::DECLARED),
        Some(name) => {
            let name = Ident::new(name, Span::call_site());
            quote!(__gdvariant::Kind::#name)
        }
    };
    // The field that the type is encoded as.
    let predicate = ty.map(|ty| parse_quote!(#ty: __gdvariant::DeclaredType<__L>));
    Some(input.implement_for_layouts(
        input.generics.clone(),
        predicate,
        &quote!(__gdvariant::DeclaredType<__L>),
        &quote!(const DECLARED: __gdvariant::Kind = #kind;),
    ))
}

/// Returns the kind of a struct, and the type of a field that is encoded alone, which must have a
/// declared type.
fn of_struct(variant: &Variant) -> Option<(Name, Option<&Type>)> {
    let field = match variant.shape {
        Shape::Nil => return None,
        Shape::Array => return Some((Some("Array"), None)),
        Shape::Dictionary => return Some((Some("Dictionary"), None)),
        Shape::Inner => variant.wire_fields().next()?,
    };
    let name = match field.form {
        Form::Own => None,
        Form::As(Marker::StringName) => Some("StringName"),
        Form::As(Marker::NodePath) => Some("NodePath"),
        _ => return None,
    };
    Some((name, Some(&field.ty)))
}

fn of_enum(input: &Input) -> Option<&'static str> {
    let is_alone = |variant: &Variant| variant.shape == Shape::Nil;
    match &input.tagging {
        _ if input.wire_variants().next().is_none() => None,
        Tagging::Internal(_) | Tagging::Adjacent(..) => Some("Dictionary"),
        // The type of the name decides how it is encoded.
        _ if input
            .other()
            .is_some_and(|other| other.unknown_name().is_some()) =>
        {
            None
        }
        Tagging::Number => Some("Int"),
        Tagging::External if input.wire_variants().all(is_alone) => Some("String"),
        Tagging::External if !input.wire_variants().any(is_alone) => Some("Dictionary"),
        _ => None,
    }
}
