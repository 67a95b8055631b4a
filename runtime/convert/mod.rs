// The layer above `access`; uses only that and what is below it.

//! Conversions between layouts, with a report of what they lose.

mod converter;

pub use converter::{Converter, Loss, LossKind, Note, NoteKind, Report, ReportEntry};
