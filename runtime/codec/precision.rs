//! Converts components whose header states a precision other than the layout's. Only lenient
//! decoding accepts such components, like the engine.

use crate::table::layout::HasLayout;
use crate::wire::reader::Header;
use crate::{DecodeError, Kind, Reader};
use alloc::borrow::Cow;
use alloc::vec::Vec;

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Decodes the body of a packed array, and returns the bytes of its elements in the layout's
    /// precision.
    ///
    /// `each` is the length of an element in the layout's precision, in bytes.
    #[inline]
    pub(crate) fn packed_body(
        &mut self,
        header: Header,
        kind: Kind,
        each: usize,
    ) -> Result<Cow<'de, [u8]>, DecodeError> {
        let bytes = self.packed_bytes(kind, self.encoded_length(header, each))?;
        Ok(if self.is_other_precision(header) {
            Cow::Owned(converted(bytes, self.constant().is_double))
        } else {
            Cow::Borrowed(bytes)
        })
    }
}

/// Converts components from the other precision.
#[cold]
#[expect(clippy::cast_possible_truncation, reason = "as the engine does")]
pub(super) fn converted(components: &[u8], to_double: bool) -> Vec<u8> {
    if to_double {
        let (singles, _) = components.as_chunks();
        let widened = singles
            .iter()
            .map(|single| f64::from(f32::from_le_bytes(*single)));
        widened.flat_map(f64::to_le_bytes).collect()
    } else {
        let (doubles, _) = components.as_chunks();
        let narrowed = doubles
            .iter()
            .map(|double| f64::from_le_bytes(*double) as f32);
        narrowed.flat_map(f32::to_le_bytes).collect()
    }
}
