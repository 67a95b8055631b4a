//! Implements serde's traits for types that all layouts share, such as Vector2, and for their
//! views.

use super::content::{BodyType, ContentPath, read_body};
use crate::codec::node_path::encoded_counts;
use crate::error::kinds::MOST_COMPONENTS;
use crate::layouts::AnyLayout;
use crate::serde::channel::{OwnedValue, SharedContent, SharedValue};
use crate::table::Body;
use crate::value::build::{Content, Payload};
use crate::value::view::View;
use crate::wire::fields::{FieldReader, FieldWriter, Fields, put_all};
use crate::wire::writer::checked_length;
use crate::{Kind, NodePath, NodePathRef, Packed, PackedView, Reader, StringName, Variant};
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Implements serde's traits for a type that implements `OwnedValue`.
macro_rules! shared_form {
    ($value:ty) => {
        /// Serializes the JSON form, such as `{"Vector2": [1.0, 2.0]}`.
        ///
        /// In a layout's own format, the value is encoded as itself instead.
        impl ::serde::Serialize for $value {
            #[inline]
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                ::serde::Serialize::serialize(&crate::serde::json::Envelope(self), serializer)
            }
        }

        /// Deserializes the form that `Serialize` produces.
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
            const TYPE: crate::serde::json::BodyType = crate::serde::json::BodyType::plain(
                crate::Kind::$value,
                crate::table::Body::Record,
            );

            fn view(&self) -> crate::value::view::View<'_, crate::Variant> {
                crate::value::view::View::Record(crate::Kind::$value, self)
            }
        }

        crate::serde::json::shared_form!($value);
    };
}

/// Implements serde's traits for the packed array of an element.
macro_rules! packed_form {
    ($element:ty, $kind:expr) => {
        impl crate::serde::json::SharedPacked for $element {
            const PACKED: crate::Kind = $kind;
        }

        crate::serde::json::shared_form!(crate::Packed<alloc::vec::Vec<$element>>);
        crate::serde::json::view_form!('a: crate::PackedView<'a, $element>, crate::Packed<alloc::vec::Vec<$element>>);
    };
}

/// Implements serde's traits for a view that serializes as the equivalent owned value.
macro_rules! view_form {
    ($lifetime:lifetime: $view:ty, $owned:ty) => {
        /// Serializes as the equivalent owned value.
        impl<$lifetime> ::serde::Serialize for $view {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$owned>::from(*self).serialize(serializer)
            }
        }

        /// Borrows from the bytes of a layout. Returns an error in JSON and other text formats, and
        /// if lenient decoding alters the bytes.
        impl<'de: $lifetime, $lifetime> ::serde::Deserialize<'de> for $view {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::serde::json::deserialize_shared(deserializer)
            }
        }
    };
}

pub(crate) use {fields_form, packed_form, record_form, shared_form, view_form};

shared_form!(NodePath);
shared_form!(StringName);
shared_form!(Packed<Vec<String>>);
view_form!('a: NodePathRef<'a>, NodePath);
packed_form!(u8, Kind::PackedByteArray);
packed_form!(i32, Kind::PackedInt32Array);
packed_form!(f32, Kind::PackedFloat32Array);
packed_form!(f64, Kind::PackedFloat64Array);

/// The largest length of a value of components in bytes, in any precision.
const LONGEST: usize = MOST_COMPONENTS * size_of::<f64>();

/// A value of components.
pub(crate) trait SharedFields: Fields + Payload {
    /// The kind of the value.
    const FIELDS: Kind;
}

impl<T: SharedFields> OwnedValue for T {
    const TYPE: BodyType = BodyType {
        components: T::TABLE.rows,
        length: T::LENGTH,
        ..BodyType::plain(T::FIELDS, Body::Fields)
    };

    fn view(&self) -> View<'_, Variant> {
        View::Fields(T::FIELDS, self)
    }

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
    fn decode(body: &[u8]) -> Result<Self, String> {
        if body.len() == T::LENGTH {
            return Ok(T::take(&mut FieldReader::new(body)));
        }
        T::TYPE.decode(body, built)
    }
}

/// An element of packed arrays that every layout shares.
pub(crate) trait SharedPacked: Fields + Default + 'static {
    /// The kind of the element's packed array.
    const PACKED: Kind;
}

impl<T: SharedPacked> OwnedValue for Packed<Vec<T>> {
    const TYPE: BodyType = BodyType {
        components: T::TABLE.rows,
        length: T::LENGTH,
        ..BodyType::plain(T::PACKED, Body::Packed)
    };

    fn view(&self) -> View<'_, Variant> {
        View::Packed(T::PACKED, &self.0)
    }

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

    #[inline]
    fn decode(body: &[u8]) -> Result<Self, String> {
        PackedView::from_body(Cow::Borrowed(body)).map(Self::from)
    }
}

impl<T: Payload> Payload for Packed<T> {
    fn from_content(content: Content<'_>) -> Option<Self> {
        T::from_content(content).map(Self)
    }
}

impl OwnedValue for NodePath {
    const TYPE: BodyType = BodyType::plain(Kind::NodePath, Body::NodePath);

    fn view(&self) -> View<'_, Variant> {
        View::NodePath(self)
    }

    fn pieces(&self, mut piece: impl FnMut(&[u8])) -> Result<(), String> {
        let (bytes, counts) = self.wire();
        checked_length(bytes.len()).map_err(|error| error.to_string())?;
        piece(
            encoded_counts(<AnyLayout as crate::Engine>::LAYOUT.node_path, counts).as_flattened(),
        );
        piece(bytes);
        Ok(())
    }

    #[inline]
    fn decode(body: &[u8]) -> Result<Self, String> {
        read_body(body, Reader::node_path_body)
    }
}

impl OwnedValue for StringName {
    const TYPE: BodyType = BodyType::plain(Kind::StringName, Body::Text);

    fn view(&self) -> View<'_, Variant> {
        View::Text(Kind::StringName, self.as_str())
    }
}

impl OwnedValue for Packed<Vec<String>> {
    const TYPE: BodyType = BodyType::plain(Kind::PackedStringArray, Body::PackedText);

    fn view(&self) -> View<'_, Variant> {
        View::PackedText(&self.0)
    }
}

impl<'de, T: OwnedValue> SharedValue<'de> for T {
    const KIND: Kind = T::TYPE.kind;

    #[inline]
    fn from_body(body: Cow<'de, [u8]>) -> Result<Self, String> {
        T::decode(&body)
    }

    fn from_content(of: &ContentPath<'_>, content: SharedContent) -> Result<Self, String> {
        T::TYPE.parse(of, content, built)
    }

    fn from_bytes(bytes: Cow<'de, [u8]>) -> Option<Result<Self, String>> {
        match (T::TYPE.kind, bytes) {
            (Kind::PackedByteArray, bytes) => Some(built(Content::Components(&bytes))),
            (Kind::StringName, Cow::Owned(key)) => {
                Some(built(Content::Text(String::from_utf8(key).ok()?)))
            }
            _ => None,
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        (T::TYPE.kind == Kind::StringName).then(|| T::from_content(Content::Text(text.into())))?
    }
}

/// Builds the value with this content.
#[inline]
pub(in crate::serde) fn built<T: OwnedValue>(content: Content<'_>) -> Result<T, String> {
    T::from_content(content).ok_or_else(|| alloc::format!("invalid content of a {}", T::TYPE.kind))
}

/// Returns the bytes for a view to borrow, or an error if they are owned.
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

impl<'de, T: SharedPacked> SharedValue<'de> for PackedView<'de, T> {
    const KIND: Kind = T::PACKED;

    #[inline]
    fn from_body(body: Cow<'de, [u8]>) -> Result<Self, String> {
        let read = |reader: &mut Reader<'de, _>| reader.packed_bytes(T::PACKED, T::LENGTH);
        let elements = read_body(borrowed(T::PACKED, &body)?, read);
        elements.map(Self::new).map_err(|_| {
            let (name, length) = (T::PACKED.name(), T::LENGTH);
            alloc::format!("expected a {name} of {length} bytes for each element")
        })
    }

    fn from_bytes(bytes: Cow<'de, [u8]>) -> Option<Result<Self, String>> {
        (T::PACKED == Kind::PackedByteArray).then(|| borrowed(T::PACKED, &bytes).map(Self::new))
    }
}
