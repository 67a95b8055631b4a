//! Builds values from the content of their bodies, for code that all layouts share.

use crate::table::Row;
use crate::value::record::RecordField;
use crate::value::view::{AsView, View, ViewMut};
use crate::wire::fields::{Fields, take_all, value_of};
use crate::wire::number::Number;
use crate::{
    Dictionary, Kind, NodePath, Object, ParseError, StringName, TypedArray, TypedDictionary,
};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{Debug, Display};
use core::str::FromStr;

/// An owned Variant, which can be built and changed; implemented for each precision.
pub trait Build:
    AsView<Text = String, Path = NodePath>
    + Clone
    + Debug
    + Default
    + Display
    + FromStr<Err = ParseError>
    + From<i64>
    + From<f64>
    + From<String>
    + From<Vec<Self>>
    + From<Dictionary<Self>>
    + From<Object<Self>>
    + 'static
{
    /// Returns the mutable view of the value.
    fn view_mut(&mut self) -> ViewMut<'_, Self>;

    /// Builds a value that is not a container.
    ///
    /// Returns `None` if the layout lacks the kind, or if the content does not match the kind.
    fn build(kind: Kind, content: Content<'_>) -> Option<Self>;

    /// Builds a typed array of a kind, or returns `None` for any other kind.
    fn typed_array(kind: Kind, array: TypedArray<Self>) -> Option<Self>;

    /// Builds a Dictionary with declared types.
    fn typed_dictionary(dictionary: TypedDictionary<Self>) -> Option<Self>;

    /// Returns the offset-table rows of the components of a kind, or of an element of a packed
    /// array.
    ///
    /// Returns `None` for a kind without components, or if the layout lacks the kind.
    fn rows(kind: Kind) -> Option<&'static [&'static Row]> {
        let default = Self::build(kind, Content::Components(&[]))?;
        match default.view() {
            View::Fields(_, numbers) | View::Packed(_, numbers) => Some(numbers.shape().rows),
            _ => None,
        }
    }
}

/// The content of a body that is not a container.
#[derive(Debug)]
pub enum Content<'c> {
    /// No content, as for Nil.
    Empty,
    /// A bool.
    Bool(bool),
    /// An int.
    Int(i64),
    /// A float.
    Float(f64),
    /// A string.
    Text(String),
    /// The fields of a record.
    Record(Vec<RecordField<String>>),
    /// The encoded components of a value or of the elements of a packed array.
    Components(&'c [u8]),
    /// The strings of a packed array.
    Texts(Vec<String>),
    /// The names of a NodePath.
    NodePath(NodePath),
}

impl<V: AsView<Text = String, Path = NodePath>> View<'_, V> {
    /// Returns the content of a value that is not a container. `components` is the buffer for its
    /// components.
    pub(crate) fn content<'c>(&self, components: &'c mut Vec<u8>) -> Content<'c> {
        match self {
            Self::Bool(value) => Content::Bool(*value),
            Self::Int(value) => Content::Int(*value),
            Self::Float(value) => Content::Float(*value),
            Self::Text(_, text) => Content::Text((*text).into()),
            Self::NodePath(path) => Content::NodePath((*path).clone()),
            Self::PackedText(texts) => Content::Texts(texts.to_vec()),
            Self::Record(_, record) => {
                let fields = record.fields().map(|(_, value)| value.into_owned());
                Content::Record(fields.collect())
            }
            Self::Fields(_, numbers) | Self::Packed(_, numbers) => {
                numbers.encode(components);
                Content::Components(components)
            }
            _ => Content::Empty,
        }
    }
}

/// The payload of a Variant that is not a container.
pub(crate) trait Payload: Default + 'static {
    /// Builds the payload from the content of a body, or returns `None` if the content does not
    /// match.
    fn from_content(content: Content<'_>) -> Option<Self>;
}

macro_rules! payloads {
    ($($payload:ty: $content:pat => $value:expr;)*) => {$(
        impl Payload for $payload {
            #[inline]
            fn from_content(content: Content<'_>) -> Option<Self> {
                match content {
                    $content => Some($value),
                    _ => None,
                }
            }
        }
    )*};
}

payloads! {
    (): Content::Empty => ();
    bool: Content::Bool(value) => value;
    i64: Content::Int(value) => value;
    f64: Content::Float(value) => value;
    String: Content::Text(value) => value;
    StringName: Content::Text(value) => Self(value);
    Vec<String>: Content::Texts(value) => value;
    NodePath: Content::NodePath(value) => value;
}

impl<T: Fields + 'static> Payload for Vec<T> {
    #[inline]
    fn from_content(content: Content<'_>) -> Option<Self> {
        match content {
            Content::Components(body) => Some(elements(body)),
            _ => None,
        }
    }
}

impl<T: Payload> Payload for Box<T> {
    #[inline]
    fn from_content(content: Content<'_>) -> Option<Self> {
        T::from_content(content).map(Self::new)
    }
}

/// Decodes components that were encoded for this type, or returns `None` for other content.
pub(crate) fn value_of_components<T: Fields>(content: &Content<'_>) -> Option<T> {
    match content {
        Content::Components(body) => Some(value_of(body)),
        _ => None,
    }
}

/// Decodes elements that were encoded for this type.
pub(crate) fn elements<T: Fields>(body: &[u8]) -> Vec<T> {
    let mut elements = Vec::new();
    take_all(body, &mut elements);
    elements
}

/// Converts a number to an int or a float.
pub(crate) fn of_number<V: Build>(number: Number) -> V {
    match number {
        Number::Int(value) => value.into(),
        other => other.to_f64().into(),
    }
}
