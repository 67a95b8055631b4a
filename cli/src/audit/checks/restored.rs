//! Values that engines write without their content.

use super::super::finding::{Finding, Sink};
use super::super::rule::{ENGINES, Rule, Severity};
use gdvariant::inspect::{InspectRow, RowKind};
use gdvariant::table::Body;

pub(in crate::audit) const NOT_RESTORED: Rule = Rule {
    id: "not-restored",
    severity: Severity::Note,
    measured: ENGINES,
    explanation: "A value whose content is not encoded: a Callable, and a RID in layouts without its id.",
};

pub(super) fn row(row: &InspectRow<'_>, sink: &mut Sink<'_>) {
    let has_content = !row.ty.tables.is_empty();
    let is_lost = matches!(row.ty.body, Body::Id | Body::Callable) && !has_content;
    if row.kind == RowKind::Header && is_lost {
        sink(&Finding::new(
            &NOT_RESTORED,
            row,
            format_args!(
                "the content of {} is not encoded: engines load an empty one; store what the game creates it from",
                row.ty.name
            ),
        ));
    }
}
