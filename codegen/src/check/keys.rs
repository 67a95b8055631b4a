//! Keys that belong to some bodies, tables or rows only.

use super::known::{has_rows, rows};
use super::rows::is_component;
use crate::model::{Body, Choice, Length, Negative, Row, Table, Type};
use crate::report::{Place, Report};

/// Checks the keys of a type, its tables and its rows.
pub(super) fn check(ty: &Type, report: &mut Report) {
    let place = Place::ty(&ty.key);
    if !report.sound(&place.child("body")) || !has_rows(ty, report) {
        return;
    }
    encode(ty, &place, report);
    for (index, table) in ty.tables.iter().enumerate() {
        let place = place.table(index, &table.name);
        self::table(ty, table, &place, report);
        let mut before = None;
        for (index, row) in table.rows.iter().enumerate() {
            let place = place.row(index, &row.name);
            if is_component(ty, row) {
                component(row, &place, report);
            } else {
                field(ty, row, before, &place, report);
            }
            before = Some(row);
        }
    }
    initials(ty, report);
}

/// Reports a key that a place cannot have.
fn refuse(place: &Place, key: &str, of: &str, expected: &str, report: &mut Report) {
    let place = place.child(key);
    if report.sound(&place) {
        report.add(
            &place,
            format!("`{key}` of {of}"),
            format!("none: {expected}"),
        );
    }
}

/// Checks how encoders choose among the tables of a number.
fn encode(ty: &Type, place: &Place, report: &mut Report) {
    let place = place.child("encode");
    if !report.sound(&place) {
        return;
    }
    match (&ty.body, ty.encode, ty.tables.len()) {
        (Body::Number, Choice::Value, 2..) => {
            let expected = "`first_exact`: how encoders choose among the tables of a number";
            report.add(&place, "no `encode`", expected);
        }
        (Body::Number, ..) | (_, Choice::Value, _) => {}
        (body, Choice::FirstExact, _) => {
            let found = format!("`encode: first_exact` of a body `{}`", body.name());
            report.add(&place, found, "none: it belongs to a body `number`");
        }
    }
}

fn table(ty: &Type, table: &Table, place: &Place, report: &mut Report) {
    let body = format!("a body `{}`", ty.body.name());
    let is_pool = matches!(ty.body, Body::Pool(_));
    let is_fields = ty.body == Body::Fields;
    let repeats = !table.repeat.is_empty();
    let conditions = [
        ("when", !table.when.is_empty()),
        ("reject", table.reject.is_some()),
    ];
    for (key, is_set) in conditions {
        if is_set && (is_pool || is_fields) {
            refuse(place, key, &body, "its table is always present", report);
        } else if is_set && repeats {
            let expected = "its count is its condition";
            refuse(place, key, "a repeated table", expected, report);
        }
    }
    if table.pad.is_some() && !is_pool {
        let expected = "the padding after elements belongs to `pool`";
        refuse(place, "pad", &body, expected, report);
    } else if table.pad.is_some() && !repeats {
        let expected = "it follows the last repetition";
        refuse(place, "pad", "a table without `repeat`", expected, report);
    }
    if table.needs_objects && ty.body != Body::Object {
        refuse(place, "allow", &body, "it belongs to `object`", report);
    }
    if repeats && is_fields {
        let expected = "its components are there once";
        refuse(place, "repeat", &body, expected, report);
    }
}

/// Checks a row that is a component.
fn component(row: &Row, place: &Place, report: &mut Report) {
    let keys = [
        ("bits", !row.bits.is_empty()),
        ("max", row.max.is_some()),
        ("when", !row.when.is_empty()),
        ("measures", row.measures.is_some()),
        (
            "negative",
            row.negative != Negative::Unsigned && row.measures.is_none(),
        ),
        ("nul", row.has_nul),
        ("pad", row.pad.is_some()),
    ];
    for (key, is_set) in keys {
        if is_set {
            refuse(
                place,
                key,
                "a component",
                "a component is a plain number",
                report,
            );
        }
    }
}

/// Checks a row that is no component; `before` is the row before it.
fn field(ty: &Type, row: &Row, before: Option<&Row>, place: &Place, report: &mut Report) {
    let body = format!("a body `{}`", ty.body.name());
    // A wrong name in `measures`, and a string without it, are reported as references.
    let is_measured = before.is_some_and(|before| before.measures.is_some());
    let is_string = row.length == Length::Counted && row.wire != "value";
    for (key, is_set) in [("nul", row.has_nul), ("pad", row.pad.is_some())] {
        if is_set && !is_measured && !is_string {
            let expected = "it belongs to strings";
            refuse(place, key, "a row that no other measures", expected, report);
        }
    }
    if row.pad.is_some_and(|pad| pad.may_be_missing) {
        let expected = "only the padding after elements may be missing";
        refuse(&place.child("pad"), "missing", "a row", expected, report);
    }
    if row.measures.is_some() && row.negative == Negative::Zero {
        let expected = "the length of a string is never negative";
        refuse(
            place,
            "negative",
            "a number with `measures`",
            expected,
            report,
        );
    }
    for (key, is_set) in [
        ("number_of", row.is_type_number),
        ("type", row.value_type.is_some()),
    ] {
        if is_set && ty.body != Body::TypedArray {
            refuse(place, key, &body, "it belongs to `typed_array`", report);
        }
    }
    let has_sign = row.negative != Negative::Unsigned && row.measures.is_none();
    let keys = [
        ("negative", has_sign),
        ("measures", row.measures.is_some()),
        ("max", row.max.is_some()),
    ];
    for (key, is_set) in keys {
        if is_set && !row.bits.is_empty() {
            let expected = "it belongs to whole numbers";
            refuse(place, key, "a number with `bits`", expected, report);
        }
    }
    if row.max.is_some() && ty.body != Body::Bool {
        refuse(place, "max", &body, "it belongs to `bool`", report);
    }
    if has_sign && row.max.is_some() {
        let expected = "the largest number is enough";
        refuse(place, "negative", "a number with `max`", expected, report);
    }
    if has_sign && row.wire != "u32" && report.sound(&place.child("wire")) {
        let of = format!("the wire type `{}`", row.wire);
        refuse(place, "negative", &of, "it belongs to `u32`", report);
    }
}

/// Checks that only components have a value in a new value of their type.
fn initials(ty: &Type, report: &mut Report) {
    if ty.body == Body::Fields {
        return;
    }
    for (place, row) in rows(ty) {
        let place = place.child("initial");
        if row.initial != 0 && report.sound(&place) {
            let expected = "none: it belongs to the rows of a body `fields`";
            report.add(&place, format!("initial {}", row.initial), expected);
        }
    }
}
