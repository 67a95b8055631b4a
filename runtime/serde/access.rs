//! Access of serde's visitors to the parts of containers.

use super::context::{Context, Role};
use super::deserializer::Deserializer;
use super::error::not_a_field;
use super::item::{Content, Item};
use super::length::check_length;
use crate::codec::dictionary::key_segment;
use crate::error::Result;
use crate::table::Body;
use crate::{DecodeError, Kind, Layout, Reader, Segment};
use alloc::borrow::Cow;
use core::slice;
use serde::de::{self, DeserializeSeed, MapAccess, SeqAccess, Visitor};

/// The elements of an Array. Visitors receive it by value, so that it stays in registers.
pub(super) struct ArrayAccess<'r, 'de, L> {
    reader: &'r mut Reader<'de, L>,
    context: Context,
    index: usize,
    count: usize,
    /// The number of elements to reserve.
    hint: usize,
    /// The number of elements left, for the caller of the visitor.
    left: &'r mut usize,
}

impl<'r, 'de, L: Layout> ArrayAccess<'r, 'de, L> {
    #[inline]
    pub(super) fn new(
        reader: &'r mut Reader<'de, L>,
        context: Context,
        count: usize,
        left: &'r mut usize,
    ) -> Self {
        let hint = reader.reserve::<L::Variant>(count);
        *left = count;
        Self {
            reader,
            context: context.of(Role::Value),
            index: 0,
            count,
            hint,
            left,
        }
    }
}

impl<'de, L: Layout> SeqAccess<'de> for ArrayAccess<'_, 'de, L> {
    type Error = DecodeError;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if self.index == self.count {
            return Ok(None);
        }
        let offset = self.reader.position();
        let index = self.index;
        self.index += 1;
        *self.left = self.count - self.index;
        match seed.deserialize(Deserializer::within(self.reader, self.context)) {
            Ok(element) => Ok(Some(element)),
            Err(error) => Err(error.placed(offset).within(Segment::Index(index))),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.hint.saturating_sub(self.index))
    }
}

/// The pairs of a Dictionary.
pub(super) struct DictionaryAccess<'r, 'de, L> {
    reader: &'r mut Reader<'de, L>,
    context: Context,
    /// The names of the next keys if a struct's fields come in order.
    names: slice::Iter<'static, &'static str>,
    /// Whether the keys are those of a struct.
    is_struct: bool,
    /// The input from the last key on.
    key_on: &'de [u8],
    index: usize,
    count: usize,
    /// The number of pairs to reserve.
    hint: usize,
}

impl<'r, 'de, L: Layout> DictionaryAccess<'r, 'de, L> {
    #[inline]
    pub(super) fn new(
        reader: &'r mut Reader<'de, L>,
        context: Context,
        fields: Option<&'static [&'static str]>,
        count: usize,
    ) -> Self {
        // A pair is two values.
        let hint = reader.reserve::<(L::Variant, L::Variant)>(count);
        let key_on = reader.rest();
        Self {
            reader,
            context,
            names: fields.unwrap_or_default().iter(),
            is_struct: fields.is_some(),
            key_on,
            index: 0,
            count,
            hint,
        }
    }

    /// Fast path: consumes the key if it is the expected name, without validating it as text.
    #[inline]
    fn take_name(&mut self) -> Option<&'static str> {
        let name = self.names.next()?;
        self.reader.take_string(name).then_some(*name)
    }

    /// Decodes the value of the last key.
    #[inline]
    fn value<T>(
        &mut self,
        decode: impl FnOnce(Deserializer<'_, 'de, L>) -> Result<T>,
    ) -> Result<T> {
        let offset = self.reader.position();
        let index = self.index;
        self.index += 1;
        let context = self.context.of(Role::Value);
        decode(Deserializer::within(self.reader, context)).map_err(|error| {
            error
                .placed(offset)
                .within(key_segment::<L>(self.key_on).unwrap_or(Segment::ValueOf(index)))
        })
    }

    /// Returns the type of the next key if it is valid but not text, so that it cannot name a
    /// field.
    fn kind_of_other_key(&self) -> Option<&'static str> {
        let header = self.reader.peek()?;
        let table = L::TYPES.get(usize::from(header.number()))?;
        (table.body != Body::Text).then_some(table.name)
    }

    /// Returns an error at `start` if pairs are left.
    pub(super) fn finish(&self, start: usize) -> Result<()> {
        check_length(start, Some(self.index), self.count)
    }
}

impl<'de, L: Layout> MapAccess<'de> for DictionaryAccess<'_, 'de, L> {
    type Error = DecodeError;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if self.index == self.count {
            return Ok(None);
        }
        self.key_on = self.reader.rest();
        let offset = self.reader.position();
        let key = if let Some(name) = self.take_name() {
            let name = Content::Text(Cow::Borrowed(name));
            seed.deserialize(Item::<L>::new(Kind::String, name, offset))
        } else if self.is_struct
            && let Some(found) = self.kind_of_other_key()
        {
            self.reader.skip()?;
            seed.deserialize(not_a_field(found))
        } else {
            let role = if self.is_struct {
                Role::Field
            } else {
                Role::Key
            };
            seed.deserialize(Deserializer::within(self.reader, self.context.of(role)))
        };
        key.map(Some)
            .map_err(|error| error.placed(offset).within(Segment::KeyOf(self.index)))
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        self.value(|value| seed.deserialize(value))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.hint.saturating_sub(self.index))
    }
}

/// The variant of an enum and its content: the one pair of a Dictionary.
pub(super) struct VariantAccess<'a, 'r, 'de, L> {
    pair: &'a mut DictionaryAccess<'r, 'de, L>,
}

impl<'a, 'r, 'de, L: Layout> VariantAccess<'a, 'r, 'de, L> {
    pub(super) fn new(pair: &'a mut DictionaryAccess<'r, 'de, L>) -> Self {
        Self { pair }
    }
}

impl<'de, L: Layout> de::EnumAccess<'de> for VariantAccess<'_, '_, 'de, L> {
    type Error = DecodeError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self)> {
        match self.pair.next_key_seed(seed)? {
            Some(variant) => Ok((variant, self)),
            None => Err(de::Error::custom("the variant has been taken")),
        }
    }
}

impl<'de, L: Layout> de::VariantAccess<'de> for VariantAccess<'_, '_, 'de, L> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<()> {
        self.pair.next_value()
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        self.pair.next_value_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        self.pair
            .value(|value| value.sequence(Some(length), visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.pair
            .value(|value| value.dictionary(Some(fields), visitor))
    }
}
