// The layer above `access`; uses only that and what is below it.

//! Conversions between layouts, with a report of what they lose.

#[allow(dead_code, reason = "conversions need two layouts")]
pub(crate) mod by_value;
mod converter;

pub use converter::{Converter, Loss, LossKind, Note, NoteKind, Report, ReportEntry};
