//! Types that hold themselves without a container in between: decoding one would never end.

use crate::diagnostics::Diagnostics;
use crate::generics::type_arguments;
use crate::input::{Body, Field, Form, Input, Kind, Shape, Tagging};
use syn::spanned::Spanned;
use syn::{Ident, Type};

/// Pointers and cells that are decoded as what they hold.
const TRANSPARENT: &[&str] = &[
    "Box", "Rc", "Arc", "Option", "Cow", "Cell", "RefCell", "Mutex", "RwLock",
];

/// Reports fields that are decoded from the same bytes as the type itself, and are of that type.
///
/// A cycle of several types cannot be seen here; decoding limits its depth.
pub(super) fn check(input: &Input, diagnostics: &mut Diagnostics) {
    let from = input.from.as_ref().map(|from| &from.ty);
    let itself = from.into_iter().chain(&input.into);
    for ty in itself.filter(|ty| is_same_type(ty, &input.ident)) {
        let message = format!(
            "`{0}` would be converted to `{0}` again, and never end",
            input.ident
        );
        diagnostics.at(ty.span(), message);
    }
    for body in input.bodies() {
        for field in body.wire_fields() {
            if !is_same_type(&field.ty, &input.ident) {
                continue;
            }
            if input.is_within(body, field) {
                diagnostics.at(
                    field.ty.span(),
                    format!(
                        "the keys of `{0}` cannot be flattened into those of `{0}` itself",
                        input.ident
                    ),
                );
            } else if is_alone(input, body, field) {
                diagnostics.at(
                    field.ty.span(),
                    format!(
                        "`{0}` would be decoded as `{0}` again without consuming a byte, and never end; put a container in between, such as a struct with named fields or a Vec",
                        input.ident
                    ),
                );
            }
        }
    }
}

/// Whether a field is all that is decoded: nothing is consumed before it.
fn is_alone(input: &Input, body: &Body, field: &Field) -> bool {
    let is_bare = match &input.kind {
        Kind::Struct(_) => true,
        Kind::Enum(data) => data.tagging == Tagging::None,
    };
    is_bare && body.shape == Shape::Inner && matches!(field.form, Form::Own)
}

/// Whether a type is the one that is derived for, possibly behind pointers.
fn is_same_type(ty: &Type, ident: &Ident) -> bool {
    match ty {
        Type::Paren(paren) => is_same_type(&paren.elem, ident),
        Type::Group(group) => is_same_type(&group.elem, ident),
        Type::Reference(reference) => is_same_type(&reference.elem, ident),
        Type::Path(path) if path.qself.is_none() => {
            // `other::Name` may be another type of the same name.
            let is_itself = |segment: &syn::PathSegment| {
                path.path.segments.len() == 1
                    && (segment.ident == *ident || segment.ident == "Self")
            };
            path.path.segments.last().is_some_and(|segment| {
                is_itself(segment) || pointee(segment).is_some_and(|ty| is_same_type(ty, ident))
            })
        }
        _ => false,
    }
}

/// The type that a pointer points to.
fn pointee(segment: &syn::PathSegment) -> Option<&Type> {
    let is_transparent = TRANSPARENT.iter().any(|name| segment.ident == name);
    let pointee = type_arguments(&segment.arguments).into_iter().next();
    pointee.filter(|_| is_transparent)
}
