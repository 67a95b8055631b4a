//! Fields that engines ignore, alter or cannot restore.

use super::rule::{Finding, Sink, report, word};
use super::rules::{
    BOOL_NUMBER, INFINITY, NAN, NEGATIVE_COUNT, NOT_DECLARED, NOT_RESTORED, OTHER_PRECISION,
    PADDING, UNUSED_BITS,
};
use gdvariant::format;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::table::{Body, Offset};

/// The header of the current value.
#[derive(Default)]
pub(super) struct Fields {
    /// Its offset, until the first component.
    header: Option<usize>,
}

impl Fields {
    pub(super) fn row(&mut self, row: &InspectRow<'_>, sink: &mut Sink<'_>) {
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
            sink(&Finding {
                offset,
                ..Finding::new(
                    &OTHER_PRECISION,
                    row,
                    format_args!(
                        "components of {bits} bits in {name}, of a build of the other precision: engines convert them, and rounding can lose digits; use the layout of that build"
                    ),
                )
            });
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
fn header(row: &InspectRow<'_>, sink: &mut Sink<'_>) {
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
    if matches!(row.ty.body, Body::Id | Body::Callable) && row.ty.tables.is_empty() {
        report!(
            sink,
            row,
            NOT_RESTORED,
            "the content of {name} is not encoded: engines load an empty one; store what the game creates it from"
        );
    }
}

/// Examines bits and numbers that mean nothing, or not what they seem.
fn bits(row: &InspectRow<'_>, sink: &mut Sink<'_>) {
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
