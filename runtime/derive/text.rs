//! Text where something else may be: the key of a field, the name of a variant, a path.

use crate::{DecodeError, Kind, Layout, Reader, rows};
use alloc::borrow::Cow;

impl<'de, L: Layout> Reader<'de, L> {
    /// Takes a String or a StringName, and leaves anything else where it is.
    #[inline]
    pub(crate) fn text_if_any(&mut self) -> Result<Option<Cow<'de, str>>, DecodeError> {
        let before = self.clone();
        let header = self.header()?;
        if header.is::<L>(Kind::String) || header.is::<L>(Kind::StringName) {
            return self.text_body(rows::string::LENGTH, rows::string::TEXT).map(Some);
        }
        *self = before;
        Ok(None)
    }
}
