// The layer after `codec`: uses only layers that precede it.

//! The walk over encoded bytes, which passes on a row for each field.

mod body;
mod row;

pub(crate) use body::walk;
pub use row::{FlagMeaning, InspectRow, RowKind, RowPath, RowPathId, Value};
