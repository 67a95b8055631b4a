//! Tables that the number of a type selects.

use super::known::type_name;
use super::references::{bit_field, earlier};
use crate::model::{Body, Is, Schema, Table, Type};
use crate::report::{Place, Report};

/// Returns whether the number of a type selects a table.
pub(super) fn is_selected(table: &Table) -> bool {
    let mut conditions = table.when.iter();
    conditions.any(|condition| matches!(condition.is, Is::Role(_)))
}

/// Checks the conditions of a table that the number of a type selects: a role, and a flag of the header.
pub(super) fn check(
    schema: &Schema,
    ty: &Type,
    table_index: usize,
    table: &Table,
    place: &Place,
    report: &mut Report,
) {
    let rows = earlier(ty, table_index, 0);
    let is_type_number = |name: &str| {
        let row = name.split('.').next().unwrap_or_default();
        let mut rows = rows.iter();
        rows.any(|other| other.name == row && other.is_type_number)
    };
    for condition in &table.when {
        let (name, here) = (condition.field.as_str(), place.child(&condition.field));
        let (is_known, expected) = match condition.is {
            Is::Role(_) => (
                bit_field(&rows, name).is_some() && is_type_number(name),
                "a bit field of an earlier row with `number_of: type`",
            ),
            _ => (
                ty.flags
                    .iter()
                    .any(|flag| flag.name == name && flag.largest() == 1),
                "a flag of the header: the other condition of a table with a role",
            ),
        };
        if !is_known {
            report.add(&here, format!("a condition on `{name}`"), expected);
        }
    }
    if table.when.len() != 2 && report.sound(place) {
        let found = format!("{} conditions", table.when.len());
        report.add(place, found, "two: a role, and a flag of the header");
    }
    for (index, row) in table.rows.iter().enumerate() {
        let place = Place::ty(&ty.key).table(table_index, &table.name);
        let place = place.row(index, &row.name).child("type");
        if let Some(key) = &row.value_type {
            string_type(schema, key, &place, report);
        }
    }
    let is_value = |row: &crate::model::Row| row.value_type.is_some() && row.wire == "value";
    if !matches!(table.rows.as_slice(), [row] if is_value(row)) && report.sound(place) {
        let found = format!("{} rows", table.rows.len());
        report.add(
            place,
            found,
            "one row of the wire type `value` with a `type`",
        );
    }
}

/// Checks that a selected value is of a known type of strings.
fn string_type(schema: &Schema, key: &str, place: &Place, report: &mut Report) {
    type_name(schema, key, place, report);
    let mut types = schema.types.iter();
    let other = types.find(|ty| ty.key == key && ty.body != Body::Text);
    if other.is_some() && report.sound(place) {
        report.add(
            place,
            format!("the type `{key}`"),
            "a type with a body `text`",
        );
    }
}
