//! Writes consecutive fields into bytes that are reserved for all of them.
//!
//! Appending each field to the buffer of a [`Writer`] takes 1.3 times as long in the benchmark
//! `snapshot/encode derive`, because each field waits until the length of the buffer after the
//! previous field is stored. A [`BlockWriter`] keeps the length in a register.

#![allow(
    clippy::inline_always,
    reason = "the compiler keeps the end of a block in a register only if all calls are inlined"
)]

use crate::codec::ints::put_ints;
use crate::codec::numbers::{FLOAT, INT, NarrowInt, single};
use crate::codec::packed::put_elements;
use crate::codec::string::HEAD;
use crate::table::bodies::packed_count;
use crate::table::rule::padding_after;
use crate::wire::fields::{FieldWriter, Fields};
use crate::wire::utf8;
use crate::wire::writer::too_deep;
use crate::{
    Encode, EncodeError, EncodeErrorKind, Kind, Layout, Packed, PackedElement, Segment, Writer,
    format,
};
use alloc::vec::Vec;
use core::mem::{forget, replace, take};

/// The maximum length in bytes of the contents that are written into a block. Setting more bytes
/// to zeros first would take longer than a call.
const CONTENTS: usize = 256;

/// The number of bytes that are reserved for short fields; a constant, so that no call sets the
/// bytes to zeros.
const SMALL: usize = 64;

/// The maximum number of ints that are written into a block.
pub(crate) const INTS: usize = 32;

/// The maximum length of an int in bytes.
pub(crate) const MOST_OF_INT: usize = format::HEADER_LENGTH as usize + size_of::<i64>();

/// Returns the number of bytes that a block reserves for a value with contents of this length.
///
/// Returns 0 if the contents are too long to be written into the block.
#[inline(always)]
pub(crate) fn counted_length(start: usize, contents: usize) -> usize {
    if contents > CONTENTS {
        return 0;
    }
    start + contents + padding_after(contents)
}

/// A destination of values: the buffer of a [`Writer`], or a block of it.
pub trait Sink<L: Layout> {
    /// Writes a key, the header of a value and a body of `length` bytes, which `body` fills.
    fn value<const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        flags: u32,
        length: usize,
        body: impl FnOnce(&mut [u8]),
    ) -> Result<(), EncodeError>;

    /// Writes a key and a number: `narrow` in 32 bits if there is one, else `wide`. `flags` are
    /// those of both forms.
    fn number<const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        flags: [u32; 2],
        narrow: Option<[u8; 4]>,
        wide: [u8; 8],
    ) -> Result<(), EncodeError>;

    /// Writes a key and a value of variable length.
    ///
    /// `fill` writes the value at the start of reserved bytes, and returns its length, or `None` if
    /// the writer has to encode `value`.
    fn filled<const N: usize>(
        &mut self,
        key: [u8; N],
        fill: impl FnOnce(&mut [u8]) -> Option<usize>,
        value: &(impl Encode<L> + ?Sized),
    ) -> Result<(), EncodeError>;

    /// Writes a key and a value whose maximum length is unknown.
    fn other<const N: usize, T: Encode<L> + ?Sized>(
        &mut self,
        key: [u8; N],
        value: &T,
    ) -> Result<(), EncodeError>;

    /// Returns the nesting depth of the next value.
    fn depth(&self) -> u32;

    /// Writes a key and a string with the header of `kind`, which is all of `value`.
    #[inline(always)]
    fn text<const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        text: &str,
        value: &(impl Encode<L> + ?Sized),
    ) -> Result<(), EncodeError> {
        self.filled(key, |rest| put_text(L::header_of(kind), text, rest), value)
    }

    /// Writes a key and an Array of ints.
    #[inline(always)]
    fn ints<const N: usize, T: Encode<L> + Copy + Into<i64>>(
        &mut self,
        key: [u8; N],
        ints: &[T],
    ) -> Result<(), EncodeError> {
        // The writer returns the error of a nesting depth that exceeds the limit.
        let may_nest = self.depth() < format::MAX_DEPTH;
        let fill = |rest: &mut [u8]| may_nest.then(|| put_ints::<L, T>(ints, rest)).flatten();
        self.filled(key, fill, ints)
    }

    /// Writes a key and a packed array of components.
    #[inline(always)]
    fn packed<const N: usize, T: Fields + PackedElement<L>>(
        &mut self,
        key: [u8; N],
        elements: &[T],
    ) -> Result<(), EncodeError> {
        // A struct often has several long arrays, between which nothing is reserved again.
        if packed_length::<L, T>(elements) == 0 {
            return self.other(key, &Packed(elements));
        }
        let fill = |rest: &mut [u8]| put_packed(L::header_of(T::KIND), T::KIND, elements, rest);
        self.filled(key, fill, &Packed(elements))
    }

    /// Writes a key and a bool.
    #[inline(always)]
    fn put_bool<const N: usize>(&mut self, key: [u8; N], value: bool) -> Result<(), EncodeError> {
        self.words(key, Kind::Bool, 0, [u32::from(value).to_le_bytes()])
    }

    /// Writes a key and an int.
    #[inline(always)]
    fn put_int<const N: usize>(&mut self, key: [u8; N], value: i64) -> Result<(), EncodeError> {
        let narrow = NarrowInt::try_from(value).ok().map(i32::to_le_bytes);
        let flags = const { [INT.narrow, INT.wide()] };
        self.number(key, Kind::Int, flags, narrow, value.to_le_bytes())
    }

    /// Writes a key and a float.
    #[inline(always)]
    fn put_float<const N: usize>(&mut self, key: [u8; N], value: f64) -> Result<(), EncodeError> {
        let narrow = single(value).map(f32::to_le_bytes);
        let flags = const { [FLOAT.narrow, FLOAT.wide()] };
        self.number(key, Kind::Float, flags, narrow, value.to_le_bytes())
    }

    /// Writes a key and a value of components.
    #[inline(always)]
    fn components<const N: usize, T: Fields>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        value: &T,
    ) -> Result<(), EncodeError> {
        self.value(key, kind, 0, T::LENGTH, |body| {
            value.put(&mut FieldWriter::new(body));
        })
    }

    /// Writes a key, a header with flags and the words of a body.
    #[inline(always)]
    fn words<const N: usize, const LENGTH: usize, const WORDS: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        flags: u32,
        words: [[u8; LENGTH]; WORDS],
    ) -> Result<(), EncodeError> {
        self.value(key, kind, flags, LENGTH * WORDS, |body| {
            for (slot, word) in body.as_chunks_mut().0.iter_mut().zip(words) {
                *slot = word;
            }
        })
    }
}

impl<L: Layout> Sink<L> for Writer<'_, L> {
    #[inline]
    fn value<const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        flags: u32,
        length: usize,
        body: impl FnOnce(&mut [u8]),
    ) -> Result<(), EncodeError> {
        self.put_value(key, kind, flags, length, body);
        Ok(())
    }

    #[inline]
    fn number<const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        flags: [u32; 2],
        narrow: Option<[u8; 4]>,
        wide: [u8; 8],
    ) -> Result<(), EncodeError> {
        let [narrow_flags, wide_flags] = flags;
        match narrow {
            Some(narrow) => self.words(key, kind, narrow_flags, [narrow]),
            None => self.words(key, kind, wide_flags, [wide]),
        }
    }

    #[inline]
    fn filled<const N: usize>(
        &mut self,
        key: [u8; N],
        _fill: impl FnOnce(&mut [u8]) -> Option<usize>,
        value: &(impl Encode<L> + ?Sized),
    ) -> Result<(), EncodeError> {
        self.other(key, value)
    }

    #[inline]
    fn depth(&self) -> u32 {
        self.depth
    }

    #[inline]
    fn other<const N: usize, T: Encode<L> + ?Sized>(
        &mut self,
        key: [u8; N],
        value: &T,
    ) -> Result<(), EncodeError> {
        self.bytes(&key);
        value.encode(self)
    }
}

/// Writes values into reserved bytes at the end of a writer's buffer.
#[derive(Debug)]
pub struct BlockWriter<'a, 'w, L> {
    /// The writer, whose buffer is empty in the meantime.
    writer: &'a mut Writer<'w, L>,
    /// The buffer of the writer, followed by the reserved bytes. The compiler keeps its parts in
    /// registers, because no function borrows it.
    buffer: Vec<u8>,
    /// The number of bytes before those that are still reserved, which are zeros.
    end: usize,
    /// Whether `buffer` is the buffer of the writer. It is not after a value whose maximum length
    /// is unknown.
    is_open: bool,
    /// The number of bytes to reserve again.
    reserved: usize,
    /// The number of fields or elements.
    count: usize,
}

impl<L: Layout> BlockWriter<'_, '_, L> {
    /// Writes the entry of a field with its encoded key.
    ///
    /// # Errors
    ///
    /// Returns the errors of the value, with the name in the path.
    #[inline(always)]
    pub fn field<const N: usize, V: Encode<L>>(
        &mut self,
        key: [u8; N],
        name: &'static str,
        value: &V,
    ) -> Result<(), EncodeError> {
        self.count += 1;
        match value.encode_to(key, self) {
            Ok(()) => Ok(()),
            Err(error) => Err(in_field(error, name)),
        }
    }

    /// Writes an element.
    ///
    /// # Errors
    ///
    /// Returns the errors of the element, with its index in the path.
    #[inline(always)]
    pub fn element<V: Encode<L>>(&mut self, value: &V) -> Result<(), EncodeError> {
        let index = self.count;
        self.count += 1;
        match value.encode_to([], self) {
            Ok(()) => Ok(()),
            Err(error) => Err(in_element(error, index)),
        }
    }

    /// Returns the buffer to the writer, without the bytes that are still reserved.
    #[inline(always)]
    fn close(&mut self) {
        if self.is_open {
            self.reserved = self.buffer.len() - self.end;
            let mut buffer = take(&mut self.buffer);
            buffer.truncate(self.end);
            // The buffer of the writer is empty, so there is nothing to drop.
            forget(replace(self.writer.out, buffer));
            self.is_open = false;
        }
    }

    #[inline(always)]
    fn open(&mut self) {
        if !self.is_open {
            self.end = self.writer.out.len();
            self.buffer = reopened(self.writer, self.reserved);
            self.is_open = true;
        }
    }

    /// Consumes reserved bytes.
    #[inline(always)]
    fn slot(&mut self, length: usize) -> Result<&mut [u8], EncodeError> {
        self.open();
        let end = self.end + length;
        let Some(slot) = self.buffer.get_mut(self.end..end) else {
            return Err(not_reserved());
        };
        self.end = end;
        Ok(slot)
    }
}

#[cold]
#[inline(never)]
fn in_field(error: EncodeError, name: &'static str) -> EncodeError {
    error.within(Segment::name(name))
}

#[cold]
#[inline(never)]
fn in_element(error: EncodeError, index: usize) -> EncodeError {
    error.within(Segment::Index(index))
}

/// Returns the error of a value that is longer than `Encode::block_length` returned.
#[cold]
#[inline(never)]
fn not_reserved() -> EncodeError {
    EncodeError::new(EncodeErrorKind::Custom(
        "a value is longer than the maximum length of its type".into(),
    ))
}

/// Encodes a value after the first `end` bytes of the buffer. Returns the buffer with the bytes that
/// are still reserved.
#[cold]
#[inline(never)]
fn outside<L: Layout, T: Encode<L> + ?Sized>(
    writer: &mut Writer<'_, L>,
    mut buffer: Vec<u8>,
    end: usize,
    value: &T,
) -> (Vec<u8>, usize, Result<(), EncodeError>) {
    let reserved = buffer.len() - end;
    buffer.truncate(end);
    *writer.out = buffer;
    let result = value.encode(writer);
    let end = writer.out.len();
    (reopened(writer, reserved), end, result)
}

/// Writes a header and words; `length` bytes of contents and padding follow. Returns the bytes of the
/// contents, and the length of all bytes.
#[inline]
fn start_of<const WORDS: usize>(
    header: u32,
    words: [[u8; 4]; WORDS],
    length: usize,
    padding: usize,
    rest: &mut [u8],
) -> Option<(&mut [u8], usize)> {
    if length > CONTENTS {
        return None;
    }
    let head = (1 + WORDS) * size_of::<u32>();
    let total = head + length + padding;
    let (head, contents) = rest.get_mut(..total)?.split_at_mut_checked(head)?;
    let (header_slot, word_slots) = head.split_first_chunk_mut()?;
    *header_slot = header.to_le_bytes();
    *word_slots.as_chunks_mut().0.first_chunk_mut()? = words;
    Some((contents.get_mut(..length)?, total))
}

/// Writes a string, and returns its length; returns `None` if it is long or contains a NUL.
#[inline(always)]
fn put_text(header: u32, text: &str, rest: &mut [u8]) -> Option<usize> {
    if text.len() > CONTENTS {
        return None;
    }
    let length = u32::try_from(text.len()).ok()?.to_le_bytes();
    let padding = padding_after(text.len());
    let (contents, total) = start_of(header, [length], text.len(), padding, rest)?;
    (!utf8::copy_and_find_nul(text, contents)).then_some(total)
}

/// Writes a header, words and contents, and returns their length; returns `None` if it is long.
#[inline]
pub(crate) fn put_contents<const WORDS: usize>(
    header: u32,
    words: [[u8; 4]; WORDS],
    bytes: &[u8],
    rest: &mut [u8],
) -> Option<usize> {
    let (contents, total) = start_of(header, words, bytes.len(), 0, rest)?;
    contents.copy_from_slice(bytes);
    Some(total)
}

/// Writes a packed array, and returns its length; returns `None` if it is long.
#[inline]
fn put_packed<T: Fields>(
    header: u32,
    kind: Kind,
    elements: &[T],
    rest: &mut [u8],
) -> Option<usize> {
    let count = packed_count(kind).encoded(u32::try_from(elements.len()).ok()?);
    let length = elements.len().checked_mul(T::LENGTH)?;
    let (contents, total) = start_of(header, [count], length, padding_after(length), rest)?;
    put_elements(elements, contents);
    Some(total)
}

impl<L: Layout> Sink<L> for BlockWriter<'_, '_, L> {
    #[inline(always)]
    fn value<const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        flags: u32,
        length: usize,
        body: impl FnOnce(&mut [u8]),
    ) -> Result<(), EncodeError> {
        let header = (L::header_of(kind) | flags).to_le_bytes();
        let slot = self.slot(N + header.len() + length)?;
        if let Some((key_slot, value)) = slot.split_first_chunk_mut()
            && let Some((header_slot, body_slot)) = value.split_first_chunk_mut()
        {
            (*key_slot, *header_slot) = (key, header);
            body(body_slot);
        }
        Ok(())
    }

    #[inline(always)]
    fn number<const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        [narrow_flags, wide_flags]: [u32; 2],
        narrow: Option<[u8; 4]>,
        wide: [u8; 8],
    ) -> Result<(), EncodeError> {
        // Always writes 64 bits, the upper of which are zeros in the narrow form.
        let (flags, bits) = match narrow {
            Some(narrow) => (narrow_flags, u32::from_le_bytes(narrow).into()),
            None => (wide_flags, u64::from_le_bytes(wide)),
        };
        self.words(key, kind, flags, [bits.to_le_bytes()])?;
        if narrow.is_some() {
            self.end -= size_of::<u32>();
        }
        Ok(())
    }

    #[inline(always)]
    fn filled<const N: usize>(
        &mut self,
        key: [u8; N],
        fill: impl FnOnce(&mut [u8]) -> Option<usize>,
        value: &(impl Encode<L> + ?Sized),
    ) -> Result<(), EncodeError> {
        if N > 0 {
            *self.slot(N)?.first_chunk_mut().ok_or_else(not_reserved)? = key;
        }
        self.open();
        if let Some(length) = self.buffer.get_mut(self.end..).and_then(fill) {
            self.end += length;
            return Ok(());
        }
        let (buffer, end) = (take(&mut self.buffer), self.end);
        let result;
        (self.buffer, self.end, result) = outside(self.writer, buffer, end, value);
        result
    }

    #[inline(always)]
    fn depth(&self) -> u32 {
        self.writer.depth
    }

    #[inline(always)]
    fn other<const N: usize, T: Encode<L> + ?Sized>(
        &mut self,
        key: [u8; N],
        value: &T,
    ) -> Result<(), EncodeError> {
        if !self.is_open {
            self.writer.bytes(&key);
            self.reserved = self.reserved.saturating_sub(N);
        } else if N > 0 {
            *self.slot(N)?.first_chunk_mut().ok_or_else(not_reserved)? = key;
        }
        self.close();
        value.encode(self.writer)
    }
}

/// Reserves bytes at the end of the writer's buffer, which the caller returns to the writer.
#[inline(never)]
fn reopened<L: Layout>(writer: &mut Writer<'_, L>, reserved: usize) -> Vec<u8> {
    writer.out.resize(writer.out.len() + reserved, 0);
    take(writer.out)
}

/// Returns the number of bytes that a block reserves for an Array of ints.
#[inline(always)]
pub(crate) fn ints_length(count: usize) -> usize {
    if count > INTS {
        return 0;
    }
    HEAD + count * MOST_OF_INT
}

/// Returns the number of bytes that a block reserves for a packed array.
#[inline(always)]
pub(crate) fn packed_length<L: Layout, T: Fields + PackedElement<L>>(elements: &[T]) -> usize {
    if is_same_in_all_versions::<L, T>() {
        counted_length(HEAD, elements.len().saturating_mul(T::LENGTH))
    } else {
        0
    }
}

/// Returns whether the packed array is the same for each target, without a gap.
#[inline(always)]
fn is_same_in_all_versions<L: Layout, T: PackedElement<L>>() -> bool {
    L::table_of(T::KIND).is_some_and(|table| table.since.is_none()) && L::gap_of(T::KIND) == 0
}

/// Returns the length of a value of components.
#[inline(always)]
pub(crate) const fn components_length<T: Fields>() -> usize {
    format::HEADER_LENGTH as usize + T::LENGTH
}

impl<'w, L: Layout> Writer<'w, L> {
    /// Reserves `most` bytes and writes values into them.
    #[inline(always)]
    fn block(
        &mut self,
        most: usize,
        write: impl FnOnce(&mut BlockWriter<'_, 'w, L>) -> Result<(), EncodeError>,
    ) -> Result<usize, EncodeError> {
        let end = self.out.len();
        if most <= SMALL {
            self.out.extend_from_slice(&[0; SMALL]);
        } else {
            self.out.resize(end + most, 0);
        }
        let mut block = BlockWriter {
            buffer: take(self.out),
            writer: self,
            end,
            is_open: true,
            reserved: 0,
            count: 0,
        };
        let result = write(&mut block);
        block.close();
        result.map(|()| block.count)
    }

    /// Writes an Array of `count` elements; `most` is the sum of their maximum lengths.
    ///
    /// # Errors
    ///
    /// Returns the errors of `write`. Returns an error if the nesting depth exceeds the limit of
    /// engines.
    #[doc(hidden)]
    #[inline(always)]
    pub fn array_of_fields(
        &mut self,
        count: usize,
        most: usize,
        write: impl FnOnce(&mut BlockWriter<'_, 'w, L>) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        let depth = self.depth;
        if depth >= format::MAX_DEPTH && count > 0 {
            return Err(self.fail(too_deep()));
        }
        self.depth = depth + 1;
        #[expect(clippy::cast_possible_truncation, reason = "a type has few fields")]
        let encoded_count = L::ARRAY.count.encoded(count as u32);
        let result = self.block(HEAD + most, |block| {
            block.words([], Kind::Array, 0, [encoded_count])?;
            write(block)
        });
        self.depth = depth;
        match result {
            Ok(_) => Ok(()),
            Err(error) => Err(self.fail(error)),
        }
    }

    /// Writes the fields of a Dictionary that was started, and returns their number.
    #[inline(always)]
    pub(crate) fn fields_of_dictionary(
        &mut self,
        most: usize,
        write: impl FnOnce(&mut BlockWriter<'_, 'w, L>) -> Result<(), EncodeError>,
    ) -> Result<usize, EncodeError> {
        match self.check_depth().and_then(|()| self.block(most, write)) {
            Ok(count) => Ok(count),
            Err(error) => Err(self.fail(error)),
        }
    }
}
