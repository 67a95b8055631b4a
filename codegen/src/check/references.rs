//! References between the rows of a type: counts of repetitions, and numbers that measure strings.

use super::known::{has_fields, rows};
use super::rows::is_component;
use crate::model::{BitField, Length, Row, Table, Type};
use crate::report::{Place, Report};
use crate::suggest::did_you_mean;

/// Checks the references of a type.
pub(super) fn check(ty: &Type, report: &mut Report) {
    if !has_fields(ty, report) {
        return;
    }
    for (index, table) in ty.tables.iter().enumerate() {
        let place = Place::ty(&ty.key).table(index, &table.name);
        for row in 0..table.rows.len() {
            measure(ty, table, row, &place, report);
        }
    }
    let mut rows = rows(ty);
    if !rows.all(|(place, _)| report.sound(&place.child("measures"))) || !has_rejects(ty, report) {
        return;
    }
    for (index, table) in ty.tables.iter().enumerate() {
        let place = Place::ty(&ty.key).table(index, &table.name);
        repeat(ty, index, table, &place.child("repeat"), report);
    }
}

/// Returns whether it is known which tables are rejected.
fn has_rejects(ty: &Type, report: &Report) -> bool {
    let place = Place::ty(&ty.key);
    let mut tables = ty.tables.iter().enumerate();
    tables.all(|(index, table)| report.sound(&place.table(index, &table.name).child("reject")))
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
pub(super) fn names(rows: &[&Row]) -> Vec<String> {
    let names = |row: &&Row| {
        let bits = row
            .bits
            .iter()
            .map(|bits| format!("{}.{}", row.name, bits.name));
        [row.name.clone()]
            .into_iter()
            .chain(bits)
            .collect::<Vec<_>>()
    };
    rows.iter().flat_map(names).collect()
}

/// Finds a bit field of a row by its name, such as `name_count.new_format`.
pub(super) fn bit_field<'s>(rows: &[&'s Row], name: &str) -> Option<&'s BitField> {
    let (row, bits) = name.split_once('.')?;
    let row = rows.iter().find(|other| other.name == row)?;
    row.bits.iter().find(|other| other.name == bits)
}

/// Checks the counts of a repeated table.
fn repeat(ty: &Type, index: usize, table: &Table, place: &Place, report: &mut Report) {
    // The elements of a pool array follow their count in the same table.
    let counts = table.rows.iter().take_while(|row| !is_component(ty, row));
    let has_elements = table.rows.iter().any(|row| is_component(ty, row));
    let own = if has_elements { counts.count() } else { 0 };
    let rows = earlier(ty, index, own);
    let table_place = Place::ty(&ty.key).table(index, &table.name);
    let mut offsets = (0..table.rows.len()).map(|row| table_place.row(row, "").child("offset"));
    if !offsets.all(|offset| report.sound(&offset)) {
        return;
    }
    for (index, name) in table.repeat.iter().enumerate() {
        let place = place.child(index);
        if report.sound(&place) {
            count(name, &rows, &place, report);
        }
    }
}

fn count(name: &str, rows: &[&Row], place: &Place, report: &mut Report) {
    let (row, bits) = match name.split_once('.') {
        Some((row, bits)) => (row, Some(bits)),
        None => (name, None),
    };
    let found = rows.iter().find(|other| other.name == row);
    let is_known =
        |row: &&&Row| bits.is_none_or(|bits| row.bits.iter().any(|other| other.name == bits));
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
            let names = names(rows);
            let meant = did_you_mean(name, names.iter().map(String::as_str));
            let expected = format!("an earlier row, or a bit field of one{meant}");
            report.add(place, format!("unknown count `{name}`"), expected);
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
    let place_of = |index: usize, row: &Row| place.row(index, &row.name);
    let here = place_of(index, row);
    if let Some(measured) = &row.measures {
        let place = here.child("measures");
        if row.wire != "u32" && report.sound(&here.child("wire")) {
            let found = format!("wire type `{}`", row.wire);
            let expected = format!("`u32`: the number measures `{measured}`");
            report.add(&here.child("wire"), found, expected);
        }
        match next {
            Some(next) if next.name == *measured => {
                let next_place = place_of(index + 1, next);
                let is_known = report.sound(&next_place.child("length"))
                    && report.sound(&next_place.child("wire"));
                if is_known && (next.length != Length::Counted || next.wire == "value") {
                    let found = format!("`{measured}` of the wire type `{}`", next.wire);
                    report.add(&place, found, "a string, whose length is X");
                }
            }
            _ if !report.sound(&place) => {}
            Some(next) => {
                let found = format!("`measures` is `{measured}`");
                report.add(&place, found, format!("`{}`: the next row", next.name));
            }
            None => {
                let found = format!("`measures` is `{measured}`");
                report.add(&place, found, "a row after this one");
            }
        }
    }
    let before = index.checked_sub(1).and_then(|index| table.rows.get(index));
    let is_measured = before.is_some_and(|before| before.measures.is_some());
    let is_string = row.length == Length::Counted && row.wire != "value";
    let is_known = report.sound(&here.child("length")) && report.sound(&here.child("wire"));
    if is_string && !is_measured && is_known && table.reject.is_none() {
        let expected = format!("`measures: {}` in the row before it", row.name);
        report.add(
            &here.child("length"),
            "a length X that no row measures",
            expected,
        );
    }
}
