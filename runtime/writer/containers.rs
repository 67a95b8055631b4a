//! Arrays and Dictionaries part by part.

use super::{Writer, checked_length};
use crate::{Encode, EncodeError, Kind, Layout, Segment};

impl<'w, L: Layout> Writer<'w, L> {
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
        ArrayWriter {
            container: Container::open(self, Kind::Array),
        }
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
        DictionaryWriter {
            container: Container::open(self, Kind::Dictionary),
            key_at: 0,
        }
    }

    /// Starts a Dictionary of one pair and writes its key; the container that is its value follows, and ends both.
    #[cfg(feature = "serde")]
    pub(crate) fn entry(&mut self, key: &str) -> Result<(), EncodeError> {
        self.header_and(Kind::Dictionary, 1);
        self.depth += 1;
        self.check_depth()
            .and_then(|()| key.encode(self))
            .map_err(|error| error.within(Segment::KeyOf(0)))
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
        self.container
            .part(value)
            .map_err(|error| error.within(Segment::Index(index)))?;
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
    pub fn field<const N: usize, V: Encode<L>>(
        &mut self,
        key: [u8; N],
        name: &'static str,
        value: &V,
    ) -> Result<(), EncodeError> {
        let container = &mut self.container;
        container.writer.check_depth()?;
        value
            .encode_behind(key, container.writer)
            .map_err(|error| error.within(Segment::name(name)))?;
        // A type has not so many fields that they could not be counted, or would have to be forgotten before the last.
        container.count += 1;
        Ok(())
    }

    /// Writes the key of a pair that is a field's name; its value has to follow.
    ///
    /// Only where this is inlined are the bytes of the key known when a program is compiled.
    #[cfg(feature = "serde")]
    #[expect(
        clippy::inline_always,
        reason = "only where it is inlined is the key known"
    )]
    #[inline(always)]
    pub(crate) fn name(&mut self, name: &'static str) -> Result<(), EncodeError> {
        let container = &mut self.container;
        container.writer.check_depth()?;
        container
            .writer
            .short_text(name)
            .map_err(|error| error.within(Segment::KeyOf(container.count)))
    }

    /// Writes the value of the pair whose key is the name that has been written.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn named<V: Encode<L> + ?Sized>(
        &mut self,
        name: &'static str,
        value: &V,
    ) -> Result<(), EncodeError> {
        value
            .encode(self.container.writer)
            .map_err(|error| error.within(Segment::name(name)))?;
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
    pub fn pair<K: Encode<L> + ?Sized, V: Encode<L> + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<(), EncodeError> {
        self.key(key)?;
        self.value(value)
    }

    /// Writes the key of the next pair; its value has to follow.
    pub(crate) fn key<K: Encode<L> + ?Sized>(&mut self, key: &K) -> Result<(), EncodeError> {
        let index = self.container.count;
        self.key_at = self.container.writer.out.len();
        self.container
            .part(key)
            .map_err(|error| error.within(Segment::KeyOf(index)))
    }

    /// Writes the value of the pair whose key has been written.
    pub(crate) fn value<V: Encode<L> + ?Sized>(&mut self, value: &V) -> Result<(), EncodeError> {
        if let Err(error) = self.container.part(value) {
            return Err(self.container.writer.in_value_of_key(
                error,
                self.key_at,
                self.container.count,
            ));
        }
        self.container.counted()
    }
}
