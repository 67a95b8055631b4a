//! Errata and defects name known layouts, types, tables and rows.

use super::known::{has_rows, repeated, type_name};
use crate::model::{Erratum, PublishedRow, Schema, Table, Type, find, has, names};
use crate::published::printed_offset;
use crate::report::{File, Place, Report};

/// Checks the errata and the defects.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    let place = |list: &str, index| Place::file(File::Errata).child(list).child(index);
    let mut ids = Vec::new();
    for (index, erratum) in schema.errata.iter().enumerate() {
        let place = place("errata", index);
        let key = erratum.key.as_deref();
        layouts(schema, &erratum.layouts, key, &place, report);
        tables(schema, erratum, &place, report);
        ids.push((place, &erratum.id));
    }
    for (index, defect) in schema.defects.iter().enumerate() {
        let place = place("defects", index);
        layouts(schema, &defect.layouts, Some(&defect.key), &place, report);
        ids.push((place, &defect.id));
    }
    let rule = Place::file(File::Types).child("double").child("erratum");
    let erratum = &schema.double.erratum;
    if report.sound(&Place::file(File::Errata)) && !has(&schema.errata, erratum) {
        let (known, expected) = (names(&schema.errata), "the id of an erratum");
        report.unknown(&rule, "erratum", erratum, expected, known);
    }
    for (_, (place, id), _) in repeated(&ids, |(_, id)| *id) {
        let found = format!("the id `{id}` again");
        report.add(&place.child("id"), found, "an id that no other entry has");
    }
}

/// Checks that the layouts are known and have the type.
fn layouts(
    schema: &Schema,
    modules: &[String],
    key: Option<&str>,
    place: &Place,
    report: &mut Report,
) {
    let ty = place.child("type");
    if let Some(key) = key {
        type_name(schema, key, &ty, report);
    }
    // A layout with a mistake can have any name and any type.
    let readable = |index| {
        let file = Place::file(File::Layout(index));
        report.reached(&file) && report.sound(&file.child("module"))
    };
    let all_readable = !schema.layouts.is_empty() && (0..schema.layouts.len()).all(readable);
    if modules.is_empty() {
        report.add(&place.child("layouts"), "no layout", "at least one");
    }
    for (index, module) in modules.iter().enumerate() {
        let here = place.child("layouts").child(index);
        let mut layouts = schema.layouts.iter().enumerate();
        let layout = layouts.find(|(_, layout)| layout.module == *module);
        match (layout, key) {
            (None, _) if all_readable => {
                let expected = "the module of a layout";
                report.unknown(&here, "layout", module, expected, names(&schema.layouts));
            }
            (Some((index, layout)), Some(key)) if !has(&layout.types, key) => {
                let types = Place::file(File::Layout(index)).child("types");
                if report.sound(&types) && report.sound(&ty) {
                    let expected = format!("a layout that has the type `{key}`");
                    report.add(&here, format!("layout `{module}`"), expected);
                }
            }
            _ => {}
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
                let found = format!("`{part}` without a type");
                let expected = "the `type` that the tables belong to";
                report.add(&place.child(part), found, expected);
            }
        }
        return;
    };
    let Some(ty) = find(&schema.types, key).filter(|ty| has_rows(ty, report)) else {
        return;
    };
    for (index, unlisted) in erratum.unlisted.iter().enumerate() {
        if unlisted != "*" {
            table(ty, unlisted, &place.child("unlisted").child(index), report);
        }
    }
    let place_of = |index| place.child("published").child(index);
    for (index, published, _) in repeated(&erratum.published, |row| (&row.table, &row.name)) {
        let found = format!("`{}` again", published.name);
        let place = place_of(index).child("name");
        report.add(&place, found, "every row once");
    }
    for (index, published) in erratum.published.iter().enumerate() {
        let here = place_of(index);
        if let Some(table) = table(ty, &published.table, &here.child("table"), report) {
            row(schema, published, table, &here, report);
        }
    }
}

fn table<'a>(ty: &'a Type, name: &str, place: &Place, report: &mut Report) -> Option<&'a Table> {
    let found = find(&ty.tables, name);
    if found.is_none() {
        let expected = format!("a table of `{}`", ty.key);
        report.unknown(place, "table", name, &expected, names(&ty.tables));
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
    let Some(row) = find(&table.rows, &published.name) else {
        let (known, expected) = (names(&table.rows), "a row of the table");
        return report.unknown(&name, "row", &published.name, expected, known);
    };
    let offset = printed_offset(row.offset);
    let wire = find(&schema.wires, &row.wire).map(|wire| wire.published.clone());
    let mut is_other = false;
    for (key, published, real) in [
        ("offset", &published.offset, Some(offset)),
        ("length", &published.length, Some(row.length.to_string())),
        ("wire", &published.wire, wire),
    ] {
        is_other |= published.is_some();
        if published.is_some() && *published == real {
            let found = format!("{key} {}", real.unwrap_or_default());
            let expected = "none: the page prints what engines do";
            report.add(&place.child(key), found, expected);
        }
    }
    if !is_other {
        let expected = "an `offset`, a `length` or a `wire`";
        report.add(place, "no difference from the page", expected);
    }
}
