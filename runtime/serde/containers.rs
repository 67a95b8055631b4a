//! Decodes containers: checks their length and depth, and passes their parts to serde's visitor.

use super::access::{ArrayAccess, DictionaryAccess, VariantAccess};
use super::deserializer::Deserializer;
use super::length::check_length;
use super::pool::PoolAccess;
use crate::error::Result;
use crate::table::Body;
use crate::{DecodeError, DecodeErrorKind, Kind, Layout, Reader};
use serde::de::Visitor;

impl<'de, L: Layout> Deserializer<'_, 'de, L> {
    /// Decodes an Array, a typed array or a pool array, of the given length if there is one.
    #[inline]
    pub(super) fn sequence<V: Visitor<'de>>(
        self,
        length: Option<usize>,
        visitor: V,
    ) -> Result<V::Value> {
        if self
            .reader
            .peek()
            .is_some_and(|header| header.is::<L>(Kind::Array))
        {
            return self.array(length, visitor);
        }
        self.pool(length, visitor)
    }

    fn pool<V: Visitor<'de>>(self, length: Option<usize>, visitor: V) -> Result<V::Value> {
        let (_, table) = self.peek()?;
        if table.body == Body::TypedArray {
            return self.array(length, visitor);
        }
        if !matches!(table.body, Body::Pool | Body::PoolText) {
            return Err(self.wrong_type(&[Kind::Array]));
        }
        let start = self.reader.position();
        let header = self.reader.header()?;
        let mut elements = PoolAccess::<L>::read(self.reader, header, table)?;
        check_length(start, length, elements.len())?;
        let value = visitor.visit_seq(&mut elements)?;
        elements.finish(start)?;
        Ok(value)
    }

    /// Decodes an Array or a typed array.
    #[inline]
    pub(super) fn array<V: Visitor<'de>>(
        self,
        length: Option<usize>,
        visitor: V,
    ) -> Result<V::Value> {
        let start = self.reader.position();
        let count = self.reader.sequence()?;
        check_length(start, length, count)?;
        self.reader.enter(count)?;
        self.elements(start, count, visitor)
    }

    // Each of the following functions returns in one place, so that the visitor builds the value in
    // place; and `elements` is not inlined, so that it does so in the place of the caller.

    #[inline(never)]
    fn elements<V: Visitor<'de>>(self, start: usize, count: usize, visitor: V) -> Result<V::Value> {
        let mut left = 0;
        let mut value = visitor.visit_seq(ArrayAccess::new(
            self.reader,
            self.context,
            count,
            &mut left,
        ));
        end(
            self.reader,
            &mut value,
            check_length(start, Some(count - left), count),
        );
        value
    }

    #[inline]
    fn pairs<T>(
        self,
        start: usize,
        fields: Option<&'static [&'static str]>,
        count: usize,
        visit: impl FnOnce(&mut DictionaryAccess<'_, 'de, L>) -> Result<T>,
    ) -> Result<T> {
        let mut pairs = DictionaryAccess::new(self.reader, self.context, fields, count);
        let mut value = visit(&mut pairs);
        let is_whole = pairs.finish(start);
        end(self.reader, &mut value, is_whole);
        value
    }

    /// Decodes a Dictionary, for a struct with the names of its fields.
    #[inline]
    pub(super) fn dictionary<V: Visitor<'de>>(
        self,
        fields: Option<&'static [&'static str]>,
        visitor: V,
    ) -> Result<V::Value> {
        let start = self.reader.position();
        let count = self.reader.entry_count()?;
        self.reader.enter(count)?;
        self.pairs(start, fields, count, |pairs| visitor.visit_map(pairs))
    }

    /// Decodes an enum's variant with its content.
    pub(super) fn variant<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let start = self.reader.position();
        let header = self.reader.header()?;
        let count = self.reader.entry_count_after(header)?;
        if count != 1 {
            let message = alloc::format!(
                "expected a variant with its content, found a Dictionary of {count}"
            );
            return Err(DecodeError::new(
                start,
                DecodeErrorKind::Custom(message.into()),
            ));
        }
        self.reader.enter(count)?;
        self.pairs(start, None, count, |pair| {
            visitor.visit_enum(VariantAccess::new(pair))
        })
    }
}

/// Leaves a container, whose value becomes an error if parts of it are left.
#[inline]
fn end<L: Layout, T>(reader: &mut Reader<'_, L>, value: &mut Result<T>, is_whole: Result<()>) {
    if value.is_ok()
        && let Err(error) = is_whole
    {
        *value = Err(error);
    }
    reader.leave();
}
