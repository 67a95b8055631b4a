//! Rows by themselves: their names, and the lengths of their wire types.

use super::known::{table_rows, tables};
use super::names::rust_name;
use crate::model::{Body, Offset, Row, Schema, Table, Type, find, has, names};
use crate::report::{Place, Report};

/// Checks the names of the tables and rows of a type, and the wire types of its rows.
pub(super) fn check(schema: &Schema, ty: &Type, report: &mut Report) {
    for (index, (place, table)) in tables(ty).enumerate() {
        let earlier = &ty.tables[..index];
        table_name(&table.name, earlier, &place.child("table"), report);
        if table.rows.is_empty() {
            report.add_if_sound(&place.child("rows"), "no row", "at least one");
        }
        for (index, (place, row)) in table_rows(table, &place).into_iter().enumerate() {
            let earlier = &table.rows[..index];
            row_name(ty, row, earlier, &place.child("name"), report);
            wire(schema, row, &place, report);
        }
    }
}

/// Checks that the name of a table is its own, and can be a part of an identifier.
fn table_name(name: &str, earlier: &[Table], place: &Place, report: &mut Report) {
    if has(earlier, name) {
        let expected = "every table of a type once";
        report.add_if_sound(place, format!("the table `{name}` again"), expected);
    } else if !name.split([' ', '-']).all(is_word) && !name.is_empty() {
        let expected = "words of ASCII letters and digits";
        report.add_if_sound(place, format!("the name `{name}`"), expected);
    }
}

fn is_word(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Checks that the name of a row is its own, and can be an identifier.
fn row_name(ty: &Type, row: &Row, earlier: &[Row], place: &Place, report: &mut Report) {
    if !report.sound(place) {
        return;
    }
    for part in row.name.split('.') {
        rust_name(part, place, report);
    }
    if has(earlier, &row.name) {
        let found = format!("`{}` again", row.name);
        report.add(place, found, "every row of a table once");
    } else if row.name.contains('.') && !is_component(ty, row) && report.sound(&Place::body(ty)) {
        let expected = "a plain name: only components have members";
        report.add(place, format!("`{}`", row.name), expected);
    }
}

/// Returns whether a row is a component of a value or an element.
pub(super) fn is_component(ty: &Type, row: &Row) -> bool {
    match ty.body {
        Body::Fields => true,
        Body::Pool(_) => matches!(row.offset, Offset::Element { .. }),
        _ => false,
    }
}

/// Checks that the wire type of a row is known and has the row's length.
fn wire(schema: &Schema, row: &Row, place: &Place, report: &mut Report) {
    let named = place.child("wire");
    if !report.reached(&Place::wires()) || !report.sound(&named) {
        return;
    }
    let Some(wire) = find(&schema.wires, &row.wire) else {
        let (known, expected) = (names(&schema.wires), "one of `wire_types`");
        return report.unknown(&named, "wire type", &row.wire, expected, known);
    };
    if row.length != wire.length && report.sound(&Place::wire(&wire.name).child("length")) {
        let found = format!("length {}", row.length);
        let expected = format!("{}: the length of `{}`", wire.length, wire.name);
        report.add_if_sound(&place.child("length"), found, expected);
    }
}
