//! Checks the offset tables of files.

use super::{Check, Place};
use crate::model::{FileForm, FileRow, Length, Offset, Wire, find, names};

/// The wire types that readers of files know, with their lengths.
const WIRES: [&str; 5] = ["u32: 4", "u64: 8", "magic: 4", "bytes: X", "value: X"];

impl Check<'_> {
    /// Checks the names, the offsets and the lengths of all files.
    pub(super) fn files(&self) {
        let files = &self.schema.files;
        for wire in &files.wires {
            let place = self.at("files.yaml", "wire_types").row(&wire.name);
            place.check_wire(wire, &WIRES);
        }
        for form in &files.forms {
            let place = self.at("files.yaml", &form.name);
            let rows: Vec<_> = form.rows().collect();
            let values: Vec<_> = form.rows().flat_map(|row| &row.values).collect();
            place.check_identifiers([&*form.name]);
            place.check_identifiers(names(&rows).chain(names(&values)));
            place.check_unique(&form.tables);
            place.check_unique(&rows);
            place.check_unique(&values);
            if rows.first().is_none_or(|row| row.values.is_empty()) {
                place.missing("`values` of the first row", "they identify the file");
            }
            offsets(form, &files.wires, &place);
        }
    }
}

/// Checks that every row starts where the preceding row ends.
fn offsets(form: &FileForm, wires: &[Wire], place: &Place<'_>) {
    let mut next = Offset::At(0);
    for (number, table) in form.tables.iter().enumerate() {
        let place = place.table(table);
        for (index, row) in table.rows.iter().enumerate() {
            let place = place.row(&row.name);
            let is_start = index == 0 && number > 0;
            let expected = match (row.offset, next, row.length) {
                (Offset::Part(_), ..) if is_start => Offset::Part(0),
                (Offset::Element { .. }, Offset::At(first), Length::Fixed(stride)) if is_start => {
                    Offset::Element { first, stride }
                }
                _ => next,
            };
            if row.offset != expected {
                place.found(row.offset, format!("offset {expected}"));
            }
            next = match (expected, row.length) {
                (Offset::At(start), Length::Fixed(length)) => Offset::At(start + length),
                (Offset::Part(start), Length::Fixed(length)) => Offset::Part(start + length),
                _ => Offset::After,
            };
            self::row(row, wires, &place);
            // The length of the first row can be in another table.
            let mut before = table.rows[..index].iter().rev();
            let is_number = |row: &FileRow| ["u32", "u64"].contains(&&*row.wire);
            if row.length == Length::Counted && before.next().is_some_and(|it| !is_number(it)) {
                place.not_allowed("a length `X`", "the preceding row holds no number");
            }
        }
        if !matches!(next, Offset::At(_)) {
            next = Offset::After;
        }
    }
}

/// Checks the length of a row, and the keys that need a number or a counted length.
fn row(row: &FileRow, wires: &[Wire], place: &Place<'_>) {
    place.check_known([&row.wire], wires);
    // Any number of bytes can be fixed.
    let wire = find(wires, &row.wire).filter(|wire| wire.name != "bytes");
    if let Some(wire) = wire.filter(|wire| wire.length != row.length) {
        place.found(row.length, format!("length {}", wire.length));
    }
    if row.length != Length::Fixed(4) && !row.values.is_empty() {
        place.not_allowed("`values`", "they have 4 bytes");
    }
    if !row.pad.is_power_of_two() || row.pad > 1 && row.length != Length::Counted {
        let why = "it is a power of two, after a length `X`";
        place.not_allowed(format!("`pad: {}`", row.pad), why);
    }
}
