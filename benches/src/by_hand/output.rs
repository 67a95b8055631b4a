//! A cursor over the buffer that an encoder fills, and the encoders that several payloads share.

use super::headers::{ABSOLUTE, FLOAT, INT, NEW_FORMAT, WIDE};
use super::input::{BATCH, Path, PathRef, has_nul, padded};

/// The value cannot be encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unencodable;

/// The free part of the buffer, which consists of zeros.
#[derive(Debug)]
pub(super) struct Output<'b> {
    rest: &'b mut [u8],
}

/// Appends a value of at most `most` bytes.
///
/// The buffer grows once for all of its fields, so that each write needs no more than a comparison
/// of lengths.
#[inline(always)]
pub(super) fn append(
    buffer: &mut Vec<u8>,
    most: usize,
    encode: impl FnOnce(&mut Output<'_>) -> Option<()>,
) -> Result<(), Unencodable> {
    let start = buffer.len();
    buffer.resize(start + most, 0);
    let mut output = Output {
        rest: &mut buffer[start..],
    };
    let result = encode(&mut output);
    let left = output.rest.len();
    buffer.truncate(buffer.len() - left);
    result.ok_or(Unencodable)
}

/// The length above which setting bytes to zeros before writing them takes noticeable time.
const LONG: usize = 256;

impl Output<'_> {
    #[inline(always)]
    pub(super) fn put<const N: usize>(&mut self, bytes: &[u8; N]) -> Option<()> {
        let (slot, rest) = std::mem::take(&mut self.rest).split_first_chunk_mut()?;
        *slot = *bytes;
        self.rest = rest;
        Some(())
    }

    /// Writes words, such as a header and a count.
    #[inline(always)]
    pub(super) fn words<const N: usize>(&mut self, words: [u32; N]) -> Option<()> {
        self.field(&[], words)
    }

    /// Writes a key, and the words of a value.
    #[inline(always)]
    pub(super) fn field<const K: usize, const N: usize>(
        &mut self,
        key: &[u8; K],
        words: [u32; N],
    ) -> Option<()> {
        let (slot, rest) = std::mem::take(&mut self.rest).split_at_mut_checked(K + N * 4)?;
        let (key_slot, slots) = slot.split_first_chunk_mut()?;
        *key_slot = *key;
        *slots.as_chunks_mut().0.first_chunk_mut()? = words.map(u32::to_le_bytes);
        self.rest = rest;
        Some(())
    }

    /// Writes bytes and their padding.
    #[inline(always)]
    pub(super) fn padded(&mut self, bytes: &[u8]) -> Option<()> {
        let (slot, rest) =
            std::mem::take(&mut self.rest).split_at_mut_checked(padded(bytes.len()))?;
        copy(bytes, slot.get_mut(..bytes.len())?);
        self.rest = rest;
        Some(())
    }

    /// Writes the number of elements.
    #[inline(always)]
    pub(super) fn length(&mut self, length: usize) -> Option<()> {
        self.words([i32::try_from(length).ok()?.cast_unsigned()])
    }

    #[inline(always)]
    pub(super) fn int(&mut self, value: i64) -> Option<()> {
        if let Ok(value) = i32::try_from(value) {
            self.words([INT, value.cast_unsigned()])
        } else {
            self.words([INT | WIDE])?;
            self.put(&value.to_le_bytes())
        }
    }

    #[inline(always)]
    pub(super) fn float(&mut self, value: f64) -> Option<()> {
        if let Some(value) = narrow(value) {
            self.words([FLOAT, value.to_bits()])
        } else {
            self.words([FLOAT | WIDE])?;
            self.put(&value.to_le_bytes())
        }
    }

    /// Writes ints, whole batches at once.
    #[inline]
    pub(super) fn ints(&mut self, ints: &[i64]) -> Option<()> {
        let (batches, rest) = ints.as_chunks::<BATCH>();
        for batch in batches {
            #[expect(clippy::cast_possible_truncation, reason = "compared after the cast")]
            let narrow = batch.map(|int| int as i32);
            if narrow.map(i64::from) == *batch {
                self.put_batch(narrow)?;
            } else {
                batch.iter().try_for_each(|int| self.int(*int))?;
            }
        }
        rest.iter().try_for_each(|int| self.int(*int))
    }

    #[inline(always)]
    fn put_batch<const N: usize>(&mut self, ints: [i32; N]) -> Option<()> {
        let (slots, rest) = std::mem::take(&mut self.rest).split_at_mut_checked(N * 8)?;
        *slots.as_chunks_mut().0.first_chunk_mut::<N>()? = ints.map(encoded_int);
        self.rest = rest;
        Some(())
    }

    /// Writes the length and the bytes of a string.
    #[inline(always)]
    pub(super) fn text(&mut self, text: &str) -> Option<()> {
        self.words([text_length(text)?])?;
        self.padded(text.as_bytes())
    }

    /// Writes the body of a NodePath.
    #[inline(always)]
    pub(super) fn path(&mut self, path: &Path) -> Option<()> {
        self.words(path_start(path.borrowed()))?;
        self.padded(&path.bytes)
    }
}

/// A buffer that grows while values of unknown length are appended.
///
/// The bytes after the appended ones are zeros.
#[derive(Debug)]
pub(super) struct Buffer<'b> {
    bytes: &'b mut Vec<u8>,
    /// The number of bytes that were appended, and those before them.
    end: usize,
}

impl<'b> Buffer<'b> {
    #[inline(always)]
    pub(super) fn new(bytes: &'b mut Vec<u8>) -> Self {
        let end = bytes.len();
        Self { bytes, end }
    }

    /// Drops the bytes after the appended ones.
    #[inline(always)]
    pub(super) fn finish(self) {
        self.bytes.truncate(self.end);
    }

    /// Appends `length` bytes, and returns them.
    #[inline(always)]
    fn slot(&mut self, length: usize) -> &mut [u8] {
        let start = self.end;
        if self.bytes.len() - start < length {
            self.grow(length);
        }
        self.end = start + length;
        &mut self.bytes[start..start + length]
    }

    #[cold]
    fn grow(&mut self, length: usize) {
        // Sets few bytes to zeros at a time, so that they stay in the first cache.
        const STEP: usize = 512;
        self.bytes.reserve(length);
        let capacity = self.bytes.capacity();
        let length = self.end + length.max(STEP);
        self.bytes.resize(length.min(capacity), 0);
    }

    #[inline(always)]
    pub(super) fn words<const N: usize>(&mut self, words: [u32; N]) {
        if let Some(slot) = self.slot(N * 4).as_chunks_mut().0.first_chunk_mut() {
            *slot = words.map(u32::to_le_bytes);
        }
    }

    /// Writes a header and the number of elements.
    #[inline(always)]
    pub(super) fn start(&mut self, header: u32, length: usize) -> Option<()> {
        self.words([header, i32::try_from(length).ok()?.cast_unsigned()]);
        Some(())
    }

    /// Writes bytes and their padding.
    #[inline(always)]
    fn padded(&mut self, bytes: &[u8]) {
        if bytes.len() > LONG {
            return self.padded_long(bytes);
        }
        if let Some(slot) = self.slot(padded(bytes.len())).get_mut(..bytes.len()) {
            copy(bytes, slot);
        }
    }

    /// Writes many bytes, without first setting them to zeros.
    #[inline(never)]
    fn padded_long(&mut self, bytes: &[u8]) {
        self.bytes.truncate(self.end);
        self.bytes.extend_from_slice(bytes);
        self.end = self.bytes.len();
        self.slot(padded(bytes.len()) - bytes.len());
    }

    #[inline(always)]
    pub(super) fn int(&mut self, value: i64) {
        match i32::try_from(value) {
            Ok(value) => self.words([INT, value.cast_unsigned()]),
            Err(_) => self.wide(INT, value.cast_unsigned()),
        }
    }

    /// Writes ints with 32 bits.
    #[inline(always)]
    pub(super) fn narrow_ints(&mut self, ints: [i32; BATCH]) {
        if let Some(slot) = self.slot(BATCH * 8).as_chunks_mut().0.first_chunk_mut() {
            *slot = ints.map(encoded_int);
        }
    }

    #[inline(always)]
    pub(super) fn float(&mut self, value: f64) {
        match narrow(value) {
            Some(value) => self.words([FLOAT, value.to_bits()]),
            None => self.wide(FLOAT, value.to_bits()),
        }
    }

    fn wide(&mut self, header: u32, bits: u64) {
        if let Some((header_slot, bits_slot)) = self.slot(12).split_first_chunk_mut() {
            *header_slot = (header | WIDE).to_le_bytes();
            bits_slot.copy_from_slice(&bits.to_le_bytes());
        }
    }

    /// Writes a string of a packed array, which ends with a NUL.
    #[inline(always)]
    pub(super) fn text_with_nul(&mut self, text: &str) -> Option<()> {
        self.words([text_length(text)? + 1]);
        let slot = self.slot(padded(text.len() + 1));
        copy(text.as_bytes(), slot.get_mut(..text.len())?);
        Some(())
    }

    #[inline(always)]
    pub(super) fn text(&mut self, header: u32, text: &str) -> Option<()> {
        self.words([header, text_length(text)?]);
        self.padded(text.as_bytes());
        Some(())
    }

    #[inline]
    pub(super) fn path(&mut self, header: u32, path: PathRef<'_>) -> Option<()> {
        let [names, subnames, flags] = path_start(path);
        self.words([header, names, subnames, flags]);
        // The padding of borrowed names is not clear.
        let mut rest = path.bytes;
        while let Some((length, names)) = rest.split_first_chunk() {
            let length = u32::from_le_bytes(*length) as usize;
            self.words([u32::try_from(length).ok()?]);
            let (name, names) = names.split_at_checked(padded(length))?;
            self.padded(&name[..length]);
            rest = names;
        }
        Some(())
    }

    /// Writes a packed array, whose elements have `each` bytes.
    #[inline]
    pub(super) fn packed(&mut self, header: u32, bytes: &[u8], each: usize) -> Option<()> {
        self.start(header, bytes.len() / each)?;
        self.padded(bytes);
        Some(())
    }
}

/// Encodes an int with 32 bits.
#[inline(always)]
pub(super) fn encoded_int(int: i32) -> [u8; 8] {
    (u64::from(INT) | u64::from(int.cast_unsigned()) << u32::BITS).to_le_bytes()
}

/// Returns the length of a string without a NUL.
#[inline(always)]
fn text_length(text: &str) -> Option<u32> {
    if has_nul(text.as_bytes()) {
        return None;
    }
    Some(i32::try_from(text.len()).ok()?.cast_unsigned())
}

/// Returns the counts and the flags of a NodePath.
#[inline(always)]
fn path_start(path: PathRef<'_>) -> [u32; 3] {
    let absolute = path.subnames_and_absolute >> 31;
    let subnames = path.subnames_and_absolute & !NEW_FORMAT;
    [path.names | NEW_FORMAT, subnames, absolute & ABSOLUTE]
}

/// Returns the float with 32 bits that equals a float with 64 bits. As in the engine, no NaN has one.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "compared after the cast")]
#[expect(clippy::float_cmp, reason = "only exact floats are narrow")]
fn narrow(value: f64) -> Option<f32> {
    let narrow = value as f32;
    (f64::from(narrow) == value).then_some(narrow)
}

/// Copies bytes, without a call if they are few.
#[inline(always)]
fn copy(from: &[u8], to: &mut [u8]) {
    if copy_ends::<8>(from, to)
        .or_else(|| copy_ends::<16>(from, to))
        .is_none()
    {
        to.copy_from_slice(from);
    }
}

/// Copies `N` to `2 * N` bytes in two steps, which may overlap.
#[inline(always)]
fn copy_ends<const N: usize>(from: &[u8], to: &mut [u8]) -> Option<()> {
    if from.len() > 2 * N {
        return None;
    }
    let [first, last] = [from.first_chunk::<N>()?, from.last_chunk()?];
    *to.first_chunk_mut()? = *first;
    *to.last_chunk_mut()? = *last;
    Some(())
}
