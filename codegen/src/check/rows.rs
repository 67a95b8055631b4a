//! Rows by themselves: their names, and the lengths of their wire types.

use super::known::{has_body, repeated, table_rows, tables};
use super::names::rust_name;
use crate::model::{Body, Offset, Row, Schema, Type, find, names};
use crate::report::{Place, Report};

/// Checks the names of the tables and rows of a type, and the wire types of its rows.
pub(super) fn check(schema: &Schema, ty: &Type, report: &mut Report) {
    let tables: Vec<_> = tables(ty).collect();
    for (_, (place, table), _) in repeated(&tables, |(_, table)| &table.name) {
        let found = format!("the table `{}` again", table.name);
        report.add(&place.child("table"), found, "every table of a type once");
    }
    for (place, table) in tables {
        let name = &table.name;
        if !name.split([' ', '-']).all(is_word) && !name.is_empty() {
            let expected = "words of ASCII letters and digits";
            report.add(
                &place.child("table"),
                format!("the name `{name}`"),
                expected,
            );
        }
        let rows = table_rows(table, &place);
        if rows.is_empty() {
            report.add(&place.child("rows"), "no row", "at least one");
        }
        for (place, row) in &rows {
            row_name(ty, row, &place.child("name"), report);
            wire(schema, row, place, report);
            if row.published.as_ref() == Some(&row.description) {
                let expected = "none: it is the `description`";
                let found = format!("`published` is `{}`", row.description);
                report.add(&place.child("published"), found, expected);
            }
        }
        for (_, (place, row), _) in repeated(&rows, |(_, row)| &row.name) {
            let found = format!("`{}` again", row.name);
            report.add(&place.child("name"), found, "every row of a table once");
        }
    }
}

fn is_word(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Checks that the name of a row can be an identifier.
fn row_name(ty: &Type, row: &Row, place: &Place, report: &mut Report) {
    if !report.sound(place) {
        return;
    }
    for part in row.name.split('.') {
        rust_name(part, place, report);
    }
    if row.name.contains('.') && !is_component(ty, row) && has_body(ty, report) {
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
    if !report.reached(&Place::wires()) {
        return;
    }
    let Some(wire) = find(&schema.wires, &row.wire) else {
        let (known, expected) = (names(&schema.wires), "one of `wire_types`");
        return report.unknown(&named, "wire type", &row.wire, expected, known);
    };
    if row.length != wire.length && report.sound(&Place::wires().child(&wire.name).child("length"))
    {
        let found = format!("length {}", row.length);
        let expected = format!("{}: the length of `{}`", wire.length, wire.name);
        report.add(&place.child("length"), found, expected);
    }
}
