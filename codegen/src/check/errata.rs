//! Errata and defects name known layouts, types, tables and rows.

use super::known::{has_rows, type_name};
use crate::model::{Erratum, PublishedRow, Row, Schema, Table, Type};
use crate::published::printed_offset;
use crate::report::{File, Place, Report};
use crate::suggest::did_you_mean;

/// Checks the errata and the defects.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    let place = Place::file(File::Errata);
    let mut ids = Vec::new();
    for (index, erratum) in schema.errata.iter().enumerate() {
        let place = place
            .child("errata")
            .child(index)
            .called(format!("erratum {}", erratum.id));
        id(&erratum.id, &mut ids, &place, report);
        layouts(
            schema,
            &erratum.layouts,
            erratum.key.as_deref(),
            &place,
            report,
        );
        tables(schema, erratum, &place, report);
    }
    for (index, defect) in schema.defects.iter().enumerate() {
        let place = place
            .child("defects")
            .child(index)
            .called(format!("defect {}", defect.id));
        id(&defect.id, &mut ids, &place, report);
        layouts(schema, &defect.layouts, Some(&defect.key), &place, report);
    }
}

fn id<'a>(id: &'a str, ids: &mut Vec<&'a str>, place: &Place, report: &mut Report) {
    let place = place.child("id");
    if report.sound(&place) && ids.contains(&id) {
        report.add(
            &place,
            format!("the id `{id}` again"),
            "an id that no other entry has",
        );
    }
    ids.push(id);
}

/// Checks that the layouts are known and have the type.
fn layouts(
    schema: &Schema,
    modules: &[String],
    key: Option<&str>,
    place: &Place,
    report: &mut Report,
) {
    if let Some(key) = key {
        type_name(schema, key, &place.child("type"), report);
    }
    // A layout with a mistake can have any name and any type.
    let readable = |index| {
        report.reached(&Place::file(File::Layout(index)))
            && report.sound(&Place::file(File::Layout(index)).child("module"))
    };
    let all_readable = !schema.layouts.is_empty() && (0..schema.layouts.len()).all(readable);
    if modules.is_empty() && report.sound(&place.child("layouts")) {
        report.add(&place.child("layouts"), "no layout", "at least one");
    }
    for (index, module) in modules.iter().enumerate() {
        let here = place.child("layouts").child(index);
        let Some(found) = schema
            .layouts
            .iter()
            .position(|layout| layout.module == *module)
        else {
            if all_readable && report.sound(&here) {
                let meant = did_you_mean(
                    module,
                    schema.layouts.iter().map(|layout| layout.module.as_str()),
                );
                report.add(
                    &here,
                    format!("unknown layout `{module}`"),
                    format!("the module of a layout{meant}"),
                );
            }
            continue;
        };
        let types = Place::file(File::Layout(found)).child("types");
        let has_type = |key: &str| {
            schema
                .layouts
                .get(found)
                .is_some_and(|layout| layout.types.iter().any(|ty| ty.key == key))
        };
        if let Some(key) = key.filter(|key| !has_type(key))
            && report.sound(&types)
            && report.sound(&place.child("type"))
        {
            report.add(
                &here,
                format!("layout `{module}`"),
                format!("a layout that has the type `{key}`"),
            );
        }
    }
}

/// Checks that the tables and rows are known, and differ from the page.
fn tables(schema: &Schema, erratum: &Erratum, place: &Place, report: &mut Report) {
    let Some(key) = &erratum.key else {
        for (part, is_empty) in [
            ("published", erratum.published.is_empty()),
            ("unlisted", erratum.unlisted.is_empty()),
        ] {
            if !is_empty && report.sound(&place.child("type")) {
                report.add(
                    &place.child(part),
                    format!("`{part}` without a type"),
                    "the `type` that the tables belong to",
                );
            }
        }
        return;
    };
    let Some(ty) = schema.types.iter().find(|ty| ty.key == *key) else {
        return;
    };
    if !has_rows(ty, report) {
        return;
    }
    for (index, unlisted) in erratum.unlisted.iter().enumerate() {
        if unlisted != "*" {
            table(ty, unlisted, &place.child("unlisted").child(index), report);
        }
    }
    for (index, published) in erratum.published.iter().enumerate() {
        let here = place.child("published").child(index).named(&published.name);
        let earlier = || erratum.published.iter().take(index);
        if earlier().any(|other| (&other.table, &other.name) == (&published.table, &published.name))
        {
            report.add(
                &here.child("name"),
                format!("`{}` again", published.name),
                "every row once",
            );
        }
        if let Some(table) = table(ty, &published.table, &here.child("table"), report) {
            row(schema, published, table, &here, report);
        }
    }
}

fn table<'a>(ty: &'a Type, name: &str, place: &Place, report: &mut Report) -> Option<&'a Table> {
    let found = ty.tables.iter().find(|table| table.name == name);
    if found.is_none() && report.sound(place) {
        let meant = did_you_mean(name, ty.tables.iter().map(|table| table.name.as_str()));
        report.add(
            place,
            format!("unknown table `{name}`"),
            format!("a table of `{}`{meant}", ty.key),
        );
    }
    found
}

fn row(
    schema: &Schema,
    published: &PublishedRow,
    table: &Table,
    place: &Place,
    report: &mut Report,
) {
    let name = place.child("name");
    if !report.sound(&name) {
        return;
    }
    let Some(row) = table.rows.iter().find(|row| row.name == published.name) else {
        let meant = did_you_mean(
            &published.name,
            table.rows.iter().map(|row| row.name.as_str()),
        );
        report.add(
            &name,
            format!("unknown row `{}`", published.name),
            format!("a row of the table{meant}"),
        );
        return;
    };
    let printed = printed(schema, row);
    let mut is_other = false;
    for (key, published, real) in [
        ("offset", &published.offset, Some(printed.0)),
        ("length", &published.length, Some(printed.1)),
        ("wire", &published.wire, printed.2),
    ] {
        is_other |= published.is_some();
        if published.is_some() && *published == real {
            let found = format!("{key} {}", real.unwrap_or_default());
            report.add(
                &place.child(key),
                found,
                "none: the page prints what engines do",
            );
        }
    }
    if !is_other && report.sound(place) {
        report.add(
            place,
            "no difference from the page",
            "an `offset`, a `length` or a `wire`",
        );
    }
}

/// Returns the offset, the length and the wire type of a row as pages print them.
fn printed(schema: &Schema, row: &Row) -> (String, String, Option<String>) {
    let wire = schema.wires.iter().find(|wire| wire.name == row.wire);
    (
        printed_offset(row.offset),
        row.length.to_string(),
        wire.map(|wire| wire.published.clone()),
    )
}
