//! Published pages, errata and defects name known layouts, pages, types, tables and rows.

use super::known::{has_rows, repeated, type_name};
use crate::model::{Erratum, ErratumKind, PublishedRow, Schema, Table, Type, find, has, names};
use crate::published::printed_offset;
use crate::report::{File, Place, Report};

/// Checks the pages, the errata and the defects.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    let place = |list: &str, index| Place::file(File::Errata).child(list).child(index);
    pages(schema, report);
    let mut ids = Vec::new();
    for (index, erratum) in schema.errata.iter().enumerate() {
        let place = place("errata", index);
        let key = erratum.key.as_deref();
        layouts(schema, &erratum.layouts, key, &place, report);
        citations(schema, erratum, &place, report);
        facts(erratum, &place, report);
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

/// Checks the pages: their layouts, and the pages that they repeat.
fn pages(schema: &Schema, report: &mut Report) {
    let place = Place::file(File::Errata).child("pages");
    for (index, page, _) in repeated(&schema.pages, |page| &page.id) {
        let found = format!("the page `{}` again", page.id);
        report.add(&place.child(index).child("id"), found, "every page once");
    }
    for (index, page) in schema.pages.iter().enumerate() {
        let place = place.child(index);
        layouts(schema, &page.layouts, None, &place, report);
        let repeats = page.repeats.as_deref();
        if let Some(id) = repeats.filter(|id| !has(&schema.pages, id)) {
            let here = place.child("repeats");
            report.unknown(&here, "page", id, "a page of `pages`", names(&schema.pages));
        }
    }
}

/// Checks that the pages are known, and that they are those of the layouts.
fn citations(schema: &Schema, erratum: &Erratum, place: &Place, report: &mut Report) {
    let here = place.child("pages");
    if erratum.pages.is_empty() {
        report.add(
            &here,
            "no page",
            "at least one, with the lines of the claims",
        );
    }
    let has_layouts = report.sound(&place.child("layouts"));
    let cited = |page: &str| erratum.pages.iter().any(|citation| citation.page == page);
    for citation in &erratum.pages {
        let place = here.child(&citation.page);
        let expected = "a page of `pages`";
        let Some(page) = find(&schema.pages, &citation.page) else {
            let known = names(&schema.pages).filter(|id| !cited(id));
            report.unknown(&place, "page", &citation.page, expected, known);
            continue;
        };
        if has_layouts
            && !page
                .layouts
                .iter()
                .any(|module| erratum.layouts.contains(module))
        {
            let found = format!("the page `{}`", page.id);
            report.add(&place, found, "a page of one of the erratum's layouts");
        }
    }
    if !has_layouts || !report.sound(&here) {
        return;
    }
    for (index, module) in erratum.layouts.iter().enumerate() {
        let mut pages = schema.pages.iter().filter(|page| cited(&page.id));
        if !pages.any(|page| page.layouts.contains(module)) {
            let found = format!("layout `{module}`, which none of the erratum's pages describes");
            report.add(
                &place.child("layouts").child(index),
                found,
                "a page of it in `pages`",
            );
        }
    }
}

/// Checks that an erratum claims facts, and that a gap and only a gap omits topics.
fn facts(erratum: &Erratum, place: &Place, report: &mut Report) {
    if erratum.claims.is_empty() {
        report.add(
            &place.child("claims"),
            "no claim",
            "at least one fact of the pages",
        );
    }
    let omits = place.child("omits");
    match erratum.kind {
        _ if !report.sound(&place.child("kind")) => {}
        ErratumKind::Gap if erratum.omits.is_empty() => {
            report.add(
                &omits,
                "a gap without `omits`",
                "the topics that the pages leave out",
            );
        }
        ErratumKind::Error if !erratum.omits.is_empty() => {
            report.add(&omits, "`omits` in an error", "none: it belongs to a gap");
        }
        _ => {}
    }
}

/// Checks that the layouts are known and have the type.
pub(super) fn layouts(
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
