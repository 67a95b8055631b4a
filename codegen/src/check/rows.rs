//! Rows by themselves: their names, and the lengths of their wire types.

use super::names::rust_name;
use crate::model::{Body, Offset, Row, Schema, Table, Type};
use crate::report::{File, Place, Report};
use crate::suggest::did_you_mean;

/// Checks the names of the tables and rows of a type, and the wire types of its rows.
pub(super) fn check(schema: &Schema, ty: &Type, report: &mut Report) {
    for (index, table) in ty.tables.iter().enumerate() {
        let place = Place::ty(&ty.key).table(index, &table.name);
        table_name(ty, index, table, &place.child("table"), report);
        let rows = place.child("rows");
        if table.rows.is_empty() && report.sound(&rows) {
            report.add(&rows, "no row", "at least one");
        }
        for (index, row) in table.rows.iter().enumerate() {
            let place = place.row(index, &row.name);
            row_name(ty, table, index, &place.child("name"), report);
            wire(schema, row, &place, report);
        }
    }
}

/// Checks that the name of a table is its own, and can be a part of an identifier.
fn table_name(ty: &Type, index: usize, table: &Table, place: &Place, report: &mut Report) {
    let name = &table.name;
    if !report.sound(place) {
        return;
    }
    if ty
        .tables
        .iter()
        .take(index)
        .any(|other| other.name == *name)
    {
        let expected = "every table of a type once";
        report.add(place, format!("the table `{name}` again"), expected);
    } else if !name.split([' ', '-']).all(is_word) && !name.is_empty() {
        let expected = "words of ASCII letters and digits";
        report.add(place, format!("the name `{name}`"), expected);
    }
}

fn is_word(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Checks that the name of a row is its own, and can be an identifier.
fn row_name(ty: &Type, table: &Table, index: usize, place: &Place, report: &mut Report) {
    let Some(row) = table.rows.get(index) else {
        return;
    };
    if !report.sound(place) {
        return;
    }
    for part in row.name.split('.') {
        rust_name(part, place, report);
    }
    let mut earlier = table.rows.iter().take(index);
    if earlier.any(|other| other.name == row.name) {
        let found = format!("`{}` again", row.name);
        report.add(place, found, "every row of a table once");
    } else if row.name.contains('.')
        && !is_component(ty, row)
        && report.sound(&Place::ty(&ty.key).child("body"))
    {
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
    let wires = Place::file(File::Types).child("wire_types");
    if !report.reached(&wires) || !report.sound(&place.child("wire")) {
        return;
    }
    let Some(wire) = schema.wires.iter().find(|wire| wire.name == row.wire) else {
        let names = schema.wires.iter().map(|wire| wire.name.as_str());
        let meant = did_you_mean(&row.wire, names);
        report.add(
            &place.child("wire"),
            format!("unknown wire type `{}`", row.wire),
            format!("one of `wire_types`{meant}"),
        );
        return;
    };
    let known = report.sound(&place.child("length"))
        && report.sound(&wires.child(&wire.name).child("length"));
    if known && row.length != wire.length {
        let found = format!("length {}", row.length);
        let expected = format!("{}: the length of `{}`", wire.length, wire.name);
        report.add(&place.child("length"), found, expected);
    }
}
