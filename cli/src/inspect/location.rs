//! The location of an error, in the columns of a row.

use gdvariant::{DecodeError, DecodeErrorKind, Path, Segment};

/// The name of the field of a header, as in the rows.
const HEADER: &str = "header";

/// Returns the path of the value that the error is about, and the field of that value.
pub(super) fn location(error: &DecodeError) -> (Path, &'static str) {
    let path = error.path();
    let outer = path.segments().len().saturating_sub(1);
    match (path.segments().next_back(), error.kind()) {
        (Some(&Segment::Field(field)), _) => {
            (path.segments().take(outer).cloned().collect(), field)
        }
        // Paths have no segment for headers.
        (
            _,
            DecodeErrorKind::UnexpectedEnd { .. }
            | DecodeErrorKind::UnknownType { .. }
            | DecodeErrorKind::UnknownFlags { .. }
            | DecodeErrorKind::ObjectsNotAllowed,
        ) => (path.clone(), HEADER),
        _ => (path.clone(), ""),
    }
}
