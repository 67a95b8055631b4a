//! serde's traits for the value types that all layouts share, such as Vector2 and NodePath, and for
//! the views that borrow them.

use super::components::{fields, pool};
use super::content::{ContentPath, encoded};
use crate::codec::bodies;
use crate::error::kinds::MOST_COMPONENTS;
use crate::layouts::AnyLayout;
use crate::serde::channel::{AnyVariant, OwnedValue, SharedContent, SharedValue};
use crate::value::build::{Content, Payload, elements};
use crate::value::record::RecordField;
use crate::value::view::View;
use crate::wire::fields::{FieldReader, FieldWriter, Fields, put_all};
use crate::wire::writer::checked_length;
use crate::{
    DecodeError, DecodeOptions, Kind, Layout, NodePath, NodePathRef, Pool, PoolView, Reader,
    StringName, format,
};
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Implements serde's traits for a type that implements `OwnedValue`.
macro_rules! shared_form {
    ($value:ty) => {
        /// Serializes the JSON form, such as `{"Vector2": [1.0, 2.0]}`; a layout's own format
        /// encodes the value itself.
        impl ::serde::Serialize for $value {
            #[inline]
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                ::serde::Serialize::serialize(&crate::serde::json::Envelope(self), serializer)
            }
        }

        /// Deserializes what `Serialize` produces.
        impl<'de> ::serde::Deserialize<'de> for $value {
            #[inline]
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                crate::serde::json::deserialize_shared(deserializer)
            }
        }
    };
}

/// Implements serde's traits for a value of components.
macro_rules! fields_form {
    ($value:ident, $kind:expr) => {
        impl crate::serde::json::SharedFields for $value {
            const FIELDS: crate::Kind = $kind;
        }

        crate::serde::json::shared_form!($value);
    };
}

/// Implements serde's traits for a record.
macro_rules! record_form {
    ($value:ident) => {
        impl crate::serde::channel::OwnedValue for $value {
            fn pieces(&self, mut piece: impl FnMut(&[u8])) -> Result<(), alloc::string::String> {
                let mut fields = alloc::vec::Vec::new();
                crate::value::record::canonical::put(self, &mut fields);
                piece(&fields);
                Ok(())
            }

            fn view(&self) -> crate::value::view::View<'_, crate::serde::channel::AnyVariant> {
                crate::value::view::View::Record(crate::Kind::$value, self)
            }
        }

        impl crate::serde::channel::SharedValue<'_> for $value {
            const KIND: crate::Kind = crate::Kind::$value;

            fn from_body(
                body: alloc::borrow::Cow<'_, [u8]>,
            ) -> Result<Self, alloc::string::String> {
                let fields = crate::value::record::canonical::take(Self::KIND, &body);
                crate::serde::json::record_of(fields)
            }

            fn from_content(
                of: &crate::serde::json::ContentPath<'_>,
                content: crate::serde::channel::SharedContent,
            ) -> Result<Self, alloc::string::String> {
                crate::serde::json::record_of(of.record(Self::KIND, content).map(Some)?)
            }
        }

        crate::serde::json::shared_form!($value);
    };
}

/// Returns the record with these fields.
pub(crate) fn record_of<T: Payload>(fields: Option<Vec<RecordField<String>>>) -> Result<T, String> {
    let record = fields.and_then(|fields| T::from_content(Content::Record(fields)));
    record.ok_or_else(|| "the bytes are not those of a record".into())
}

/// Implements serde's traits for the pool array of an element.
macro_rules! pool_form {
    ($element:ty, $kind:expr) => {
        impl crate::serde::json::SharedPool for $element {
            const POOL: crate::Kind = $kind;
        }

        crate::serde::json::shared_form!(crate::Pool<alloc::vec::Vec<$element>>);
        crate::serde::json::view_form!('a: crate::PoolView<'a, $element>, crate::Pool<alloc::vec::Vec<$element>>);
    };
}

/// Implements serde's traits for a view, which serializes as the value that owns the same content.
macro_rules! view_form {
    ($lifetime:lifetime: $view:ty, $owned:ty) => {
        /// Serializes the value that owns the same content.
        impl<$lifetime> ::serde::Serialize for $view {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$owned>::from(*self).serialize(serializer)
            }
        }

        /// Borrows from the bytes of a layout. It is an error in JSON and other text formats, and
        /// if lenient decoding alters the bytes.
        impl<'de: $lifetime, $lifetime> ::serde::Deserialize<'de> for $view {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::serde::json::deserialize_shared(deserializer)
            }
        }
    };
}

pub(crate) use {fields_form, pool_form, record_form, shared_form, view_form};

shared_form!(NodePath);
shared_form!(StringName);
shared_form!(Pool<Vec<String>>);
view_form!('a: NodePathRef<'a>, NodePath);
pool_form!(u8, Kind::PoolByteArray);
pool_form!(i32, Kind::PoolIntArray);
pool_form!(f32, Kind::PoolRealArray);
pool_form!(f64, Kind::PackedFloat64Array);

/// Decodes a body without its header, which has to be the whole input.
fn read_body<'b, T>(
    body: &'b [u8],
    read: impl FnOnce(&mut Reader<'b, AnyLayout>) -> Result<T, DecodeError>,
) -> Result<T, String> {
    let reader = &mut Reader::new(body, DecodeOptions::new());
    let value = read(reader).and_then(|value| reader.finish().map(|()| value));
    value.map_err(|error| error.kind().to_string())
}

/// The largest length of a value of components in bytes, in any precision.
const LONGEST: usize = MOST_COMPONENTS * size_of::<f64>();

/// A value of components.
pub(crate) trait SharedFields: Fields {
    /// The kind of the value.
    const FIELDS: Kind;
}

impl<T: SharedFields> OwnedValue for T {
    const COMPONENTS: usize = T::LENGTH;

    #[inline]
    fn pieces(&self, mut piece: impl FnMut(&[u8])) -> Result<(), String> {
        const { assert!(T::LENGTH <= LONGEST) };
        let mut longest = [0; LONGEST];
        let (body, _) = longest.split_at_mut(T::LENGTH);
        self.put(&mut FieldWriter::new(body));
        piece(body);
        Ok(())
    }

    fn view(&self) -> View<'_, AnyVariant> {
        View::Fields(T::FIELDS, self)
    }
}

impl<T: SharedFields> SharedValue<'_> for T {
    const KIND: Kind = T::FIELDS;

    #[inline]
    fn from_body(body: Cow<'_, [u8]>) -> Result<Self, String> {
        if body.len() == T::LENGTH {
            return Ok(T::take(&mut FieldReader::new(&body)));
        }
        let (name, length, found) = (T::FIELDS.name(), T::LENGTH, body.len());
        Err(alloc::format!(
            "expected a {name} of {length} bytes, found {found}; layouts in double precision have types of their own"
        ))
    }

    fn from_content(of: &ContentPath<'_>, content: SharedContent) -> Result<Self, String> {
        let body = fields(of, T::TABLE.rows, content)?;
        Self::from_body(body.into())
    }
}

impl OwnedValue for NodePath {
    fn pieces(&self, mut piece: impl FnMut(&[u8])) -> Result<(), String> {
        let (parts, counts) = self.parts();
        checked_length(parts.len()).map_err(|error| error.to_string())?;
        piece(AnyLayout::put_node_path_start(counts).as_flattened());
        piece(parts);
        Ok(())
    }

    fn view(&self) -> View<'_, AnyVariant> {
        View::NodePath(self)
    }
}

impl SharedValue<'_> for NodePath {
    const KIND: Kind = Kind::NodePath;

    #[inline]
    fn from_body(body: Cow<'_, [u8]>) -> Result<Self, String> {
        read_body(&body, Reader::node_path_body)
    }

    fn from_content(of: &ContentPath<'_>, content: SharedContent) -> Result<Self, String> {
        of.node_path(content)
    }
}

impl OwnedValue for StringName {
    fn pieces(&self, mut piece: impl FnMut(&[u8])) -> Result<(), String> {
        let rule = bodies::counted_text(Kind::StringName);
        encoded(|writer| writer.text_body(rule, self.as_str())).map(|body| piece(&body))
    }

    fn view(&self) -> View<'_, AnyVariant> {
        View::Text(Kind::StringName, self.as_str())
    }
}

impl<'de> SharedValue<'de> for StringName {
    const KIND: Kind = Kind::StringName;

    fn from_body(body: Cow<'_, [u8]>) -> Result<Self, String> {
        let rule = bodies::counted_text(Self::KIND);
        read_body(&body, |reader| reader.text_body::<String>(rule)).map(Into::into)
    }

    fn from_content(of: &ContentPath<'_>, content: SharedContent) -> Result<Self, String> {
        of.string(content).map(Into::into)
    }

    fn from_bytes(bytes: Cow<'de, [u8]>) -> Option<Result<Self, String>> {
        match bytes {
            Cow::Owned(key) => String::from_utf8(key).ok().map(|key| Ok(key.into())),
            Cow::Borrowed(_) => None,
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        Some(text.into())
    }
}

/// An element of pool arrays that every layout shares.
pub(crate) trait SharedPool: Fields {
    /// The kind of its pool array.
    const POOL: Kind;
}

impl<T: SharedPool> OwnedValue for Pool<Vec<T>> {
    const COMPONENTS: usize = T::LENGTH;

    fn pieces(&self, mut piece: impl FnMut(&[u8])) -> Result<(), String> {
        let count = checked_length(self.0.len()).map_err(|error| error.to_string())?;
        piece(&count.to_le_bytes());
        if let Some(bodies) = T::bodies(&self.0) {
            piece(bodies);
        } else {
            let mut bodies = Vec::new();
            put_all(&self.0, &mut bodies);
            piece(&bodies);
        }
        Ok(())
    }

    fn view(&self) -> View<'_, AnyVariant> {
        View::Pool(T::POOL, &self.0)
    }
}

impl<T: SharedPool> SharedValue<'_> for Pool<Vec<T>> {
    const KIND: Kind = T::POOL;

    #[inline]
    fn from_body(body: Cow<'_, [u8]>) -> Result<Self, String> {
        PoolView::from_body(Cow::Borrowed(&*body)).map(Self::from)
    }

    fn from_content(of: &ContentPath<'_>, content: SharedContent) -> Result<Self, String> {
        let rows = T::TABLE.rows.iter().copied();
        let bodies = pool(T::POOL, of, rows, content)?;
        Ok(Self(elements(&bodies)))
    }

    fn from_bytes(bytes: Cow<'_, [u8]>) -> Option<Result<Self, String>> {
        (T::POOL == Kind::PoolByteArray).then(|| Ok(Self(elements(&bytes))))
    }
}

impl OwnedValue for Pool<Vec<String>> {
    fn pieces(&self, mut piece: impl FnMut(&[u8])) -> Result<(), String> {
        let bytes = encoded(|writer| writer.pool_texts(&self.0))?;
        let header = format::HEADER_LENGTH as usize;
        piece(bytes.get(header..).unwrap_or_default());
        Ok(())
    }

    fn view(&self) -> View<'_, AnyVariant> {
        View::PoolText(&self.0)
    }
}

impl SharedValue<'_> for Pool<Vec<String>> {
    const KIND: Kind = Kind::PoolStringArray;

    fn from_body(body: Cow<'_, [u8]>) -> Result<Self, String> {
        let mut texts = Vec::new();
        read_body(&body, |reader| reader.pool_texts(&mut texts))?;
        Ok(Self(texts))
    }

    fn from_content(of: &ContentPath<'_>, content: SharedContent) -> Result<Self, String> {
        of.texts(content).map(Self)
    }
}

/// Returns the bytes that a view borrows.
#[inline]
fn borrowed<'de>(kind: Kind, bytes: &Cow<'de, [u8]>) -> Result<&'de [u8], String> {
    match bytes {
        Cow::Borrowed(bytes) => Ok(bytes),
        Cow::Owned(_) => Err(alloc::format!(
            "this {} is a changed copy of its bytes, so it cannot be borrowed; use a type that owns it",
            kind.name()
        )),
    }
}

impl<'de> SharedValue<'de> for NodePathRef<'de> {
    const KIND: Kind = Kind::NodePath;

    #[inline]
    fn from_body(body: Cow<'de, [u8]>) -> Result<Self, String> {
        read_body(borrowed(Self::KIND, &body)?, Reader::node_path_ref)
    }
}

impl<'de, T: SharedPool> SharedValue<'de> for PoolView<'de, T> {
    const KIND: Kind = T::POOL;

    #[inline]
    fn from_body(body: Cow<'de, [u8]>) -> Result<Self, String> {
        let read = |reader: &mut Reader<'de, _>| reader.pool_bytes(T::POOL, T::LENGTH);
        let elements = read_body(borrowed(T::POOL, &body)?, read);
        elements.map(Self::new).map_err(|_| {
            let (name, length) = (T::POOL.name(), T::LENGTH);
            alloc::format!("expected a {name} of {length} bytes for each element")
        })
    }

    fn from_bytes(bytes: Cow<'de, [u8]>) -> Option<Result<Self, String>> {
        (T::POOL == Kind::PoolByteArray).then(|| borrowed(T::POOL, &bytes).map(Self::new))
    }
}
