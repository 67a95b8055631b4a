//! Tables that the number of a type selects.

use super::known::{table_rows, type_name};
use super::references::{earlier, field};
use crate::model::{Body, Is, Row, Schema, Table, Type, find};
use crate::report::{Place, Report};

/// Returns whether the number of a type selects a table.
pub(super) fn is_selected(table: &Table) -> bool {
    let mut conditions = table.when.iter();
    conditions.any(|condition| matches!(condition.is, Is::Role(_)))
}

/// Checks the conditions of a table that the number of a type selects: a role, and a flag of the
/// header.
pub(super) fn check(
    schema: &Schema,
    ty: &Type,
    table_index: usize,
    table: &Table,
    place: &Place,
    report: &mut Report,
) {
    let rows = earlier(ty, table_index, 0);
    let is_type_number =
        |name: &str| matches!(field(&rows, name), Some((row, Some(_))) if row.is_type_number);
    let is_flag = |name: &str| find(&ty.flags, name).is_some_and(|flag| flag.largest() == 1);
    for condition in &table.when {
        let (name, here) = (condition.field.as_str(), place.child(&condition.field));
        let (is_known, expected) = match condition.is {
            Is::Role(_) => (
                is_type_number(name),
                "a bit field of an earlier row with `number_of: type`",
            ),
            _ => (
                is_flag(name),
                "a flag of the header: the other condition of a table with a role",
            ),
        };
        if !is_known {
            report.add(&here, format!("a condition on `{name}`"), expected);
        }
    }
    if table.when.len() != 2 {
        let found = format!("{} conditions", table.when.len());
        report.add(place, found, "two: a role, and a flag of the header");
    }
    let table_place = Place::ty(ty).table(table_index);
    for (place, row) in table_rows(table, &table_place) {
        if let Some(key) = &row.value_type {
            string_type(schema, key, &place.child("type"), report);
        }
    }
    let is_value = |row: &Row| row.value_type.is_some() && row.wire == "value";
    if !matches!(table.rows.as_slice(), [row] if is_value(row)) {
        let found = format!("{} rows", table.rows.len());
        let expected = "one row of the wire type `value` with a `type`";
        report.add(place, found, expected);
    }
}

/// Checks that a selected value is of a known type of strings.
fn string_type(schema: &Schema, key: &str, place: &Place, report: &mut Report) {
    type_name(schema, key, place, report);
    if find(&schema.types, key).is_some_and(|ty| ty.body != Body::Text) {
        let expected = "a type with a body `text`";
        report.add(place, format!("the type `{key}`"), expected);
    }
}
