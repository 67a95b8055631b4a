//! Arrays and Dictionaries of values that are there.

use super::{TOGETHER, Writer, checked_length};
use crate::reader::key_segment;
use crate::{Encode, EncodeError, Kind, Layout, Segment};

/// A counting writer looks whether there is something to forget once in so many parts of a container.
const BETWEEN_FORGETTING: usize = 64;

impl<L: Layout> Writer<'_, L> {
    /// Writes as many ints from the front as 32 bits hold, and says how many: what it takes to append is paid once for all of them.
    #[inline]
    pub(crate) fn narrow_ints(&mut self, ints: impl Iterator<Item = i64>) -> usize {
        let header = u64::from(L::NUMBERS[Kind::Int as usize]);
        let mut block = [[0; size_of::<u64>()]; TOGETHER];
        let mut count = 0;
        for (slot, int) in block
            .iter_mut()
            .zip(ints.map_while(|int| i32::try_from(int).ok()))
        {
            *slot = (header | u64::from(int.cast_unsigned()) << u32::BITS).to_le_bytes();
            count += 1;
        }
        self.bytes(block.get(..count).unwrap_or_default().as_flattened());
        count
    }

    /// Writes an Array of values that lie one behind the other.
    pub(crate) fn elements<T: Encode<L>>(&mut self, elements: &[T]) -> Result<(), EncodeError> {
        let count = checked_length(elements.len())?;
        self.header_and(Kind::Array, count);
        self.parts(count, |writer| {
            let mut index = 0;
            while let Some(left @ [element, ..]) = elements.get(index..) {
                writer.forget();
                let together = T::encode_together(left, writer).min(left.len());
                if together == 0 {
                    element
                        .encode(writer)
                        .map_err(|error| error.within(Segment::Index(index)))?;
                }
                index += together.max(1);
            }
            Ok(())
        })
    }

    /// Writes an Array of values that are there.
    pub(crate) fn list<'t, T: Encode<L> + 't>(
        &mut self,
        elements: impl IntoIterator<Item = &'t T, IntoIter: ExactSizeIterator>,
    ) -> Result<(), EncodeError> {
        let elements = elements.into_iter();
        let count = checked_length(elements.len())?;
        self.header_and(Kind::Array, count);
        self.parts(count, |writer| {
            elements.enumerate().try_for_each(|(index, element)| {
                writer.forget_now_and_then(index);
                element
                    .encode(writer)
                    .map_err(|error| error.within(Segment::Index(index)))
            })
        })
    }

    /// Writes a Dictionary of pairs that are there.
    pub(crate) fn pairs<'t, K: Encode<L> + 't, V: Encode<L> + 't>(
        &mut self,
        pairs: impl IntoIterator<Item = (&'t K, &'t V), IntoIter: ExactSizeIterator>,
    ) -> Result<(), EncodeError> {
        let pairs = pairs.into_iter();
        let count = checked_length(pairs.len())?;
        self.header_and(Kind::Dictionary, count);
        self.parts(count, |writer| {
            pairs.enumerate().try_for_each(|(index, (key, value))| {
                writer.forget_now_and_then(index);
                let key_at = writer.out.len();
                key.encode(writer)
                    .map_err(|error| error.within(Segment::KeyOf(index)))?;
                value
                    .encode(writer)
                    .map_err(|error| writer.in_value_of_key(error, key_at, index))
            })
        })
    }

    /// Writes so many parts of a value one level deeper.
    #[inline]
    pub(crate) fn parts(
        &mut self,
        count: u32,
        write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        self.depth += 1;
        let result = if count == 0 {
            Ok(())
        } else {
            self.check_depth().and_then(|()| write(self))
        };
        self.depth = self.depth.wrapping_sub(1);
        result.map_err(|error| self.fail(error))
    }

    #[inline]
    pub(super) fn forget_now_and_then(&mut self, index: usize) {
        if index.is_multiple_of(BETWEEN_FORGETTING) {
            self.forget();
        }
    }

    /// Names the key in the path by reading it back; a counting writer may have forgotten it, then its index has to do.
    #[cold]
    pub(super) fn in_value_of_key(
        &self,
        error: EncodeError,
        key_at: usize,
        index: usize,
    ) -> EncodeError {
        let kept = self.counting.is_none().then_some(&*self.out);
        let key = kept
            .and_then(|bytes| bytes.get(key_at..))
            .and_then(key_segment::<L>);
        error.within(key.unwrap_or(Segment::ValueOf(index)))
    }
}
