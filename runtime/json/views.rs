//! Views that borrow from the bytes of a value, as serde reads them.

use super::alone::{ALONE, only_entry};
use super::shared::read_body;
use crate::{Kind, NodePath, NodePathRef, Reader};
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, Unexpected, Visitor};

/// Reads the name and the body of a value, which has to be in the input as it is.
#[inline]
pub(crate) fn deserialize_view<'de, T: View<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_newtype_struct(ALONE, Named(PhantomData))
}

/// What borrows from the body of a value.
pub(crate) trait View<'de>: Sized {
    /// What the value is.
    const KIND: Kind;

    /// Over its body on the wire.
    fn of_body(body: &'de [u8]) -> Result<Self, String>;

    /// Over the elements of a PoolByteArray.
    fn of_bytes(_bytes: &'de [u8]) -> Option<Self> {
        None
    }
}

impl<'de> View<'de> for NodePathRef<'de> {
    const KIND: Kind = Kind::NodePath;

    fn of_body(body: &'de [u8]) -> Result<Self, String> {
        read_body(body, Reader::node_path_ref)
    }
}

/// serde's traits for a view, which is written as the value that owns the same.
macro_rules! view_form {
    ($lifetime:lifetime: $view:ty, $owned:ty) => {
        /// As the value that owns the same.
        impl<$lifetime> ::serde::Serialize for $view {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$owned>::from(*self).serialize(serializer)
            }
        }

        /// Borrows from the bytes of a layout. From JSON and other text, and where the bytes are not as they are read, it is an error.
        impl<'de: $lifetime, $lifetime> ::serde::Deserialize<'de> for $view {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::json::deserialize_view(deserializer)
            }
        }
    };
}

pub(crate) use view_form;

view_form!('a: NodePathRef<'a>, NodePath);

/// Reads a map from the name to the body, or the bytes of a PoolByteArray.
struct Named<T>(PhantomData<T>);

impl<'de, T: View<'de>> Visitor<'de> for Named<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::KIND.name())
    }

    /// A layout's own format asks for the kind.
    #[inline]
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_tuple_struct(ALONE, T::KIND as usize, BodySeed(PhantomData))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_borrowed_bytes<E: serde::de::Error>(self, bytes: &'de [u8]) -> Result<T, E> {
        T::of_bytes(bytes).ok_or_else(|| E::invalid_type(Unexpected::Bytes(bytes), &self))
    }

    fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<T, E> {
        match T::KIND {
            Kind::PoolByteArray => Err(cannot_borrow(T::KIND)),
            _ => Err(E::invalid_type(Unexpected::Bytes(bytes), &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<T, A::Error> {
        let view = only_entry(&mut object, T::KIND, BodySeed(PhantomData))?;
        view.ok_or_else(|| A::Error::invalid_type(Unexpected::Map, &self))
    }
}

#[cold]
fn cannot_borrow<E: serde::de::Error>(kind: Kind) -> E {
    let kind = kind.name();
    E::custom(format_args!(
        "lenient decoding alters this {kind}, so it cannot be borrowed; use a type that owns it"
    ))
}

/// Reads the body.
struct BodySeed<T>(PhantomData<T>);

impl<'de, T: View<'de>> DeserializeSeed<'de> for BodySeed<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T: View<'de>> Visitor<'de> for BodySeed<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a {} to borrow from the bytes of a layout",
            T::KIND.name()
        )
    }

    #[inline]
    fn visit_borrowed_bytes<E: serde::de::Error>(self, body: &'de [u8]) -> Result<T, E> {
        T::of_body(body).map_err(E::custom)
    }

    /// The engine's options have changed it, or another format has it for a moment.
    fn visit_bytes<E: serde::de::Error>(self, _: &[u8]) -> Result<T, E> {
        Err(cannot_borrow(T::KIND))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_any(Named(PhantomData))
    }
}
