//! Views of values by the structure of their bodies, and values built from them, for code that all
//! layouts share.

use crate::table::Row;
use crate::value::record::{Record, RecordField};
use crate::wire::fields::{Component, FieldSink, Fields, Number, put_all, take_all};
use crate::{
    DecodeErrorKind, Dictionary, Kind, NodePath, Object, ParseError, Segment, StringName,
    TypedArray, TypedDictionary,
};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::str::FromStr;

/// Returns the path segment of a Dictionary key.
pub(crate) fn segment_of<V: AsView + Display>(key: &V) -> Segment {
    match key.view() {
        View::Text(_, text) => Segment::name(text),
        _ => match &*alloc::format!("{key}") {
            // In layouts without ids, a RID displays as an empty string.
            "" => Segment::key("RID()"),
            text => Segment::key(text),
        },
    }
}

/// Returns whether a value is of a type that every layout has, and not a container.
///
/// Keys of these types are the same keys by every [`KeyRule`](crate::dictionary::KeyRule).
#[inline]
pub(crate) fn is_plain<V: AsView>(value: &V) -> bool {
    matches!(
        value.kind(),
        Kind::Nil | Kind::Bool | Kind::Int | Kind::Float | Kind::String
    )
}

/// A Variant that has a [`View`]; implemented for each precision.
pub trait AsView: Sized {
    /// An element of a PackedStringArray.
    type Text: AsRef<str> + Eq + Hash;

    /// A NodePath.
    type Path: Display + Eq + Hash + Clone + Into<NodePath>;

    /// Whether components have 64 bits.
    const IS_DOUBLE: bool;

    /// Returns the view of the value.
    fn view(&self) -> View<'_, Self>;

    /// Returns the kind of the value.
    fn kind(&self) -> Kind;

    /// Returns the content of a String or a StringName, or `None` for any other type.
    fn text(&self) -> Option<&str>;

    /// Returns the content of a String, or `None` for any other type.
    fn string(&self) -> Option<&str> {
        self.text().filter(|_| self.kind() == Kind::String)
    }

    /// Converts a value of another type to a declared type, as the engine does.
    ///
    /// Returns `None` if the engine drops the value. `layout` is the name of the layout, for the error.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is borrowed, or if this library does not convert it.
    fn coerce(&self, declared: Kind, layout: &'static str)
    -> Result<Option<Self>, DecodeErrorKind>;
}

/// A view of a value, with one variant for each structure of a body.
pub enum View<'v, V: AsView> {
    /// Nil.
    Nil,
    /// A record, such as a RID.
    Record(Kind, &'v dyn Record),
    /// A bool.
    Bool(bool),
    /// An int.
    Int(i64),
    /// A float.
    Float(f64),
    /// A String or a StringName.
    Text(Kind, &'v str),
    /// A value with components.
    Fields(Kind, &'v dyn Numbers),
    /// A packed array of components.
    Packed(Kind, &'v dyn Numbers),
    /// A PackedStringArray.
    PackedText(&'v [V::Text]),
    /// A NodePath.
    NodePath(&'v V::Path),
    /// An Object.
    Object(&'v Object<V>),
    /// A Dictionary.
    Dictionary(&'v Dictionary<V>),
    /// An Array.
    Array(&'v [V]),
    /// A typed array of this kind; in Godot 4, the kind is Array.
    TypedArray(Kind, &'v TypedArray<V>),
    /// A Dictionary with declared types.
    TypedDictionary(&'v TypedDictionary<V>),
}

impl<'v, V: AsView> View<'v, V> {
    /// Returns the values in a container: elements, keys and values, or those of properties.
    pub(crate) fn members(&self) -> impl Iterator<Item = &'v V> + use<'v, V> {
        let elements = self.elements().unwrap_or_default();
        let entries = self.entries().into_iter().flatten();
        let properties = match self {
            Self::Object(Object::Full(object)) => &*object.properties,
            _ => &[],
        };
        let properties = properties.iter().map(|(_, value)| value);
        let entries = entries.flat_map(|(key, value)| [key, value]);
        elements.iter().chain(entries).chain(properties)
    }

    /// Returns the elements of an Array, with or without a declared type.
    pub(crate) fn elements(&self) -> Option<&'v [V]> {
        match self {
            Self::Array(elements) => Some(elements),
            Self::TypedArray(_, array) => Some(&array.values),
            _ => None,
        }
    }

    /// Returns the entries of a Dictionary, with or without declared types.
    pub(crate) fn entries(&self) -> Option<&'v Dictionary<V>> {
        match self {
            Self::Dictionary(entries) => Some(entries),
            Self::TypedDictionary(dictionary) => Some(&dictionary.entries),
            _ => None,
        }
    }
}

/// A mutable view of a value: one variant for each structure of a container.
pub enum ViewMut<'v, V> {
    /// An Array.
    Array(&'v mut Vec<V>),
    /// A typed array of this kind.
    TypedArray(Kind, &'v mut TypedArray<V>),
    /// A Dictionary.
    Dictionary(&'v mut Dictionary<V>),
    /// A Dictionary with declared types.
    TypedDictionary(&'v mut TypedDictionary<V>),
    /// An Object.
    Object(&'v mut Object<V>),
    /// Any other value.
    Leaf,
}

impl<V> ViewMut<'_, V> {
    /// Returns the view of a container without its declared types: any Array is then
    /// [`Array`](Self::Array), and any Dictionary [`Dictionary`](Self::Dictionary).
    #[must_use]
    pub fn undeclared(self) -> Self {
        match self {
            Self::TypedArray(_, array) => Self::Array(&mut array.values),
            Self::TypedDictionary(dictionary) => Self::Dictionary(&mut dictionary.entries),
            view => view,
        }
    }
}

/// Returns whether a value is a float that is NaN.
pub(crate) fn is_nan<V: AsView>(value: &V) -> bool {
    matches!(value.view(), View::Float(number) if number.is_nan())
}

/// The components of a value, or of the elements of a packed array, in wire order.
///
/// ```
/// # #[cfg(all(feature = "godot4", feature = "std"))] {
/// use gdvariant::any::{AnyRef, AnyView, Number};
/// use gdvariant::{Godot4, Variant, Vector2};
///
/// let value = Variant::from(Vector2::new(1.5, -3.0));
/// let AnyView::Fields(numbers) = AnyRef::new::<Godot4>(&value).view() else {
///     unreachable!("a Vector2 has components");
/// };
/// let mut sum = 0.0;
/// numbers.visit(&mut |number| {
///     if let Number::Single(component) = number {
///         sum += component;
///     }
/// });
/// assert_eq!((numbers.elements(), sum), (1, -1.5));
/// # }
/// ```
pub trait Numbers {
    /// Returns what is known about all elements.
    #[doc(hidden)]
    fn shape(&self) -> Shape<'_>;

    /// Calls `visit` for each component of the element at `index`.
    ///
    /// Does nothing if `index` is out of bounds. A value that is not a packed array ignores `index`.
    fn element(&self, index: usize, visit: &mut dyn FnMut(Number));

    /// Appends the encoded components.
    fn encode(&self, out: &mut Vec<u8>);
}

/// What is known about all elements of [`Numbers`].
#[doc(hidden)]
#[derive(Debug)]
pub struct Shape<'a> {
    /// The number of elements; 1 for a value that is not a packed array.
    pub elements: usize,
    /// The encoded components if memory has them as they are encoded.
    pub borrowed: Option<&'a [u8]>,
    /// The offset-table rows of an element's components.
    pub rows: &'static [Row],
}

impl dyn Numbers + '_ {
    /// Calls `visit` for each component.
    pub fn visit(&self, visit: &mut dyn FnMut(Number)) {
        for index in 0..self.elements() {
            self.element(index, visit);
        }
    }

    /// Returns the number of elements; 1 for a value that is not a packed array.
    pub fn elements(&self) -> usize {
        self.shape().elements
    }
}

/// A sink that passes each component to a function as a [`Number`].
struct Visitor<'a>(&'a mut dyn FnMut(Number));

impl FieldSink for Visitor<'_> {
    fn put<C: Component>(&mut self, component: C) {
        (self.0)(component.to_number());
    }
}

/// Calls `visit` for each component of an element.
pub(crate) fn visit_element<T: Fields>(element: Option<T>, visit: &mut dyn FnMut(Number)) {
    if let Some(element) = element {
        element.put(&mut Visitor(visit));
    }
}

impl<T: Fields> Numbers for T {
    #[inline]
    fn shape(&self) -> Shape<'_> {
        Shape {
            elements: 1,
            borrowed: T::bodies(core::slice::from_ref(self)),
            rows: T::ROWS,
        }
    }

    fn element(&self, _index: usize, visit: &mut dyn FnMut(Number)) {
        self.put(&mut Visitor(visit));
    }

    fn encode(&self, out: &mut Vec<u8>) {
        put_all(core::slice::from_ref(self), out);
    }
}

impl<T: Fields> Numbers for Vec<T> {
    #[inline]
    fn shape(&self) -> Shape<'_> {
        Shape {
            elements: self.len(),
            borrowed: T::bodies(self),
            rows: T::ROWS,
        }
    }

    fn element(&self, index: usize, visit: &mut dyn FnMut(Number)) {
        visit_element(self.get(index).copied(), visit);
    }

    fn encode(&self, out: &mut Vec<u8>) {
        put_all(self, out);
    }
}

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
    fn rows(kind: Kind) -> Option<&'static [Row]> {
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

/// Decodes elements that were encoded for this type.
pub(crate) fn elements<T: Fields>(body: &[u8]) -> Vec<T> {
    let mut elements = Vec::new();
    take_all(body, &mut elements);
    elements
}

/// Converts a number to an int or a float.
pub(crate) fn number_value<V: Build>(number: Number) -> V {
    match number {
        Number::Int(value) => value.into(),
        other => other.to_f64().into(),
    }
}

#[cfg(all(test, feature = "godot3"))]
mod tests;
