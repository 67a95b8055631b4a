//! Roles: every one belongs to one type, whose body fits it.

use super::known::{has_body, repeated};
use crate::model::{Body, Role, Schema, Type};
use crate::report::{Place, Report};
use crate::suggest::listed;

/// Checks the roles of all types.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    let with_role = schema.types.iter().filter_map(|ty| Some((ty, ty.role?)));
    let with_role: Vec<_> = with_role.collect();
    for (_, (ty, role), (other, _)) in repeated(&with_role, |(_, role)| role) {
        let found = format!("the role `{}` again", role.name());
        let expected = format!("a role of its own: `{}` has this one", other.key);
        report.add(&Place::ty(ty).child("role"), found, expected);
    }
    for ty in &schema.types {
        let place = Place::ty(ty);
        if report.sound(&place.child("role")) && has_body(ty, report) {
            if let Some(role) = ty.role {
                fits(ty, role, &place, report);
            } else {
                needs_role(ty, &place.child("body"), report);
                runtime_type(ty, &place.child("body"), report);
            }
        }
    }
    missing(schema, report);
}

/// Returns the body of the type with a role, and the element if it is a pool array.
fn body(role: Role) -> (&'static str, Option<&'static str>) {
    match role {
        Role::Nil => ("empty", None),
        Role::Rid => ("id", None),
        Role::Bool => ("bool", None),
        Role::Int | Role::Float => ("number", None),
        Role::String => ("text", None),
        Role::NodePath => ("node_path", None),
        Role::Object => ("object", None),
        Role::Dictionary => ("dictionary", None),
        Role::Array => ("array", None),
        Role::Bytes => ("pool", Some("byte")),
        Role::Ints => ("pool", Some("i32")),
        Role::Reals => ("pool", Some("real")),
        Role::Strings => ("pool_text", None),
    }
}

/// Checks that the body of a type fits its role.
fn fits(ty: &Type, role: Role, place: &Place, report: &mut Report) {
    let (expected, element) = body(role);
    let name = role.name();
    if ty.body.name() != expected {
        let found = format!("a body `{}` with the role `{name}`", ty.body.name());
        report.add(&place.child("body"), found, format!("a body `{expected}`"));
    } else if let (Body::Pool(found), Some(expected)) = (&ty.body, element)
        && found != expected
    {
        let found = format!("element `{found}`");
        let expected = format!("`{expected}`: the type has the role `{name}`");
        report.add(&place.child("element"), found, expected);
    }
}

/// Checks that a type without a role has a body that several types can have.
fn needs_role(ty: &Type, place: &Place, report: &mut Report) {
    use Body::{Callable, Fields, Pool, Signal, Text, TypedArray};
    if matches!(
        ty.body,
        Callable | Fields | Pool(_) | Signal | Text | TypedArray
    ) {
        return;
    }
    let name = ty.body.name();
    let roles = Role::ALL.iter().copied();
    let fitting = roles.filter(|role| body(*role).0 == name).map(Role::name);
    let fitting = listed(fitting).replace(", ", " or ");
    let expected = format!("the role {fitting}: only the types with roles have this body");
    report.add(place, format!("a body `{name}` without a role"), expected);
}

/// Checks that the library has a hand-written Rust type for a body that needs one.
fn runtime_type(ty: &Type, place: &Place, report: &mut Report) {
    let known = match ty.body {
        Body::Callable => "Callable",
        Body::Signal => "Signal",
        Body::Text => "StringName",
        _ => return,
    };
    if ty.key != known {
        let found = format!("a body `{}` of the type `{}`", ty.body.name(), ty.key);
        let expected = format!("the type `{known}`, which runtime/ defines by hand; see README.md");
        report.add(place, found, expected);
    }
}

/// Checks that every role has a type.
fn missing(schema: &Schema, report: &mut Report) {
    let place = Place::types();
    let is_known = |ty: &Type| report.sound(&Place::ty(ty).child("role"));
    if !report.reached(&place) || !schema.types.iter().all(is_known) {
        return;
    }
    for role in Role::ALL {
        if !schema.types.iter().any(|ty| ty.is(*role)) {
            let found = format!("no type with the role `{}`", role.name());
            let expected = "one: Rust's own types are encoded as the types with roles";
            report.add(&place.child(role.name()), found, expected);
        }
    }
}
