//! serde's traits for the value types that all layouts share, such as Vector2 and NodePath.

use super::draft::Draft;
use super::from_body::FromBody;
use super::mark::{Mark, is_plain};
use super::names::{is_reserved, type_name};
use super::own::{Bytes, is_own};
use super::part::{Mode, Part};
use super::place::Place;
use super::traits::Value;
use crate::layouts::AnyLayout;
use crate::{Kind, Layout};
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::ser::{Error as _, Serialize, SerializeSeq, Serializer};

/// The values of one of the enabled layouts. The types that all layouts share have the same body in
/// each of them, once the unused bytes of pool arrays are left out.
type AnyVariant = <AnyLayout as Layout>::Variant;

/// The name of the newtype struct that contains a value of the library, and the prefix of the names
/// of the layouts' own values. It is an argument of the program, never input.
pub(crate) const ALONE: &str = "$gdvariant";

/// A value type that all layouts share.
pub(crate) trait Alone: Sized {
    /// The kind of the value.
    const KIND: Kind;

    /// The place of its content, for errors.
    const PLACE: Place<'static> = Place::Type(Self::KIND.name());

    /// The length in bytes of its components, or of those of each element, if it has any.
    const COMPONENTS: Option<usize> = None;

    /// Passes the encoded body to `piece`, in pieces. By default it is empty.
    fn pieces(&self, _piece: impl FnMut(&[u8])) -> Result<(), String> {
        Ok(())
    }

    /// Serializes the body for a layout's own format.
    #[inline]
    fn serialize_body<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pieces = serializer.serialize_seq(Self::COMPONENTS)?;
        let mut result = Ok(());
        let made = self.pieces(|piece| {
            if result.is_ok() {
                result = pieces.serialize_element(&Bytes(piece));
            }
        });
        made.map_err(S::Error::custom).and(result)?;
        pieces.end()
    }

    /// Decodes the body.
    fn from_body(body: &[u8]) -> Result<Self, String>;

    /// Serializes the JSON form.
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;

    /// Converts what follows the name of the type in the JSON form.
    fn from_content<V: Value>(content: Draft<V>) -> Result<Self, String>;

    /// Converts the elements of a PoolByteArray.
    fn from_bytes(_bytes: &[u8]) -> Option<Self> {
        None
    }

    /// Converts a key that a layout's own format passes as bytes: a StringName.
    fn from_key(_key: &[u8]) -> Option<Self> {
        None
    }

    /// Converts a string without the name of a type.
    fn from_text(_text: &str) -> Option<Self> {
        None
    }
}

impl<'de, T: Alone> FromBody<'de> for T {
    const KIND: Kind = <T as Alone>::KIND;

    #[inline]
    fn of_body(body: &'de [u8]) -> Result<Self, String> {
        T::from_body(body)
    }

    fn of_copied_body(body: &[u8]) -> Result<Self, String> {
        T::from_body(body)
    }

    fn of_content<V: Value>(content: Draft<V>) -> Result<Self, String> {
        T::from_content(content)
    }

    fn of_bytes(bytes: &'de [u8]) -> Option<Self> {
        T::from_bytes(bytes)
    }

    fn of_copied_bytes(bytes: &[u8]) -> Result<Option<Self>, String> {
        Ok(T::from_bytes(bytes).or_else(|| T::from_key(bytes)))
    }

    fn of_text(text: &str) -> Option<Self> {
        T::from_text(text)
    }
}

/// Serializes a value: to a layout's own format as its body, to any other in the JSON form.
#[inline]
pub(crate) fn serialize_alone<T: Alone, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_newtype_struct(ALONE, &Content(value))
}

/// The value within the newtype struct.
struct Content<'v, T>(&'v T);

impl<T: Alone> Serialize for Content<'_, T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !is_own(&serializer) {
            return self.0.write(serializer);
        }
        serializer.serialize_newtype_variant(
            ALONE,
            T::KIND as u32,
            const { T::KIND.name() },
            &Pieces(self.0),
        )
    }
}

/// The body of a value, in pieces.
struct Pieces<'v, T>(&'v T);

impl<T: Alone> Serialize for Pieces<'_, T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_body(serializer)
    }
}

/// Deserializes the JSON form, or the mark and the body of a layout's own format.
#[inline]
pub(crate) fn deserialize_alone<'de, T: FromBody<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_newtype_struct(ALONE, Form::<T>(PhantomData))
}

/// Deserializes `{"Vector2": content}`.
struct Form<T>(PhantomData<T>);

impl<'de, T: FromBody<'de>> Visitor<'de> for Form<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::KIND.name())
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_any(self)
    }

    /// Returns a layout's own format asks for the kind.
    #[inline]
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_tuple_struct(ALONE, T::KIND as usize, BodySeed(PhantomData))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        T::of_text(text).ok_or_else(|| E::invalid_type(Unexpected::Str(text), &self))
    }

    /// A PoolByteArray is borrowed from the input; the key that is a StringName is not.
    fn visit_borrowed_bytes<E: serde::de::Error>(self, bytes: &'de [u8]) -> Result<T, E> {
        T::of_bytes(bytes).ok_or_else(|| E::invalid_type(Unexpected::Bytes(bytes), &self))
    }

    fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<T, E> {
        let value = T::of_copied_bytes(bytes).map_err(E::custom)?;
        value.ok_or_else(|| E::invalid_type(Unexpected::Bytes(bytes), &self))
    }

    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<T, A::Error> {
        let value = only_entry(&mut object, T::KIND, BodySeed::<T>(PhantomData))?;
        value.ok_or_else(|| A::Error::invalid_type(Unexpected::Map, &self))
    }
}

/// Deserializes the only entry of a map, whose key is the name of this kind; `None` if the map is
/// empty.
#[inline]
fn only_entry<'de, A: MapAccess<'de>, S: DeserializeSeed<'de>>(
    object: &mut A,
    kind: Kind,
    content: S,
) -> Result<Option<S::Value>, A::Error> {
    let Some(()) = object.next_key_seed(Name(kind))? else {
        return Ok(None);
    };
    let value = object.next_value_seed(content)?;
    match object.next_key_seed(Name(kind))? {
        None => Ok(Some(value)),
        Some(()) => Err(A::Error::custom(format_args!(
            "the key {:?} is repeated",
            kind.name()
        ))),
    }
}

/// Deserializes a name of this kind in any layout.
struct Name(Kind);

impl<'de> DeserializeSeed<'de> for Name {
    type Value = ();

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for Name {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }

    #[inline]
    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<(), E> {
        match Mark::of(name) {
            Some(Mark::Body(kind)) if kind == self.0 => return Ok(()),
            Some(Mark::Body(kind)) => return Err(expected(self.0, kind.name())),
            Some(Mark::Whole) => return Err(E::invalid_type(Unexpected::Map, &self)),
            None if is_plain(name) => return Err(E::invalid_type(Unexpected::Map, &self)),
            None => {}
        }
        if name == self.0.name() {
            Ok(())
        } else {
            other_name(self.0, name)
        }
    }

    /// A StringName.
    fn visit_bytes<E: serde::de::Error>(self, _: &[u8]) -> Result<(), E> {
        Err(E::invalid_type(Unexpected::Map, &self))
    }
}

/// Rejects a name that this kind has in no layout.
#[cold]
fn other_name<E: serde::de::Error>(expected: Kind, name: &str) -> Result<(), E> {
    if type_name(name).is_some_and(|known| known.kind == expected) {
        return Ok(());
    }
    let found = if is_reserved(name) {
        name
    } else {
        Kind::Dictionary.name()
    };
    Err(self::expected(expected, found))
}

#[cold]
fn expected<E: serde::de::Error>(expected: Kind, found: &str) -> E {
    E::custom(format_args!("expected {}, found {found}", expected.name()))
}

/// Deserializes what follows the name: the body, or the content of the JSON form.
struct BodySeed<T>(PhantomData<T>);

/// The content, whose type the name determines.
const CONTENT: Part<AnyLayout> = Part::new(Mode::Draft);

impl<'de, T: FromBody<'de>> BodySeed<T> {
    fn of<E: serde::de::Error>(content: Result<Draft<AnyVariant>, E>) -> Result<T, E> {
        T::of_content(content?).map_err(E::custom)
    }
}

impl<'de, T: FromBody<'de>> DeserializeSeed<'de> for BodySeed<T> {
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T: FromBody<'de>> Visitor<'de> for BodySeed<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the content of {}", T::KIND.name())
    }

    #[inline]
    fn visit_borrowed_bytes<E: serde::de::Error>(self, body: &'de [u8]) -> Result<T, E> {
        T::of_body(body).map_err(E::custom)
    }

    fn visit_bytes<E: serde::de::Error>(self, body: &[u8]) -> Result<T, E> {
        T::of_copied_body(body).map_err(E::custom)
    }

    /// Deserializes the JSON form: the value is of another type, or its body is not available.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_any(Form(PhantomData))
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<T, E> {
        Self::of(CONTENT.visit_unit())
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<T, E> {
        Self::of(CONTENT.visit_i64(number))
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<T, E> {
        Self::of(CONTENT.visit_u64(number))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        Self::of(CONTENT.visit_str(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<T, A::Error> {
        Self::of(CONTENT.visit_seq(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<T, A::Error> {
        Self::of(CONTENT.visit_map(entries))
    }
}
