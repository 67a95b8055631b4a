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

/// Texts of so many bytes are short.
const SHORT: usize = 128;

/// Ints or texts that room is made for at once.
const TOGETHER: usize = 16;

/// It looks whether there is something to forget once in so many parts of a container.
const BETWEEN_FORGETTING: usize = 64;

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
        let both = u64::from(L::NUMBERS[kind as usize]) | u64::from(number) << u32::BITS;
        self.bytes(&both.to_le_bytes());
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
        self.header_and(Kind::Bool, value.into());
    }

    /// Writes an int: 32 bits when they hold it, else 64.
    #[inline]
    pub(crate) fn int(&mut self, value: i64) {
        if let Ok(narrow) = i32::try_from(value) {
            self.header_and(Kind::Int, narrow.cast_unsigned());
        } else {
            self.wide(Kind::Int, value.to_le_bytes());
        }
    }

    /// Writes a float: 32 bits when they hold it exactly, else 64. A NaN is never equal to itself, so it takes 64.
    #[inline]
    #[expect(clippy::cast_possible_truncation, clippy::float_cmp, reason = "the engine's own test of whether 32 bits are enough")]
    pub(crate) fn float(&mut self, value: f64) {
        let narrow = value as f32;
        if f64::from(narrow) == value {
            self.header_and(Kind::Float, narrow.to_bits());
        } else {
            self.wide(Kind::Float, value.to_le_bytes());
        }
    }

    /// Writes a value of components.
    #[inline]
    pub(crate) fn fields<T: Fields>(&mut self, kind: Kind, value: &T) {
        const HEADER: usize = format::HEADER_LENGTH as usize;
        let start = self.out.len();
        self.out.resize(start + HEADER + T::LENGTH, 0);
        if let Some((header, body)) = self.out.get_mut(start..).and_then(|value| value.split_first_chunk_mut()) {
            *header = u32::from(L::NUMBERS[kind as usize]).to_le_bytes();
            value.put(&mut FieldWriter::new(body));
        }
    }

    /// Writes a value of text.
    #[inline]
    pub(crate) fn text(&mut self, kind: Kind, value: &str) -> Result<(), EncodeError> {
        let length = checked_text_length(value)?;
        self.header_and(kind, length);
        self.text_and_padding(value);
        Ok(())
    }

    /// Writes a String that is most likely short: in one go, then.
    #[cfg(feature = "serde")]
    #[inline(always)]
    fn short_text(&mut self, value: &str) -> Result<(), EncodeError> {
        const SHORT: usize = 40;
        let mut block = [0; SHORT];
        let length = checked_text_length(value)?;
        if let Some(([header, counted, ..], text)) = block.as_chunks_mut().0.split_at_mut_checked(2)
            && let Some(text) = text.as_flattened_mut().get_mut(..value.len())
        {
            *header = u32::from(L::NUMBERS[Kind::String as usize]).to_le_bytes();
            *counted = length.to_le_bytes();
            text.copy_from_slice(value.as_bytes());
            self.bytes(block.get(..2 * size_of::<u32>() + value.len() + padding(value.len())).unwrap_or_default());
            return Ok(());
        }
        self.text(Kind::String, value)
    }

    /// Writes a length, the text and its padding.
    #[inline]
    pub(crate) fn text_body(&mut self, value: &str) -> Result<(), EncodeError> {
        let length = checked_text_length(value)?;
        self.number(length);
        self.text_and_padding(value);
        Ok(())
    }

    #[inline]
    fn text_and_padding(&mut self, value: &str) {
        self.bytes(value.as_bytes());
        self.pad(value.len());
        if value.len() > KEPT {
            self.forget();
        }
    }

    /// Writes a string of a PoolStringArray, whose length counts a final NUL.
    fn pool_text_body(&mut self, value: &str) -> Result<(), EncodeError> {
        checked_text_length(value)?;
        self.number(checked_length(value.len() + 1)?);
        self.bytes(value.as_bytes());
        self.zeros(1 + padding(value.len() + 1));
        Ok(())
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
        let mut index = 0;
        while let Some(left @ [element, ..]) = elements.get(index..) {
            self.forget();
            let together = self.short_texts(left.iter().map(AsRef::as_ref), 1, u32::to_le_bytes);
            if together == 0 {
                self.pool_text_body(element.as_ref()).map_err(|error| error.within(Segment::Index(index)))?;
            }
            index += together.max(1);
        }
        Ok(())
    }

    /// Writes as many ints from the front as 32 bits hold, and says how many: what it takes to append is paid once for all of them.
    #[inline]
    pub(crate) fn narrow_ints(&mut self, ints: impl Iterator<Item = i64>) -> usize {
        let header = u64::from(L::NUMBERS[Kind::Int as usize]);
        let mut block = [[0; _]; TOGETHER];
        let mut count = 0;
        for (slot, int) in block.iter_mut().zip(ints.map_while(|int| i32::try_from(int).ok())) {
            *slot = (header | u64::from(int.cast_unsigned()) << u32::BITS).to_le_bytes();
            count += 1;
        }
        self.bytes(block.get(..count).unwrap_or_default().as_flattened());
        count
    }

    /// Writes as many Strings from the front as are short and plain, and says how many.
    #[inline]
    pub(crate) fn short_strings<'t>(&mut self, texts: impl Iterator<Item = &'t str> + Clone) -> usize {
        let header = u64::from(L::NUMBERS[Kind::String as usize]);
        self.short_texts(texts, 0, |length| (header | u64::from(length) << u32::BITS).to_le_bytes())
    }

    /// Writes as many texts from the front as are short and plain, each with zeros behind it, and says how many: room is made once for all of
    /// them. `head` makes what stands in front of so many bytes.
    #[inline]
    fn short_texts<'t, const HEAD: usize>(
        &mut self,
        texts: impl Iterator<Item = &'t str> + Clone,
        zeros: usize,
        head: impl Fn(u32) -> [u8; HEAD],
    ) -> usize {
        let texts = texts.take_while(|text| text.len() <= SHORT).take(TOGETHER);
        let whole = |text: &str| HEAD + text.len() + zeros + padding(text.len() + zeros);
        let (mut at, mut count) = (self.out.len(), 0);
        self.out.resize(at + texts.clone().map(whole).sum::<usize>(), 0);
        for text in texts {
            let Ok(length) = u32::try_from(text.len() + zeros) else { break };
            let Some((slot, behind)) = self.out.get_mut(at..).and_then(<[u8]>::split_first_chunk_mut) else { break };
            let Some(body) = behind.get_mut(..text.len()) else { break };
            if text::copy_and_look(text, body) {
                break;
            }
            *slot = head(length);
            at += whole(text);
            count += 1;
        }
        self.out.truncate(at);
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
                let together = T::encode_together(left, writer);
                if together == 0 {
                    element.encode(writer).map_err(|error| error.within(Segment::Index(index)))?;
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
                element.encode(writer).map_err(|error| error.within(Segment::Index(index)))
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
                key.encode(writer).map_err(|error| error.within(Segment::KeyOf(index)))?;
                value.encode(writer).map_err(|error| writer.in_value_of_key(error, key_at, index))
            })
        })
    }

    /// Writes so many parts of a value one level deeper.
    fn parts(&mut self, count: u32, write: impl FnOnce(&mut Self) -> Result<(), EncodeError>) -> Result<(), EncodeError> {
        self.depth += 1;
        let result = if count == 0 { Ok(()) } else { self.check_depth().and_then(|()| write(self)) };
        self.depth -= 1;
        result
    }

    #[inline]
    fn forget_now_and_then(&mut self, index: usize) {
        if index.is_multiple_of(BETWEEN_FORGETTING) {
            self.forget();
        }
    }

    /// Names the key in the path by reading it back; a counting writer may have forgotten it, then its index has to do.
    #[cold]
    fn in_value_of_key(&self, error: EncodeError, key_at: usize, index: usize) -> EncodeError {
        let kept = self.counting.is_none().then_some(&*self.out);
        let key = kept.and_then(|bytes| bytes.get(key_at..)).and_then(key_segment::<L>);
        error.within(key.unwrap_or(Segment::ValueOf(index)))
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
        ArrayWriter { container: Container::open(self, Kind::Array) }
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
        DictionaryWriter { container: Container::open(self, Kind::Dictionary), key_at: 0 }
    }

    /// Starts a Dictionary of one pair and writes its key; the container that is its value follows, and ends both.
    #[cfg(feature = "serde")]
    pub(crate) fn entry(&mut self, key: &str) -> Result<(), EncodeError> {
        self.header_and(Kind::Dictionary, 1);
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
#[allow(clippy::inline_always, reason = "a call would take as long as most texts")]
#[inline(always)]
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
    #[inline]
    fn open(writer: &'a mut Writer<'w, L>, kind: Kind) -> Self {
        writer.header_and(kind, 0);
        writer.depth += 1;
        Self { count_at: writer.out.len() - size_of::<u32>(), writer, count: 0, levels: 1 }
    }

    #[inline]
    fn part<T: Encode<L> + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        self.writer.check_depth()?;
        value.encode(self.writer)
    }

    #[inline]
    fn counted(&mut self) -> Result<(), EncodeError> {
        self.writer.forget_now_and_then(self.count);
        self.count += 1;
        checked_length(self.count).map(drop)
    }
}

impl<L: Layout> Drop for Container<'_, '_, L> {
    #[inline]
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
    #[inline]
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

    /// Writes a pair whose key is a field's name, as these bytes.
    #[doc(hidden)]
    #[inline]
    pub fn field<const N: usize, V: Encode<L> + ?Sized>(
        &mut self,
        key: [u8; N],
        name: &'static str,
        value: &V,
    ) -> Result<(), EncodeError> {
        let container = &mut self.container;
        container.writer.check_depth()?;
        container.writer.bytes(&key);
        value.encode(container.writer).map_err(|error| error.within(Segment::name(name)))?;
        // A type has not so many fields that they could not be counted, or would have to be forgotten before the last.
        container.count += 1;
        Ok(())
    }

    /// Writes the key of a pair that is a field's name; its value has to follow.
    ///
    /// Only where this is inlined are the bytes of the key known when a program is compiled.
    #[cfg(feature = "serde")]
    #[expect(clippy::inline_always, reason = "a key costs a fifth of what it does otherwise")]
    #[inline(always)]
    pub(crate) fn name(&mut self, name: &'static str) -> Result<(), EncodeError> {
        let container = &mut self.container;
        container.writer.check_depth()?;
        container.writer.short_text(name).map_err(|error| error.within(Segment::KeyOf(container.count)))
    }

    /// Writes the value of the pair whose key is the name that has been written.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn named<V: Encode<L> + ?Sized>(&mut self, name: &'static str, value: &V) -> Result<(), EncodeError> {
        value.encode(self.container.writer).map_err(|error| error.within(Segment::name(name)))?;
        // A type has not so many fields that they could not be counted, or would have to be forgotten before the last.
        self.container.count += 1;
        Ok(())
    }

    /// Writes the next pair.
    ///
    /// # Errors
    ///
    /// Those of the key and the value, with the key in the path; and when the pair lies too deep or is one too many for engines.
    #[inline]
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
            return Err(self.container.writer.in_value_of_key(error, self.key_at, self.container.count));
        }
        self.container.counted()
    }
}
