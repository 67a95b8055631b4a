//! Typed containers of typed containers, which engines do not have.

use crate::diagnostics::Diagnostics;
use crate::generics::type_arguments;
use crate::input::{Body, Form, Input};
use syn::spanned::Spanned;
use syn::{PathSegment, Type};

/// Containers of one declared type or two.
const CONTAINERS: &[&str] = &[
    "Vec",
    "VecDeque",
    "BTreeSet",
    "HashSet",
    "BTreeMap",
    "HashMap",
    "TypedArray",
    "TypedDictionary",
];

/// Pointers, which are encoded as what they point to.
const POINTERS: &[&str] = &["Box", "Rc", "Arc", "Cow", "Option"];

/// The types of any value: a Vec of them is an Array without a declared type.
const ANY: &[&str] = &["Variant", "VariantRef"];

/// Reports typed fields whose elements, keys or values are containers that would need a declared
/// type.
///
/// The derive knows types only by name: a trait cannot tell it, because whether a type has a declared
/// type depends on the layout, which is generic here. The compiler reports other types where they are
/// encoded, because they lack `DeclaredType`.
pub(super) fn check(input: &Input, diagnostics: &mut Diagnostics) {
    let fields = input.bodies().into_iter().flat_map(Body::wire_fields);
    for field in fields.filter(|field| matches!(field.form, Form::Typed)) {
        let members = members(pointee(&field.ty));
        for member in members.into_iter().filter(|member| is_container(member)) {
            diagnostics.at(
                member.span(),
                "a typed container cannot hold typed containers: engines have none; use `Vec<Variant>`, `Dictionary` or, for a packed array, `Pool<Vec<T>>`",
            );
        }
    }
}

/// Whether a type is a container of a type other than any.
fn is_container(ty: &Type) -> bool {
    let ty = pointee(ty);
    if matches!(ty, Type::Array(_) | Type::Slice(_)) {
        return true;
    }
    let Some(segment) = last_segment(ty) else {
        return false;
    };
    let is_any = |ty: &Type| last_segment(ty).is_some_and(|segment| is_one_of(segment, ANY));
    is_one_of(segment, CONTAINERS)
        && !(segment.ident == "Vec" && members(ty).into_iter().all(is_any))
}

/// Returns the types of a container's members.
fn members(ty: &Type) -> Vec<&Type> {
    match ty {
        Type::Array(array) => vec![&array.elem],
        Type::Slice(slice) => vec![&slice.elem],
        _ => last_segment(ty).map_or_else(Vec::new, |segment| type_arguments(&segment.arguments)),
    }
}

/// Returns the type that pointers point to.
fn pointee(ty: &Type) -> &Type {
    match ty {
        Type::Paren(paren) => pointee(&paren.elem),
        Type::Group(group) => pointee(&group.elem),
        Type::Reference(reference) => pointee(&reference.elem),
        _ => {
            let segment = last_segment(ty).filter(|segment| is_one_of(segment, POINTERS));
            let mut arguments = segment
                .map_or_else(Vec::new, |segment| type_arguments(&segment.arguments))
                .into_iter();
            arguments.next().map_or(ty, pointee)
        }
    }
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

fn is_one_of(segment: &PathSegment, names: &[&str]) -> bool {
    names.iter().any(|name| segment.ident == name)
}
