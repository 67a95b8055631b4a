//! Values that are appended to a buffer: headers and plain values here, the others in rooms of their own.

mod containers;
mod lists;
mod texts;

use crate::fields::{FieldWriter, Fields, put_all};
use crate::reader::{MAX_POINTERS, padding};
use crate::{EncodeError, EncodeErrorKind, Kind, Layout, format};
use alloc::vec::Vec;
pub use containers::{ArrayWriter, DictionaryWriter};
use core::marker::PhantomData;

/// Appends values of the layout `L` to a buffer.
///
/// Implementations of [`Encode`](crate::Encode) call it.
#[derive(Debug)]
pub struct Writer<'w, L> {
    out: &'w mut Vec<u8>,
    depth: u32,
    counting: Option<usize>,
    /// Whether the values are the JSON form.
    #[cfg(feature = "serde")]
    is_form: bool,
    /// How many pointers such as `Box` have been encoded in a row without writing a byte, plus
    /// `POINTERS_RANGE` times the number of bytes before them.
    pointers: u64,
    /// The first error of a container. Its bytes are incomplete, so the writer fails even if the
    /// caller ignores the error.
    failure: Option<EncodeError>,
    layout: PhantomData<L>,
}

/// A writer that only counts forgets what it wrote when it finds this many bytes of it: behind long values, and between the parts of a list.
const KEPT: usize = 4096;

/// Distinguishes the pointers at different positions.
const POINTERS_RANGE: u64 = 2 * MAX_POINTERS as u64;

/// A key and a value of so many bytes are put together before they are appended.
const PUT_TOGETHER: usize = 64;

/// Ints or texts that room is made for at once.
const TOGETHER: usize = 16;

impl<'w, L: Layout> Writer<'w, L> {
    /// Appends to the buffer.
    pub fn new(out: &'w mut Vec<u8>) -> Self {
        Self {
            out,
            depth: 0,
            counting: None,
            #[cfg(feature = "serde")]
            is_form: false,
            pointers: 0,
            failure: None,
            layout: PhantomData,
        }
    }

    /// Appends the JSON form as plain values at a nesting depth: names of types are keys.
    #[cfg(feature = "serde")]
    pub(crate) fn of_form(out: &'w mut Vec<u8>, depth: u32) -> Self {
        Self {
            depth,
            is_form: true,
            ..Self::new(out)
        }
    }

    /// Whether the values are the JSON form.
    #[cfg(feature = "serde")]
    pub(crate) fn is_form(&self) -> bool {
        self.is_form
    }

    /// Counts the bytes without keeping them; the buffer is scratch.
    pub(crate) fn counting(scratch: &'w mut Vec<u8>) -> Self {
        Self {
            counting: Some(0),
            ..Self::new(scratch)
        }
    }

    /// Ends encoding and checks that the bytes are complete.
    ///
    /// The functions of the layouts' modules call it. Call it after encoding with a writer of your
    /// own.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::{Godot3, Writer};
    ///
    /// let mut bytes = Vec::new();
    /// let mut writer = Writer::<Godot3>::new(&mut bytes);
    /// let _ = writer.array().element(&u64::MAX); // the error is ignored
    /// assert!(writer.finish().is_err());
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first error of an element or entry that the caller ignored. Its path starts at
    /// the container of that element. Also fails if an [`ArrayWriter`] or [`DictionaryWriter`] was
    /// leaked.
    #[inline]
    pub fn finish(self) -> Result<(), EncodeError> {
        if self.is_complete() {
            Ok(())
        } else {
            Err(self.failure.unwrap_or_else(leaked))
        }
    }

    /// Ends a value of the JSON form, whose depth is not 0 at the start.
    #[cfg(feature = "serde")]
    pub(crate) fn finish_form(self) -> Result<(), EncodeError> {
        self.failure.map_or(Ok(()), Err)
    }

    /// Checks that no container has failed or is still open.
    #[inline]
    pub(crate) fn is_complete(&self) -> bool {
        self.failure.is_none() && self.depth == 0
    }

    /// Returns how many bytes follow the first `start` of the buffer.
    #[inline]
    pub(crate) fn length_from(&self, start: usize) -> usize {
        self.out.len() - start
    }

    /// Drops all but the first `length` bytes of the buffer.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.out.truncate(length);
    }

    /// Records an error that leaves incomplete bytes behind, and returns it.
    #[cold]
    pub(crate) fn fail(&mut self, error: EncodeError) -> EncodeError {
        if self.failure.is_none() {
            self.failure = Some(error.clone());
        }
        error
    }

    /// How many bytes a counting writer has counted.
    pub(crate) fn counted(&self) -> usize {
        self.counting.unwrap_or(0) + self.out.len()
    }

    /// Writes the header of a value.
    ///
    /// The kind is one that every layout has, or the caller exists only for layouts that have it.
    #[inline]
    pub(crate) fn header(&mut self, kind: Kind) {
        self.number(u32::from(L::NUMBERS[kind as usize]));
    }

    /// Writes the header of a value with the flag of a 64-bit body.
    #[inline]
    pub(crate) fn wide_header(&mut self, kind: Kind) {
        self.number(u32::from(L::NUMBERS[kind as usize]) | format::FLAG_WIDE);
    }

    /// Writes the header of a value and the number that follows, in one go.
    #[inline]
    pub(crate) fn header_and(&mut self, kind: Kind, number: u32) {
        self.header_and_behind([], kind, number);
    }

    /// The same behind a key.
    #[inline]
    fn header_and_behind<const N: usize>(&mut self, key: [u8; N], kind: Kind, number: u32) {
        self.behind(key, kind, size_of::<u32>(), |body| {
            fill(body, number.to_le_bytes());
        });
    }

    /// Writes a key, the header of a value and a body of so many bytes, which `body` fills.
    #[inline]
    pub(crate) fn behind<const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        length: usize,
        body: impl FnOnce(&mut [u8]),
    ) {
        let header = u32::from(L::NUMBERS[kind as usize]).to_le_bytes();
        // To append takes longer than to write what is short, so it is put together first.
        let mut block = [0; PUT_TOGETHER];
        if let Some(together) = block.get_mut(..N + header.len() + length)
            && let Some((key_slot, value)) = together.split_first_chunk_mut()
            && let Some((header_slot, body_slot)) = value.split_first_chunk_mut()
        {
            (*key_slot, *header_slot) = (key, header);
            body(body_slot);
            return self.out.extend_from_slice(together);
        }
        self.bytes(&key);
        self.bytes(&header);
        let start = self.out.len();
        self.out.resize(start + length, 0);
        body(self.out.get_mut(start..).unwrap_or_default());
    }

    /// Writes a value of a 64-bit body.
    #[inline]
    fn wide(&mut self, kind: Kind, body: [u8; 8]) {
        self.wide_header(kind);
        self.bytes(&body);
    }

    /// Drops what a counting writer has counted, between one value and the next.
    #[inline]
    fn forget(&mut self) {
        if let Some(counted) = &mut self.counting
            && self.out.len() > KEPT
        {
            *counted += self.out.len();
            self.out.clear();
            self.pointers = 0;
        }
    }

    #[inline]
    pub(crate) fn number(&mut self, number: u32) {
        self.out.extend_from_slice(&number.to_le_bytes());
    }

    #[inline]
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// Writes a value without a body.
    pub(crate) fn empty(&mut self, kind: Kind) {
        self.header(kind);
    }

    /// Writes a key and a bool.
    #[inline]
    pub(crate) fn bool<const N: usize>(&mut self, key: [u8; N], value: bool) {
        self.header_and_behind(key, Kind::Bool, value.into());
    }

    /// Writes a key and an int: 32 bits when they hold it, else 64.
    #[inline]
    pub(crate) fn int<const N: usize>(&mut self, key: [u8; N], value: i64) {
        if let Ok(narrow) = i32::try_from(value) {
            self.header_and_behind(key, Kind::Int, narrow.cast_unsigned());
        } else {
            self.bytes(&key);
            self.wide(Kind::Int, value.to_le_bytes());
        }
    }

    /// Writes a key and a float: 32 bits when they hold it exactly, else 64. A NaN is never equal to itself, so it takes 64.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::float_cmp,
        reason = "the engine's own test of whether 32 bits are enough"
    )]
    pub(crate) fn float<const N: usize>(&mut self, key: [u8; N], value: f64) {
        let narrow = value as f32;
        if f64::from(narrow) == value {
            self.header_and_behind(key, Kind::Float, narrow.to_bits());
        } else {
            self.bytes(&key);
            self.wide(Kind::Float, value.to_le_bytes());
        }
    }

    /// Writes a key and a value of components.
    #[inline]
    pub(crate) fn fields<T: Fields, const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        value: &T,
    ) {
        self.behind(key, kind, T::LENGTH, |body| {
            value.put(&mut FieldWriter::new(body));
        });
    }

    #[inline]
    fn pad(&mut self, length: usize) {
        self.zeros(padding(length));
    }

    /// Writes zeros, at most as many as the alignment.
    #[inline]
    fn zeros(&mut self, count: usize) {
        const MOST: usize = format::ALIGNMENT as usize;
        let end = self.out.len() + count;
        if self.out.capacity() - self.out.len() < MOST {
            self.out.resize(end, 0);
            return;
        }
        // As many zeros as there can be, less those that are too many: a copy whose length is known is the cheaper one.
        self.bytes(&[0; MOST]);
        self.out.truncate(end);
    }

    /// Writes a pool array of fixed elements.
    pub(crate) fn pool<T: Fields>(
        &mut self,
        kind: Kind,
        elements: &[T],
    ) -> Result<(), EncodeError> {
        self.header_and(kind, checked_length(elements.len())?);
        put_all(elements, self.out);
        self.pad(elements.len() * T::LENGTH);
        self.forget();
        Ok(())
    }

    /// Writes a pool array of so many elements, whose bytes are there already.
    pub(crate) fn pool_of(
        &mut self,
        kind: Kind,
        count: usize,
        bytes: &[u8],
    ) -> Result<(), EncodeError> {
        self.header_and(kind, checked_length(count)?);
        self.bytes(bytes);
        self.pad(bytes.len());
        self.forget();
        Ok(())
    }

    /// Writes parts of a value one level deeper.
    pub(crate) fn deeper<R>(&mut self, write: impl FnOnce(&mut Self) -> R) -> R {
        self.depth += 1;
        let result = write(self);
        self.depth = self.depth.wrapping_sub(1);
        result
    }

    /// Rejects a chain of pointers that is longer than decoding accepts: values of types such as
    /// `struct A(Box<B>)` and `struct B(Option<Box<A>>)` can be nested without writing a byte.
    #[inline]
    pub(crate) fn enter_pointer(&mut self) -> Result<(), EncodeError> {
        let start = self.out.len() as u64 * POINTERS_RANGE;
        self.pointers = self.pointers.max(start) + 1;
        if self.pointers - start > u64::from(MAX_POINTERS) {
            return Err(too_deep());
        }
        Ok(())
    }

    /// How deep what comes next lies in other values.
    #[cfg(feature = "serde")]
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Refuses a part of a value that lies too deep for engines.
    #[inline]
    pub(crate) fn check_depth(&self) -> Result<(), EncodeError> {
        if self.depth > format::MAX_DEPTH {
            return Err(too_deep());
        }
        Ok(())
    }
}

/// The error that the nesting exceeds the limit of engines.
#[cold]
fn too_deep() -> EncodeError {
    EncodeError::new(EncodeErrorKind::TooDeep {
        limit: format::MAX_DEPTH,
    })
}

/// The error of a container whose writer was never dropped.
#[cold]
fn leaked() -> EncodeError {
    EncodeError::new(EncodeErrorKind::Custom(
        "an ArrayWriter or DictionaryWriter was leaked, so its container has no end".into(),
    ))
}

/// Fills a body that is these bytes.
#[inline]
pub(crate) fn fill<const N: usize>(body: &mut [u8], bytes: [u8; N]) {
    if let Some(slot) = body.first_chunk_mut() {
        *slot = bytes;
    }
}

/// A length that engines can count.
#[inline]
pub(crate) fn checked_length(length: usize) -> Result<u32, EncodeError> {
    match u32::try_from(length) {
        Ok(short) if short <= format::MAX_LENGTH => Ok(short),
        _ => Err(EncodeError::new(EncodeErrorKind::TooLong {
            length,
            limit: format::MAX_LENGTH,
        })),
    }
}
