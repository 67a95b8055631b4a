//! Bits and numbers that mean nothing, or not what they seem.

use super::super::finding::{Finding, Sink};
use super::super::rule::{ENGINES, Rule, Severity};
use super::word::word;
use gdvariant::format;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::table::{Body, Offset};

pub(in crate::audit) const UNUSED: Rule = Rule {
    id: "unused-bits",
    severity: Severity::Warning,
    measured: ENGINES,
    explanation: "Bits of a header, a count or flags that have no meaning, and that engines ignore.",
};

pub(in crate::audit) const BOOL: Rule = Rule {
    id: "bool-number",
    severity: Severity::Warning,
    measured: ENGINES,
    explanation: "A bool that is neither 0 nor 1, which engines take as true.",
};

pub(in crate::audit) const NEGATIVE: Rule = Rule {
    id: "negative-count",
    severity: Severity::Warning,
    measured: ENGINES,
    explanation: "A negative count, which engines take as 0.",
};

pub(super) fn row(row: &InspectRow<'_>, sink: &mut Sink<'_>) {
    let unused = unused(row);
    if unused != 0 {
        sink(&Finding::new(
            &UNUSED,
            row,
            format_args!(
                "the bits {unused:#010x} of the {} have no meaning: engines ignore them, and no engine writes them; decode and encode the value to clear them",
                row.field.name
            ),
        ));
    }
    let Some(number) = word(row).filter(|_| row.kind == RowKind::Field) else {
        return;
    };
    if row.ty.body == Body::Bool && number > 1 {
        sink(&Finding::new(
            &BOOL,
            row,
            format_args!("a bool of {number}: engines take it as true, and write 1"),
        ));
    }
    if is_negative_count(row) {
        let number = number.cast_signed();
        sink(&Finding::new(
            &NEGATIVE,
            row,
            format_args!("a count of {number}: engines take it as 0, and no engine writes it"),
        ));
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
    is_count && matches!(row.value, Value::Marked { number: ..0, .. })
}
