//! Decodes and encodes consecutive ints of the narrow form in batches.

use crate::codec::numbers::{NARROW_INT, NarrowInt};
use crate::wire::scalar::BATCH;
use crate::{Decode, DecodeError, Kind, Layout, Reader, Writer, format};
use alloc::vec::Vec;
use core::any::Any;

/// The encoded length of a narrow int, in bytes.
const LENGTH: usize = format::HEADER_LENGTH as usize + size_of::<NarrowInt>();

/// An encoded narrow int: the header and the body.
pub(crate) type EncodedInt = [u8; LENGTH];

/// Decodes a narrow int, without checking its header.
#[inline]
pub(crate) fn int_of(int: EncodedInt) -> i64 {
    let [_, _, _, _, value @ ..] = int;
    NarrowInt::from_le_bytes(value).into()
}

/// Returns the header of a narrow int.
#[inline]
fn header<L: Layout>() -> u32 {
    u32::from(L::NUMBERS[Kind::Int as usize]) | NARROW_INT
}

impl<'de, L: Layout> Reader<'de, L> {
    /// Returns the number of narrow ints that follow, at most `most`, without consuming them.
    #[inline]
    pub(crate) fn ints_ahead(&self, most: usize) -> usize {
        let header = header::<L>().to_le_bytes();
        let (chunks, _) = self.rest().as_chunks();
        let is_int = |int: &&EncodedInt| int.first_chunk() == Some(&header);
        chunks.iter().take(most).take_while(is_int).count()
    }

    /// Fast path: consumes up to `most` narrow ints, at a fraction of the cost of decoding each
    /// int.
    #[inline]
    pub(crate) fn take_ints(&mut self, most: usize) -> &'de [EncodedInt] {
        let length = self.ints_ahead(most) * LENGTH;
        self.take(length).unwrap_or_default().as_chunks().0
    }

    /// Decodes `count` ints and appends them.
    pub(crate) fn ints<T: Decode<'de, L> + TryFrom<i64> + 'static>(
        &mut self,
        count: usize,
        elements: &mut Vec<T>,
    ) -> Result<(), DecodeError> {
        let mut index = 0;
        while index < count {
            let (rest, before) = (self.rest(), elements.len());
            let ints = self.take_ints(count - index);
            if let Some(same) = (&mut *elements as &mut dyn Any).downcast_mut::<Vec<i64>>() {
                // Every narrow int fits in an `i64`.
                same.extend(ints.iter().map(|int| int_of(*int)));
            } else {
                elements.extend(ints.iter().map_while(|int| T::try_from(int_of(*int)).ok()));
            }
            let fitting = elements.len() - before;
            index += fitting;
            if fitting < ints.len() {
                self.set_rest(rest.get(fitting * LENGTH..).unwrap_or_default());
            }
            if index < count {
                elements.push(self.element(index)?);
                index += 1;
            }
        }
        Ok(())
    }
}

impl<L: Layout> Writer<'_, L> {
    /// Writes the leading ints that fit in 32 bits, at most [`BATCH`], and returns their number.
    #[inline]
    pub(crate) fn short_ints(&mut self, ints: impl Iterator<Item = i64>) -> usize {
        let header = u64::from(header::<L>());
        let mut block = [[0; LENGTH]; BATCH];
        let mut count = 0;
        let ints = ints.map_while(|int| NarrowInt::try_from(int).ok());
        for (slot, int) in block.iter_mut().zip(ints) {
            *slot = (header | u64::from(int.cast_unsigned()) << u32::BITS).to_le_bytes();
            count += 1;
        }
        self.bytes(block.get(..count).unwrap_or_default().as_flattened());
        count
    }

    /// Calls [`short_ints`](Self::short_ints) without inlining it.
    ///
    /// Inlined next to other batches, the loop runs out of registers, and the benchmark
    /// `ints/encode dynamic` takes 7% more instructions.
    #[inline(never)]
    pub(crate) fn short_ints_of_variants(&mut self, ints: impl Iterator<Item = i64>) -> usize {
        self.short_ints(ints)
    }
}
