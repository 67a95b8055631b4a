//! Views, clones and builds Variants; the module of each precision contains this file.

use core::borrow::Borrow;
use crate::{DecodeErrorKind, Kind};
use crate::codec::coerce;
use crate::text::display::{ValueText, TextFormat};
use crate::value::view::{AsView, Build, Content, Payload, View, ViewMut};
use super::*;

macro_rules! view {
    (
        $value:ty, $string:ty, $path:ty, $coerce:ident;
        texts { $($text:ident)* }
        fields { $($fields:ident)* }
        records { $($record:ident)* }
        packed_arrays { $($packed:ident $element:ty,)* }
        typed_arrays { $($typed_array:ident)* }
    ) => {
        impl<'de> AsView for $value {
            type Text = $string;
            type Path = $path;

            const IS_DOUBLE: bool = size_of::<Real>() == size_of::<f64>();

            #[inline]
            fn kind(&self) -> Kind {
                self.kind()
            }

            fn coerce(
                &self,
                declared: Kind,
                layout: &'static str,
            ) -> Result<Option<Self>, DecodeErrorKind> {
                coerce::$coerce(self, declared, layout)
            }

            fn view(&self) -> View<'_, Self> {
                match self {
                    Self::Nil => View::Nil,
                    Self::Bool(value) => View::Bool(*value),
                    Self::Int(value) => View::Int(*value),
                    Self::Float(value) => View::Float(*value),
                    $(Self::$text(text) => View::Text(Kind::$text, text),)*
                    $(Self::$fields(value) => {
                        View::Fields(Kind::$fields, Borrow::<$fields>::borrow(value))
                    })*
                    Self::NodePath(path) => View::NodePath(path),
                    $(Self::$record(record) => View::Record(Kind::$record, record),)*
                    Self::Object(object) => View::Object(object),
                    Self::Dictionary(dictionary) => View::Dictionary(dictionary),
                    Self::TypedDictionary(dictionary) => View::TypedDictionary(dictionary),
                    Self::Array(elements) => View::Array(elements),
                    Self::TypedArray(array) => View::TypedArray(Kind::Array, array),
                    $(Self::$typed_array(array) => View::TypedArray(Kind::$typed_array, array),)*
                    $(Self::$packed(elements) => View::Packed(Kind::$packed, elements),)*
                    Self::PackedStringArray(texts) => View::PackedText(texts),
                }
            }

            #[inline]
            fn text(&self) -> Option<&str> {
                match self {
                    $(Self::$text(text) => Some(text),)*
                    _ => None,
                }
            }
        }

        /// Formats the value as Godot 4's `var_to_str`, but keeps the order of keys.
        ///
        /// `{:#}` writes every digit of a float. Strings keep their control characters: use
        /// [`Escaped`](crate::Escaped) to print untrusted values to a terminal or a log.
        impl<'de> core::fmt::Display for $value {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let (value, notation) = (self, TextFormat::CANONICAL);
                ValueText { value, notation }.fmt(f)
            }
        }

        /// Serializes the lossless JSON form, the same for every human-readable serde format.
        ///
        /// In [a layout's own format](crate::serde), the value is encoded as itself instead.
        ///
        /// | Variant | JSON |
        /// | --- | --- |
        /// | Nil, bool, String | null, boolean, string |
        /// | int | number |
        /// | finite float | number with a point or an exponent |
        /// | Array | array |
        /// | Dictionary with String keys only | object, unless the only key is a reserved name |
        /// | any other | object with the name of the type as its only key: `{"Vector2": [1.0, 2.0]}` |
        ///
        /// # Errors
        ///
        /// Returns an error if nesting exceeds 1024 levels, the limit of the engines' decoders.
        #[cfg(feature = "serde")]
        impl<'de> ::serde::Serialize for $value {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                crate::serde::json::serialize(self, None, serializer)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> crate::serde::PlainValue for $value {
            fn serialize_plain<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                crate::serde::json::plain::serialize(self, serializer)
            }

            fn add_lost(&self, lost: &mut Vec<Kind>) {
                crate::serde::json::plain::add_lost(self, lost);
            }
        }

        // Containers are cloned separately to keep the recursive stack frame small.
        impl<'de> Clone for $value {
            fn clone(&self) -> Self {
                match self {
                    Self::Object(object) => Self::Object(object.clone()),
                    Self::Dictionary(dictionary) => Self::Dictionary(dictionary.clone()),
                    Self::TypedDictionary(dictionary) => Self::TypedDictionary(dictionary.clone()),
                    Self::Array(elements) => Self::Array(elements.clone()),
                    Self::TypedArray(array) => Self::TypedArray(array.clone()),
                    $(Self::$typed_array(array) => Self::$typed_array(array.clone()),)*
                    leaf => leaf.clone_leaf(),
                }
            }
        }

        impl<'de> $value {
            #[allow(clippy::clone_on_copy, reason = "some payloads are `Copy`")]
            fn clone_leaf(&self) -> Self {
                match self {
                    Self::Nil => Self::Nil,
                    Self::Bool(value) => Self::Bool(*value),
                    Self::Int(value) => Self::Int(*value),
                    Self::Float(value) => Self::Float(*value),
                    $(Self::$text(text) => Self::$text(text.clone()),)*
                    $(Self::$fields(value) => Self::$fields(value.clone()),)*
                    Self::NodePath(path) => Self::NodePath(path.clone()),
                    $(Self::$record(record) => Self::$record(record.clone()),)*
                    $(Self::$packed(elements) => Self::$packed(elements.clone()),)*
                    Self::PackedStringArray(texts) => Self::PackedStringArray(texts.clone()),
                    Self::Object(_) | Self::Dictionary(_) | Self::Array(_)
                    | Self::TypedDictionary(_) | Self::TypedArray(_)
                    $(| Self::$typed_array(_))* => self.clone(),
                }
            }
        }
    };
}

each_body!(view Variant, String, NodePath, convert);
each_body!(view VariantRef<'de>, &'de str, crate::NodePathRef<'de>, borrowed);

macro_rules! build {
    (
        ;
        texts { $($text:ident)* }
        fields { $($fields:ident)* }
        records { $($record:ident)* }
        packed_arrays { $($packed:ident $element:ty,)* }
        typed_arrays { $($typed_array:ident)* }
    ) => {
        impl Build for Variant {
            #[inline]
            fn view_mut(&mut self) -> ViewMut<'_, Self> {
                match self {
                    Self::Object(object) => ViewMut::Object(object),
                    Self::Dictionary(dictionary) => ViewMut::Dictionary(dictionary),
                    Self::TypedDictionary(dictionary) => ViewMut::TypedDictionary(dictionary),
                    Self::Array(elements) => ViewMut::Array(elements),
                    Self::TypedArray(array) => ViewMut::TypedArray(Kind::Array, array),
                    $(Self::$typed_array(array) => ViewMut::TypedArray(Kind::$typed_array, array),)*
                    _ => ViewMut::Leaf,
                }
            }

            fn build(kind: Kind, content: Content<'_>) -> Option<Self> {
                match kind {
                    Kind::Nil => Payload::from_content(content).map(|()| Self::Nil),
                    Kind::Bool => Payload::from_content(content).map(Self::Bool),
                    Kind::Int => Payload::from_content(content).map(Self::Int),
                    Kind::Float => Payload::from_content(content).map(Self::Float),
                    $(Kind::$text => Payload::from_content(content).map(Self::$text),)*
                    $(Kind::$fields => Payload::from_content(content).map(Self::$fields),)*
                    Kind::NodePath => Payload::from_content(content).map(Self::NodePath),
                    $(Kind::$record => Payload::from_content(content).map(Self::$record),)*
                    $(Kind::$packed => Payload::from_content(content).map(Self::$packed),)*
                    Kind::PackedStringArray => {
                        Payload::from_content(content).map(Self::PackedStringArray)
                    }
                    Kind::Object | Kind::Dictionary | Kind::Array $(| Kind::$typed_array)* => None,
                }
            }

            #[inline]
            fn typed_array(kind: Kind, array: TypedArray) -> Option<Self> {
                match kind {
                    Kind::Array => Some(array.into()),
                    $(Kind::$typed_array => Some(Self::$typed_array(Box::new(array))),)*
                    _ => None,
                }
            }

            #[inline]
            fn typed_dictionary(dictionary: TypedDictionary) -> Option<Self> {
                Some(dictionary.into())
            }
        }
    };
}

each_body!(build);
