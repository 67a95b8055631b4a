//! Deserializes values that are not containers, and elements of pool arrays.

use super::entry::Marked;
use crate::codec::impls::in_range;
use crate::error::Result;
use crate::serde::json::Mark;
use crate::wire::number::Float;
use crate::{DecodeError, DecodeErrorKind, Kind, Layout};
use alloc::borrow::Cow;
use core::marker::PhantomData;
use serde::de::value::CowStrDeserializer;
use serde::de::{Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

/// The content of a decoded value.
pub(super) enum Content<'de> {
    Nil,
    Int(i64),
    Float(f64),
    Text(Cow<'de, str>),
    /// The body of a value whose type serde's data model lacks.
    Body(Kind, Cow<'de, [u8]>),
}

/// A decoded value with its offset.
pub(super) struct Item<'de, L> {
    kind: Kind,
    content: Content<'de>,
    /// The offset of its body.
    pub(super) offset: usize,
    /// Whether an integer may be rounded to a float.
    may_round: bool,
    layout: PhantomData<L>,
}

impl<'de, L: Layout> Item<'de, L> {
    #[inline]
    pub(super) fn new(kind: Kind, content: Content<'de>, offset: usize) -> Self {
        Self {
            kind,
            content,
            offset,
            may_round: false,
            layout: PhantomData,
        }
    }

    /// Sets whether an integer may be rounded to a float.
    pub(super) fn may_round(self, may_round: bool) -> Self {
        Self { may_round, ..self }
    }

    #[cold]
    fn wrong_type(&self, expected: Kind) -> DecodeError {
        // Its place is where the value starts, with a header or, in a pool array, without one.
        DecodeError::unplaced(DecodeErrorKind::wrong_type(
            expected.alone(),
            self.kind,
            L::NAME,
        ))
    }

    fn int(&self) -> Result<i64> {
        match self.content {
            Content::Int(value) => Ok(value),
            _ => Err(self.wrong_type(Kind::Int)),
        }
    }

    fn text(self) -> Result<Cow<'de, str>> {
        match self.content {
            Content::Text(text) => Ok(text),
            _ => Err(self.wrong_type(Kind::String)),
        }
    }
}

/// Passes text to a visitor, borrowed if possible.
#[inline]
pub(super) fn visit_text<'de, V: Visitor<'de>>(
    text: Cow<'de, str>,
    visitor: V,
) -> Result<V::Value> {
    match text {
        Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
        Cow::Owned(text) => visitor.visit_string(text),
    }
}

/// Passes the name of a variant without content to a visitor.
pub(super) fn visit_variant<'de, V: Visitor<'de>>(
    name: Cow<'de, str>,
    visitor: V,
) -> Result<V::Value> {
    let variant: CowStrDeserializer<'de, DecodeError> = name.into_deserializer();
    visitor.visit_enum(variant)
}

/// Defines methods for text.
macro_rules! texts {
    ($($method:ident),*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            visit_text(self.text()?, visitor)
        }
    )*};
}

pub(super) use texts;

macro_rules! narrow {
    ($($method:ident $visit:ident $number:ty),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            let value: $number = in_range(self.int()?, self.offset, stringify!($number))?;
            visitor.$visit(value)
        }
    )*};
}

macro_rules! float {
    ($($method:ident $visit:ident $number:ty),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            let converted = match self.content {
                Content::Float(value) => <$number>::from_f64(value),
                Content::Int(value) => <$number>::from_int(value, self.may_round),
                _ => return Err(self.wrong_type(Kind::Float)),
            };
            visitor.$visit(converted.map_err(|kind| DecodeError::new(self.offset, kind))?)
        }
    )*};
}

impl<'de, L: Layout> Deserializer<'de> for Item<'de, L> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.content {
            Content::Nil => visitor.visit_unit(),
            Content::Int(value) => visitor.visit_i64(value),
            Content::Float(value) => visitor.visit_f64(value),
            Content::Text(text) => visit_text(text, visitor),
            Content::Body(kind, body) => {
                visitor.visit_newtype_struct(Marked::new(Mark::Body(kind), body))
            }
        }
    }

    narrow!(
        deserialize_i8 visit_i8 i8,
        deserialize_i16 visit_i16 i16,
        deserialize_i32 visit_i32 i32,
        deserialize_u8 visit_u8 u8,
        deserialize_u16 visit_u16 u16,
        deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64,
        deserialize_u128 visit_u128 u128
    );

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_i64(self.int()?)
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_i128(self.int()?.into())
    }

    float!(deserialize_f32 visit_f32 f32, deserialize_f64 visit_f64 f64);

    fn deserialize_bool<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value> {
        Err(self.wrong_type(Kind::Bool))
    }

    texts!(deserialize_char, deserialize_str, deserialize_string);

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.content {
            Content::Text(text) => visit_text(text, visitor),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.content {
            Content::Nil => visitor.visit_unit(),
            _ => Err(self.wrong_type(Kind::Nil)),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.content {
            Content::Nil => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visit_variant(self.text()?, visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { bytes byte_buf seq tuple tuple_struct map struct }
}
