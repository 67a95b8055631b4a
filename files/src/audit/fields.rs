//! Reports fields that engines ignore, alter or cannot restore, and unusual sizes.

use super::rules::{
    BOOL_NUMBER, Finding, FindingSink, INFINITY, LARGE_ARRAY, LARGE_STRING, LARGE_VALUE, NAN,
    NEGATIVE_COUNT, NOT_DECLARED, NOT_RESTORED, OTHER_PRECISION, PADDING, UNUSED_BITS, report,
    report_at, word,
};
use gdvariant::format;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::table::{Body, Offset};

/// The minimum length of a large string, in bytes, and of a large array, in elements.
const LARGE: u32 = 1 << 20;

/// The least memory that an engine uses for an element of an Array, in bytes.
const ELEMENT: u64 = 20;

/// Examines the fields of each value.
#[derive(Default)]
pub(super) struct Fields {
    /// The offset of the last header; `None` once a float has followed the header.
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
            Value::F32(number) => f64::from(number),
            Value::Double(number) => number,
            Value::Padding { is_zero: false } => {
                return report!(
                    sink,
                    row,
                    PADDING,
                    "padding of {} is {:02x?}, expected zeros: engines ignore it, but it can leak memory of the program that wrote it; decode and encode the value to clear it",
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
                "{name} has {bits}-bit components, of a build with the other precision: engines convert them, and rounding can lose digits; use the layout of that build"
            );
        }
        if number.is_nan() {
            report!(
                sink,
                row,
                NAN,
                "{name} is NaN: engines load it, but no comparison with it is true, and it spreads through calculations; replace it"
            );
        } else if number.is_infinite() {
            report!(
                sink,
                row,
                INFINITY,
                "{name} is {number}: engines load it; check that the game can calculate with it"
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
            "found {name}, expected {} as the container declares: the engine converts or drops elements, drops entries whose key differs, and keeps entries whose value differs; store a value of the declared type",
            declared.name()
        );
    }
    if row.ty.body == Body::Record && row.ty.tables.is_empty() {
        report!(
            sink,
            row,
            NOT_RESTORED,
            "the content of a {name} is not encoded: engines load an empty {name}; store the data from which the game creates it"
        );
    }
}

/// Examines bits and numbers that engines ignore or interpret differently.
fn bits(row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
    let unused = unused(row);
    if unused != 0 {
        report!(
            sink,
            row,
            UNUSED_BITS,
            "the bits {unused:#010x} of the {} are unused: engines ignore them, and no engine sets them; decode and encode the value to clear them",
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
            "a bool of {number}, expected 0 or 1: engines treat it as true"
        );
    }
    if is_negative_count(row) {
        let number = number.cast_signed();
        report!(
            sink,
            row,
            NEGATIVE_COUNT,
            "a count of {number}: engines treat it as 0, and no engine writes it"
        );
    }
}

/// Returns the bits of a row that have no meaning.
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

/// Returns whether a row is a count that lenient decoding treats as 0.
fn is_negative_count(row: &InspectRow<'_>) -> bool {
    let is_count = match (row.ty.body, row.field.name) {
        (Body::PackedText, "length") => matches!(row.field.offset, Offset::At(_)),
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
                "a value of {length} bytes: put_var sends at most {limit}, unless PacketPeer.encode_buffer_max_size is raised; files have no such limit"
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
            "a string of {length} bytes: engines use up to four times as much memory; check that the length is intended"
        );
    }
    if let Some(count @ LARGE..) = count(row) {
        let is_list = matches!(
            row.ty.body,
            Body::Array | Body::TypedArray | Body::Dictionary
        );
        let least = (u64::from(count) * ELEMENT) >> 20;
        let memory = format!(": engines use at least {least} MiB of memory");
        // Other arrays use about as much memory as they have encoded bytes.
        let memory = if is_list { &memory } else { "" };
        report!(
            sink,
            row,
            LARGE_ARRAY,
            "{} of {count} elements{memory}; check that the number is intended",
            row.ty.name
        );
    }
}

/// Returns the number of elements if the row contains that number.
fn count(row: &InspectRow<'_>) -> Option<u32> {
    let name = row.field.name;
    match row.ty.body {
        Body::Array | Body::TypedArray | Body::Dictionary if name == "count" => {
            Some(word(row)? & format::COUNT_MASK)
        }
        Body::Packed | Body::PackedText
            if name == "length" && matches!(row.field.offset, Offset::At(_)) =>
        {
            // Engines treat a negative count as 0.
            word(row).filter(|&count| count <= format::MAX_LENGTH)
        }
        _ => None,
    }
}
