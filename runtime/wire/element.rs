//! Converts the numbers of element types to kinds.

use crate::table::layout::Layout;
use crate::{EncodeError, EncodeErrorKind, Kind};

/// Returns the kind of the type with this number, or `None` if the layout has no such type.
#[inline]
pub(crate) fn type_of_number(layout: &Layout, number: u32) -> Option<Kind> {
    layout.kind_of(u8::try_from(number).ok()?)
}

/// Returns the error of an element type that the layout lacks.
#[cold]
pub(crate) fn unknown_element(layout: &Layout, element: Kind) -> EncodeError {
    let layout = layout.name;
    EncodeError::new(EncodeErrorKind::UnknownElementType { element, layout })
}
