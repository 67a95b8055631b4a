//! Decodes the same bytes again, for flattened fields and untagged enums.

use crate::error::Result;
use crate::{DecodeError, DecodeErrorKind, Engine, Reader};

/// Rewinds to an earlier position, decodes from there, and restores the current position.
///
/// # Errors
///
/// Returns the errors of `read`. Also fails if the input has been decoded too often.
pub fn again<'de, E: Engine, T>(
    reader: &mut Reader<'de, E>,
    place: &Reader<'de, E>,
    read: impl FnOnce(&mut Reader<'de, E>) -> Result<T>,
) -> Result<T> {
    let end = reader.clone();
    reader.rewind(place)?;
    let value = read(reader)?;
    reader.go_to(&end);
    Ok(value)
}

/// Attempts to decode the variants of an untagged enum, in order.
#[derive(Debug)]
pub struct Attempts<'de, E> {
    start: Reader<'de, E>,
    /// The variant whose error has the largest offset, and that error.
    closest: Option<(&'static str, DecodeError)>,
}

impl<'de, E: Engine> Attempts<'de, E> {
    /// Starts at the position of the reader.
    pub fn new(reader: &Reader<'de, E>) -> Self {
        Self {
            start: reader.clone(),
            closest: None,
        }
    }

    /// Attempts to decode a variant; rewinds and returns `None` if the variant does not fit.
    ///
    /// # Errors
    ///
    /// Fails if the nesting is too deep, because the other variants would fail as well, or if the
    /// input has been decoded too often.
    pub fn variant<T>(
        &mut self,
        reader: &mut Reader<'de, E>,
        name: &'static str,
        read: impl FnOnce(&mut Reader<'de, E>) -> Result<T>,
    ) -> Result<Option<T>> {
        // A variant can contain the same enum again without consuming a byte, as pointers can.
        reader.enter_pointer()?;
        let error = match read(reader) {
            Ok(value) => return Ok(Some(value)),
            Err(error) if matches!(error.kind(), DecodeErrorKind::TooDeep { .. }) => {
                return Err(error);
            }
            Err(error) => error,
        };
        reader.rewind(&self.start)?;
        if self
            .closest
            .as_ref()
            .is_none_or(|(_, closest)| closest.offset() < error.offset())
        {
            self.closest = Some((name, error));
        }
        Ok(None)
    }

    /// Returns the error for a value that no variant fits.
    #[cold]
    pub fn failed(self) -> DecodeError {
        match self.closest {
            Some((closest, error)) => error.because(|reason| DecodeErrorKind::NoVariant {
                closest,
                reason: reason.into(),
            }),
            None => self.start.error(DecodeErrorKind::Custom(
                "an enum without variants has no values".into(),
            )),
        }
    }
}
