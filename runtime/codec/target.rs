//! Encodes for target versions of the engine that lack a type of the layout.

use crate::table::layout::HasLayout;
use crate::wire::writer::checked_count;
use crate::{EncodeError, EngineVersion, Kind, Writer};

impl<E: HasLayout> Writer<'_, E> {
    /// Returns whether an Array replaces a packed array because the target lacks this kind.
    ///
    /// Compiles to nothing if the engine and the kind are constants and all versions have the kind.
    #[inline]
    pub(crate) fn replaces(&self, kind: Kind) -> Result<bool, EncodeError> {
        if !self.has_target() {
            return Ok(false);
        }
        match self.constant().since_of(kind) {
            Some(since) => self.target.fallback(self.layout(), kind, false, since),
            None => Ok(false),
        }
    }

    /// Returns whether the target decodes a declared type that was added in the version `since`.
    #[inline]
    pub(crate) fn reads_declared(
        &self,
        kind: Kind,
        since: Option<EngineVersion>,
    ) -> Result<bool, EncodeError> {
        match since.filter(|_| self.has_target()) {
            Some(since) => Ok(!self.target.fallback(self.layout(), kind, true, since)?),
            None => Ok(true),
        }
    }

    /// Returns whether a target version is set, so that encoded bytes may have to change.
    #[inline]
    pub(crate) fn has_target(&self) -> bool {
        self.target.version.is_some()
    }

    /// Writes an Array of already encoded elements of fixed length.
    #[cold]
    pub(crate) fn array_of(
        &mut self,
        element: Kind,
        count: usize,
        bytes: &[u8],
    ) -> Result<(), EncodeError> {
        let length = bytes.len().checked_div(count).unwrap_or_default();
        let count = checked_count(self.constant().array.count, count)?;
        self.words(
            [],
            Kind::Array,
            0,
            [self.constant().array.count.encoded(count)],
        );
        self.nested(count, |writer| {
            for element_bytes in bytes.chunks_exact(length.max(1)) {
                writer.put_value([], element, 0, length, |body| {
                    body.copy_from_slice(element_bytes);
                });
            }
            Ok(())
        })
    }
}
