//! Conditions: tables are selected by bit fields, rows by the string before them.

use super::known::{has_fields, is_string, table_rows, tables};
use super::references::{earlier, field, field_names};
use super::selects;
use crate::model::{BitField, Is, Row, Schema, Table, Type, find, has, names};
use crate::report::{Place, Report};
use crate::suggest::listed;

/// The errors that decoding can fail with where a table is present.
const ERRORS: [&str; 1] = ["OldNodePath"];

/// Checks the conditions of a type.
pub(super) fn check(schema: &Schema, ty: &Type, report: &mut Report) {
    if !has_fields(ty, report) {
        return;
    }
    let mut tests = Vec::new();
    for (index, (place, table)) in tables(ty).enumerate() {
        let test = condition(schema, ty, index, table, &place, report);
        reject(table, test.as_ref(), &place, report);
        tests.extend(test);
        rows(ty, index, table, &place, report);
    }
    coverage(ty, &tests, report);
}

/// A table that is present if a bit field has a value.
struct Test<'s> {
    /// The name of the bit field, after that of its row.
    name: &'s str,
    bits: &'s BitField,
    is_flag: bool,
    value: u32,
    table: &'s Table,
    place: Place,
}

/// Checks the condition of a table, and returns it if it is right.
fn condition<'s>(
    schema: &Schema,
    ty: &'s Type,
    index: usize,
    table: &'s Table,
    place: &Place,
    report: &mut Report,
) -> Option<Test<'s>> {
    let place = place.child("when");
    let condition = table.when.first().filter(|_| report.sound(&place))?;
    if selects::is_selected(table) {
        selects::check(schema, ty, index, table, &place, report);
        return None;
    }
    if table.when.len() > 1 {
        let found = format!("{} conditions", table.when.len());
        report.add(&place, found, "one: a bit field selects a table");
        return None;
    }
    let name = condition.field.as_str();
    let flag = find(&ty.flags, name);
    let rows = earlier(ty, index, 0);
    let here = place.child(name);
    let field = field(&rows, name);
    let bits = flag.or_else(|| field?.1);
    let Some(bits) = bits else {
        if field.is_some() {
            let expected = "a bit field: a table is present for one of its values";
            report.add(&here, format!("a condition on the row `{name}`"), expected);
        } else {
            unknown(ty, &rows, name, &here, report);
        }
        return None;
    };
    let largest = bits.largest();
    let (found, expected) = match condition.is {
        Is::Number(value) if value <= largest => {
            return Some(Test {
                name,
                bits,
                is_flag: flag.is_some(),
                value,
                table,
                place: here,
            });
        }
        Is::Number(value) => (
            format!("`{name}` is {value}"),
            format!("at most {largest}: the largest value of the field"),
        ),
        Is::Present | Is::Role(_) => (
            format!("`{name}` is `present`"),
            format!("a number from 0 to {largest}"),
        ),
    };
    report.add(&here, found, expected);
    None
}

/// Reports a condition on a field that is neither of the header nor before it.
fn unknown(ty: &Type, rows: &[&Row], name: &str, place: &Place, report: &mut Report) {
    let fields = field_names(rows);
    let known = names(&ty.flags).chain(fields.iter().map(String::as_str));
    let expected = "a bit field of the header, or an earlier field";
    report.unknown(place, "field", name, expected, known);
}

/// Checks the error of a table that is not decoded.
fn reject(table: &Table, test: Option<&Test<'_>>, place: &Place, report: &mut Report) {
    let when = place.child("when");
    let place = place.child("reject");
    let Some(error) = table.reject.as_deref().filter(|_| report.sound(&place)) else {
        return;
    };
    if !ERRORS.contains(&error) {
        let expected = format!("one of {}", listed(ERRORS));
        report.unknown(&place, "error", error, &expected, ERRORS);
    }
    let is_single_bit = |test: &Test<'_>| !test.is_flag && test.bits.largest() == 1;
    if report.sound(&when) && !test.is_some_and(is_single_bit) {
        let expected = "a condition on a single bit of an earlier row";
        report.add(&when, "`reject` without such a condition", expected);
    }
}

/// Checks the conditions of rows: a row can depend on the string before it.
fn rows(ty: &Type, table_index: usize, table: &Table, place: &Place, report: &mut Report) {
    for (index, (place, row)) in table_rows(table, place).into_iter().enumerate() {
        let place = place.child("when");
        let Some(condition) = row.when.first().filter(|_| report.sound(&place)) else {
            continue;
        };
        let mut before = table.rows.iter().take(index);
        let string = before.rfind(|row| is_string(row));
        let name = condition.field.as_str();
        let is_on_string = string.is_some_and(|string| string.name == name);
        if is_on_string && condition.is == Is::Present && row.when.len() == 1 {
            continue;
        }
        let known = earlier(ty, table_index, index);
        if field(&known, name).is_none() && !has(&ty.flags, name) {
            unknown(ty, &known, name, &place.child(name), report);
            continue;
        }
        let expected = match string {
            Some(string) => format!("`{}: present`: the string before the row", string.name),
            None => "no condition: no string is before the row".to_owned(),
        };
        report.add(&place, format!("a condition on `{name}`"), expected);
    }
}

/// Checks that the tables that test a bit field cover its values, each once.
fn coverage(ty: &Type, tests: &[Test<'_>], report: &mut Report) {
    let place = Place::ty(ty).child("tables");
    let is_conditional = |table: &&Table| !table.when.is_empty() && !selects::is_selected(table);
    let mut conditional = ty.tables.iter().filter(is_conditional);
    // A mistake in another condition may be the reason for what is missing.
    let is_known = conditional.all(|table| tests.iter().any(|test| test.table == table));
    for (index, test) in tests.iter().enumerate() {
        let is_same = |other: &&Test<'_>| other.name == test.name;
        if tests.iter().take(index).any(|other| is_same(&other)) {
            continue;
        }
        let same: Vec<_> = tests.iter().filter(is_same).collect();
        let mut twice = same.iter().enumerate().filter(|(index, test)| {
            let mut earlier = same.iter().take(*index);
            earlier.any(|other| other.value == test.value)
        });
        if let Some((_, test)) = twice.next() {
            let found = format!("`{}` is {} again", test.name, test.value);
            report.add(&test.place, found, "every value of the field once");
            continue;
        }
        let is_missing = |value: &u32| same.iter().all(|test| test.value != *value);
        // Without a declared type, the field is 0.
        let first = u32::from(test.table.declares.is_some());
        let missing = (first..=test.bits.largest()).find(is_missing);
        let decoded = same.iter().filter(|test| test.table.reject.is_none());
        if let Some(missing) = missing.filter(|_| is_known) {
            let found = format!("no table for `{}` {missing}", test.name);
            report.add(&place, found, "one for each value of the field");
        } else if missing.is_none() && !test.is_flag && decoded.count() != 1 {
            let found = format!("a choice of tables by `{}`", test.name);
            let expected = "`reject` in all but one: only the header selects what is decoded";
            report.add(&place, found, expected);
        }
    }
}
