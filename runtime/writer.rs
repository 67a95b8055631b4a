use crate::fields::{FieldWriter, Fields, put_all};
use crate::reader::{key_segment, padding};
use crate::{Encode, EncodeError, EncodeErrorKind, Kind, Layout, Segment, format, text};
use alloc::vec::Vec;
use core::marker::PhantomData;

/// Appends values of the layout `L` to a buffer.
///
/// Implementations of [`Encode`] call it.
#[derive(Debug)]
pub struct Writer<'w, L> {
    out: &'w mut Vec<u8>,
    depth: u32,
    counting: Option<usize>,
    layout: PhantomData<L>,
}

/// A writer that only counts keeps this many bytes at the most before it forgets them.
const KEPT: usize = 4096;

impl<'w, L: Layout> Writer<'w, L> {
    /// Appends to the buffer.
    pub fn new(out: &'w mut Vec<u8>) -> Self {
        Self { out, depth: 0, counting: None, layout: PhantomData }
    }

    /// Appends to the buffer what lies so deep in other values.
    #[cfg(feature = "serde")]
    pub(crate) fn at_depth(out: &'w mut Vec<u8>, depth: u32) -> Self {
        Self { depth, ..Self::new(out) }
    }

    /// Counts the bytes without keeping them; the buffer is scratch.
    pub(crate) fn counting(scratch: &'w mut Vec<u8>) -> Self {
        Self { counting: Some(0), ..Self::new(scratch) }
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
        self.forget();
        self.number(u32::from(L::NUMBERS[kind as usize]));
    }

    /// Writes the header of a value with the flag of a 64-bit body.
    #[inline]
    pub(crate) fn wide_header(&mut self, kind: Kind) {
        self.forget();
        self.number(u32::from(L::NUMBERS[kind as usize]) | format::FLAG_WIDE);
    }

    #[inline]
    fn forget(&mut self) {
        if let Some(counted) = &mut self.counting
            && self.out.len() > KEPT
        {
            *counted += self.out.len();
            self.out.clear();
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

    /// Writes a bool.
    pub(crate) fn bool(&mut self, value: bool) {
        self.header(Kind::Bool);
        self.number(value.into());
    }

    /// Writes an int: 32 bits when they hold it, else 64.
    #[inline]
    pub(crate) fn int(&mut self, value: i64) {
        if let Ok(narrow) = i32::try_from(value) {
            self.header(Kind::Int);
            self.bytes(&narrow.to_le_bytes());
        } else {
            self.wide_header(Kind::Int);
            self.bytes(&value.to_le_bytes());
        }
    }

    /// Writes a float: 32 bits when they hold it exactly, else 64. A NaN is never equal to itself, so it takes 64.
    #[inline]
    #[expect(clippy::cast_possible_truncation, clippy::float_cmp, reason = "the engine's own test of whether 32 bits are enough")]
    pub(crate) fn float(&mut self, value: f64) {
        let narrow = value as f32;
        if f64::from(narrow) == value {
            self.header(Kind::Float);
            self.bytes(&narrow.to_le_bytes());
        } else {
            self.wide_header(Kind::Float);
            self.bytes(&value.to_le_bytes());
        }
    }

    /// Writes a value of components.
    #[inline]
    pub(crate) fn fields<T: Fields>(&mut self, kind: Kind, value: &T) {
        self.header(kind);
        let start = self.out.len();
        self.out.resize(start + T::LENGTH, 0);
        if let Some(body) = self.out.get_mut(start..) {
            value.put(&mut FieldWriter::new(body));
        }
    }

    /// Writes a value of text.
    #[inline]
    pub(crate) fn text(&mut self, kind: Kind, value: &str) -> Result<(), EncodeError> {
        self.header(kind);
        self.text_body(value)
    }

    /// Writes a length, the text and its padding.
    #[inline]
    pub(crate) fn text_body(&mut self, value: &str) -> Result<(), EncodeError> {
        let length = checked_text_length(value)?;
        self.number(length);
        self.bytes(value.as_bytes());
        self.pad(value.len());
        Ok(())
    }

    /// Writes a string of a PoolStringArray, whose length counts a final NUL.
    fn pool_text_body(&mut self, value: &str) -> Result<(), EncodeError> {
        checked_text_length(value)?;
        self.number(checked_length(value.len() + 1)?);
        self.bytes(value.as_bytes());
        self.bytes(&[0]);
        self.pad(value.len() + 1);
        Ok(())
    }

    fn pad(&mut self, length: usize) {
        const ZEROS: [u8; format::ALIGNMENT as usize] = [0; format::ALIGNMENT as usize];
        if let Some(zeros) = ZEROS.get(..padding(length)) {
            self.bytes(zeros);
        }
    }

    /// Writes a pool array of fixed elements.
    pub(crate) fn pool<T: Fields>(&mut self, kind: Kind, elements: &[T]) -> Result<(), EncodeError> {
        self.header(kind);
        self.number(checked_length(elements.len())?);
        put_all(elements, self.out);
        self.pad(elements.len() * T::LENGTH);
        Ok(())
    }

    /// Writes a pool array of so many elements, whose bytes are there already.
    pub(crate) fn pool_of(&mut self, kind: Kind, count: usize, bytes: &[u8]) -> Result<(), EncodeError> {
        self.header(kind);
        self.number(checked_length(count)?);
        self.bytes(bytes);
        self.pad(bytes.len());
        Ok(())
    }

    /// Writes a PoolStringArray.
    pub(crate) fn pool_texts<T: AsRef<str>>(&mut self, elements: &[T]) -> Result<(), EncodeError> {
        self.header(Kind::PoolStringArray);
        self.number(checked_length(elements.len())?);
        for (index, element) in elements.iter().enumerate() {
            self.forget();
            self.pool_text_body(element.as_ref()).map_err(|error| error.within(Segment::Index(index)))?;
        }
        Ok(())
    }

    /// Starts an Array; its elements are written to what this returns, which counts them.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// # use gdvariant::{EncodeError, Godot3, Writer};
    /// # fn main() -> Result<(), EncodeError> {
    /// let mut bytes = Vec::new();
    /// let mut writer = Writer::<Godot3>::new(&mut bytes);
    /// let mut array = writer.array();
    /// array.element(&true)?;
    /// array.element("yes")?;
    /// drop(array);
    /// assert_eq!(bytes[4], 2);
    /// # Ok(()) } main().unwrap(); }
    /// ```
    pub fn array(&mut self) -> ArrayWriter<'_, 'w, L> {
        self.header(Kind::Array);
        ArrayWriter { container: Container::open(self) }
    }

    /// Starts a Dictionary; its pairs are written to what this returns, which counts them.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// # use gdvariant::{Godot3, Writer};
    /// let mut bytes = Vec::new();
    /// Writer::<Godot3>::new(&mut bytes).dictionary().pair("health", &7).unwrap();
    /// assert_eq!(bytes[4], 1);
    /// # }
    /// ```
    pub fn dictionary(&mut self) -> DictionaryWriter<'_, 'w, L> {
        self.header(Kind::Dictionary);
        DictionaryWriter { container: Container::open(self), key_at: 0 }
    }

    /// Starts a Dictionary of one pair and writes its key; the container that is its value follows, and ends both.
    #[cfg(feature = "serde")]
    pub(crate) fn entry(&mut self, key: &str) -> Result<(), EncodeError> {
        self.header(Kind::Dictionary);
        self.number(1);
        self.depth += 1;
        self.check_depth().and_then(|()| key.encode(self)).map_err(|error| error.within(Segment::KeyOf(0)))
    }

    /// Writes parts of a value one level deeper.
    pub(crate) fn deeper<R>(&mut self, write: impl FnOnce(&mut Self) -> R) -> R {
        self.depth += 1;
        let result = write(self);
        self.depth -= 1;
        result
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
            return Err(EncodeError::new(EncodeErrorKind::TooDeep { limit: format::MAX_DEPTH }));
        }
        Ok(())
    }
}

/// A length that engines can count.
#[inline]
pub(crate) fn checked_length(length: usize) -> Result<u32, EncodeError> {
    match u32::try_from(length) {
        Ok(short) if short <= format::MAX_LENGTH => Ok(short),
        _ => Err(EncodeError::new(EncodeErrorKind::TooLong { length, limit: format::MAX_LENGTH })),
    }
}

/// The length of a text that engines can read to its end.
#[inline]
fn checked_text_length(text: &str) -> Result<u32, EncodeError> {
    match text::nul_in(text) {
        None => checked_length(text.len()),
        Some(at) => Err(EncodeError::new(EncodeErrorKind::NulInText { at })),
    }
}

/// A container being written: its count is put in place when it is done.
#[derive(Debug)]
struct Container<'a, 'w, L: Layout> {
    writer: &'a mut Writer<'w, L>,
    count_at: usize,
    count: usize,
    /// How many levels end with it.
    levels: u32,
}

impl<'a, 'w, L: Layout> Container<'a, 'w, L> {
    fn open(writer: &'a mut Writer<'w, L>) -> Self {
        let count_at = writer.out.len();
        writer.number(0);
        writer.depth += 1;
        Self { writer, count_at, count: 0, levels: 1 }
    }

    fn part<T: Encode<L> + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        self.writer.check_depth()?;
        value.encode(self.writer)
    }

    /// Names the key in the path by reading it back; a counting writer may have forgotten it, then its index has to do.
    #[cold]
    fn in_value_of_key(&self, error: EncodeError, key_at: usize, index: usize) -> EncodeError {
        let kept = self.writer.counting.is_none().then_some(&*self.writer.out);
        let key = kept.and_then(|bytes| bytes.get(key_at..)).and_then(key_segment::<L>);
        error.within(key.unwrap_or(Segment::ValueOf(index)))
    }

    fn counted(&mut self) -> Result<(), EncodeError> {
        self.count += 1;
        checked_length(self.count).map(drop)
    }
}

impl<L: Layout> Drop for Container<'_, '_, L> {
    fn drop(&mut self) {
        self.writer.depth -= self.levels;
        // A counting writer may have forgotten the place.
        if self.writer.counting.is_none()
            && let Some(slot) = self.writer.out.get_mut(self.count_at..)
            && let Some(slot) = slot.first_chunk_mut()
            && let Ok(count) = u32::try_from(self.count)
        {
            *slot = count.to_le_bytes();
        }
    }
}

/// Writes the elements of an Array; [`Writer::array`] starts one, dropping this ends it.
#[derive(Debug)]
pub struct ArrayWriter<'a, 'w, L: Layout> {
    container: Container<'a, 'w, L>,
}

impl<L: Layout> ArrayWriter<'_, '_, L> {
    /// Ends the Dictionary of one pair whose value this is, too.
    #[cfg(feature = "serde")]
    pub(crate) fn ending_entry(mut self) -> Self {
        self.container.levels += 1;
        self
    }

    /// Writes the next element.
    ///
    /// # Errors
    ///
    /// Those of the element, with its index in the path; and when it lies too deep or is one too many for engines.
    pub fn element<T: Encode<L> + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        let index = self.container.count;
        self.container.part(value).map_err(|error| error.within(Segment::Index(index)))?;
        self.container.counted()
    }
}

/// Writes the pairs of a Dictionary; [`Writer::dictionary`] starts one, dropping this ends it.
#[derive(Debug)]
pub struct DictionaryWriter<'a, 'w, L: Layout> {
    container: Container<'a, 'w, L>,
    /// Where the last key starts.
    key_at: usize,
}

impl<L: Layout> DictionaryWriter<'_, '_, L> {
    /// Ends the Dictionary of one pair whose value this is, too.
    #[cfg(feature = "serde")]
    pub(crate) fn ending_entry(mut self) -> Self {
        self.container.levels += 1;
        self
    }

    /// Writes the next pair.
    ///
    /// # Errors
    ///
    /// Those of the key and the value, with the key in the path; and when the pair lies too deep or is one too many for engines.
    pub fn pair<K: Encode<L> + ?Sized, V: Encode<L> + ?Sized>(&mut self, key: &K, value: &V) -> Result<(), EncodeError> {
        self.key(key)?;
        self.value(value)
    }

    /// Writes the key of the next pair; its value has to follow.
    pub(crate) fn key<K: Encode<L> + ?Sized>(&mut self, key: &K) -> Result<(), EncodeError> {
        let index = self.container.count;
        self.key_at = self.container.writer.out.len();
        self.container.part(key).map_err(|error| error.within(Segment::KeyOf(index)))
    }

    /// Writes the value of the pair whose key has been written.
    pub(crate) fn value<V: Encode<L> + ?Sized>(&mut self, value: &V) -> Result<(), EncodeError> {
        if let Err(error) = self.container.part(value) {
            return Err(self.container.in_value_of_key(error, self.key_at, self.container.count));
        }
        self.container.counted()
    }
}
