//! Fields that engines ignore, alter or cannot restore, and sizes that are unusual.

use super::rules::{
    BOOL_NUMBER, Finding, FindingSink, INFINITY, LARGE_ARRAY, LARGE_STRING, LARGE_VALUE, NAN,
    NEGATIVE_COUNT, NOT_DECLARED, NOT_RESTORED, OTHER_PRECISION, PADDING, UNUSED_BITS, report,
    report_at, word,
};
use gdvariant::format;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::table::{Body, Offset};

/// The length in bytes of a large string, and the number of elements of a large array.
const LARGE: u32 = 1 << 20;

/// The least memory that an engine uses for an element of an Array, in bytes.
const ELEMENT: u64 = 20;

/// The header of the current value.
#[derive(Default)]
pub(super) struct Fields {
    /// Its offset, until the first component.
    header: Option<usize>,
}

impl Fields {
    pub(super) fn row(&mut self, row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
        bits(row, sink);
        if row.kind == RowKind::Header {
            self.header = Some(row.offset);
            header(row, sink);
        }
        let name = row.field.name;
        let number = match row.value {
            Value::Single(number) => f64::from(number),
            Value::Double(number) => number,
            Value::Padding { is_zero: false } => {
                return report!(
                    sink,
                    row,
                    PADDING,
                    "padding of {} is {:02x?}, not zero: engines ignore it, and it can be memory of the program that wrote it; decode and encode the value to clear it",
                    row.ty.name,
                    row.bytes
                );
            }
            _ => return,
        };
        if let Some(offset) = self.header.take()
            && row.bytes.len() != row.field.fixed_length()
        {
            let (bits, name) = (8 * row.bytes.len(), row.ty.name);
            report_at!(
                sink,
                row,
                offset,
                OTHER_PRECISION,
                "components of {bits} bits in {name}, of a build of the other precision: engines convert them, and rounding can lose digits; use the layout of that build"
            );
        }
        if number.is_nan() {
            report!(
                sink,
                row,
                NAN,
                "{name} is NaN: engines load it, no comparison with it is true, and it spreads through calculations; replace it"
            );
        } else if number.is_infinite() {
            report!(
                sink,
                row,
                INFINITY,
                "{name} is {number}: engines load it; check that calculations with it are meant"
            );
        }
    }
}

/// Examines the type of a value.
fn header(row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
    let name = row.ty.name;
    if let Some(declared) = row.path.declared_other_than(row.ty.kind) {
        report!(
            sink,
            row,
            NOT_DECLARED,
            "{name} where {} is declared: the engine converts an element or drops it without an error, drops a pair with such a key, and keeps such a value; write the declared type",
            declared.name()
        );
    }
    if row.ty.body == Body::Record && row.ty.tables.is_empty() {
        report!(
            sink,
            row,
            NOT_RESTORED,
            "the content of {name} is not encoded: engines load an empty one; store what the game creates it from"
        );
    }
}

/// Examines bits and numbers that mean nothing, or not what they seem.
fn bits(row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
    let unused = unused(row);
    if unused != 0 {
        report!(
            sink,
            row,
            UNUSED_BITS,
            "the bits {unused:#010x} of the {} have no meaning: engines ignore them, and no engine writes them; decode and encode the value to clear them",
            row.field.name
        );
    }
    let Some(number) = word(row).filter(|_| row.kind == RowKind::Field) else {
        return;
    };
    if row.ty.body == Body::Bool && number > 1 {
        report!(
            sink,
            row,
            BOOL_NUMBER,
            "a bool of {number}: engines take it as true, and write 1"
        );
    }
    if is_negative_count(row) {
        let number = number.cast_signed();
        report!(
            sink,
            row,
            NEGATIVE_COUNT,
            "a count of {number}: engines take it as 0, and no engine writes it"
        );
    }
}

/// Returns the bits of a row that mean nothing.
fn unused(row: &InspectRow<'_>) -> u32 {
    let number = || word(row).unwrap_or(0);
    match (row.ty.body, row.field.name, row.value) {
        (_, _, Value::Type { unknown, .. }) => unknown,
        (Body::Array | Body::Dictionary | Body::TypedArray, "count", _) => {
            number() & format::COUNT_SHARED
        }
        (Body::NodePath, "flags", _) => {
            number() & !(format::NODE_PATH_ABSOLUTE | format::NODE_PATH_PROPERTY)
        }
        _ => 0,
    }
}

/// Returns whether a row is a count that lenient decoding takes as 0.
fn is_negative_count(row: &InspectRow<'_>) -> bool {
    let is_count = match (row.ty.body, row.field.name) {
        (Body::PoolText, "length") => matches!(row.field.offset, Offset::At(_)),
        (Body::Object, "property_count") => true,
        _ => false,
    };
    is_count && matches!(row.value, Value::Flags { number: ..0, .. })
}

/// Examines the length of a whole value.
pub(super) fn value_size(length: usize, sink: &mut FindingSink<'_>) {
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

/// Examines the length of a string, and the number of elements.
pub(super) fn size(row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
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
