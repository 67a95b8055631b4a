//! Components of fixed length: values such as vectors, and packed arrays of them.

use crate::codec::precision::converted;
use crate::error::Result;
use crate::table::Row;
use crate::table::bodies::packed_count;
use crate::table::layout::HasLayout;
use crate::table::rule::{Number, padding_after};
use crate::value::view::Numbers;
use crate::wire::cursor::Cursor;
use crate::wire::fields::{FieldWriter, Fields, put_all, take_all, value_of};
use crate::wire::reader::{CheckedCount, Header};
use crate::wire::writer::checked_length;
use crate::{DecodeError, EncodeError, Engine, Kind, Reader, Writer};
use alloc::borrow::Cow;
use alloc::vec::Vec;

impl<'de> Cursor<'de> {
    /// Consumes a key and a value of components.
    #[allow(clippy::inline_always, reason = "see `Cursor`")]
    #[inline(always)]
    pub(crate) fn fields<E: Engine, T: Fields, const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
    ) -> Option<T> {
        let (header, body) = self.value(key, T::LENGTH)?;
        (header == E::constant(E::LAYOUT).header_of(kind)).then(|| value_of(body))
    }

    /// Consumes a key and a packed array, and returns the bytes of its elements, `each` bytes per
    /// element.
    #[allow(clippy::inline_always, reason = "see `Cursor`")]
    #[inline(always)]
    pub(crate) fn packed_bytes<E: Engine, const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        each: usize,
    ) -> Option<&'de [u8]> {
        let count = self.field(key, E::constant(E::LAYOUT).header_of(kind))?;
        self.bytes_after(count, packed_count(kind), each)
    }

    /// Consumes a packed array after its count.
    #[allow(clippy::inline_always, reason = "see `Cursor`")]
    #[inline(always)]
    pub(crate) fn bytes_after(
        &mut self,
        count: [u8; 4],
        rule: &Number,
        each: usize,
    ) -> Option<&'de [u8]> {
        // Without overflow, because a count has 32 bits.
        let length = rule.checked(count)? as u64 * each as u64;
        let length = usize::try_from(length).ok()?;
        self.padded(length, padding_after(length))
    }
}

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Decodes a value of this kind, whose body consists of components.
    #[inline]
    pub(crate) fn fields<T: Fields>(&mut self, kind: Kind) -> Result<T> {
        let header = self.header_of(kind)?;
        Ok(value_of(&self.fields_body::<T>(header)?))
    }

    /// Consumes a body of components, and returns it in the layout's precision.
    ///
    /// Callers convert the bytes to a value, because the components of a value in a `Result` are
    /// stored one by one and loaded in larger words, for which the processor waits:
    /// `snapshot/decode dynamic, borrowed` would take 6% more time.
    #[inline]
    pub(crate) fn fields_body<T: Fields>(&mut self, header: Header) -> Result<Cow<'de, [u8]>> {
        let body = self.components(header, T::ROWS, T::LENGTH)?;
        Ok(if self.is_other_precision(header) {
            converted(body, self.constant().is_double).into()
        } else {
            body.into()
        })
    }

    /// Consumes a body of components; `length` is their length in the layout's precision, in bytes.
    #[inline]
    pub(crate) fn components(
        &mut self,
        header: Header,
        rows: &'static [&'static Row],
        length: usize,
    ) -> Result<&'de [u8]> {
        let length = self.encoded_length(header, length);
        match self.take(length) {
            Some(body) => Ok(body),
            None => Err(self.short_components(header, rows)),
        }
    }

    /// Returns the error of the first truncated component.
    #[cold]
    pub(crate) fn short_components(
        &mut self,
        header: Header,
        rows: &'static [&'static Row],
    ) -> DecodeError {
        let result = rows
            .iter()
            .try_for_each(|row| self.component(header, row).map(drop));
        result.err().unwrap_or_else(|| self.unexpected_end(0))
    }

    /// Consumes one component.
    pub(crate) fn component(&mut self, header: Header, row: &'static Row) -> Result<&'de [u8]> {
        self.raw(row, self.encoded_length(header, row.fixed_length()))
    }

    /// Decodes the body of a packed array, and returns the bytes of its elements, `each` bytes per
    /// element.
    ///
    /// The function is inlined so that the rule is a constant. Builds without optimization would
    /// compile these copies for nothing.
    #[allow(clippy::inline_always, reason = "measured")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn packed_bytes(&mut self, kind: Kind, each: usize) -> Result<&'de [u8]> {
        let count = self.count(packed_count(kind), each)?;
        self.elements_of(count, each)
    }

    /// Fast path: consumes the body of a packed array, or nothing.
    #[inline]
    pub(crate) fn take_packed(&mut self, rule: &Number, each: usize) -> Option<&'de [u8]> {
        let mut cursor = self.cursor();
        let [count] = cursor.words()?;
        let bytes = cursor.bytes_after(count, rule, each)?;
        self.set_rest(cursor.rest());
        Some(bytes)
    }

    /// Consumes a packed array after its count, and returns the bytes of the elements.
    ///
    /// The count is followed by `count` elements of `each` bytes, and padding.
    #[inline]
    pub(crate) fn elements_of(&mut self, count: CheckedCount, each: usize) -> Result<&'de [u8]> {
        let length = count.get() * each;
        let Some((bytes, rest)) = self.rest().split_at_checked(length) else {
            return Err(self.unexpected_end(length));
        };
        self.set_rest(rest);
        let padding = padding_after(length);
        match rest.split_at_checked(padding) {
            Some((_, rest)) => self.set_rest(rest),
            None if self.options().lenient => self.set_rest(&[]),
            None => return Err(self.unexpected_end(padding).in_field("padding")),
        }
        Ok(bytes)
    }

    /// Decodes the body of a packed array of components and appends its elements.
    pub(crate) fn packed_elements<T: Fields>(
        &mut self,
        header: Header,
        kind: Kind,
        elements: &mut Vec<T>,
    ) -> Result<()> {
        // The separate branch avoids a `Cow`, which would cost 5.8% of the instructions in the
        // benchmark `small packed/decode derive`.
        if self.is_other_precision(header) {
            take_all(&self.packed_body(header, kind, T::LENGTH)?, elements);
        } else {
            take_all(self.packed_bytes(kind, T::LENGTH)?, elements);
        }
        Ok(())
    }

    /// Decodes the body of a packed array of components.
    #[inline]
    pub(crate) fn packed_array<T: Fields>(&mut self, header: Header, kind: Kind) -> Result<Vec<T>> {
        let mut elements = Vec::new();
        self.packed_elements(header, kind, &mut elements)?;
        Ok(elements)
    }
}

impl<E: HasLayout> Writer<'_, E> {
    /// Writes a key and a value of components.
    #[inline]
    pub(crate) fn fields<T: Fields, const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        value: &T,
    ) {
        self.put_value(key, kind, 0, T::LENGTH, |body| {
            value.put(&mut FieldWriter::new(body));
        });
    }

    /// Writes a key and a packed array of components.
    pub(crate) fn packed_array<T: Fields, const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        elements: &[T],
    ) -> Result<(), EncodeError> {
        self.packed_with(key, kind, elements.len(), |out| put_all(elements, out))
    }

    /// Writes a packed array that is owned or borrowed.
    #[inline]
    pub(crate) fn packed_numbers(
        &mut self,
        kind: Kind,
        elements: &impl Numbers,
    ) -> Result<(), EncodeError> {
        self.packed_with([], kind, elements.shape().elements, |out| {
            elements.encode(out);
        })
    }

    /// Writes a packed array of `count` already encoded elements.
    #[doc(hidden)]
    pub fn packed_of(&mut self, kind: Kind, count: usize, bytes: &[u8]) -> Result<(), EncodeError> {
        self.packed_with([], kind, count, |out| out.extend_from_slice(bytes))
    }

    /// Writes a key and a packed array of `count` elements that `put` appends.
    ///
    /// The function is inlined so that `kind` is a constant: for an engine, the target is checked only
    /// for kinds that some versions lack.
    #[inline]
    fn packed_with<const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        count: usize,
        put: impl FnOnce(&mut Vec<u8>),
    ) -> Result<(), EncodeError> {
        if self.replaces(kind)?
            && let Some(element) = kind.info().element
        {
            let mut bytes = Vec::new();
            put(&mut bytes);
            self.bytes(&key);
            return self.array_of(element, count, &bytes);
        }
        let elements_at = self.packed_start(key, kind, count)?;
        put(self.out);
        self.packed_end(elements_at);
        Ok(())
    }

    /// Writes the padding after the elements of a packed array.
    #[inline]
    fn packed_end(&mut self, elements_at: usize) {
        self.zeros(padding_after(self.out.len() - elements_at));
    }

    /// Writes a packed array without its elements, whose encoding has `length` bytes, and returns the
    /// offset in the buffer at which the caller inserts them. Returns `None`, and writes nothing, if
    /// the target lacks the array.
    #[doc(hidden)]
    pub fn packed_around(
        &mut self,
        kind: Kind,
        count: usize,
        length: usize,
    ) -> Result<Option<usize>, EncodeError> {
        if self.replaces(kind)? {
            return Ok(None);
        }
        let elements_at = self.packed_start([], kind, count)?;
        self.zeros(padding_after(length));
        Ok(Some(elements_at))
    }

    /// Writes a key and what precedes the elements of a packed array, and returns the length of the
    /// buffer.
    #[inline]
    fn packed_start<const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        count: usize,
    ) -> Result<usize, EncodeError> {
        let count = packed_count(kind).encoded(checked_length(count)?);
        self.words(key, kind, 0, [count]);
        Ok(self.out.len())
    }
}
