//! Keys that belong to some bodies, tables or rows only.

use super::known::{has_body, has_rows, is_string, rows, table_rows, tables};
use super::rows::is_component;
use crate::model::{Body, Choice, Declares, Negative, Row, Table, Type};
use crate::report::{Place, Report};

/// Checks the keys of a type, its tables and its rows.
pub(super) fn check(ty: &Type, report: &mut Report) {
    let place = Place::ty(ty);
    if !has_body(ty, report) || !has_rows(ty, report) {
        return;
    }
    encode(ty, &place, report);
    for (place, table) in tables(ty) {
        self::table(ty, table, &place, report);
        let mut before = None;
        for (place, row) in table_rows(table, &place) {
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
fn refuse(place: &Place, key: &str, owner: &str, why: &str, report: &mut Report) {
    let found = format!("`{key}` of {owner}");
    report.add(&place.child(key), found, format!("none: {why}"));
}

/// A key that a place may not have: whether it is set, the key, its owner, and the reason.
type Rule<'a> = (bool, &'a str, &'a str, &'a str);

/// Reports the keys that are set and that a place cannot have, each for the first reason.
fn refuse_all(rules: &[Rule<'_>], place: &Place, report: &mut Report) {
    for (_, key, owner, why) in rules.iter().filter(|(is_set, ..)| *is_set) {
        refuse(place, key, owner, why, report);
    }
}

/// Checks how encoders choose among the tables of a number.
fn encode(ty: &Type, place: &Place, report: &mut Report) {
    let place = place.child("encode");
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
    let body = &*format!("a body `{}`", ty.body.name());
    let is_pool = matches!(ty.body, Body::Pool(_));
    let is_fields = ty.body == Body::Fields;
    let (repeats, has_pad) = (!table.repeat.is_empty(), table.pad.is_some());
    for (key, is_set) in [
        ("when", !table.when.is_empty()),
        ("reject", table.reject.is_some()),
    ] {
        if is_set && (is_pool || is_fields) {
            refuse(place, key, body, "its table is always present", report);
        } else if is_set && repeats {
            refuse(
                place,
                key,
                "a repeated table",
                "its count is its condition",
                report,
            );
        }
    }
    let rules = [
        (
            has_pad && !is_pool,
            "pad",
            body,
            "the padding after elements belongs to `pool`",
        ),
        (
            has_pad && !repeats,
            "pad",
            "a table without `repeat`",
            "it follows the last repetition",
        ),
        (
            table.needs_objects && ty.body != Body::Object,
            "allow",
            body,
            "it belongs to `object`",
        ),
        (
            table.declares.is_some() && !matches!(ty.body, Body::Array | Body::Dictionary),
            "declares",
            body,
            "it belongs to `array` and `dictionary`",
        ),
        (
            repeats && is_fields,
            "repeat",
            body,
            "its components are there once",
        ),
    ];
    refuse_all(&rules, place, report);
}

/// Returns whether a row is the number of a declared type.
fn is_declared_type(ty: &Type, row: &Row) -> bool {
    let mut tables = ty.tables.iter();
    tables.any(|table| table.declares == Some(Declares::Type) && table.rows.contains(row))
}

/// Returns whether `negative` is set; a number that measures a string has it by itself.
fn has_sign(row: &Row) -> bool {
    row.negative != Negative::Unsigned && row.measures.is_none()
}

/// Checks a row that is a component.
fn component(row: &Row, place: &Place, report: &mut Report) {
    let why = "a component is a plain number";
    let rules = [
        ("bits", !row.bits.is_empty()),
        ("max", row.max.is_some()),
        ("when", !row.when.is_empty()),
        ("measures", row.measures.is_some()),
        ("negative", has_sign(row)),
        ("nul", row.has_nul),
        ("pad", row.pad.is_some()),
    ];
    let rules = rules.map(|(key, is_set)| (is_set, key, "a component", why));
    refuse_all(&rules, place, report);
}

/// Checks a row that is no component; `before` is the row before it.
fn field(ty: &Type, row: &Row, before: Option<&Row>, place: &Place, report: &mut Report) {
    let body = &*format!("a body `{}`", ty.body.name());
    // A wrong name in `measures`, and a string without it, are reported as references.
    let is_measured = before.is_some_and(|before| before.measures.is_some());
    for (key, is_set) in [("nul", row.has_nul), ("pad", row.pad.is_some())] {
        if is_set && !is_measured && !is_string(row) {
            refuse(
                place,
                key,
                "a row that no other measures",
                "it belongs to strings",
                report,
            );
        }
    }
    nul(row, place, report);
    if row.pad.is_some_and(|pad| pad.may_be_missing) {
        let why = "only the padding after elements may be missing";
        refuse(&place.child("pad"), "missing", "a row", why, report);
    }
    let (has_sign, has_bits) = (has_sign(row), !row.bits.is_empty());
    let (has_max, measures) = (row.max.is_some(), row.measures.is_some());
    let measures_zero = measures && row.negative == Negative::Zero;
    let is_typed_array = ty.body == Body::TypedArray;
    let has_other_wire = row.wire != "u32" && report.sound(&place.child("wire"));
    let wire = &*format!("the wire type `{}`", row.wire);
    let rules = [
        (
            measures_zero,
            "negative",
            "a number with `measures`",
            "the length of a string is never negative",
        ),
        (
            row.is_type_number && !is_typed_array && !is_declared_type(ty, row),
            "number_of",
            body,
            "it belongs to `typed_array`, and to a table with `declares: type`",
        ),
        (
            row.value_type.is_some() && !is_typed_array,
            "type",
            body,
            "it belongs to `typed_array`",
        ),
        (
            has_sign && has_bits,
            "negative",
            "a number with `bits`",
            "it belongs to whole numbers",
        ),
        (
            measures && has_bits,
            "measures",
            "a number with `bits`",
            "it belongs to whole numbers",
        ),
        (
            has_max && has_bits,
            "max",
            "a number with `bits`",
            "it belongs to whole numbers",
        ),
        (
            has_max && ty.body != Body::Bool,
            "max",
            body,
            "it belongs to `bool`",
        ),
        (
            has_sign && has_max,
            "negative",
            "a number with `max`",
            "the largest number is enough",
        ),
        (
            has_sign && has_other_wire,
            "negative",
            wire,
            "it belongs to `u32`",
        ),
    ];
    refuse_all(&rules, place, report);
}

/// Checks that a length includes a NUL where the wire type has one.
fn nul(row: &Row, place: &Place, report: &mut Report) {
    if !is_string(row) || !report.sound(&place.child("wire")) {
        return;
    }
    let wire = row.wire.as_str();
    let (found, expected) = match (wire, row.has_nul) {
        ("text", false) => ("without `nul: counted`", "it: the string has a final NUL"),
        ("bytes", true) => ("with `nul: counted`", "`text`, which has a final NUL"),
        _ => return,
    };
    let found = format!("the wire type `{wire}` {found}");
    report.add(&place.child("nul"), found, expected);
}

/// Checks that only components have a value in a new value of their type.
fn initials(ty: &Type, report: &mut Report) {
    if ty.body == Body::Fields {
        return;
    }
    for (place, row) in rows(ty) {
        if row.initial != 0 {
            let found = format!("initial {}", row.initial);
            let expected = "none: it belongs to the rows of a body `fields`";
            report.add(&place.child("initial"), found, expected);
        }
    }
}
