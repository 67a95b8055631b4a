//! The value types that all layouts share, except pool arrays.

use super::alone::Alone;
use super::components::fields;
use super::content::string;
use super::draft::Draft;
use super::entry::tagged;
use super::ids;
use super::leaves::{PathForm, components};
use super::tagged::node_path;
use super::traits::Value;
use crate::codec::bodies;
use crate::error::kinds::MOST_COMPONENTS;
use crate::layouts::AnyLayout;
use crate::wire::fields::{FieldReader, FieldWriter, Fields};
use crate::wire::writer::checked_length;
use crate::{
    Callable, DecodeError, DecodeOptions, Encode, EncodeError, Kind, NodePath, Reader, Rid, Signal,
    StringName, Writer, format,
};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::ser::Serializer;

/// Implements serde's traits for a type that implements `Alone`.
macro_rules! alone_form {
    ($value:ty) => {
        /// Serializes the JSON form, such as `{"Vector2": [1.0, 2.0]}`; a layout's own format
        /// encodes the value itself.
        impl ::serde::Serialize for $value {
            #[inline]
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                crate::serde::json::serialize_alone(self, serializer)
            }
        }

        /// Deserializes what `Serialize` produces.
        impl<'de> ::serde::Deserialize<'de> for $value {
            #[inline]
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                crate::serde::json::deserialize_alone(deserializer)
            }
        }
    };
}

/// Implements serde's traits for a value of components.
macro_rules! fields_form {
    ($value:ident, $kind:expr) => {
        impl crate::serde::json::FieldsAlone for $value {
            const FIELDS: crate::Kind = $kind;
        }

        crate::serde::json::alone_form!($value);
    };
}

pub(crate) use {alone_form, fields_form};

/// The largest length of a value of components in bytes, in any precision.
const LONGEST: usize = MOST_COMPONENTS * size_of::<f64>();

/// A value of components.
pub(crate) trait FieldsAlone: Fields {
    /// The kind of the value.
    const FIELDS: Kind;
}

impl<T: FieldsAlone> Alone for T {
    const KIND: Kind = T::FIELDS;

    const COMPONENTS: Option<usize> = Some(T::LENGTH);

    #[inline]
    fn pieces(&self, mut piece: impl FnMut(&[u8])) -> Result<(), String> {
        const { assert!(T::LENGTH <= LONGEST) };
        let mut longest = [0; LONGEST];
        let (body, _) = longest.split_at_mut(T::LENGTH);
        self.put(&mut FieldWriter::new(body));
        piece(body);
        Ok(())
    }

    #[inline]
    fn from_body(body: &[u8]) -> Result<Self, String> {
        if body.len() == T::LENGTH {
            return Ok(T::take(&mut FieldReader::new(body)));
        }
        let (name, length, found) = (T::FIELDS.name(), T::LENGTH, body.len());
        Err(alloc::format!(
            "expected a {name} of {length} bytes, found {found}; layouts in double precision have types of their own"
        ))
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        components(serializer, T::FIELDS.name(), T::TABLE.rows, self)
    }

    fn from_content<V: Value>(content: Draft<V>) -> Result<Self, String> {
        Self::from_body(&fields(&Self::PLACE, T::TABLE.rows, content)?)
    }
}

/// Decodes a body without its header, which has to be the whole input.
pub(super) fn read_body<'b, T>(
    body: &'b [u8],
    read: impl FnOnce(&mut Reader<'b, AnyLayout>) -> Result<T, DecodeError>,
) -> Result<T, String> {
    let reader = &mut Reader::new(body, DecodeOptions::new());
    let value = read(reader).and_then(|value| reader.finish().map(|()| value));
    value.map_err(|error| error.kind().to_string())
}

/// Passes the body of a value that `write` encodes with its header to `piece`.
pub(super) fn body_of(
    mut piece: impl FnMut(&[u8]),
    write: impl FnOnce(&mut Writer<'_, AnyLayout>) -> Result<(), EncodeError>,
) -> Result<(), String> {
    let mut bytes = Vec::new();
    write(&mut Writer::new(&mut bytes)).map_err(|error| error.to_string())?;
    piece(
        bytes
            .get(format::HEADER_LENGTH as usize..)
            .unwrap_or_default(),
    );
    Ok(())
}

impl Alone for NodePath {
    const KIND: Kind = Kind::NodePath;

    fn pieces(&self, mut piece: impl FnMut(&[u8])) -> Result<(), String> {
        let (parts, counts) = self.parts();
        checked_length(parts.len()).map_err(|error| error.to_string())?;
        piece(counts.encode().as_flattened());
        piece(parts);
        Ok(())
    }

    fn from_body(body: &[u8]) -> Result<Self, String> {
        read_body(body, Reader::node_path_body)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        tagged(serializer, Self::KIND.name(), &PathForm(self))
    }

    fn from_content<V: Value>(content: Draft<V>) -> Result<Self, String> {
        node_path(&Self::PLACE, content)
    }
}

impl Alone for StringName {
    const KIND: Kind = Kind::StringName;

    fn pieces(&self, piece: impl FnMut(&[u8])) -> Result<(), String> {
        body_of(piece, |writer| self.as_str().encode(writer))
    }

    fn from_body(body: &[u8]) -> Result<Self, String> {
        let rule = bodies::counted_text(Self::KIND);
        read_body(body, |reader| reader.string_body(rule)).map(Into::into)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        tagged(serializer, Self::KIND.name(), self.as_str())
    }

    fn from_content<V: Value>(content: Draft<V>) -> Result<Self, String> {
        string(&Self::PLACE, content).map(Into::into)
    }

    fn from_key(key: &[u8]) -> Option<Self> {
        str::from_utf8(key).ok().map(Into::into)
    }

    fn from_text(text: &str) -> Option<Self> {
        Some(text.into())
    }
}

impl Alone for Rid {
    const KIND: Kind = Kind::Rid;

    /// Serializes the id, because not all layouts encode it.
    fn serialize_body<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.id())
    }

    fn from_body(body: &[u8]) -> Result<Self, String> {
        ids::rid_of_body(body)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ids::id(serializer, Self::KIND.name(), self.id())
    }

    fn from_content<V: Value>(content: Draft<V>) -> Result<Self, String> {
        ids::rid(&Self::PLACE, content)
    }
}

impl Alone for Callable {
    const KIND: Kind = Kind::Callable;

    fn from_body(body: &[u8]) -> Result<Self, String> {
        read_body(body, |_| Ok(Self))
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        tagged(serializer, Self::KIND.name(), &())
    }

    fn from_content<V: Value>(content: Draft<V>) -> Result<Self, String> {
        ids::nothing(&Self::PLACE, content).map(|()| Self)
    }
}

impl Alone for Signal {
    const KIND: Kind = Kind::Signal;

    fn pieces(&self, mut piece: impl FnMut(&[u8])) -> Result<(), String> {
        ids::signal_body(self).map(|body| piece(&body))
    }

    fn from_body(body: &[u8]) -> Result<Self, String> {
        let (name, id) = read_body(body, bodies::signal::decode)?;
        let name = name.into_owned();
        Ok(Self { name, id })
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = ids::SignalForm(self.borrowed());
        tagged(serializer, Self::KIND.name(), &form)
    }

    fn from_content<V: Value>(content: Draft<V>) -> Result<Self, String> {
        ids::signal(&Self::PLACE, content)
    }
}

alone_form!(NodePath);
alone_form!(StringName);
alone_form!(Rid);
alone_form!(Callable);
alone_form!(Signal);
