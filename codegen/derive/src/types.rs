//! Queries on the types of fields, which the derive knows only by name.

use syn::{GenericArgument, PathArguments, Type};

/// Pointers and cells, which are encoded as their contents.
const POINTERS: &[&str] = &[
    "Box", "Rc", "Arc", "Cow", "Cell", "RefCell", "Mutex", "RwLock",
];

/// Returns whether a type has one of these names, in any module and with any arguments.
pub(crate) fn is_one_of(ty: &Type, names: &[&str]) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|segment| names.iter().any(|name| segment.ident == name))
}

/// Returns the types that a type directly consists of: arguments, elements or a referent.
pub(crate) fn members(ty: &Type) -> Vec<&Type> {
    match ty {
        Type::Path(path) => {
            let segments = path.path.segments.iter();
            let arguments = segments.filter_map(|segment| match &segment.arguments {
                PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
                _ => None,
            });
            let types = arguments.flatten().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            types.collect()
        }
        Type::Reference(reference) => vec![&reference.elem],
        Type::Slice(slice) => vec![&slice.elem],
        Type::Array(array) => vec![&array.elem],
        Type::Paren(paren) => vec![&paren.elem],
        Type::Group(group) => vec![&group.elem],
        Type::Tuple(tuple) => tuple.elems.iter().collect(),
        _ => Vec::new(),
    }
}

/// Returns a type without the pointers and `Option`s around it.
pub(crate) fn pointee(ty: &Type) -> &Type {
    let ty = pointed(ty);
    optional(ty).map_or(ty, pointee)
}

/// Returns a type without the pointers around it.
fn pointed(ty: &Type) -> &Type {
    let is_pointer = match ty {
        Type::Paren(_) | Type::Group(_) | Type::Reference(_) => true,
        _ => is_one_of(ty, POINTERS),
    };
    let pointee = members(ty).first().copied().filter(|_| is_pointer);
    pointee.map_or(ty, pointed)
}

/// Returns the type within the standard `Option`, ignoring pointers around both.
pub(crate) fn within_option(ty: &Type) -> Option<&Type> {
    let ty = pointed(ty);
    let Type::Path(path) = ty else {
        return None;
    };
    let segments = &path.path.segments;
    let is_std = match segments.len() {
        1 => true,
        3 => segments[0].ident == "std" || segments[0].ident == "core",
        _ => false,
    };
    optional(ty)
        .filter(|_| is_std && path.qself.is_none())
        .map(pointed)
}

/// Returns the type within any type that is named `Option`.
pub(crate) fn optional(ty: &Type) -> Option<&Type> {
    let inner = members(ty).first().copied();
    inner.filter(|_| is_one_of(ty, &["Option"]))
}

/// Returns whether a type is `&[u8]` or `Cow<[u8]>`, or an `Option` of one.
pub(crate) fn is_borrowed_bytes(ty: &Type) -> bool {
    if let Some(inner) = optional(ty) {
        return is_borrowed_bytes(inner);
    }
    let can_borrow = matches!(ty, Type::Reference(_)) || is_one_of(ty, &["Cow"]);
    can_borrow && members(ty).into_iter().any(is_bytes)
}

fn is_bytes(ty: &Type) -> bool {
    matches!(ty, Type::Slice(slice) if matches!(&*slice.elem, Type::Path(path) if path.path.is_ident("u8")))
}
