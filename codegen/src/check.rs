//! Checks across the sections of a schema: names resolve, offsets add up, bodies have their tables.
//!
//! A check skips values that a reported mistake has made unreliable, so that each mistake is
//! reported once.

mod bodies;
mod errata;
mod examples;
mod layouts;
mod locales;
mod names;
mod offsets;
mod precision;

use crate::check::names::rust_name;
use crate::model::{Row, Schema, Type};
use crate::report::{File, Place, Report};
use crate::suggest::did_you_mean;

/// Reports every mistake that only a comparison of sections shows, except for those of translations.
pub(crate) fn check(schema: &Schema, report: &mut Report) {
    rust_names(schema, report);
    header_length(schema, report);
    for ty in &schema.types {
        rows(schema, ty, report);
        offsets::check(schema, ty, report);
    }
    bodies::check(schema, report);
    precision::check(schema, report);
    layouts::check(schema, report);
    errata::check(schema, report);
    examples::check(schema, report);
}

/// Reports texts without a translation, and translations without a text.
pub(crate) fn translations(schema: &Schema, report: &mut Report) {
    locales::check(schema, report);
}

/// Checks the names of types and constants, which become identifiers.
fn rust_names(schema: &Schema, report: &mut Report) {
    for ty in &schema.types {
        rust_name(&ty.key, &Place::ty(&ty.key), report);
    }
    for constant in &schema.constants {
        let place = Place::file(File::Types)
            .child("constants")
            .child(&constant.name);
        rust_name(
            &constant.name,
            &place.called(format!("constant {}", constant.name)),
            report,
        );
    }
}

/// Checks that the length of the header is a constant: offsets of bodies start after it.
fn header_length(schema: &Schema, report: &mut Report) {
    let place = Place::file(File::Types).child("constants");
    if report.reached(&place)
        && !schema
            .constants
            .iter()
            .any(|constant| constant.name == "HEADER_LENGTH")
    {
        report.add(
            &place,
            "no `HEADER_LENGTH`",
            "one: the first offset of every body",
        );
    }
}

/// Checks each row by itself and against the others of its table.
fn rows(schema: &Schema, ty: &Type, report: &mut Report) {
    for (table_index, table) in ty.tables.iter().enumerate() {
        let place = Place::ty(&ty.key).table(table_index, &table.name);
        for (index, row) in table.rows.iter().enumerate() {
            let place = place.row(index, &row.name);
            if report.sound(&place.child("name")) {
                for part in row.name.split('.') {
                    rust_name(part, &place.child("name"), report);
                }
                if table
                    .rows
                    .iter()
                    .take(index)
                    .any(|other| other.name == row.name)
                {
                    report.add(
                        &place.child("name"),
                        format!("`{}` again", row.name),
                        "every row of a table once",
                    );
                }
            }
            wire(schema, row, &place, report);
        }
    }
}

/// Checks that the wire type of a row is known and has the row's length.
fn wire(schema: &Schema, row: &Row, place: &Place, report: &mut Report) {
    let wires = Place::file(File::Types).child("wire_types");
    if !report.reached(&wires) || !report.sound(&place.child("wire")) {
        return;
    }
    let Some(wire) = schema.wires.iter().find(|wire| wire.name == row.wire) else {
        let meant = did_you_mean(
            &row.wire,
            schema.wires.iter().map(|wire| wire.name.as_str()),
        );
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
        let expected = format!("{}: the length of `{}`", wire.length, wire.name);
        report.add(
            &place.child("length"),
            format!("length {}", row.length),
            expected,
        );
    }
}

/// Checks that a referenced type is known.
fn type_name(schema: &Schema, key: &str, place: &Place, report: &mut Report) {
    let types = Place::file(File::Types).child("types");
    let is_checkable = report.reached(&types) && report.sound(place);
    if is_checkable && !schema.types.iter().any(|ty| ty.key == key) {
        let meant = did_you_mean(key, schema.types.iter().map(|ty| ty.key.as_str()));
        report.add(
            place,
            format!("unknown type `{key}`"),
            format!("a type of types.yaml{meant}"),
        );
    }
}
