//! Components of the other precision.

use super::super::finding::{Finding, Sink};
use super::super::rule::{Rule, Severity};
use gdvariant::inspect::{InspectRow, RowKind};
use gdvariant::table::Wire;

pub(in crate::audit) const PRECISION: Rule = Rule {
    id: "other-precision",
    severity: Severity::Warning,
    measured: "4.6.3",
    explanation: "Components of the other precision than that of the layout, which engines round or widen.",
};

/// The header of the current value.
#[derive(Default)]
pub(super) struct Precision {
    /// Its offset, until the first component.
    header: Option<usize>,
}

impl Precision {
    pub(super) fn row(&mut self, row: &InspectRow<'_>, sink: &mut Sink<'_>) {
        if row.kind == RowKind::Header {
            self.header = Some(row.offset);
        } else if matches!(row.field.wire, Wire::F32 | Wire::F64 | Wire::Real)
            && let Some(offset) = self.header.take()
            && row.bytes.len() != row.field.fixed_length()
        {
            let bits = 8 * row.bytes.len();
            sink(&Finding::at(
                offset,
                &PRECISION,
                row,
                format_args!(
                    "components of {bits} bits in {}, of a build of the other precision: engines convert them, and rounding can lose digits; use the layout of that build",
                    row.ty.name
                ),
            ));
        }
    }
}
