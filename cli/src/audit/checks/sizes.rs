//! Strings, arrays and values of an unusual size.

use super::super::finding::{Finding, Sink};
use super::super::rule::{Rule, Severity};
use super::word::word;
use gdvariant::format;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::table::{Body, Offset};

pub(in crate::audit) const VALUE: Rule = Rule {
    id: "large-value",
    severity: Severity::Warning,
    measured: "",
    explanation: "A value that is longer than a packet may be by default (PacketPeer.encode_buffer_max_size).",
};

pub(in crate::audit) const STRING: Rule = Rule {
    id: "large-string",
    severity: Severity::Note,
    measured: "",
    explanation: "A string of 1 MiB or more.",
};

pub(in crate::audit) const ARRAY: Rule = Rule {
    id: "large-array",
    severity: Severity::Note,
    measured: "",
    explanation: "An array or a Dictionary of 1048576 or more elements.",
};

/// The length in bytes of a large string, and the number of elements of a large array.
const LARGE: u32 = 1 << 20;

/// The least memory that an engine uses for an element of an Array, in bytes.
const ELEMENT: u64 = 20;

/// Examines the length of a whole value.
pub(in crate::audit) fn value(length: usize, sink: &mut Sink<'_>) {
    let limit = format::MAX_PACKET_LENGTH;
    if length > limit as usize {
        sink(&Finding {
            rule: &VALUE,
            offset: 0,
            path: &"",
            message: format_args!(
                "a value of {length} bytes: put_var sends at most {limit} unless PacketPeer.encode_buffer_max_size is raised; files have no such limit"
            ),
        });
    }
}

pub(super) fn row(row: &InspectRow<'_>, sink: &mut Sink<'_>) {
    if row.kind != RowKind::Field {
        return;
    }
    if let (Value::Text(_), true) = (row.value, row.bytes.len() >= LARGE as usize) {
        let length = row.bytes.len();
        sink(&Finding::new(
            &STRING,
            row,
            format_args!(
                "a string of {length} bytes, for which engines use up to four times the memory; check that it is meant"
            ),
        ));
    }
    if let Some(count @ LARGE..) = count(row) {
        let is_list = matches!(
            row.ty.body,
            Body::Array | Body::TypedArray | Body::Dictionary
        );
        let least = if is_list {
            u64::from(count) * ELEMENT
        } else {
            0
        };
        sink(&Finding::new(
            &ARRAY,
            row,
            format_args!(
                "{} of {count} elements{}; check that it is meant",
                row.ty.name,
                Memory(least)
            ),
        ));
    }
}

/// Returns the number of elements that a row states.
fn count(row: &InspectRow<'_>) -> Option<u32> {
    let name = row.field.name;
    match row.ty.body {
        Body::Array | Body::TypedArray | Body::Dictionary if name == "count" => {
            Some(word(row)? & format::COUNT_MASK)
        }
        Body::Pool | Body::PoolText
            if name == "length" && matches!(row.field.offset, Offset::At(_)) =>
        {
            // Engines take a negative count as 0.
            word(row).filter(|&count| count <= format::MAX_LENGTH)
        }
        _ => None,
    }
}

/// Displays the memory that elements take, unless it is that of their bytes.
struct Memory(u64);

impl std::fmt::Display for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            0 => Ok(()),
            least => write!(f, ", for which engines use at least {} MiB", least >> 20),
        }
    }
}
