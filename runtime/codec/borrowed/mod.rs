//! Borrowed values of a `VariantRef`: bytes of the input that are checked first and decoded on
//! access.

#[allow(
    clippy::boxed_local,
    clippy::unnecessary_box_returns,
    reason = "a Variant holds containers with a declared type in a box"
)]
mod map;
mod packed_view;
mod value_view;

use crate::table::layout::HasLayout;
use crate::wire::reader::Header;
use crate::{DecodeError, DecodeErrorKind, Reader};
pub(crate) use map::{
    map_array, map_dictionary, map_object, map_typed_array, map_typed_dictionary,
};
pub use packed_view::{PackedIter, PackedView};
pub use value_view::EncodedValue;
pub(crate) use value_view::HeldFields;

/// Rejects components of the other precision, because a borrowed value cannot be converted.
#[inline]
fn check_borrowed<E: HasLayout>(reader: &Reader<'_, E>, header: Header) -> Result<(), DecodeError> {
    if reader.is_other_precision(header) {
        return Err(reader.error(DecodeErrorKind::CannotBorrow));
    }
    Ok(())
}
