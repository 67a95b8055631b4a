//! Skips values without building them.

use crate::{Decode, DecodeError, Encode, EncodeError, Layout, Reader, Writer};

/// A placeholder that decodes any value by checking and discarding it.
///
/// The value is checked as if it were decoded as a `Variant`, but nothing is built. Elements that
/// are not of the declared type are not converted, so
/// [`UnsupportedConversion`](crate::DecodeErrorKind::UnsupportedConversion) never occurs. `Ignored`
/// is encoded as Nil.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Ignored, godot4};
///
/// let bytes = godot4::to_vec(&("old", vec![1, 2, 3], 7))?;
/// let (_, _, seven): (Ignored, Ignored, u8) = godot4::from_slice(&bytes)?;
/// assert_eq!(seven, 7);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ignored;

impl<'de, L: Layout> Decode<'de, L> for Ignored {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        reader.skip().map(|()| Self)
    }
}

impl<L: Layout> Encode<L> for Ignored {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        ().encode(writer)
    }
}

impl<L: Layout> Reader<'_, L> {
    /// Skips one value of any type.
    ///
    /// The value is checked as if it were decoded as a `Variant`, but nothing is built
    /// or converted, as with [`Ignored`].
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Godot4, Reader, godot4};
    ///
    /// let bytes = godot4::to_vec(&[1, 2, 3])?;
    /// let mut reader = Reader::<Godot4>::new(&bytes, DecodeOptions::new());
    /// reader.skip()?;
    /// assert_eq!(reader.position(), bytes.len());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of decoding the value as a `Variant` of the layout, except for
    /// [`UnsupportedConversion`](crate::DecodeErrorKind::UnsupportedConversion).
    pub fn skip(&mut self) -> Result<(), DecodeError> {
        let header = self.header()?;
        L::skip(self, header)
    }
}
