//! Converts the numbers of element types to kinds.

use crate::{EncodeError, EncodeErrorKind, Kind, LayoutRules};

/// Returns the kind of the type with this number, or `None` if the layout has no such type.
#[inline]
pub(crate) fn type_of_number<L: LayoutRules>(number: u32) -> Option<Kind> {
    L::KINDS.get(usize::try_from(number).ok()?).copied()
}

/// Returns the error of an element type that the layout lacks.
#[cold]
pub(crate) fn unknown_element<L: LayoutRules>(element: Kind) -> EncodeError {
    let layout = const { L::INFO.name };
    EncodeError::new(EncodeErrorKind::UnknownElementType { element, layout })
}
