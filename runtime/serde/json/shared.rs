//! Implements serde's traits for types that all layouts share, such as Vector2, for their views, and
//! for containers.

use super::names::reserved;
use super::read::Untyped;
use super::read::{AnySeed, BytesVisitor, ValueVisitor, decode};
use super::write::Form;
use super::{Value, deserialize};
use crate::codec::construct::Names;
use crate::table::key_rule::KeyRule;
use crate::table::layout::{AnyEngine, HasLayout, Layout};
use crate::value::view::{AsView, Content, Payload, View};
use crate::wire::fields::Fields;
use crate::{
    DecodeError, DecodeOptions, Dictionary, Engine, FirstLayout, Kind, NodePath, NodePathRef,
    Object, Packed, PackedView, Reader, StringName, TypedArray, Variant,
};
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{self, Deserialize, Deserializer, Error as _, MapAccess, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

/// The name of the newtype struct, and then of the tuple struct, that requests a value of a type that
/// all layouts share. Other formats than a layout's own ignore the name and pass the JSON form.
pub(in crate::serde) const SHARED: &str = "$gdvariant::shared";

/// Implements serde's traits for a value that all layouts share. Its view is `$view` of `$self`.
macro_rules! shared_form {
    ($value:ty, $kind:expr, $length:expr, $any:ty, |$self:ident| $view:expr $(, $body:ident)?) => {
        impl crate::serde::json::SharedValue<'_> for $value {
            type Any = $any;
            const KIND: crate::Kind = $kind;
            const LENGTH: usize = $length;

            #[inline]
            fn from_content(content: crate::value::view::Content<'_>) -> Option<Self> {
                crate::value::view::Payload::from_content(content)
            }
        }

        /// Serializes the JSON form, such as `{"Vector2": [1.0, 2.0]}`.
        ///
        /// In a layout's own format, the value is encoded as itself instead.
        impl ::serde::Serialize for $value {
            #[inline]
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $self = self;
                let view: &crate::value::view::View<'_, $any> = &$view;
                let body = crate::serde::json::shared_form!(@body view, $self $($body)?);
                crate::serde::json::serialize_leaf(serializer, $kind.name(), view, body)
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
    (@body $view:ident, $self:ident) => { crate::serde::json::LeafBody($view) };
    (@body $view:ident, $self:ident $body:ident) => { crate::serde::json::$body($self) };
}

/// Implements serde's traits for a value of components.
macro_rules! fields_form {
    ($value:ident, $kind:expr, $any:ty) => {
        crate::serde::json::shared_form!(
            $value,
            $kind,
            <Self as crate::wire::fields::Fields>::LENGTH,
            $any,
            |value| crate::value::view::View::Fields($kind, value),
            FieldsBody
        );
    };
}

/// Implements serde's traits for a record.
macro_rules! record_form {
    ($value:ident) => {
        crate::serde::json::shared_form!($value, crate::Kind::$value, 0, crate::Variant, |value| {
            crate::value::view::View::Record(crate::Kind::$value, value)
        });
    };
}

/// Implements serde's traits for the packed array of an element.
macro_rules! packed_form {
    ($element:ty, $kind:expr, $any:ty) => {
        crate::serde::json::shared_form!(
            crate::Packed<alloc::vec::Vec<$element>>,
            $kind,
            <$element as crate::wire::fields::Fields>::LENGTH,
            $any,
            |packed| crate::value::view::View::Packed($kind, &packed.0)
        );
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

        /// Borrows from the bytes of a layout. Returns an error in JSON and other text formats, where
        /// serde buffers the value, and if lenient decoding alters the bytes.
        impl<'de: $lifetime, $lifetime> ::serde::Deserialize<'de> for $view {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::serde::json::deserialize_shared(deserializer)
            }
        }
    };
}

pub(crate) use {fields_form, packed_form, record_form, shared_form, view_form};

/// A value that all layouts share, or a view that borrows such a value.
pub(crate) trait SharedValue<'de>: Sized {
    /// The Variant that contains the value.
    type Any: Value;

    const KIND: Kind;

    /// The length in bytes of the components of the value or of each element.
    const LENGTH: usize;

    /// Builds the value, or returns `None` for a view, which cannot borrow from the content.
    fn from_content(content: Content<'_>) -> Option<Self>;

    /// Decodes the components of the value or of all elements, or the body of a NodePath. Owned bytes
    /// are a changed copy of the input.
    #[inline]
    fn from_body(body: Cow<'de, [u8]>) -> Result<Self, String> {
        let content = if Self::KIND == Kind::NodePath {
            let path = read(
                FirstLayout::LAYOUT,
                &body,
                Reader::<FirstLayout>::node_path_body,
            );
            Content::NodePath(path?)
        } else {
            Content::Components(&body)
        };
        Self::from_content(content).ok_or_else(unborrowed::<Self>)
    }

    /// Decodes the encoding of a value, which the layout's own format has checked.
    fn from_encoding(layout: &'static Layout, bytes: Cow<'de, [u8]>) -> Result<Self, String> {
        if Self::KIND != Kind::PackedStringArray {
            return from_any(&decode(layout, &bytes)?);
        }
        let mut texts = Vec::new();
        read(layout, &bytes, |reader: &mut Reader<'_, AnyEngine>| {
            reader.expect_header(Self::KIND)?;
            reader.packed_texts(&mut texts)
        })?;
        Self::from_content(Content::Texts(texts)).ok_or_else(unborrowed::<Self>)
    }
}

/// Converts a value of any type.
fn from_any<'de, T: SharedValue<'de>>(value: &T::Any) -> Result<T, String> {
    let (expected, found) = (T::KIND, value.kind());
    if found != expected {
        return Err(alloc::format!("expected {expected}, found {found}"));
    }
    let mut bytes = Vec::new();
    T::from_content(value.view().content(&mut bytes)).ok_or_else(unborrowed::<T>)
}

/// Returns the error for a view of anything but the bytes of a layout.
#[cold]
fn unborrowed<'de, T: SharedValue<'de>>() -> String {
    let kind = T::KIND;
    alloc::format!(
        "a {kind} can be borrowed only from unchanged bytes of a layout; use a type that owns it"
    )
}

/// Decodes a body or the encoding of a value; it must span the whole input.
#[inline]
fn read<'b, E: HasLayout, T>(
    layout: &'static Layout,
    bytes: &'b [u8],
    read: impl FnOnce(&mut Reader<'b, E>) -> Result<T, DecodeError>,
) -> Result<T, String> {
    let mut reader = Reader::for_layout(layout, bytes, DecodeOptions::new());
    let value = read(&mut reader).and_then(|value| reader.finish().map(|()| value));
    value.map_err(|error| error.kind().to_string())
}

/// Returns the bytes for a view to borrow, or an error if they are owned.
#[inline]
fn borrowed<'de, T: SharedValue<'de>>(bytes: &Cow<'de, [u8]>) -> Result<&'de [u8], String> {
    match bytes {
        Cow::Borrowed(bytes) => Ok(bytes),
        Cow::Owned(_) => Err(unborrowed::<T>()),
    }
}

impl<'de, T: Fields> SharedValue<'de> for PackedView<'de, T>
where
    Packed<Vec<T>>: SharedValue<'de>,
{
    type Any = <Packed<Vec<T>> as SharedValue<'de>>::Any;
    const KIND: Kind = Packed::<Vec<T>>::KIND;
    const LENGTH: usize = T::LENGTH;

    fn from_content(_: Content<'_>) -> Option<Self> {
        None
    }

    #[inline]
    fn from_body(body: Cow<'de, [u8]>) -> Result<Self, String> {
        borrowed::<Self>(&body).map(Self::new)
    }
}

impl<'de> SharedValue<'de> for NodePathRef<'de> {
    type Any = Variant;
    const KIND: Kind = Kind::NodePath;
    const LENGTH: usize = 0;

    fn from_content(_: Content<'_>) -> Option<Self> {
        None
    }

    #[inline]
    fn from_body(body: Cow<'de, [u8]>) -> Result<Self, String> {
        let body = borrowed::<Self>(&body)?;
        read(
            FirstLayout::LAYOUT,
            body,
            Reader::<FirstLayout>::node_path_ref,
        )
    }

    fn from_encoding(layout: &'static Layout, bytes: Cow<'de, [u8]>) -> Result<Self, String> {
        let bytes = borrowed::<Self>(&bytes)?;
        read(layout, bytes, |reader: &mut Reader<'_, AnyEngine>| {
            reader.expect_header(Self::KIND)?;
            reader.node_path_ref()
        })
    }
}

/// Deserializes the JSON form, or what a layout's own format passes.
#[inline]
pub(crate) fn deserialize_shared<'de, T: SharedValue<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let visitor = SharedVisitor::<T>(false, PhantomData);
    deserializer.deserialize_newtype_struct(SHARED, visitor)
}

/// A visitor of the JSON form, or, if the flag is set, of what a layout's own format passes.
struct SharedVisitor<T>(bool, PhantomData<T>);

impl<'de, T: SharedValue<'de>> SharedVisitor<T> {
    const KIND: Kind = T::KIND;

    /// Converts components, or bytes without the name of a type.
    #[inline]
    fn bytes<E: de::Error>(self, bytes: Cow<'de, [u8]>) -> Result<T, E> {
        if self.0 || Self::KIND == Kind::PackedByteArray {
            return T::from_body(bytes).map_err(E::custom);
        }
        // A layout's own format passes a StringName key as owned bytes, and a String key that is a
        // reserved name as borrowed bytes.
        let is_key = |text: &str| matches!(bytes, Cow::Owned(_)) || reserved(text).is_some();
        match str::from_utf8(&bytes) {
            Ok(text) if Self::KIND == Kind::StringName && is_key(text) => self.visit_str(text),
            _ => Err(E::invalid_type(Unexpected::Bytes(&bytes), &self)),
        }
    }
}

impl<'de, T: SharedValue<'de>> Visitor<'de> for SharedVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::KIND.name())
    }

    /// Requests the value from a layout's own format, which calls this method instead of
    /// `visit_newtype_struct`.
    #[inline]
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        let request = Self::KIND as usize | T::LENGTH << u8::BITS;
        deserializer.deserialize_tuple_struct(SHARED, request, Self(true, PhantomData))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_any(Self(false, PhantomData))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        T::from_content(Content::Text(text.into()))
            .ok_or_else(|| E::invalid_type(Unexpected::Str(text), &self))
    }

    #[inline]
    fn visit_borrowed_bytes<E: de::Error>(self, bytes: &'de [u8]) -> Result<T, E> {
        self.bytes(Cow::Borrowed(bytes))
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<T, E> {
        self.bytes(Cow::Owned(bytes.into()))
    }

    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<T, A::Error> {
        let visitor = ValueVisitor::new(None);
        let value = match visitor.next_key(&mut object)? {
            Some(Untyped::Layout(layout)) => {
                let bytes = object.next_value_seed(AnySeed(BytesVisitor))?;
                T::from_encoding(layout, bytes)
            }
            first => {
                let value = visitor.object(first, object)?.read(KeyRule::default());
                value.and_then(|value| from_any(&value))
            }
        };
        value.map_err(A::Error::custom)
    }
}

shared_form!(NodePath, Kind::NodePath, 0, Variant, |path| View::NodePath(
    path
));
shared_form!(StringName, Kind::StringName, 0, Variant, |name| View::Text(
    Kind::StringName,
    name.as_str()
));
shared_form!(
    Packed<Vec<String>>,
    Kind::PackedStringArray,
    0,
    Variant,
    |packed| View::PackedText(&packed.0)
);
view_form!('a: NodePathRef<'a>, NodePath);
packed_form!(u8, Kind::PackedByteArray, Variant);
packed_form!(i32, Kind::PackedInt32Array, Variant);
packed_form!(f32, Kind::PackedFloat32Array, Variant);
packed_form!(f64, Kind::PackedFloat64Array, Variant);

impl<T: Payload> Payload for Packed<T> {
    fn from_content(content: Content<'_>) -> Option<Self> {
        T::from_content(content).map(Self)
    }
}

/// Implements serde's traits for a container.
macro_rules! container_form {
    ($container:ident, $view:expr) => {
        /// Serializes the JSON form of the Variant with this value.
        impl<V: AsView> Serialize for $container<V> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Form::new($view(self), None).serialize(serializer)
            }
        }

        #[doc = concat!("Deserializes the JSON form of a Variant of the type ", stringify!($container), ".")]
        impl<'de, V: Value + TryInto<Self, Error = DecodeError>> Deserialize<'de> for $container<V> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value: V = deserialize(None, deserializer)?;
                value.try_into().map_err(D::Error::custom)
            }
        }
    };
}

container_form!(Dictionary, View::Dictionary);
container_form!(Object, View::Object);
container_form!(TypedArray, |array| View::TypedArray(Kind::Array, array));

/// Serializes a Variant, with the names of a layout.
pub(crate) fn serialize<V: AsView, S: Serializer>(
    value: &V,
    names: Names,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    Form::new(value.view(), names).serialize(serializer)
}
