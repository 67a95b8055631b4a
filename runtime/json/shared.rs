//! The value types that every layout shares.

use super::Value;
use super::alone::{Alone, AnyLayout};
use super::draft::Draft;
use super::tagged::{fields, node_path, rid, string};
use super::write::{PathForm, components, tagged};
use crate::fields::{FieldReader, Fields, put_all};
use crate::{DecodeError, DecodeOptions, Encode, Kind, NodePath, Reader, Rid, StringName, format, generic};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::ser::Serializer;

/// serde's traits through [`Alone`].
macro_rules! alone_form {
    ($value:ty) => {
        /// The JSON form, such as `{"Vector2": [1.0, 2.0]}`; through a layout's own format the value is written as itself.
        impl ::serde::Serialize for $value {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                crate::json::serialize_alone(self, serializer)
            }
        }

        /// Reads what `Serialize` writes.
        impl<'de> ::serde::Deserialize<'de> for $value {
            #[inline]
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::json::deserialize_alone(deserializer)
            }
        }
    };
}

/// serde's traits for a value of components.
macro_rules! fields_form {
    ($value:ident, $kind:expr) => {
        impl crate::json::FieldsAlone for $value {
            const FIELDS: crate::Kind = $kind;
        }

        crate::json::alone_form!($value);
    };
}

pub(crate) use {alone_form, fields_form};

/// A value of components.
pub(crate) trait FieldsAlone: Fields {
    /// What it is.
    const FIELDS: Kind;
}

impl<T: FieldsAlone> Alone for T {
    const KIND: Kind = T::FIELDS;

    fn to_body(&self) -> Result<Vec<u8>, String> {
        let mut body = Vec::new();
        put_all(&[*self], &mut body);
        Ok(body)
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
        Self::from_body(&fields(T::FIELDS.name(), T::TABLE.rows, content)?)
    }
}

/// A body that has no number of its own, read with a layout's reader.
pub(super) fn read_body<'b, T>(
    body: &'b [u8],
    read: impl FnOnce(&mut Reader<'b, AnyLayout>) -> Result<T, DecodeError>,
) -> Result<T, String> {
    read(&mut Reader::new(body, DecodeOptions::new())).map_err(|error| error.message())
}

/// The body of a value in a layout.
fn body_of(value: &impl Encode<AnyLayout>) -> Result<Vec<u8>, String> {
    let mut bytes = generic::to_vec::<AnyLayout, _>(value).map_err(|error| error.to_string())?;
    bytes.drain(..format::HEADER_LENGTH as usize);
    Ok(bytes)
}

impl Alone for NodePath {
    const KIND: Kind = Kind::NodePath;

    fn to_body(&self) -> Result<Vec<u8>, String> {
        body_of(self)
    }

    fn from_body(body: &[u8]) -> Result<Self, String> {
        read_body(body, Reader::node_path_body)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        tagged(serializer, Self::KIND.name(), &PathForm(self))
    }

    fn from_content<V: Value>(content: Draft<V>) -> Result<Self, String> {
        node_path(Self::KIND.name(), content)
    }
}

impl Alone for StringName {
    const KIND: Kind = Kind::StringName;

    fn to_body(&self) -> Result<Vec<u8>, String> {
        body_of(&self.as_str())
    }

    fn from_body(body: &[u8]) -> Result<Self, String> {
        read_body(body, Reader::string_body).map(Into::into)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        tagged(serializer, Self::KIND.name(), self.as_str())
    }

    fn from_content<V: Value>(content: Draft<V>) -> Result<Self, String> {
        string(Self::KIND.name(), content).map(Into::into)
    }

    fn from_text(text: &str) -> Option<Self> {
        Some(text.into())
    }
}

impl Alone for Rid {
    const KIND: Kind = Kind::Rid;

    fn to_body(&self) -> Result<Vec<u8>, String> {
        body_of(self)
    }

    fn from_body(_: &[u8]) -> Result<Self, String> {
        Ok(Self)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        tagged(serializer, Self::KIND.name(), &())
    }

    fn from_content<V: Value>(content: Draft<V>) -> Result<Self, String> {
        rid(Self::KIND.name(), content)
    }
}

alone_form!(NodePath);
alone_form!(StringName);
alone_form!(Rid);
