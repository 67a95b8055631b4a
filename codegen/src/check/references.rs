//! References between the rows of a type: counts of repetitions, and numbers that measure strings.

use super::known::{has_fields, has_sound_rows, has_sound_tables, is_string, table_rows, tables};
use super::rows::is_component;
use crate::model::{BitField, Row, Table, Type, find};
use crate::report::{Place, Report};
use crate::steps::split_field;

/// Checks the references of a type.
pub(super) fn check(ty: &Type, report: &mut Report) {
    if !has_fields(ty, report) {
        return;
    }
    for (place, table) in tables(ty) {
        let rows = table_rows(table, &place);
        let mut before = None;
        for (index, (place, row)) in rows.iter().enumerate() {
            if !is_component(ty, row) {
                measure(place, row, rows.get(index + 1), report);
                if table.reject.is_none() {
                    measured(place, row, before, report);
                }
            }
            before = Some(*row);
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

/// Finds a row, or a bit field of one, by its name, such as `name_count.new_format`.
pub(super) fn field<'s>(rows: &[&'s Row], name: &str) -> Option<(&'s Row, Option<&'s BitField>)> {
    let (row, bits) = split_field(name);
    let row: &'s Row = find(rows, row)?;
    match bits {
        Some(bits) => Some((row, Some(find(&row.bits, bits)?))),
        None => Some((row, None)),
    }
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
        count(name, &rows, &place.child("repeat").child(index), report);
    }
}

fn count(name: &str, rows: &[&Row], place: &Place, report: &mut Report) {
    match field(rows, name) {
        Some((row, _)) if row.wire == "u32" => {
            if let Some(measured) = &row.measures {
                let found = format!("`{name}`, which measures `{measured}`");
                report.add(place, found, "a number of its own");
            }
        }
        Some((row, _)) => {
            let found = format!("`{name}` of the wire type `{}`", row.wire);
            report.add(place, found, "a count of the wire type `u32`");
        }
        None => {
            let known = field_names(rows);
            let known = known.iter().map(String::as_str);
            let expected = "an earlier row, or a bit field of one";
            report.unknown(place, "count", name, expected, known);
        }
    }
}

/// Checks that the row after a number is the string that the number measures.
fn measure(place: &Place, row: &Row, next: Option<&(Place, &Row)>, report: &mut Report) {
    let Some(measured) = &row.measures else {
        return;
    };
    if row.wire != "u32" {
        let found = format!("wire type `{}`", row.wire);
        let expected = format!("`u32`: the number measures `{measured}`");
        report.add(&place.child("wire"), found, expected);
    }
    let place = place.child("measures");
    match next {
        Some((next_place, next)) if next.name == *measured => {
            let is_known = ["length", "wire"].map(|key| report.sound(&next_place.child(key)));
            if is_known == [true, true] && !is_string(next) {
                let found = format!("`{measured}` of the wire type `{}`", next.wire);
                report.add(&place, found, "a string, whose length is X");
            }
        }
        next => {
            let found = format!("`measures` is `{measured}`");
            let next = next.map(|(_, next)| format!("`{}`: the next row", next.name));
            let expected = next.unwrap_or_else(|| "a row after this one".to_owned());
            report.add(&place, found, expected);
        }
    }
}

/// Checks that the row before a string measures it.
fn measured(place: &Place, row: &Row, before: Option<&Row>, report: &mut Report) {
    let is_measured = before.is_some_and(|before| before.measures.is_some());
    if is_string(row) && !is_measured && report.sound(&place.child("wire")) {
        let found = "a length X that no row measures";
        let expected = format!("`measures: {}` in the row before it", row.name);
        report.add(&place.child("length"), found, expected);
    }
}
