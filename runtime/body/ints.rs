//! Many ints one behind the other: those of 32 bits are taken together.

use crate::{Decode, DecodeError, DecodeErrorKind, Kind, Layout, Reader, Segment, format, rows};
use alloc::vec::Vec;
use core::any::Any;

/// Bytes of an int of 32 bits with its header.
const LENGTH: usize = format::HEADER_LENGTH as usize + rows::int::VALUE.fixed_length();

/// An int of 32 bits with its header.
pub(crate) type NarrowInt = [u8; LENGTH];

/// What an int of 32 bits says.
#[inline]
pub(crate) fn narrow_int(int: NarrowInt) -> i64 {
    let [_, _, _, _, value @ ..] = int;
    i32::from_le_bytes(value).into()
}

impl<'de, L: Layout> Reader<'de, L> {
    /// Takes the ints of 32 bits that are next, header and all, but not more than so many: lists are full of them, and together they cost
    /// a fraction of what each by itself would.
    #[inline]
    pub(crate) fn take_ints(&mut self, most: usize) -> &'de [NarrowInt] {
        let header = u32::from(L::NUMBERS[Kind::Int as usize]).to_le_bytes();
        let (chunks, _) = self.rest().as_chunks();
        let is_int = |int: &&NarrowInt| int.first_chunk() == Some(&header);
        let count = chunks.iter().take(most).take_while(is_int).count();
        let (ints, _) = chunks.split_at(count);
        self.go_on_at(
            self.rest()
                .get(ints.as_flattened().len()..)
                .unwrap_or_default(),
        );
        ints
    }

    /// Takes `count` ints and appends them.
    pub(crate) fn ints<T: Decode<'de, L> + TryFrom<i64> + 'static>(
        &mut self,
        count: usize,
        elements: &mut Vec<T>,
        expected: &'static str,
    ) -> Result<(), DecodeError> {
        let mut index = 0;
        while index < count {
            let (start, before) = (self.position(), elements.len());
            let ints = self.take_ints(count - index);
            if let Some(same) = (&mut *elements as &mut dyn Any).downcast_mut::<Vec<i64>>() {
                // All of them fit, so that none has to be asked.
                same.extend(ints.iter().map(|int| narrow_int(*int)));
            } else {
                elements.extend(
                    ints.iter()
                        .map_while(|int| T::try_from(narrow_int(*int)).ok()),
                );
            }
            let fitting = elements.len() - before;
            index += fitting;
            if let Some(int) = ints.get(fitting) {
                let offset = start + (fitting + 1) * size_of_val(int) - size_of::<i32>();
                let error = DecodeErrorKind::OutOfRange {
                    value: narrow_int(*int),
                    expected,
                };
                return Err(DecodeError::new(offset, error).within(Segment::Index(index)));
            }
            if index < count {
                elements.push(self.element(index)?);
                index += 1;
            }
        }
        Ok(())
    }
}
