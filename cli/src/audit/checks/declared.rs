//! Elements of another type than their container declares.

use super::super::finding::{Finding, Sink};
use super::super::rule::{Rule, Severity};
use gdvariant::inspect::{InspectRow, RowKind};

pub(in crate::audit) const NOT_DECLARED: Rule = Rule {
    id: "not-declared",
    severity: Severity::Warning,
    measured: "4.6.3",
    explanation: "An element, a key or a value of another type than its container declares, which the engine converts, drops or keeps.",
};

pub(super) fn row(row: &InspectRow<'_>, sink: &mut Sink<'_>) {
    if row.kind == RowKind::Header
        && let Some(declared) = row.path.declared_other_than(row.ty.kind)
    {
        sink(&Finding::new(
            &NOT_DECLARED,
            row,
            format_args!(
                "{} where {} is declared: the engine converts an element or drops it without an error, drops a pair with such a key, and keeps such a value; write the declared type",
                row.ty.name,
                declared.name()
            ),
        ));
    }
}
