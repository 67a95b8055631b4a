//! Members and elements: they are types with components, and no type contains itself.

use super::known::type_name;
use super::names::rust_name;
use crate::model::{Body, Member, Schema, Type, find, has, names};
use crate::report::{Place, Report};
use crate::suggest::closest;

/// Checks the members and elements of all types.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    for (index, ty) in schema.types.iter().enumerate() {
        for member in &ty.fields {
            let place = member_place(ty, member);
            rust_name(&member.name, &place, report);
            made_of_fields(schema, &member.key, &place, report);
        }
        if let Body::Pool(element) = &ty.body {
            let earlier = schema.types.iter().take(index);
            self::element(schema, ty, element, earlier, report);
        }
    }
    for ty in &schema.types {
        for member in &ty.fields {
            if reaches(schema, &member.key, &ty.key) {
                let found = format!("the type `{}`", member.key);
                let expected = format!("a type without a `{}` in it", ty.key);
                report.add(&member_place(ty, member), found, expected);
            }
        }
    }
}

fn member_place(ty: &Type, member: &Member) -> Place {
    let place = Place::ty(ty).child("fields");
    place.child(&member.name).named(&member.name)
}

/// Checks that the element of a pool array is a wire type or a type with components, and that of no
/// other pool array.
fn element<'s>(
    schema: &Schema,
    ty: &Type,
    element: &str,
    mut earlier: impl Iterator<Item = &'s Type>,
    report: &mut Report,
) {
    let place = Place::ty(ty).child("element");
    if !has(&schema.wires, element) && report.reached(&Place::wires()) {
        if let Some(wire) = closest(element, names(&schema.wires)) {
            let expected = format!("a type or a wire type: did you mean `{wire}`?");
            report.add_if_sound(&place, format!("unknown element `{element}`"), expected);
        }
        made_of_fields(schema, element, &place, report);
    }
    if let Some(other) = earlier.find(|other| other.body == ty.body) {
        let expected = format!("another one: `{}` has it", other.key);
        report.add_if_sound(&place, "the element of another pool array", expected);
    }
}

fn made_of_fields(schema: &Schema, key: &str, place: &Place, report: &mut Report) {
    type_name(schema, key, place, report);
    let other = find(&schema.types, key).filter(|ty| ty.body != Body::Fields);
    if other.is_some_and(|ty| report.sound(&Place::body(ty))) {
        let expected = "a type with a body `fields`";
        report.add_if_sound(place, format!("the type `{key}`"), expected);
    }
}

/// Returns whether a type is another one or contains it, at any depth.
///
/// It keeps a list of types instead of recursing: a schema can nest types to any depth.
fn reaches(schema: &Schema, from: &str, to: &str) -> bool {
    let mut seen = vec![from];
    let mut next = 0;
    while let Some(key) = seen.get(next).copied() {
        if key == to {
            return true;
        }
        let ty = find(&schema.types, key);
        for member in ty.into_iter().flat_map(|ty| &ty.fields) {
            if !seen.contains(&member.key.as_str()) {
                seen.push(&member.key);
            }
        }
        next += 1;
    }
    false
}
