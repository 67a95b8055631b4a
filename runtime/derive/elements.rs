//! Arrays with an element for each field: tuples, structs with `array`, and variants of enums.

use crate::error::Result;
use crate::wire::reader::Depth;
use crate::{DecodeError, DecodeErrorKind, Engine, Reader, Segment};

/// The state of decoding an Array element by element.
#[derive(Debug)]
pub struct Elements {
    /// The offset of the Array.
    start: usize,
    count: usize,
    /// The number of elements consumed.
    index: usize,
    /// The nesting depth of the Array.
    outer_depth: Depth,
}

impl Elements {
    /// Consumes the header and the count of an Array or a typed array.
    ///
    /// # Errors
    ///
    /// Fails if the value is neither, is nested too deeply, or has an invalid count.
    #[inline]
    pub fn open<E: Engine>(reader: &mut Reader<'_, E>) -> Result<Self> {
        let start = reader.position();
        let count = reader.sequence()?;
        Ok(Self {
            start,
            count: count.get(),
            index: 0,
            outer_depth: reader.enter(count)?,
        })
    }

    /// Decodes the next element with `read`; returns `None` at the end.
    ///
    /// # Errors
    ///
    /// Returns the errors of `read`, with the index in the path.
    #[inline]
    pub fn next<'de, E: Engine, T>(
        &mut self,
        reader: &mut Reader<'de, E>,
        read: impl FnOnce(&mut Reader<'de, E>) -> Result<T>,
    ) -> Result<Option<T>> {
        if self.index == self.count {
            return Ok(None);
        }
        let depth = reader.depth();
        let element = read(reader).map_err(|error| error.within(Segment::Index(self.index)))?;
        reader.set_depth(depth);
        self.index += 1;
        Ok(Some(element))
    }

    /// Skips the remaining elements.
    ///
    /// # Errors
    ///
    /// Returns the errors of elements, with the index in the path.
    pub fn skip<E: Engine>(&mut self, reader: &mut Reader<'_, E>) -> Result<()> {
        while self.next(reader, Reader::<E>::skip)?.is_some() {}
        reader.set_depth(self.outer_depth);
        Ok(())
    }

    /// Ends the Array.
    ///
    /// # Errors
    ///
    /// Fails if the Array has more than `expected` elements, the last `optional` of which may be
    /// missing.
    #[inline]
    pub fn finish<E: Engine>(
        &mut self,
        reader: &mut Reader<'_, E>,
        expected: usize,
        optional: usize,
    ) -> Result<()> {
        if self.count > expected {
            self.skip(reader)?;
            return Err(self.wrong_length(expected, optional));
        }
        reader.set_depth(self.outer_depth);
        Ok(())
    }

    /// Returns the error of an Array without the name of the variant.
    #[cold]
    pub(super) fn missing_name(&self) -> DecodeError {
        DecodeError::new(self.start, DecodeErrorKind::MissingVariantName)
    }

    /// Returns the error of an Array without the `expected` number of elements, the last
    /// `optional` of which may be missing.
    #[cold]
    pub fn wrong_length(&self, expected: usize, optional: usize) -> DecodeError {
        let found = self.count;
        let kind = DecodeErrorKind::WrongLength {
            expected,
            optional,
            found,
        };
        DecodeError::new(self.start, kind)
    }
}
