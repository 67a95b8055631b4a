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

/// Types that every layout has, by their usual names.
const EVERYWHERE: &[&str] = &[
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "isize", "str", "u8", "u16", "u32",
    "u64", "usize", "String",
];

/// Returns whether a type is known to be no integer and no pointer to one. Other types of the
/// user's may be newtypes of integers.
pub(crate) fn is_no_int(ty: &Type) -> bool {
    let ty = pointee(ty);
    let is_other = ["bool", "char", "f32", "f64", "str", "String"];
    !matches!(ty, Type::Path(_) | Type::Macro(_)) || is_one_of(ty, &is_other) || is_collection(ty)
}

/// Containers of one type, and of keys and values, which every layout has if it has the types.
const LISTS: &[&str] = &["Option", "Vec", "VecDeque", "BTreeSet", "HashSet"];
const MAPS: &[&str] = &["BTreeMap", "HashMap"];

/// Returns whether a type is a container of values, or an `Option`.
pub(crate) fn is_collection(ty: &Type) -> bool {
    is_one_of(ty, LISTS) || is_one_of(ty, MAPS)
}

/// Collects the types without which a type has no layout: its innermost elements, except for types
/// that every layout has.
pub(crate) fn leaves<'t>(ty: &'t Type, leaves: &mut Vec<&'t Type>) {
    let count = match ty {
        Type::Path(_) if is_one_of(ty, MAPS) => 2,
        // Further arguments are not encoded, such as the hasher of a set.
        Type::Path(_) => usize::from(is_one_of(ty, LISTS) || is_one_of(ty, POINTERS)),
        _ => usize::MAX,
    };
    let members: Vec<_> = members(ty).into_iter().take(count).collect();
    let is_container = !members.is_empty() || matches!(ty, Type::Tuple(_));
    if is_container && !members.iter().any(|ty| matches!(ty, Type::TraitObject(_))) {
        for member in members {
            self::leaves(member, leaves);
        }
    } else if !is_one_of(ty, EVERYWHERE) {
        leaves.push(ty);
    }
}
