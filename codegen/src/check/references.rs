//! References between the rows of a type: counts of repetitions, and numbers that measure strings.

use super::known::{has_fields, has_sound_rows, has_sound_tables, is_string, table_rows, tables};
use super::rows::is_component;
use crate::model::{BitField, Row, Table, Type, find, has};
use crate::report::{Place, Report};
use crate::steps::split_field;

/// Checks the references of a type.
pub(super) fn check(ty: &Type, report: &mut Report) {
    if !has_fields(ty, report) {
        return;
    }
    for (place, table) in tables(ty) {
        for row in 0..table.rows.len() {
            measure(ty, table, row, &place, report);
        }
    }
    // A mistake there hides which rows are strings, and which tables are rejected.
    if !has_sound_rows(ty, "measures", report) || !has_sound_tables(ty, "reject", report) {
        return;
    }
    for (index, (place, table)) in tables(ty).enumerate() {
        repeat(ty, index, table, &place, report);
    }
}

/// Returns the rows that a row or a table can refer to: those before it that are always decoded
/// once.
pub(super) fn earlier(ty: &Type, table: usize, rows: usize) -> Vec<&Row> {
    let tables = ty.tables.iter().take(table);
    let once = tables.filter(|table| table.repeat.is_empty() && table.reject.is_none());
    let before = once.flat_map(|table| &table.rows);
    let own = ty.tables.get(table).map_or(&[][..], |table| &table.rows);
    before.chain(own.iter().take(rows)).collect()
}

/// Returns the names of rows and of their bit fields, such as `count` and `count.shared`.
pub(super) fn field_names(rows: &[&Row]) -> Vec<String> {
    let mut names = Vec::new();
    for row in rows {
        names.push(row.name.clone());
        let bits = row.bits.iter();
        names.extend(bits.map(|bits| format!("{}.{}", row.name, bits.name)));
    }
    names
}

/// Finds a bit field of a row by its name, such as `name_count.new_format`.
pub(super) fn bit_field<'s>(rows: &[&'s Row], name: &str) -> Option<&'s BitField> {
    let (row, bits) = name.split_once('.')?;
    let row: &'s Row = find(rows, row)?;
    find(&row.bits, bits)
}

/// Checks the counts of a repeated table.
fn repeat(ty: &Type, index: usize, table: &Table, place: &Place, report: &mut Report) {
    // The elements of a pool array follow their count in the same table.
    let counts = table.rows.iter().take_while(|row| !is_component(ty, row));
    let has_elements = table.rows.iter().any(|row| is_component(ty, row));
    let own = if has_elements { counts.count() } else { 0 };
    let rows = earlier(ty, index, own);
    let mut own_rows = table_rows(table, place).into_iter();
    if !own_rows.all(|(place, _)| report.sound(&place.child("offset"))) {
        return;
    }
    for (index, name) in table.repeat.iter().enumerate() {
        let place = place.child("repeat").child(index);
        if report.sound(&place) {
            count(name, &rows, &place, report);
        }
    }
}

fn count(name: &str, rows: &[&Row], place: &Place, report: &mut Report) {
    let (row, bits) = split_field(name);
    let found = find(rows, row);
    let is_known = |row: &&&Row| bits.is_none_or(|bits| has(&row.bits, bits));
    match found.filter(is_known) {
        Some(row) if row.wire == "u32" => {
            if let Some(measured) = &row.measures {
                let found = format!("`{name}`, which measures `{measured}`");
                report.add(place, found, "a number of its own");
            }
        }
        Some(row) => {
            let found = format!("`{name}` of the wire type `{}`", row.wire);
            report.add(place, found, "a count of the wire type `u32`");
        }
        None => {
            let known = field_names(rows);
            let expected = "an earlier row, or a bit field of one";
            report.unknown(
                place,
                "count",
                name,
                expected,
                known.iter().map(String::as_str),
            );
        }
    }
}

/// Checks that a number measures the row after it, and that every string is measured.
fn measure(ty: &Type, table: &Table, index: usize, place: &Place, report: &mut Report) {
    let row = table.rows.get(index);
    let Some(row) = row.filter(|row| !is_component(ty, row)) else {
        return;
    };
    let next = table.rows.get(index + 1);
    let here = place.row(index);
    if let Some(measured) = &row.measures {
        let place = here.child("measures");
        if row.wire != "u32" {
            let found = format!("wire type `{}`", row.wire);
            let expected = format!("`u32`: the number measures `{measured}`");
            report.add(&here.child("wire"), found, expected);
        }
        match next {
            Some(next) if next.name == *measured => {
                let next_place = place.row(index + 1);
                let is_known = report.sound(&next_place.child("length"))
                    && report.sound(&next_place.child("wire"));
                if is_known && !is_string(next) {
                    let found = format!("`{measured}` of the wire type `{}`", next.wire);
                    report.add(&place, found, "a string, whose length is X");
                }
            }
            next => {
                let found = format!("`measures` is `{measured}`");
                let next = next.map(|next| format!("`{}`: the next row", next.name));
                let expected = next.unwrap_or_else(|| "a row after this one".to_owned());
                report.add(&place, found, expected);
            }
        }
    }
    let before = index.checked_sub(1).and_then(|index| table.rows.get(index));
    let is_measured = before.is_some_and(|before| before.measures.is_some());
    let is_known = report.sound(&here.child("wire"));
    if is_string(row) && !is_measured && is_known && table.reject.is_none() {
        let found = "a length X that no row measures";
        let expected = format!("`measures: {}` in the row before it", row.name);
        report.add(&here.child("length"), found, expected);
    }
}
