//! Decodes and encodes consecutive ints of the narrow form in batches.

use crate::codec::numbers::{NARROW_INT, NarrowInt};
use crate::table::layout::{HasLayout, Layout};
use crate::wire::scalar::BATCH;
use crate::{Decode, DecodeError, Kind, Reader, Writer, format};
use alloc::vec::Vec;
use core::any::Any;

/// The encoded length of a narrow int, in bytes.
const LENGTH: usize = format::HEADER_LENGTH as usize + size_of::<NarrowInt>();

/// The number of ints in a short batch.
const FEW: usize = 4;

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
fn header(layout: &Layout) -> u32 {
    layout.header_of(Kind::Int) | NARROW_INT
}

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Returns the narrow ints that follow, at most `most`, without consuming them.
    #[inline]
    fn ints_ahead(&self, most: usize) -> &'de [EncodedInt] {
        let header = header(self.constant()).to_le_bytes();
        let (ints, _) = self.rest().as_chunks();
        let ints = ints.get(..most).unwrap_or(ints);
        let is_int = |int: &&EncodedInt| int.first_chunk() == Some(&header);
        let count = ints.iter().take_while(is_int).count();
        ints.get(..count).unwrap_or_default()
    }

    /// Fast path: consumes up to `most` narrow ints, at a fraction of the cost of decoding each
    /// int.
    #[inline]
    pub(crate) fn take_ints(&mut self, most: usize) -> &'de [EncodedInt] {
        match self.rest().first_chunk() {
            Some(first) if u32::from_le_bytes(*first) == header(self.constant()) => {
                self.run_of_ints(most)
            }
            _ => &[],
        }
    }

    #[inline(never)]
    fn run_of_ints(&mut self, most: usize) -> &'de [EncodedInt] {
        let ints = self.ints_ahead(most);
        self.take(ints.len() * LENGTH);
        ints
    }

    /// Decodes `count` ints and appends them.
    #[inline]
    pub(crate) fn ints<T: Decode<'de, E> + TryFrom<i64> + 'static>(
        &mut self,
        count: usize,
        elements: &mut Vec<T>,
    ) -> Result<(), DecodeError> {
        let mut index = 0;
        while index < count {
            let fitting = append_ints(self.ints_ahead(count - index), elements);
            self.take(fitting * LENGTH);
            index += fitting;
            if index < count {
                elements.push(self.element(index)?);
                index += 1;
            }
        }
        Ok(())
    }
}

/// Appends the leading ints that fit in the type, and returns their number.
#[inline]
fn append_ints<T: TryFrom<i64> + 'static>(ints: &[EncodedInt], elements: &mut Vec<T>) -> usize {
    if let Some(same) = (&mut *elements as &mut dyn Any).downcast_mut::<Vec<i64>>() {
        // Every narrow int fits in an `i64`.
        same.extend(ints.iter().map(|int| int_of(*int)));
        return ints.len();
    }
    let before = elements.len();
    elements.extend(ints.iter().map_while(|int| T::try_from(int_of(*int)).ok()));
    elements.len() - before
}

impl<E: HasLayout> Writer<'_, E> {
    /// Writes batches of leading ints that fit in 32 bits, and returns the number of ints.
    #[inline]
    pub(crate) fn short_ints_of<T: Copy + Into<i64>>(&mut self, ints: &[T]) -> usize {
        let mut left = ints;
        while let Some((batch, after)) = left.split_first_chunk::<BATCH>()
            && self.batch_of_ints(batch)
        {
            left = after;
        }
        // Many lists are shorter than a long batch.
        while let Some((batch, after)) = left.split_first_chunk::<FEW>()
            && self.batch_of_ints(batch)
        {
            left = after;
        }
        ints.len() - left.len()
    }

    /// Writes ints if all fit in 32 bits, and returns whether they do.
    #[inline]
    fn batch_of_ints<T: Copy + Into<i64>, const N: usize>(&mut self, ints: &[T; N]) -> bool {
        let header = u64::from(header(self.constant()));
        let mut block = [[0; LENGTH]; N];
        let mut high = 0;
        for (slot, int) in block.iter_mut().zip(ints) {
            let int = (*int).into().cast_unsigned();
            // 0 in the high half if the int fits in 32 bits.
            high |= int.wrapping_add(NarrowInt::MIN.unsigned_abs().into()) >> u32::BITS;
            *slot = (header | int << u32::BITS).to_le_bytes();
        }
        if high == 0 {
            self.bytes(block.as_flattened());
        }
        high == 0
    }

    /// Writes the leading ints that fit in 32 bits, at most [`BATCH`], and returns their number.
    #[inline]
    pub(crate) fn short_ints(&mut self, ints: impl Iterator<Item = i64>) -> usize {
        let header = u64::from(header(self.constant()));
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
}
