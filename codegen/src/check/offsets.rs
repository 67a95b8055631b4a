//! Fields follow one another: every row starts where the one before it ends.

use crate::model::{Body, Length, Offset, Schema, Table, Type};
use crate::report::{Place, Report};

/// Where a row may start.
struct Starts {
    /// The offsets; none if any is possible.
    offsets: Option<Vec<Offset>>,
    why: &'static str,
}

const GAPLESS: &str = "fields follow one another without a gap";
const AFTER_COUNTED: &str = "only `after` can follow a row whose length is X";
const AFTER_AFTER: &str = "the end of a row at `after` is not known";
const ELEMENTS: &str = "elements follow the count, and one another, without a gap";

/// Checks the offsets of all tables of a type.
pub(super) fn check(schema: &Schema, ty: &Type, report: &mut Report) {
    let body = header_length(schema);
    let (mut after_first, mut after_previous) = (None, None);
    for (index, table) in ty.tables.iter().enumerate() {
        let place = Place::ty(&ty.key).table(index, &table.name);
        let starts = if index == 0 {
            Starts {
                offsets: Some(vec![body]),
                why: "the body starts after the header",
            }
        } else if table.repeat.is_empty() {
            other_table_starts(
                ty,
                table,
                body,
                after_first.as_ref(),
                after_previous.as_ref(),
            )
        } else {
            Starts {
                offsets: Some(vec![Offset::Part(0)]),
                why: "a repeated part starts at X",
            }
        };
        let end = rows(schema, ty, table, &place, starts, report);
        if index == 0 {
            after_first = Some(end);
        } else {
            after_previous = Some(end);
        }
    }
}

/// Returns where bodies start.
fn header_length(schema: &Schema) -> Offset {
    let constant = schema
        .constants
        .iter()
        .find(|constant| constant.name == "HEADER_LENGTH");
    Offset::At(constant.map_or(4, |constant| constant.value))
}

/// Returns where a further table may start: a flag of the header selects an alternative to the first
/// one, a bit field of a row its continuation, and after a field of length X the next table follows.
fn other_table_starts(
    ty: &Type,
    table: &Table,
    body: Offset,
    after_first: Option<&Starts>,
    after_previous: Option<&Starts>,
) -> Starts {
    let is_flag = |name: &String| ty.flags.iter().any(|flag| flag.name == *name);
    let mut fields = table.when.iter().map(|condition| &condition.field);
    if table.when.len() == 1 && fields.any(is_flag) {
        return Starts {
            offsets: Some(vec![body]),
            why: "a table that the header selects starts the body",
        };
    }
    let is_row = table
        .when
        .iter()
        .any(|condition| condition.field.contains('.'));
    let why = "a table starts the body or continues the first table";
    let Some(after) = after_first.and_then(|starts| starts.offsets.as_ref()) else {
        return Starts { offsets: None, why };
    };
    let continued = after
        .iter()
        .copied()
        .filter(|offset| matches!(offset, Offset::At(_)) && *offset != body);
    let follows = after_previous
        .and_then(|starts| starts.offsets.as_ref())
        .is_some_and(|offsets| offsets.contains(&Offset::After));
    let body = (!is_row).then_some(body);
    let offsets = body.into_iter().chain(continued);
    Starts {
        offsets: Some(offsets.chain(follows.then_some(Offset::After)).collect()),
        why,
    }
}

/// Checks the rows of a table, and returns where a row after them would start.
fn rows(
    schema: &Schema,
    ty: &Type,
    table: &Table,
    place: &Place,
    starts: Starts,
    report: &mut Report,
) -> Starts {
    let is_pool =
        matches!(ty.body, Body::Pool(_)) && report.sound(&Place::ty(&ty.key).child("body"));
    let stride = stride(schema, table, place, report);
    let mut next = starts;
    for (index, row) in table.rows.iter().enumerate() {
        let place = place.row(index, &row.name);
        let mut offsets = Vec::new();
        if report.sound(&place.child("offset")) {
            if let Some(expected) = next
                .offsets
                .as_deref()
                .filter(|expected| !expected.contains(&row.offset))
            {
                report.add(
                    &place.child("offset"),
                    format!("offset {}", row.offset),
                    format!("{}: {}", either(expected), next.why),
                );
                // The rows after it may follow either offset: neither is another mistake.
                offsets.extend(expected);
            }
            offsets.push(row.offset);
        }
        let mut lengths = Vec::new();
        if report.reached(&place.child("length")) {
            lengths.push(row.length);
        }
        lengths.extend(
            schema
                .wires
                .iter()
                .find(|wire| wire.name == row.wire)
                .map(|wire| wire.length),
        );
        let ends = offsets
            .iter()
            .flat_map(|offset| lengths.iter().map(|length| end(*offset, *length)))
            .collect();
        next = if is_pool {
            elements(after(ends), stride)
        } else {
            after(ends)
        };
    }
    next
}

/// Returns the end of a field, if it is known.
fn end(offset: Offset, length: Length) -> Option<Offset> {
    let Length::Fixed(bytes) = length else {
        return Some(Offset::After);
    };
    match offset {
        Offset::At(start) => Some(Offset::At(start.saturating_add(bytes))),
        Offset::Part(start) => Some(Offset::Part(start.saturating_add(bytes))),
        Offset::Element { first, stride } => Some(Offset::Element {
            first: first.saturating_add(bytes),
            stride,
        }),
        Offset::After => None,
    }
}

/// Returns where a row may start after one with these ends.
fn after(ends: Vec<Option<Offset>>) -> Starts {
    if ends.is_empty() {
        return Starts {
            offsets: None,
            why: GAPLESS,
        };
    }
    let offsets = once_each(ends.into_iter().flatten());
    let why = match offsets.first() {
        None => AFTER_AFTER,
        Some(Offset::After) => AFTER_COUNTED,
        Some(_) => GAPLESS,
    };
    Starts {
        offsets: Some(offsets),
        why,
    }
}

/// Converts the starts to those in a pool array, where all rows after the count are repeated.
fn elements(starts: Starts, stride: Option<u32>) -> Starts {
    let Some(stride) = stride else {
        return Starts {
            offsets: None,
            why: ELEMENTS,
        };
    };
    let element = |offset| match offset {
        Offset::At(first) => [Offset::Element { first, stride }; 2],
        // The second one differs after a row with an incorrect stride, which is not another
        // mistake.
        Offset::Element { first, .. } => [Offset::Element { first, stride }, offset],
        other => [other; 2],
    };
    let offsets = starts
        .offsets
        .map(|offsets| once_each(offsets.into_iter().flat_map(element)));
    Starts {
        offsets,
        why: ELEMENTS,
    }
}

fn once_each(offsets: impl IntoIterator<Item = Offset>) -> Vec<Offset> {
    let mut once = Vec::new();
    for offset in offsets {
        if !once.contains(&offset) {
            once.push(offset);
        }
    }
    once
}

/// Returns the bytes from one element to the next: the sum of the rows after the count.
fn stride(schema: &Schema, table: &Table, place: &Place, report: &Report) -> Option<u32> {
    let mut sum = 0_u32;
    for (index, row) in table.rows.iter().enumerate().skip(1) {
        let is_known = report.reached(&place.row(index, "").child("length"));
        let wire = schema
            .wires
            .iter()
            .find(|wire| wire.name == row.wire)
            .map(|wire| wire.length);
        match wire.or(is_known.then_some(row.length)) {
            Some(Length::Fixed(bytes)) => sum = sum.saturating_add(bytes),
            _ => return None,
        }
    }
    Some(sum)
}

/// Lists offsets: `4`, `4 or 8`, `4, 8 or X + 0`.
fn either(offsets: &[Offset]) -> String {
    match offsets {
        [] => "no further row".to_owned(),
        [one] => one.to_string(),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(ToString::to_string).collect();
            format!("{} or {last}", first.join(", "))
        }
    }
}
