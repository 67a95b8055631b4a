//! Reading the same bytes again: for what is flattened, and for enums without a tag.

use crate::{DecodeError, DecodeErrorKind, Layout, Reader};

/// Goes back to an earlier place, reads from there, and goes on where the reader was.
///
/// # Errors
///
/// Those of `read`, and that bytes are read again too often.
pub fn again<'de, L: Layout, T>(
    reader: &mut Reader<'de, L>,
    place: &Reader<'de, L>,
    read: impl FnOnce(&mut Reader<'de, L>) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    let end = reader.clone();
    reader.go_back(place)?;
    let value = read(reader)?;
    reader.go_on(&end);
    Ok(value)
}

/// One try after the other to read a value.
#[derive(Debug)]
pub struct Attempts<'de, L> {
    start: Reader<'de, L>,
    /// The variant that came furthest, and where it failed.
    closest: Option<(&'static str, DecodeError)>,
}

impl<'de, L: Layout> Attempts<'de, L> {
    /// Nothing has been tried.
    #[must_use]
    pub fn new(reader: &Reader<'de, L>) -> Self {
        Self {
            start: reader.clone(),
            closest: None,
        }
    }

    /// Tries a variant; where it does not fit, the reader is back at the start.
    ///
    /// # Errors
    ///
    /// When bytes are read again too often.
    pub fn variant<T>(
        &mut self,
        reader: &mut Reader<'de, L>,
        name: &'static str,
        read: impl FnOnce(&mut Reader<'de, L>) -> Result<T, DecodeError>,
    ) -> Result<Option<T>, DecodeError> {
        let error = match read(reader) {
            Ok(value) => return Ok(Some(value)),
            Err(error) => error,
        };
        reader.go_back(&self.start)?;
        if self
            .closest
            .as_ref()
            .is_none_or(|(_, closest)| closest.offset() < error.offset())
        {
            self.closest = Some((name, error));
        }
        Ok(None)
    }

    /// The error that no variant fits.
    #[cold]
    #[must_use]
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
