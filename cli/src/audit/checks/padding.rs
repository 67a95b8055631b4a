//! Padding that is not zero.

use super::super::finding::{Finding, Sink};
use super::super::rule::{ENGINES, Rule, Severity};
use gdvariant::inspect::{InspectRow, Value};

pub(in crate::audit) const PADDING: Rule = Rule {
    id: "padding",
    severity: Severity::Warning,
    measured: ENGINES,
    explanation: "Padding that is not zero: memory of the program that wrote it, or hidden bytes.",
};

pub(super) fn row(row: &InspectRow<'_>, sink: &mut Sink<'_>) {
    if let (Value::Padding { is_zero: false }, bytes) = (row.value, row.bytes) {
        sink(&Finding::new(
            &PADDING,
            row,
            format_args!(
                "padding of {} is {bytes:02x?}, not zero: engines ignore it, and it can be memory of the program that wrote it; decode and encode the value to clear it",
                row.ty.name
            ),
        ));
    }
}
