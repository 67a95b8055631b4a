//! Reads the form, part by part as it comes.

use super::draft::{Draft, Read, Target};
use super::key::{Key, ObjectKey};
use super::number::{Number, out_of_int};
use super::part::{LEVELS, Part};
use super::tagged;
use super::traits::SerdeLayout;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// Reads any value of the layout `L`.
pub(crate) fn deserialize<'de, L: SerdeLayout, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<L::Variant, D::Error> {
    let read: Read<L::Variant> =
        deserializer.deserialize_newtype_struct(L::WHOLE, Part::<L, _>::new(LEVELS))?;
    Ok(read.value)
}

impl<'de, L: SerdeLayout, T: Target<L::Variant>> DeserializeSeed<'de> for Part<L, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, L: SerdeLayout, T: Target<L::Variant>> Visitor<'de> for Part<L, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a value of the layout {} in its JSON form", L::NAME)
    }

    fn visit_unit<E: Error>(self) -> Result<T, E> {
        Ok(T::value(Read::leaf(())))
    }

    fn visit_none<E: Error>(self) -> Result<T, E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<T, E> {
        Ok(T::value(Read::leaf(value)))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<T, E> {
        T::number(Number::Int(value)).map_err(E::custom)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<T, E> {
        T::number(Number::from_u64(value)).map_err(E::custom)
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<T, E> {
        Err(E::custom(out_of_int(value)))
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<T, E> {
        Err(E::custom(out_of_int(value)))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<T, E> {
        T::number(Number::from_f64(value)).map_err(E::custom)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        self.visit_string(text.into())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<T, E> {
        Ok(T::text(text))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
        self.visit_byte_buf(bytes.into())
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<T, E> {
        Ok(T::bytes(bytes))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        self.inner()?.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<T, A::Error> {
        let mut list = T::Elements::default();
        while let Some(element) = seq.next_element_seed(self.inner()?)? {
            T::push(&mut list, element).map_err(A::Error::custom)?;
        }
        Ok(T::list(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<T, A::Error> {
        let mut map = T::Entries::default();
        let Some(first) = object.next_key_seed(ObjectKey::<L>(self.inner()?))? else {
            return Ok(T::map(map));
        };
        let mut next = Some(first);
        if let Some(name) = next.take_if(|first| first.is_reserved()) {
            let content: Draft<L::Variant> = object.next_value_seed(self.inner()?)?;
            next = object.next_key_seed(ObjectKey(self.inner()?))?;
            if next.is_none() {
                return tag::<L, T>(&name, content).map_err(A::Error::custom);
            }
            let content = T::draft(content).map_err(A::Error::custom)?;
            name.insert::<T>(&mut map, content)
                .map_err(A::Error::custom)?;
        }
        while let Some(key) = next {
            let value: T = object.next_value_seed(self.inner()?)?;
            key.insert::<T>(&mut map, value).map_err(A::Error::custom)?;
            next = object.next_key_seed(ObjectKey(self.inner()?))?;
        }
        Ok(T::map(map))
    }
}

/// What an object with a name of the form as its only key stands for.
fn tag<L: SerdeLayout, T: Target<L::Variant>>(
    name: &Key<L::Variant>,
    content: Draft<L::Variant>,
) -> Result<T, String> {
    match (name, content) {
        (Key::Number, Draft::Text(text)) => {
            let number = Number::from_text(&text)
                .ok_or_else(|| alloc::format!("expected a number, found {text:?}"))?;
            T::number(number?)
        }
        (Key::Text(name), content) => tagged::value::<L>(name, content).map(T::value),
        (Key::Mark(mark), content) => tagged::marked::<L>(*mark, content).map(T::value),
        _ => Err("expected the text of a number".into()),
    }
}
