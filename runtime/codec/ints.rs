//! Decodes and encodes consecutive ints of the narrow form in batches.

use crate::codec::block::INTS;
use crate::codec::numbers::{INT, NARROW_INT, NarrowInt};
use crate::codec::string::HEAD;
use crate::wire::cursor::Cursor;
use crate::wire::scalar::BATCH;
use crate::{Decode, DecodeError, Kind, Layout, Reader, Writer, format};
use alloc::vec::Vec;
use core::any::Any;

/// The encoded length of a narrow int, in bytes.
const LENGTH: usize = format::HEADER_LENGTH as usize + size_of::<NarrowInt>();

/// The number of headers that are compared at once, no more than short arrays have.
const AHEAD: usize = 8;

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

/// Returns the number of leading values that are narrow ints.
#[inline]
fn leading_ints<L: Layout>(ints: &[EncodedInt]) -> usize {
    let header = header::<L>();
    // The bits in which a header differs. The compiler vectorizes the loop over a batch.
    let other = |[a, b, c, d, ..]: &EncodedInt| u32::from_le_bytes([*a, *b, *c, *d]) ^ header;
    let (batches, _) = ints.as_chunks::<AHEAD>();
    let are_ints = |batch: &&[_; AHEAD]| batch.iter().fold(0, |all, int| all | other(int)) == 0;
    let whole = batches.iter().take_while(are_ints).count() * AHEAD;
    let rest = ints.get(whole..).unwrap_or_default();
    whole + rest.iter().take_while(|int| other(int) == 0).count()
}

impl Cursor<'_> {
    /// Consumes the elements of an Array after its count if all are narrow ints that fit in `T`.
    #[inline(never)]
    pub(crate) fn ints_after<L: Layout, T: TryFrom<i64> + 'static>(
        &mut self,
        count: [u8; 4],
    ) -> Option<Vec<T>> {
        let count = L::ARRAY.count.checked(count)?;
        let ints = self.padded(count.checked_mul(LENGTH)?, 0)?.as_chunks().0;
        if leading_ints::<L>(ints) < count {
            return None;
        }
        let mut elements = Vec::with_capacity(count);
        if let Some(same) = (&mut elements as &mut dyn Any).downcast_mut::<Vec<i64>>() {
            // Every narrow int fits in an `i64`.
            same.extend(ints.iter().map(|int| int_of(*int)));
        } else {
            elements.extend(ints.iter().map_while(|int| T::try_from(int_of(*int)).ok()));
        }
        (elements.len() == count).then_some(elements)
    }
}

impl<'de, L: Layout> Reader<'de, L> {
    /// Returns the number of narrow ints that follow, at most `most`, without consuming them.
    #[inline]
    pub(crate) fn ints_ahead(&self, most: usize) -> usize {
        let (ints, _) = self.rest().as_chunks();
        leading_ints::<L>(ints.get(..most).unwrap_or(ints))
    }

    /// Fast path: consumes up to `most` narrow ints, at a fraction of the cost of decoding each
    /// int.
    #[inline]
    pub(crate) fn take_ints(&mut self, most: usize) -> &'de [EncodedInt] {
        match self.rest().first_chunk() {
            Some(first) if u32::from_le_bytes(*first) == header::<L>() => self.run_of_ints(most),
            _ => &[],
        }
    }

    #[inline(never)]
    fn run_of_ints(&mut self, most: usize) -> &'de [EncodedInt] {
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
            let rest = self.rest();
            let ints = self.take_ints(count - index);
            if let Some(same) = (&mut *elements as &mut dyn Any).downcast_mut::<Vec<i64>>() {
                // Every narrow int fits in an `i64`.
                same.extend(ints.iter().map(|int| int_of(*int)));
                index += ints.len();
            } else {
                let before = elements.len();
                elements.extend(ints.iter().map_while(|int| T::try_from(int_of(*int)).ok()));
                let fitting = elements.len() - before;
                self.set_rest(rest.get(fitting * LENGTH..).unwrap_or_default());
                index += fitting;
            }
            if index < count {
                elements.push(self.element(index)?);
                index += 1;
            }
        }
        Ok(())
    }
}

/// Writes an Array of ints at the start of `bytes`, and returns its length.
///
/// Returns `None` if the Array is long, or if there are too few bytes.
#[inline(never)]
pub(crate) fn put_ints<L: Layout, T: Copy + Into<i64>>(
    ints: &[T],
    bytes: &mut [u8],
) -> Option<usize> {
    let most = bytes.len();
    let (head, mut rest) = bytes.split_first_chunk_mut::<HEAD>()?;
    let (array_slot, count_slot) = head.split_first_chunk_mut()?;
    *array_slot = L::header_of(Kind::Array).to_le_bytes();
    if ints.len() > INTS {
        return None;
    }
    let count = L::ARRAY.count.encoded(u32::try_from(ints.len()).ok()?);
    count_slot.copy_from_slice(&count);
    let header = u64::from(header::<L>());
    for int in ints {
        let value: i64 = (*int).into();
        if let Ok(narrow) = NarrowInt::try_from(value) {
            let slot;
            (slot, rest) = rest.split_first_chunk_mut()?;
            *slot = (header | u64::from(narrow.cast_unsigned()) << u32::BITS).to_le_bytes();
        } else {
            let (header_slot, value_slot);
            (header_slot, rest) = rest.split_first_chunk_mut()?;
            (value_slot, rest) = rest.split_first_chunk_mut()?;
            let number = u32::from(L::NUMBERS[Kind::Int as usize]);
            *header_slot = (number | INT.wide()).to_le_bytes();
            *value_slot = value.to_le_bytes();
        }
    }
    Some(most - rest.len())
}

impl<L: Layout> Writer<'_, L> {
    /// Writes the leading ints of a slice that fit in 32 bits, at most [`BATCH`], and returns their
    /// number.
    #[inline]
    pub(crate) fn short_ints_of<T: Copy + Into<i64>>(&mut self, ints: &[T]) -> usize {
        if let Some(batch) = ints.first_chunk::<BATCH>() {
            let header = u64::from(header::<L>());
            let mut block = [[0; LENGTH]; BATCH];
            let mut high = 0;
            for (slot, int) in block.iter_mut().zip(batch) {
                let int = (*int).into().cast_unsigned();
                // 0 in the high half if the int fits in 32 bits.
                high |= int.wrapping_add(NarrowInt::MIN.unsigned_abs().into()) >> u32::BITS;
                *slot = (header | int << u32::BITS).to_le_bytes();
            }
            if high == 0 {
                self.bytes(block.as_flattened());
                return BATCH;
            }
        }
        self.short_ints(ints.iter().map(|int| (*int).into()))
    }

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
