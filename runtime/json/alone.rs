//! Value types that every layout shares, each on its own: a Vector2, a NodePath.

use super::draft::Draft;
use super::mark::{Mark, is_plain};
use super::names::{is_reserved, type_name};
use super::own::{Bytes, is_own};
use super::part::Part;
use super::place::Place;
use super::traits::Value;
use crate::{Kind, Layout};
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::ser::{Error as _, Serialize, SerializeSeq, Serializer};

/// Any layout that is built in: what all layouts share has the same body in each.
pub(super) use crate::layouts::AnyLayout;

type AnyVariant = <AnyLayout as Layout>::Variant;

/// The name of the newtype struct that holds a value of the library, and the prefix of the layouts' own names. It comes from the program, never
/// from input: serializers and deserializers pass it by argument.
pub(crate) const ALONE: &str = "$gdvariant";

/// A value type of its own.
pub(crate) trait Alone: Sized {
    /// What it is.
    const KIND: Kind;

    /// Where its content is.
    const PLACE: Place<'static> = Place::Type(Self::KIND.name());

    /// Bytes of its components, or of those of each element, where it has any.
    const COMPONENTS: Option<usize> = None;

    /// Hands out its body on the wire, piece by piece.
    ///
    /// By default there are none.
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

    /// From its body on the wire.
    fn from_body(body: &[u8]) -> Result<Self, String>;

    /// Writes the form.
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;

    /// From what stands behind its name in the form.
    fn from_content<V: Value>(content: Draft<V>) -> Result<Self, String>;

    /// From the elements of a PoolByteArray.
    fn from_bytes(_bytes: &[u8]) -> Option<Self> {
        None
    }

    /// From a key that a layout gives as bytes.
    fn from_key(_key: &[u8]) -> Option<Self> {
        None
    }

    /// From text without a name.
    fn from_text(_text: &str) -> Option<Self> {
        None
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

/// The body of a value, piece by piece as it is made.
struct Pieces<'v, T>(&'v T);

impl<T: Alone> Serialize for Pieces<'_, T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_body(serializer)
    }
}

/// Reads the form, or the name and the body that `Serialize` writes.
#[inline]
pub(crate) fn deserialize_alone<'de, T: Alone, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_newtype_struct(ALONE, Form::<T>(PhantomData))
}

/// Reads `{"Vector2": content}`.
struct Form<T>(PhantomData<T>);

impl<'de, T: Alone> Visitor<'de> for Form<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::KIND.name())
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_any(self)
    }

    /// A layout's own format asks for the kind.
    #[inline]
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_tuple_struct(ALONE, T::KIND as usize, BodySeed(PhantomData))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        T::from_text(text).ok_or_else(|| E::invalid_type(Unexpected::Str(text), &self))
    }

    /// A PoolByteArray is borrowed from the input; a StringName as a key is not.
    fn visit_borrowed_bytes<E: serde::de::Error>(self, bytes: &'de [u8]) -> Result<T, E> {
        T::from_bytes(bytes).ok_or_else(|| E::invalid_type(Unexpected::Bytes(bytes), &self))
    }

    fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<T, E> {
        let value = T::from_bytes(bytes).or_else(|| T::from_key(bytes));
        value.ok_or_else(|| E::invalid_type(Unexpected::Bytes(bytes), &self))
    }

    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<T, A::Error> {
        let value = only_entry(&mut object, T::KIND, BodySeed::<T>(PhantomData))?;
        value.ok_or_else(|| A::Error::invalid_type(Unexpected::Map, &self))
    }
}

/// Reads the one entry of a map, which has the name of this kind; none of an empty map.
#[inline]
pub(super) fn only_entry<'de, A: MapAccess<'de>, S: DeserializeSeed<'de>>(
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

/// Reads a name that a layout has for this kind.
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

/// Refuses a name that no layout has for this kind.
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

/// Reads what follows the name: the body, or the content of the form.
struct BodySeed<T>(PhantomData<T>);

/// The content, whose type the name determines.
const CONTENT: Part<AnyLayout> = Part::new(true);

impl<T: Alone> BodySeed<T> {
    fn of<E: serde::de::Error>(content: Result<Draft<AnyVariant>, E>) -> Result<T, E> {
        T::from_content(content?).map_err(E::custom)
    }
}

impl<'de, T: Alone> DeserializeSeed<'de> for BodySeed<T> {
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T: Alone> Visitor<'de> for BodySeed<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the content of {}", T::KIND.name())
    }

    #[inline]
    fn visit_bytes<E: serde::de::Error>(self, body: &[u8]) -> Result<T, E> {
        T::from_body(body).map_err(E::custom)
    }

    /// A layout's own format has another value, or its body is not at hand.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_any(Form(PhantomData))
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<T, E> {
        Self::of(CONTENT.visit_unit())
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
