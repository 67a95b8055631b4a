//! The rule of double precision agrees with the lengths of the fields.

use crate::model::{Body, DoubleBuilds, Length, Offset, Schema, Type};
use crate::report::{File, Place, Report};

/// Checks the rule of double precision.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    let place = Place::file(File::Types).child("double");
    wires(schema, &place, report);
    if !report.sound(&place) || !report.sound(&Place::wires()) {
        return;
    }
    // One mistake in the rule moves many fields: the first one is reported.
    let mut types = schema.types.iter();
    if let Some((found, expected)) = types.find_map(|ty| disagreement(schema, ty, report)) {
        report.add(&place, found, expected);
    }
}

/// Checks that wire types grow to the length of the rule.
fn wires(schema: &Schema, double: &Place, report: &mut Report) {
    for wire in &schema.wires {
        let place = Place::wires().child(&wire.name);
        let Some(length) = wire.double else { continue };
        if !report.sound(&place) || !report.sound(double) {
            continue;
        }
        let expected = if wire.length == Length::Counted {
            "none: a length X is the same in every precision".to_owned()
        } else if length != schema.double.length {
            format!("{}: the length of `double`", schema.double.length)
        } else {
            continue;
        };
        report.add(&place.child("double"), format!("double {length}"), expected);
    }
}

/// Finds the first row of a type that the rule does not place at the end of the row before it.
fn disagreement(schema: &Schema, ty: &Type, report: &Report) -> Option<(String, String)> {
    let [table] = ty.tables.as_slice() else {
        return None;
    };
    let grows = table.rows.iter().all(|row| schema.is_real(row));
    if ty.body != Body::Fields || !report.sound(&Place::ty(ty)) || !grows {
        return None;
    }
    let (start, rule) = (table.rows.first()?.offset, &schema.double);
    let placed = table.in_double(schema, DoubleBuilds::Flag);
    let mut rows = table.rows.iter().zip(placed);
    rows.find_map(|(row, (laid_out, _))| {
        let (Offset::At(single), Offset::At(laid_out)) = (row.offset, laid_out) else {
            return None;
        };
        let from = i64::from(rule.from);
        let ruled = (i64::from(single) - from) * i64::from(rule.factor) + from;
        let found = format!("a rule that puts {}.{} at {ruled}", ty.key, row.name);
        let length = rule.length;
        let expected =
            format!("{laid_out}: its fields of {length} bytes follow one another from {start} on");
        (ruled != i64::from(laid_out)).then_some((found, expected))
    })
}
