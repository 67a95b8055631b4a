//! The nearest type: that of every type without a role is one that a value can become.

use super::known::{has_body, has_rows, has_wires, rows, type_name};
use crate::model::{Body, Row, Schema, Type, find};
use crate::report::{Place, Report};
use crate::suggest::listed;

/// The wire types that other numbers can be converted to.
const FLOATS: [&str; 3] = ["real", "f32", "f64"];

/// The wire types that can be converted to floats. Integers of 64 bits are not among them: a 64-bit
/// float cannot represent each of them, and conversions count only what single precision changes.
const NUMBERS: [&str; 5] = ["byte", "i32", "real", "f32", "f64"];

/// Checks the nearest types of all types.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    for ty in &schema.types {
        self::ty(schema, ty, report);
    }
    for ty in &schema.types {
        chain(schema, ty, report);
    }
}

fn place(ty: &Type) -> Place {
    Place::ty(ty).child("nearest")
}

/// Checks that a type without a role has a nearest type, and that values can become it.
fn ty(schema: &Schema, ty: &Type, report: &mut Report) {
    if !has_body(ty, report) || !report.sound(&Place::ty(ty).child("role")) {
        return;
    }
    let place = place(ty);
    match &ty.nearest {
        Some(_) if ty.role.is_some() => {
            let expected = "none: every layout has a type with a role";
            report.add(&place, "`nearest` of a type with a role", expected);
        }
        None if ty.role.is_none() => {
            let expected = "the type that a value becomes in a layout without this one";
            report.add(&place, "no `nearest`", expected);
        }
        Some(nearest) => {
            type_name(schema, nearest, &place, report);
            if let Some(nearest) = next(schema, ty) {
                becomes(ty, nearest, &place, report);
            }
        }
        None => {}
    }
}

/// Checks the types that a value becomes in layouts that lack more and more of them.
fn chain(schema: &Schema, ty: &Type, report: &mut Report) {
    let mut seen = vec![ty.key.as_str()];
    let mut last = ty;
    while let Some(nearest) = next(schema, last).filter(|_| report.sound(&place(last))) {
        if seen.contains(&nearest.key.as_str()) {
            let found = format!("nearest types that lead back to `{}`", nearest.key);
            let expected = "types that end in one with a role, which every layout has";
            return report.add(&place(ty), found, expected);
        }
        if last.key != ty.key {
            becomes(ty, nearest, &place(ty), report);
        }
        seen.push(&nearest.key);
        last = nearest;
    }
}

fn next<'s>(schema: &'s Schema, ty: &Type) -> Option<&'s Type> {
    find(&schema.types, ty.nearest.as_ref()?)
}

/// Returns the bodies that a value with a body can be converted to.
fn bodies(from: &Body) -> &'static [&'static str] {
    match from {
        Body::Fields => &["fields", "array"],
        Body::Pool(_) => &["pool", "array"],
        Body::Text => &["text"],
        Body::Signal => &["dictionary"],
        Body::Callable => &["empty"],
        Body::TypedArray => &["typed_array", "array"],
        _ => &[],
    }
}

/// Checks that a value of one type can be converted to the other.
fn becomes(from: &Type, to: &Type, place: &Place, report: &mut Report) {
    if ![from, to].iter().all(|ty| has_body(ty, report)) {
        return;
    }
    let allowed = bodies(&from.body);
    if !allowed.contains(&to.body.name()) {
        let found = format!(
            "`{}` with a body `{}` for a body `{}`",
            to.key,
            to.body.name(),
            from.body.name()
        );
        let expected = format!(
            "a type with a body {}",
            listed(allowed.iter().copied()).replace(", ", " or ")
        );
        return report.add(place, found, expected);
    }
    let has_components = matches!(to.body, Body::Fields | Body::Pool(_));
    if has_components
        && [from, to]
            .iter()
            .all(|ty| has_rows(ty, report) && has_wires(ty, report))
    {
        components(from, to, place, report);
    }
}

/// Checks that the components of one type can be converted to those of the other.
fn components(from: &Type, to: &Type, place: &Place, report: &mut Report) {
    let (from_rows, to_rows) = (components_of(from), components_of(to));
    let names = |rows: &[&Row]| rows.iter().map(|row| row.name.clone()).collect::<Vec<_>>();
    if names(&from_rows) != names(&to_rows) {
        let names = names(&from_rows);
        let expected = format!(
            "a type with the components {}",
            listed(names.iter().map(String::as_str))
        );
        let found = format!("`{}` with other components", to.key);
        report.add(place, found, expected);
        return;
    }
    let is_number = |row: &Row| NUMBERS.contains(&row.wire.as_str());
    let is_convertible = |(from, to): (&&Row, &&Row)| {
        from.wire == to.wire || is_number(from) && FLOATS.contains(&to.wire.as_str())
    };
    if !from_rows.iter().zip(&to_rows).all(is_convertible) {
        let found = format!("`{}` with components of other wire types", to.key);
        let expected = if from_rows.iter().all(|row| is_number(row)) {
            format!("the same ones, or one of {}", listed(FLOATS))
        } else {
            "the same ones".to_owned()
        };
        report.add(place, found, expected);
    }
}

/// Returns the rows of the components: those of a pool array follow its count.
fn components_of(ty: &Type) -> Vec<&Row> {
    let count = usize::from(matches!(ty.body, Body::Pool(_)));
    rows(ty).skip(count).map(|(_, row)| row).collect()
}
