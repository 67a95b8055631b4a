//! Members and elements: they are types with components, and no type contains itself.

use super::known::{has_body, repeated, type_name};
use super::names::rust_name;
use crate::model::{Body, Member, Schema, Type, find, has, names};
use crate::report::{Place, Report};
use crate::suggest::closest;

/// Checks the members and elements of all types.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    for ty in &schema.types {
        for member in &ty.fields {
            let place = member_place(ty, member);
            rust_name(&member.name, &place, report);
            made_of_fields(schema, &member.key, &place, report);
        }
        if let Body::Pool(element) = &ty.body {
            self::element(schema, element, &Place::ty(ty).child("element"), report);
        }
    }
    let is_pool = |ty: &&Type| matches!(ty.body, Body::Pool(_));
    let pools: Vec<_> = schema.types.iter().filter(is_pool).collect();
    for (_, ty, other) in repeated(&pools, |ty| &ty.body) {
        let expected = format!("another one: `{}` has it", other.key);
        let place = Place::ty(ty).child("element");
        report.add(&place, "the element of another pool array", expected);
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
    Place::ty(ty).child("fields").child(&member.name)
}

/// Checks that the element of a pool array is a wire type or a type with components.
fn element(schema: &Schema, element: &str, place: &Place, report: &mut Report) {
    if !has(&schema.wires, element) && report.reached(&Place::wires()) {
        if let Some(wire) = closest(element, names(&schema.wires)) {
            let expected = format!("a type or a wire type: did you mean `{wire}`?");
            report.add(place, format!("unknown element `{element}`"), expected);
        }
        made_of_fields(schema, element, place, report);
    }
}

fn made_of_fields(schema: &Schema, key: &str, place: &Place, report: &mut Report) {
    type_name(schema, key, place, report);
    let other = find(&schema.types, key).filter(|ty| ty.body != Body::Fields);
    if other.is_some_and(|ty| has_body(ty, report)) {
        let expected = "a type with a body `fields`";
        report.add(place, format!("the type `{key}`"), expected);
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
