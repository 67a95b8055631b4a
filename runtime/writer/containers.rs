//! Arrays and Dictionaries, one element or entry at a time.

use super::{Writer, checked_length};
use crate::{Encode, EncodeError, Kind, Layout, Segment};

impl<'w, L: Layout> Writer<'w, L> {
    /// Starts an Array. Write its elements to the returned value, which counts them.
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
        ArrayWriter {
            container: Container::open(self, Kind::Array),
        }
    }

    /// Starts a Dictionary. Write its entries to the returned value, which counts them.
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
        DictionaryWriter {
            container: Container::open(self, Kind::Dictionary),
        }
    }

    /// Starts a Dictionary of one entry and writes its key; the value is a container, which ends
    /// both.
    #[cfg(feature = "serde")]
    pub(crate) fn entry(&mut self, key: &str) -> Result<(), EncodeError> {
        self.header_and(Kind::Dictionary, 1);
        self.depth += 1;
        self.check_depth()
            .and_then(|()| key.encode(self))
            .map_err(|error| self.fail(error.within(Segment::KeyOf(0))))
    }
}

/// A container being written; its count is patched when it is dropped.
#[derive(Debug)]
struct Container<'a, 'w, L: Layout> {
    writer: &'a mut Writer<'w, L>,
    count_at: usize,
    count: usize,
    /// Nesting levels that end with it.
    levels: u32,
}

impl<'a, 'w, L: Layout> Container<'a, 'w, L> {
    #[inline]
    fn open(writer: &'a mut Writer<'w, L>, kind: Kind) -> Self {
        writer.header_and(kind, 0);
        writer.depth += 1;
        Self {
            count_at: writer.out.len() - size_of::<u32>(),
            writer,
            count: 0,
            levels: 1,
        }
    }

    #[inline]
    fn part<T: Encode<L> + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        self.writer.check_depth()?;
        value.encode(self.writer)
    }

    /// Rejects an element or entry that is nested too deep for engines.
    #[inline]
    fn check_depth(&mut self) -> Result<(), EncodeError> {
        self.writer
            .check_depth()
            .map_err(|error| self.writer.fail(error))
    }

    /// Records that an element or entry failed, and returns its error with the segment.
    #[cold]
    fn failed(&mut self, error: EncodeError, segment: Segment) -> EncodeError {
        self.writer.fail(error.within(segment))
    }

    #[inline]
    fn counted(&mut self) -> Result<(), EncodeError> {
        self.writer.forget_now_and_then(self.count);
        self.count += 1;
        checked_length(self.count)
            .map(drop)
            .map_err(|error| self.writer.fail(error))
    }
}

impl<L: Layout> Drop for Container<'_, '_, L> {
    #[inline]
    fn drop(&mut self) {
        // Where a caller has replaced the writer, what follows is too deep.
        self.writer.depth = self.writer.depth.wrapping_sub(self.levels);
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

/// Writes the elements of an Array: [`Writer::array`] starts one, dropping this ends it.
#[derive(Debug)]
pub struct ArrayWriter<'a, 'w, L: Layout> {
    container: Container<'a, 'w, L>,
}

impl<L: Layout> ArrayWriter<'_, '_, L> {
    /// Also ends the Dictionary of one entry whose value this is.
    #[cfg(feature = "serde")]
    pub(crate) fn ending_entry(mut self) -> Self {
        self.container.levels += 1;
        self
    }

    /// Writes the next element.
    ///
    /// # Errors
    ///
    /// Returns those of the element, with its index in the path. Also fails if the nesting is too
    /// deep for engines or the Array too long.
    ///
    /// Return the error: bytes of the element may have been written, so the function that encodes
    /// the whole value fails even if the error is ignored.
    #[inline]
    pub fn element<T: Encode<L> + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        let index = self.container.count;
        if let Err(error) = self.container.part(value) {
            return Err(self.container.failed(error, Segment::Index(index)));
        }
        self.container.counted()
    }
}

/// Writes the entries of a Dictionary: [`Writer::dictionary`] starts one, dropping this ends it.
#[derive(Debug)]
pub struct DictionaryWriter<'a, 'w, L: Layout> {
    container: Container<'a, 'w, L>,
}

impl<L: Layout> DictionaryWriter<'_, '_, L> {
    /// Also ends the Dictionary of one entry whose value this is.
    #[cfg(feature = "serde")]
    pub(crate) fn ending_entry(mut self) -> Self {
        self.container.levels += 1;
        self
    }

    /// Writes the entry of a field, whose key has these bytes.
    #[doc(hidden)]
    #[inline]
    pub fn field<const N: usize, V: Encode<L>>(
        &mut self,
        key: [u8; N],
        name: &'static str,
        value: &V,
    ) -> Result<(), EncodeError> {
        let container = &mut self.container;
        container.check_depth()?;
        if let Err(error) = value.encode_behind(key, container.writer) {
            return Err(container.failed(error, Segment::name(name)));
        }
        // A type has too few fields to overflow the count or the scratch buffer.
        container.count += 1;
        Ok(())
    }

    /// Writes the name of a field as a key; its value has to follow.
    ///
    /// The bytes of the key are constant only where this is inlined.
    #[cfg(feature = "serde")]
    #[expect(
        clippy::inline_always,
        reason = "the key is constant only where this is inlined"
    )]
    #[inline(always)]
    pub(crate) fn name(&mut self, name: &'static str) -> Result<(), EncodeError> {
        let container = &mut self.container;
        container.check_depth()?;
        if let Err(error) = container.writer.short_text(name) {
            return Err(container.failed(error, Segment::KeyOf(container.count)));
        }
        Ok(())
    }

    /// Writes the value of the field whose name has been written.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn named<V: Encode<L> + ?Sized>(
        &mut self,
        name: &'static str,
        value: &V,
    ) -> Result<(), EncodeError> {
        if let Err(error) = value.encode(self.container.writer) {
            return Err(self.container.failed(error, Segment::name(name)));
        }
        // A type has too few fields to overflow the count or the scratch buffer.
        self.container.count += 1;
        Ok(())
    }

    /// Returns how many entries are complete.
    #[cfg(feature = "serde")]
    pub(crate) fn len(&self) -> usize {
        self.container.count
    }

    /// Records an error that leaves the Dictionary incomplete, and returns it.
    #[doc(hidden)]
    #[cold]
    #[must_use]
    pub fn fail(&mut self, error: EncodeError) -> EncodeError {
        self.container.writer.fail(error)
    }

    /// Writes the next entry.
    ///
    /// # Errors
    ///
    /// Returns those of the key and the value, with the key in the path. Also fails if the nesting
    /// is too deep for engines or the Dictionary too long.
    ///
    /// Return the error: bytes of the entry may have been written, so the function that encodes the
    /// whole value fails even if the error is ignored.
    #[inline]
    pub fn pair<K: Encode<L> + ?Sized, V: Encode<L> + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<(), EncodeError> {
        let key_at = self.key(key)?;
        self.value(key_at, value)
    }

    /// Writes the key of the next entry, whose value has to follow; returns where it starts.
    pub(crate) fn key<K: Encode<L> + ?Sized>(&mut self, key: &K) -> Result<usize, EncodeError> {
        let key_at = self.container.writer.out.len();
        if let Err(error) = self.container.part(key) {
            let index = self.container.count;
            return Err(self.container.failed(error, Segment::KeyOf(index)));
        }
        Ok(key_at)
    }

    /// Writes the value of the entry whose key starts at `key_at`.
    pub(crate) fn value<V: Encode<L> + ?Sized>(
        &mut self,
        key_at: usize,
        value: &V,
    ) -> Result<(), EncodeError> {
        if let Err(error) = self.container.part(value) {
            let Container { writer, count, .. } = &mut self.container;
            let error = writer.in_value_of_key(error, key_at, *count);
            return Err(writer.fail(error));
        }
        self.container.counted()
    }
}
