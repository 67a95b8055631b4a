//! Elements of pool arrays, for arrays and views.

use super::alone::AnyLayout;
use super::shared::read_body;
use crate::fields::Fields;
use crate::{DecodeError, Kind, Reader};
use alloc::string::String;

/// An element of pool arrays that every layout shares.
pub(crate) trait PoolAlone: Fields {
    /// The kind of its pool array.
    const POOL: Kind;
}

/// Decodes a body of fixed-length elements with `read`.
pub(super) fn of_elements<'b, T: Fields, P>(
    kind: Kind,
    body: &'b [u8],
    read: impl FnOnce(&mut Reader<'b, AnyLayout>) -> Result<P, DecodeError>,
) -> Result<P, String> {
    read_body(body, read).map_err(|_| {
        alloc::format!(
            "expected a {} of {} bytes for each element",
            kind.name(),
            T::LENGTH
        )
    })
}
