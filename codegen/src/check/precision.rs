//! The rule of double precision agrees with the lengths of the fields.

use crate::model::{Body, Length, Offset, Schema, Table, Type};
use crate::report::{File, Place, Report};

/// Checks the rule of double precision.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    let place = Place::file(File::Types).child("double").called("double");
    wires(schema, &place, report);
    if !report.sound(&place) || !report.sound(&Place::file(File::Types).child("wire_types")) {
        return;
    }
    // One mistake in the rule moves many fields: the first one is reported.
    if let Some((found, expected)) = schema
        .types
        .iter()
        .find_map(|ty| disagreement(schema, ty, report))
    {
        report.add(&place, found, expected);
    }
}

/// Checks that wire types grow to the length of the rule.
fn wires(schema: &Schema, double: &Place, report: &mut Report) {
    for wire in &schema.wires {
        let place = Place::file(File::Types)
            .child("wire_types")
            .child(&wire.name)
            .called(format!("wire type {}", wire.name));
        let Some(length) = wire.double else { continue };
        if !report.sound(&place) || !report.sound(double) {
            continue;
        }
        if wire.length == Length::Counted {
            report.add(
                &place.child("double"),
                format!("double {length}"),
                "none: a length X is the same in every precision",
            );
        } else if length != schema.double.length {
            let expected = format!("{}: the length of `double`", schema.double.length);
            report.add(&place.child("double"), format!("double {length}"), expected);
        }
    }
}

/// Finds the first row of a type that the rule does not place at the end of the row before it.
fn disagreement(schema: &Schema, ty: &Type, report: &Report) -> Option<(String, String)> {
    let [table] = ty.tables.as_slice() else {
        return None;
    };
    let grows = |table: &Table| {
        table.rows.iter().all(|row| {
            schema
                .wires
                .iter()
                .any(|wire| wire.name == row.wire && wire.double.is_some())
        })
    };
    if ty.body != Body::Fields || !report.sound(&Place::ty(&ty.key)) || !grows(table) {
        return None;
    }
    table
        .rows
        .iter()
        .zip(table.in_double(schema))
        .find_map(|(row, (laid_out, _))| {
            let (Offset::At(single), Offset::At(laid_out)) = (row.offset, laid_out) else {
                return None;
            };
            let rule = schema.double;
            let ruled = (i64::from(single) - i64::from(rule.from)) * i64::from(rule.factor)
                + i64::from(rule.from);
            (ruled != i64::from(laid_out)).then(|| {
                let found = format!("a rule that puts {}.{} at {ruled}", ty.key, row.name);
                (
                    found,
                    format!(
                        "{laid_out}: its fields of {} bytes follow one another from {} on",
                        rule.length,
                        single_start(table)
                    ),
                )
            })
        })
}

fn single_start(table: &Table) -> String {
    table
        .rows
        .first()
        .map_or_else(String::new, |row| row.offset.to_string())
}
