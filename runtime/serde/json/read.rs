//! Deserializes the form, part by part in the order of the input.

use super::draft::{Draft, Elements, Entries};
use super::holding::{Holding, Read};
use super::key::Key;
use super::number::{Number, out_of_int};
use super::part::{Mode, Part};
use super::tagged;
use super::traits::SerdeLayout;
use crate::Kind;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};

/// Deserializes any value of the layout `L`.
pub(crate) fn deserialize<'de, L: SerdeLayout, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<L::Variant, D::Error> {
    let draft = deserializer.deserialize_newtype_struct(L::WHOLE, Part::<L>::new(Mode::Value))?;
    draft
        .read()
        .map(|read| read.value)
        .map_err(D::Error::custom)
}

impl<L: SerdeLayout> Part<L> {
    /// Returns a draft that contains no others, or the value that it is.
    fn leaf<E: Error>(self, draft: Draft<L::Variant>) -> Result<Draft<L::Variant>, E> {
        if self.mode == Mode::Draft {
            return Ok(draft);
        }
        draft.read().map(Draft::Value).map_err(E::custom)
    }

    fn next_key<'de, A: MapAccess<'de>>(
        &self,
        object: &mut A,
    ) -> Result<Option<Key<L::Variant>>, A::Error> {
        let key = object.next_key_seed(self.inner_as::<A::Error>(Mode::Key)?)?;
        key.map(|key| key.key().map_err(A::Error::custom))
            .transpose()
    }
}

impl<'de, L: SerdeLayout> DeserializeSeed<'de> for Part<L> {
    type Value = Draft<L::Variant>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, L: SerdeLayout> Visitor<'de> for Part<L> {
    type Value = Draft<L::Variant>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mode {
            Mode::Key => f.write_str("a key"),
            _ => write!(f, "a value of the layout {} in its JSON form", L::NAME),
        }
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Draft::Value(Read::leaf(())))
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Draft::Value(Read::leaf(value)))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        self.leaf(Draft::Number(Number::Int(value)))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        self.leaf(Draft::Number(Number::from_u64(value)))
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<Self::Value, E> {
        Err(E::custom(out_of_int(value)))
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<Self::Value, E> {
        Err(E::custom(out_of_int(value)))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        self.leaf(Draft::Number(Number::from_f64(value)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        match self.mode {
            Mode::Key => Ok(Draft::Key(Key::of(text))),
            _ => self.leaf(Draft::Text(text.into())),
        }
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
        match self.mode {
            Mode::Key => self.visit_str(&text),
            _ => self.leaf(Draft::Text(text)),
        }
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        self.visit_byte_buf(bytes.into())
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Self::Value, E> {
        if self.mode != Mode::Key {
            return self.leaf(Draft::Bytes(bytes));
        }
        // A layout's own format has a StringName as bytes.
        let name = String::from_utf8(bytes)
            .map_err(|error| E::invalid_value(Unexpected::Bytes(error.as_bytes()), &self))?;
        tagged::value::<L>(L::name_of(Kind::StringName), Draft::Text(name))
            .map(Draft::Value)
            .map_err(E::custom)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Self::Value, D::Error> {
        self.inner()?.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut list = if self.mode == Mode::Draft {
            Elements::Drafts(Vec::new())
        } else {
            Elements::Values(Holding::default())
        };
        while let Some(element) = seq.next_element_seed(self.inner()?)? {
            list.push(element).map_err(A::Error::custom)?;
        }
        Ok(list.finish())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let mut map = if self.mode == Mode::Draft {
            Entries::Drafts(Vec::new())
        } else {
            Entries::Values(Holding::default())
        };
        let mut next = self.next_key(&mut object)?;
        if let Some(name) = next.take_if(|first| first.is_reserved()) {
            let content = object.next_value_seed(self.inner_as(Mode::Draft)?)?;
            next = self.next_key(&mut object)?;
            if next.is_none() {
                return self.leaf(tagged::<L>(&name, content).map_err(A::Error::custom)?);
            }
            map.insert(name, content).map_err(A::Error::custom)?;
        }
        while let Some(key) = next {
            let value = object.next_value_seed(self.inner()?)?;
            map.insert(key, value).map_err(A::Error::custom)?;
            next = self.next_key(&mut object)?;
        }
        Ok(map.finish())
    }
}

/// Converts an object whose only key is a reserved name.
fn tagged<L: SerdeLayout>(
    name: &Key<L::Variant>,
    content: Draft<L::Variant>,
) -> Result<Draft<L::Variant>, String> {
    match (name, content) {
        (Key::Number, Draft::Text(text)) => {
            let number = Number::from_text(&text)
                .ok_or_else(|| alloc::format!("expected a number, found {text:?}"))?;
            number.map(Draft::Number)
        }
        (Key::Text(name), content) => tagged::value::<L>(name, content).map(Draft::Value),
        (Key::Mark(mark), content) => tagged::marked::<L>(*mark, content).map(Draft::Value),
        _ => Err("expected the text of a number".into()),
    }
}
