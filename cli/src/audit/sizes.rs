//! Strings, arrays and values of an unusual size.

use super::rule::{Finding, Sink, report, word};
use super::rules::{LARGE_ARRAY, LARGE_STRING, LARGE_VALUE};
use gdvariant::format;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::table::{Body, Offset};

/// The length in bytes of a large string, and the number of elements of a large array.
const LARGE: u32 = 1 << 20;

/// The least memory that an engine uses for an element of an Array, in bytes.
const ELEMENT: u64 = 20;

/// Examines the length of a whole value.
pub(super) fn value(length: usize, sink: &mut Sink<'_>) {
    let limit = format::MAX_PACKET_LENGTH;
    if length > limit as usize {
        sink(&Finding {
            rule: &LARGE_VALUE,
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
        report!(
            sink,
            row,
            LARGE_STRING,
            "a string of {length} bytes, for which engines use up to four times the memory; check that it is meant"
        );
    }
    if let Some(count @ LARGE..) = count(row) {
        let is_list = matches!(
            row.ty.body,
            Body::Array | Body::TypedArray | Body::Dictionary
        );
        let least = (u64::from(count) * ELEMENT) >> 20;
        let memory = format!(", for which engines use at least {least} MiB");
        // The elements of other arrays use as much memory as their bytes.
        let memory = if is_list { &memory } else { "" };
        report!(
            sink,
            row,
            LARGE_ARRAY,
            "{} of {count} elements{memory}; check that it is meant",
            row.ty.name
        );
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
