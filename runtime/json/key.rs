//! The keys of an object.

use super::draft::{Draft, Read};
use super::mark::{Mark, is_plain};
use super::names::is_reserved;
use super::number::NUMBER_TOKEN;
use super::part::Part;
use super::tagged;
use super::traits::SerdeLayout;
use crate::Kind;
use alloc::string::String;
use core::fmt;
use core::str;
use serde::de::{
    DeserializeSeed, Deserializer, Error, Expected, MapAccess, SeqAccess, Unexpected, Visitor,
};

/// A key of an object.
pub(super) enum Key<V> {
    /// What precedes the digits of a number in serde_json with `arbitrary_precision`.
    Number,
    /// The mark of a value that serde's data model has no type for.
    Mark(Mark),
    /// A string, which may be a name of the form.
    Text(String),
    /// A string that is not a name of the form, whatever it contains: a layout's own bytes have no names.
    Plain(String),
    /// Any other value; JSON has none.
    Value(Read<V>),
}

impl<V> Key<V> {
    /// The key of a string at its address: no key is copied before it is known.
    fn of(text: &str) -> Self {
        match Mark::of(text) {
            Some(mark) => Self::Mark(mark),
            None if is_plain(text) => Self::Plain(text.into()),
            None if text == NUMBER_TOKEN => Self::Number,
            None => Self::Text(text.into()),
        }
    }

    /// Whether it may determine what the following value means.
    pub(super) fn is_reserved(&self) -> bool {
        match self {
            Self::Number | Self::Mark(_) => true,
            Self::Text(text) => is_reserved(text),
            Self::Plain(_) | Self::Value(_) => false,
        }
    }

    /// Returns the string that the key is, or else the value.
    pub(super) fn text(self) -> Result<String, Read<V>> {
        match self {
            Self::Number => Ok(NUMBER_TOKEN.into()),
            Self::Mark(mark) => Ok(mark.key().into()),
            Self::Text(text) | Self::Plain(text) => Ok(text),
            Self::Value(value) => Err(value),
        }
    }
}

/// Deserializes a key.
pub(super) struct ObjectKey<L>(pub(super) Part<L>);

impl<L: SerdeLayout> ObjectKey<L> {
    /// Returns a key that is a value of another type than String.
    fn value<E: Error>(draft: Result<Draft<L::Variant>, E>) -> Result<Key<L::Variant>, E> {
        draft?.read().map(Key::Value).map_err(E::custom)
    }
}

/// Text that comes as bytes.
fn text_of<E: Error>(bytes: &[u8], expected: &dyn Expected) -> Result<String, E> {
    str::from_utf8(bytes)
        .map(Into::into)
        .map_err(|_| E::invalid_value(Unexpected::Bytes(bytes), expected))
}

impl<'de, L: SerdeLayout> DeserializeSeed<'de> for ObjectKey<L> {
    type Value = Key<L::Variant>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// The methods for keys that are plain values.
macro_rules! values {
    ($($method:ident: $value:ty),*) => {$(
        fn $method<E: Error>(self, value: $value) -> Result<Self::Value, E> {
            Self::value(self.0.$method(value))
        }
    )*};
}

impl<'de, L: SerdeLayout> Visitor<'de> for ObjectKey<L> {
    type Value = Key<L::Variant>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Key::of(text))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
        Ok(if text == NUMBER_TOKEN {
            Key::Number
        } else {
            Key::Text(text)
        })
    }

    /// A layout gives a StringName as bytes.
    fn visit_bytes<E: Error>(self, text: &[u8]) -> Result<Self::Value, E> {
        let name = Draft::Text(text_of(text, &self)?);
        tagged::value::<L>(L::name_of(Kind::StringName), name)
            .map(Key::Value)
            .map_err(E::custom)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, key: D) -> Result<Self::Value, D::Error> {
        Self::value(self.0.visit_newtype_struct(key))
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Self::value(self.0.visit_unit())
    }

    values!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64);

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<Self::Value, A::Error> {
        Self::value(self.0.visit_seq(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Self::Value, A::Error> {
        Self::value(self.0.visit_map(entries))
    }
}
