//! Offsets and lengths: every row starts where the one before it ends.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Body, Length, Offset, Schema, Table, Type, has};

/// Checks the offsets and the lengths of all rows of a type.
pub(super) fn check(schema: &Schema, ty: &Type, report: &mut Diagnostics) {
    let mut ends = Vec::new();
    for (index, table) in ty.tables.iter().enumerate() {
        let start = start(schema, ty, index, &ends);
        ends.push(rows(schema, ty, table, start, report));
    }
}

/// Returns where a table may start, after tables with these ends.
///
/// A flag of the header selects an alternative to the first table, a bit field of a row its
/// continuation. The tables of one declared type are alternatives; the next declared type follows
/// them.
fn start(schema: &Schema, ty: &Type, index: usize, ends: &[Offset]) -> Offset {
    let body = Offset::At(schema.constant("HEADER_LENGTH"));
    let table = &ty.tables[index];
    let (Some(first), Some(previous)) = (ends.first(), ends.last()) else {
        return body;
    };
    if !table.repeat.is_empty() {
        return Offset::Part(0);
    }
    let field = |table: &Table| table.when.first().map(|condition| condition.field.clone());
    let is_declared = |table: &&Table| table.declares.is_some();
    if let Some(declared) = ty.tables[..index].iter().find(is_declared) {
        let is_alternative = is_declared(&table) && field(table) == field(declared);
        return if is_alternative { body } else { Offset::After };
    }
    if field(table).is_some_and(|field| has(&ty.flags, &field)) {
        return body;
    }
    if table.when.is_empty() {
        *previous
    } else {
        *first
    }
}

/// Checks the rows of a table, and returns where a row after them would start.
fn rows(
    schema: &Schema,
    ty: &Type,
    table: &Table,
    mut next: Offset,
    report: &mut Diagnostics,
) -> Offset {
    let is_pool = matches!(ty.body, Body::Pool(_));
    let bytes = |length| match length {
        Length::Fixed(bytes) => bytes,
        Length::Counted => 0,
    };
    let elements = table.rows.iter().skip(1);
    let stride = elements
        .map(|row| bytes(schema.wire(&row.wire).length))
        .sum();
    for row in &table.rows {
        let place = Diagnostic::at_row(ty, table, row);
        let length = schema.wire(&row.wire).length;
        if row.length != length {
            report.found(&place, row.length, format!("length {length}"));
        }
        if row.offset != next {
            report.found(&place, row.offset, format!("offset {next}"));
            // The rows after it may be right relative to it.
            return Offset::After;
        }
        let end = |start: u32| start.saturating_add(bytes(length));
        next = match row.offset {
            _ if length == Length::Counted => Offset::After,
            Offset::At(first) | Offset::Element { first, .. } if is_pool => {
                let first = end(first);
                Offset::Element { first, stride }
            }
            Offset::At(start) => Offset::At(end(start)),
            Offset::Part(start) => Offset::Part(end(start)),
            other => other,
        };
    }
    next
}
