//! Deserializes a value of JSON from its tokens.

use crate::text::json::tokenizer::{Fault, Token, Tokenizer};
use gdvariant::serde::NUMBER_TOKEN;
use serde::de::value::{BorrowedStrDeserializer, MapDeserializer};
use serde::de::{self, DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use std::fmt::Display;
use std::iter;

impl de::Error for Fault {
    fn custom<T: Display>(reason: T) -> Self {
        Self::Data(reason.to_string())
    }
}

impl std::error::Error for Fault {}

/// The deserializer of a value, or the access to the members of a list or an object, from the
/// token on that was consumed last.
///
/// Values of this library are deserialized exactly: the digits of a number that neither an int nor
/// a float represents are passed as by serde_json with `arbitrary_precision`.
pub(crate) struct Value<'t, 's> {
    tokens: &'t mut Tokenizer<'s>,
    token: Token,
}

impl<'t, 's> Value<'t, 's> {
    /// Consumes the first token of the next value.
    pub(crate) fn next(tokens: &'t mut Tokenizer<'s>) -> Result<Self, Fault> {
        let token = tokens.next()?.ok_or(Fault::Expected("a value"))?;
        Ok(Self { tokens, token })
    }
}

impl<'de> de::Deserializer<'de> for Value<'_, '_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.token {
            Token::Null => visitor.visit_unit(),
            Token::Bool(value) => visitor.visit_bool(value),
            Token::Number => visit_number(self.tokens.contents()?, visitor),
            Token::String | Token::Key => visitor.visit_str(self.tokens.contents()?),
            Token::List | Token::Object => self.visit_members(visitor),
            Token::End => Err(Fault::Expected("a value")),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

impl Value<'_, '_> {
    // A separate function, so that a level of nesting uses less stack.
    fn visit_members<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let Self { tokens, token } = self;
        let depth = tokens.open.len();
        if depth > tokens.max_depth {
            return Err(Fault::Deep);
        }
        let members = Value {
            tokens: &mut *tokens,
            token,
        };
        let value = match token {
            Token::List => visitor.visit_seq(members)?,
            _ => visitor.visit_map(members)?,
        };
        if tokens.open.len() >= depth {
            return Err(de::Error::custom("expected fewer elements"));
        }
        Ok(value)
    }

    /// Deserializes the next element or key, unless the list or object ends.
    #[inline]
    fn next_member<'de, T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        match Value::next(self.tokens)? {
            Value {
                token: Token::End, ..
            } => Ok(None),
            member => seed.deserialize(member).map(Some),
        }
    }
}

impl<'de> SeqAccess<'de> for Value<'_, '_> {
    type Error = Fault;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        self.next_member(seed)
    }
}

impl<'de> MapAccess<'de> for Value<'_, '_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        self.next_member(seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        seed.deserialize(Value::next(self.tokens)?)
    }
}

fn visit_number<'de, V: Visitor<'de>>(digits: &str, visitor: V) -> Result<V::Value, Fault> {
    if let Ok(int) = digits.parse() {
        return visitor.visit_i64(int);
    }
    if let Ok(int) = digits.parse() {
        return visitor.visit_u64(int);
    }
    if digits.contains(['.', 'e', 'E'])
        && let Ok(float) = digits.parse::<f64>()
        && float.is_finite()
        && !is_halfway(float)
    {
        return visitor.visit_f64(float);
    }
    // A key of the input is never borrowed, so that no data imitates this one.
    let key = BorrowedStrDeserializer::new(NUMBER_TOKEN);
    visitor.visit_map(MapDeserializer::new(iter::once((key, digits.to_owned()))))
}

/// Returns whether a number lies halfway between two floats in single precision. Only its digits
/// tell which of them is nearer to the number before it was rounded to double precision.
#[expect(clippy::cast_possible_truncation, reason = "narrowed as the nearest")]
fn is_halfway(float: f64) -> bool {
    let narrow = f64::from(float as f32);
    float.to_bits().trailing_zeros() >= 28 && narrow.to_bits() != float.to_bits()
}
