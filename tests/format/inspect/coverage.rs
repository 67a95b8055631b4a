//! Compares the values of rows with the decoded values, and their places with the schema.

use super::OPTIONS;
use crate::agreement::inspect_prefix;
use crate::common::{TestLayout, hex, in_each_kind_of_layout, step, vector_inputs, verdict_inputs};
use gdvariant::inspect::{InspectRow, RowKind, RowValue};
use gdvariant::table::{Length, Offset, Row, TypeInfo, Wire};
use gdvariant::{DecodeOptions, Engine, Kind, generic};
use serde_json::Value as Json;

/// The numbers and strings of a value, sorted, because the tagged form of a value has another order
/// than its bytes; empty strings have no rows.
#[derive(Debug, Default, PartialEq)]
struct Content {
    leaves: Vec<String>,
    /// The number of all entries of Dictionaries.
    entries: usize,
}

impl Content {
    /// Returns the content of the rows, or `None` if lenient decoding converts a value.
    fn of_rows<E: Engine>(input: &[u8], options: DecodeOptions) -> Option<Self> {
        let mut content = Self::default();
        let mut is_converted = false;
        let inspected = inspect_prefix::<E>(input, options, |row| {
            if row.kind == RowKind::Header {
                content.entries += usize::from(row.path.is_key());
                is_converted |= row.path.declared_other_than(row.ty.kind).is_some();
            }
            let double = |number: f64| format!("{:016x}", number.to_bits());
            content.leaves.extend(match row.value {
                RowValue::Bool(value) => Some(value.to_string()),
                RowValue::Signed(number) => Some(number.to_string()),
                // The other unsigned numbers are counts and flags.
                RowValue::Unsigned(number) if row.field.wire == Wire::U64 => {
                    Some(number.to_string())
                }
                RowValue::F32(number) => Some(double(number.into())),
                RowValue::Double(number) => Some(double(number)),
                RowValue::Text(text) if !text.is_empty() => Some(text.to_owned()),
                RowValue::Bytes(bytes) => Some(hex(bytes)),
                _ => None,
            });
            // Components of the other precision are rounded.
            let is_number = matches!(row.value, RowValue::F32(_) | RowValue::Double(_));
            is_converted |= is_number && row.bytes.len() != row.field.fixed_length();
        });
        inspected.expect("a valid input");
        content.leaves.sort();
        (!is_converted).then_some(content)
    }

    /// Adds the content of a value in its tagged form.
    fn add<E: Engine>(&mut self, tag: &Json) {
        /// The members that are not content: names of types, and flags.
        const OTHERS: [&str; 3] = ["t", "type", "absolute"];
        match tag {
            Json::Bool(value) => self.leaves.push(value.to_string()),
            Json::String(text) if !text.is_empty() => self.leaves.push(text.clone()),
            Json::Array(values) => values.iter().for_each(|value| self.add::<E>(value)),
            Json::Object(members) => {
                let named = members.get("t").and_then(Json::as_str);
                let ty = E::LAYOUT.types().iter().find(|ty| Some(ty.name) == named);
                match (ty.map(|ty| ty.kind), &tag["v"]) {
                    (Some(Kind::PackedByteArray), Json::String(digits)) => {
                        // A row has 16 bytes.
                        let rows = digits.as_bytes().chunks(32);
                        let rows = rows.map(|row| String::from_utf8_lossy(row).into_owned());
                        return self.leaves.extend(rows);
                    }
                    (Some(Kind::Dictionary), Json::Array(entries)) => self.entries += entries.len(),
                    // The layout encodes no id.
                    (Some(Kind::Rid), _) if ty.is_some_and(|ty| ty.tables.is_empty()) => return,
                    _ => {}
                }
                let members = members.iter();
                let members = members.filter(|(name, _)| !OTHERS.contains(&name.as_str()));
                members.for_each(|(_, member)| self.add::<E>(member));
            }
            _ => {}
        }
    }
}

/// Compares the content of the rows with the decoded value; returns whether both could be compared.
fn agrees_on_values<E: TestLayout>(input: &[u8], options: DecodeOptions) -> bool {
    let Ok((value, _)) = generic::from_slice_prefix::<E, E::Variant>(input, options) else {
        return false;
    };
    let mut decoded = Content::default();
    decoded.add::<E>(&E::to_tag(&value));
    decoded.leaves.sort();
    let walked = Content::of_rows::<E>(input, options);
    // Decoding drops the entries of duplicate keys.
    let walked = walked.filter(|walked| walked.entries == decoded.entries);
    if let Some(walked) = &walked {
        assert_eq!(*walked, decoded, "{input:x?}");
    }
    walked.is_some()
}

fn rows_have_the_decoded_values<E: TestLayout>() {
    for input in vector_inputs::<E>() {
        assert!(agrees_on_values::<E>(&input, OPTIONS[1]), "{input:x?}");
    }
    for input in verdict_inputs::<E>() {
        agrees_on_values::<E>(&input, OPTIONS[3]);
    }
}

fn rows_of_mutations_have_the_decoded_values<E: TestLayout>() {
    let mut compared = 0;
    for (index, mut input) in vector_inputs::<E>().into_iter().enumerate() {
        for at in (index % step(32)..input.len().min(400)).step_by(step(32)) {
            input[at] ^= 1 << (at % 8);
            compared += usize::from(agrees_on_values::<E>(&input, OPTIONS[3]));
            input[at] ^= 1 << (at % 8);
        }
    }
    assert!(compared > 100, "{compared}");
}

/// Returns whether a row is at an offset of one of the type's rows.
fn is_in(ty: &TypeInfo, row: &InspectRow<'_>) -> bool {
    let is_there = |field: &Row| match (field.offset, field.length) {
        (Offset::At(offset), Length::Fixed(length)) => {
            (offset as usize, length as usize) == (row.offset, row.bytes.len())
        }
        (Offset::At(offset), Length::Counted) => offset as usize == row.offset,
        (Offset::Element { first, stride }, _) => row
            .offset
            .checked_sub(first as usize)
            .is_some_and(|offset| offset % stride as usize == 0),
        (Offset::Part(_) | Offset::After, _) => true,
    };
    ty.tables
        .iter()
        .flat_map(|table| table.rows)
        .any(|field| *field == *row.field && is_there(field))
}

fn every_row_is_in_the_schema<E: TestLayout>() {
    let mut seen = vec![false; E::LAYOUT.types().len()];
    for input in vector_inputs::<E>() {
        E::LAYOUT
            .inspect(&input, OPTIONS[1], |row| {
                if row.kind == RowKind::Field && row.path.depth() == 0 {
                    assert!(is_in(row.ty, row), "{row:?}");
                }
                seen[usize::from(row.ty.number)] = true;
            })
            .expect("a vector");
    }
    assert!(!seen.contains(&false), "{seen:?}");
}

in_each_kind_of_layout!(
    rows_have_the_decoded_values,
    rows_of_mutations_have_the_decoded_values,
    every_row_is_in_the_schema,
);
