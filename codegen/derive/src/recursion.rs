//! Types that hold themselves without a container in between: decoding one would never end.

use crate::diagnostics::Diagnostics;
use crate::input::{Body, Field, Form, Input, Kind, Shape, Tagging};
use crate::types::pointee;
use syn::spanned::Spanned;
use syn::{Ident, Type};

/// Reports fields that are decoded from the same bytes as the type itself, and are of that type.
///
/// A cycle of several types cannot be seen here; decoding limits its depth.
pub(super) fn check(input: &Input, diagnostics: &mut Diagnostics) {
    let ident = &input.ident;
    let from = input.from.as_ref().map(|from| &from.ty);
    let itself = from.into_iter().chain(&input.into);
    for ty in itself.filter(|ty| is_same_type(ty, ident)) {
        let message = format!("`{ident}` would be converted to `{ident}` again, and never end");
        diagnostics.at(ty.span(), message);
    }
    for (body, field) in input.fields() {
        let message = if !is_same_type(&field.ty, ident) || field.is_skipped {
            continue;
        } else if input.is_within(body, field) {
            format!("the keys of `{ident}` cannot be flattened into those of `{ident}` itself")
        } else if is_alone(input, body, field) {
            format!(
                "`{ident}` would be decoded as `{ident}` again without consuming a byte, and never end; put a container in between, such as a struct with named fields or a Vec"
            )
        } else {
            continue;
        };
        diagnostics.at(field.ty.span(), message);
    }
}

/// Returns whether a field is all that is decoded: nothing is consumed before it.
fn is_alone(input: &Input, body: &Body, field: &Field) -> bool {
    let is_bare = match &input.kind {
        Kind::Struct(_) => true,
        Kind::Enum(data) => data.tagging == Tagging::None,
    };
    is_bare && body.shape == Shape::Inner && matches!(field.form, Form::Own)
}

/// Returns whether a type is the one that is derived for, possibly behind pointers.
fn is_same_type(ty: &Type, ident: &Ident) -> bool {
    let Type::Path(path) = pointee(ty) else {
        return false;
    };
    // `other::Name` may be another type of the same name.
    let mut segments = path.path.segments.iter();
    let (first, second) = (segments.next(), segments.next());
    let is_itself = first.is_some_and(|first| first.ident == *ident || first.ident == "Self");
    is_itself && second.is_none() && path.qself.is_none()
}
