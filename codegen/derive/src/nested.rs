//! Typed containers of typed containers, which engines do not have.

use crate::diagnostics::Diagnostics;
use crate::input::{Form, Input, Marker};
use crate::types::{is_one_of, members, pointee};
use syn::Type;
use syn::spanned::Spanned;

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

/// The types of any value: a Vec of them is an Array without a declared type.
const ANY: &[&str] = &["Variant", "VariantRef"];

/// Reports typed fields whose elements, keys or values are containers that would need a declared
/// type.
///
/// A trait cannot tell it, because whether a type has a declared type depends on the layout, which
/// is generic here. The compiler reports types that the derive does not know where they are
/// encoded, because they lack `DeclaredType`.
pub(super) fn check(input: &Input, diagnostics: &mut Diagnostics) {
    let fields = input.fields().map(|(_, field)| field);
    for field in fields.filter(|field| matches!(field.form, Form::As(Marker::Typed))) {
        let members = members(pointee(&field.ty));
        for member in members.into_iter().filter(|member| is_container(member)) {
            diagnostics.at(
                member.span(),
                "a typed container cannot hold typed containers: engines have none; use `Vec<Variant>`, `Dictionary` or, for a packed array, `Pool<Vec<T>>`",
            );
        }
    }
}

/// Returns whether a type is a container of a type other than any.
fn is_container(ty: &Type) -> bool {
    let ty = pointee(ty);
    let is_any = |ty| is_one_of(ty, ANY);
    matches!(ty, Type::Array(_) | Type::Slice(_))
        || is_one_of(ty, CONTAINERS)
            && !(is_one_of(ty, &["Vec"]) && members(ty).into_iter().all(is_any))
}
