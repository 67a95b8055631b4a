//! Fields follow one another: every row starts where the one before it ends.

use super::known::{has_body, table_rows, tables};
use crate::model::{Body, Length, Offset, Row, Schema, Table, Type, find, has};
use crate::report::{Place, Report};

/// Where a row may start.
struct Starts {
    /// The offsets; none if any is possible.
    offsets: Option<Vec<Offset>>,
    why: &'static str,
}

impl Starts {
    fn at(offsets: Vec<Offset>, why: &'static str) -> Self {
        let offsets = Some(offsets);
        Self { offsets, why }
    }

    fn anywhere(why: &'static str) -> Self {
        Self { offsets: None, why }
    }
}

const GAPLESS: &str = "fields follow one another without a gap";
const AFTER_COUNTED: &str = "only `after` can follow a row at `after`, or one whose length is X";
const ELEMENTS: &str = "elements follow the count, and one another, without a gap";

/// Checks the offsets of all tables of a type.
pub(super) fn check(schema: &Schema, ty: &Type, report: &mut Report) {
    let body = header_length(schema);
    let mut ends: Vec<Starts> = Vec::new();
    for (index, (place, table)) in tables(ty).enumerate() {
        let starts = if index == 0 {
            Starts::at(vec![body], "the body starts after the header")
        } else if table.repeat.is_empty() {
            declared_starts(table, &ty.tables[..index], body)
                .unwrap_or_else(|| other_table_starts(ty, table, body, &ends))
        } else {
            Starts::at(vec![Offset::Part(0)], "a repeated part starts at X")
        };
        ends.push(rows(schema, ty, table, &place, starts, report));
    }
}

/// Returns where bodies start.
fn header_length(schema: &Schema) -> Offset {
    let constant = find(&schema.constants, "HEADER_LENGTH");
    Offset::At(constant.map_or(4, |constant| constant.value))
}

/// Returns where a further table may start, after tables with these ends: a flag of the header
/// selects an alternative to the first one, a bit field of a row its continuation, and after a
/// field of length X the next table follows.
fn other_table_starts(ty: &Type, table: &Table, body: Offset, ends: &[Starts]) -> Starts {
    if let [condition] = table.when.as_slice()
        && has(&ty.flags, &condition.field)
    {
        let why = "a table that the header selects starts the body";
        return Starts::at(vec![body], why);
    }
    let mut fields = table.when.iter().map(|condition| &condition.field);
    let is_row = fields.any(|field| field.contains('.'));
    let why = "a table starts the body or continues the first table";
    let mut ends = ends.iter().map(|end| end.offsets.as_deref());
    let Some(Some(after_first)) = ends.next() else {
        return Starts::anywhere(why);
    };
    let is_continued = |offset: &&Offset| matches!(offset, Offset::At(_)) && **offset != body;
    let mut offsets: Vec<_> = (!is_row).then_some(body).into_iter().collect();
    offsets.extend(after_first.iter().filter(is_continued));
    if let Some(Some(after_previous)) = ends.next_back()
        && after_previous.contains(&Offset::After)
    {
        offsets.push(Offset::After);
    }
    Starts::at(offsets, why)
}

/// Returns where a declared type, or a table after one, may start.
///
/// The tables of one bit field are alternatives; those of the next one follow them.
fn declared_starts(table: &Table, earlier: &[Table], body: Offset) -> Option<Starts> {
    let field = |table: &Table| table.when.first().map(|condition| condition.field.clone());
    let mut declaring = earlier.iter().filter(|other| other.declares.is_some());
    let first = declaring.next()?;
    if table.declares.is_some() && field(table) == field(first) {
        return Some(Starts::at(vec![body], "a declared type starts the body"));
    }
    let why = "a declared type may precede the table";
    Some(Starts::at(vec![Offset::After], why))
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
    let is_pool = matches!(ty.body, Body::Pool(_)) && has_body(ty, report);
    let stride = stride(schema, table, place, report);
    let mut next = starts;
    for (place, row) in table_rows(table, place) {
        let mut offsets = Vec::new();
        if report.sound(&place.child("offset")) {
            if let Some(expected) = &next.offsets
                && !expected.contains(&row.offset)
            {
                let found = format!("offset {}", row.offset);
                let why = format!("{}: {}", either(expected), next.why);
                report.add(&place.child("offset"), found, why);
                // The rows after it may follow either offset: neither is another mistake.
                offsets.extend(expected);
            }
            offsets.push(row.offset);
        }
        let mut lengths = Vec::new();
        if report.reached(&place.child("length")) {
            lengths.push(row.length);
        }
        lengths.extend(wire_length(schema, row));
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

/// Returns the length of a row's wire type, if it is known.
fn wire_length(schema: &Schema, row: &Row) -> Option<Length> {
    find(&schema.wires, &row.wire).map(|wire| wire.length)
}

/// Returns the end of a field.
fn end(offset: Offset, length: Length) -> Offset {
    let Length::Fixed(bytes) = length else {
        return Offset::After;
    };
    match offset {
        Offset::At(start) => Offset::At(start.saturating_add(bytes)),
        Offset::Part(start) => Offset::Part(start.saturating_add(bytes)),
        Offset::Element { first, stride } => Offset::Element {
            first: first.saturating_add(bytes),
            stride,
        },
        Offset::After => Offset::After,
    }
}

/// Returns where a row may start after one with these ends.
fn after(ends: Vec<Offset>) -> Starts {
    if ends.is_empty() {
        return Starts::anywhere(GAPLESS);
    }
    let offsets = once_each(ends);
    let why = match offsets.first() {
        Some(Offset::After) => AFTER_COUNTED,
        _ => GAPLESS,
    };
    Starts::at(offsets, why)
}

/// Converts the starts to those in a pool array, where all rows after the count are repeated.
fn elements(starts: Starts, stride: Option<u32>) -> Starts {
    let Some(stride) = stride else {
        return Starts::anywhere(ELEMENTS);
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
    for (place, row) in table_rows(table, place).into_iter().skip(1) {
        let is_known = report.reached(&place.child("length"));
        match wire_length(schema, row).or(is_known.then_some(row.length)) {
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
