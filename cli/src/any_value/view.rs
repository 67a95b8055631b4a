//! The content of values of any layout.

use super::value::AnyRef;
use gdvariant::generic::structure::{Numbers, View, Viewed};
use gdvariant::{ElementType, Kind, Object, Signal};

/// The content of a value of any layout.
pub(crate) enum AnyView<'v> {
    /// Nil.
    Nil,
    /// The id of a RID.
    Id(u64),
    /// A Callable, whose content engines do not encode.
    Callable,
    /// A Signal.
    Signal(Signal<&'v str>),
    /// A bool.
    Bool(bool),
    /// An int.
    Int(i64),
    /// A float.
    Float(f64),
    /// The content of a String or a StringName.
    Text(&'v str),
    /// The components of a value such as a Vector2.
    Fields(&'v dyn Numbers),
    /// The elements of a packed array of numbers.
    Pool(&'v dyn Numbers),
    /// The elements of a packed array of Strings.
    PoolText(Vec<&'v str>),
    /// The content of a NodePath.
    NodePath(String),
    /// The id of an object.
    ObjectId(u64),
    /// The class and the properties of a full object.
    Object(&'v str, Vec<(&'v str, AnyRef<'v>)>),
    /// An Array; `AnyRef::element` returns its elements.
    Array {
        /// `Array`, or `TypedArray` with a declared type.
        kind: Kind,
        /// The declared type of the elements.
        declared: &'v ElementType,
        /// The number of elements.
        length: usize,
    },
    /// A Dictionary.
    Dictionary {
        /// The declared types of the keys and of the values.
        declared: [&'v ElementType; 2],
        /// The entries in insertion order.
        entries: Vec<AnyEntry<'v>>,
    },
}

/// An entry of a Dictionary of any layout.
#[derive(Clone, Copy)]
pub(crate) struct AnyEntry<'v> {
    /// The key.
    pub(crate) key: AnyRef<'v>,
    /// The value.
    pub(crate) value: AnyRef<'v>,
}

impl AnyView<'_> {
    /// Returns the number of elements, entries or properties, or `None` if the value has none.
    pub(crate) fn count(&self) -> Option<usize> {
        Some(match self {
            Self::Pool(elements) => elements.elements(),
            Self::PoolText(texts) => texts.len(),
            Self::Object(_, properties) => properties.len(),
            Self::Array { length, .. } => *length,
            Self::Dictionary { entries, .. } => entries.len(),
            _ => return None,
        })
    }
}

/// The declared type of containers that declare none.
const ANY: &ElementType = &ElementType::Any;

/// Returns the content of a value.
pub(super) fn of<'v, V: Viewed + 'v>(value: &'v V) -> AnyView<'v>
where
    AnyRef<'v>: From<&'v V>,
{
    let entry = |(key, value): (&'v V, &'v V)| AnyEntry {
        key: key.into(),
        value: value.into(),
    };
    match value.view() {
        View::Nil => AnyView::Nil,
        View::Id(_, id) => AnyView::Id(id),
        View::Callable => AnyView::Callable,
        View::Signal(signal) => AnyView::Signal(signal),
        View::Bool(value) => AnyView::Bool(value),
        View::Int(value) => AnyView::Int(value),
        View::Float(value) => AnyView::Float(value),
        View::Text(_, text) => AnyView::Text(text),
        View::Fields(_, components) => AnyView::Fields(components),
        View::Pool(_, elements) => AnyView::Pool(elements),
        View::PoolText(texts) => AnyView::PoolText(texts.iter().map(AsRef::as_ref).collect()),
        View::NodePath(path) => AnyView::NodePath(path.to_string()),
        View::Object(Object::Id(id)) => AnyView::ObjectId(*id),
        View::Object(Object::Whole(object)) => {
            let properties = object.properties.iter();
            let properties = properties.map(|(name, value)| (name.as_str(), value.into()));
            AnyView::Object(&object.class, properties.collect())
        }
        View::Array(values) => array(Kind::Array, ANY, values.len()),
        View::TypedArray(kind, typed) => array(kind, &typed.element, typed.values.len()),
        View::Dictionary(entries) => AnyView::Dictionary {
            declared: [ANY; 2],
            entries: entries.iter().map(entry).collect(),
        },
        View::TypedDictionary(dictionary) => AnyView::Dictionary {
            declared: [&dictionary.key, &dictionary.value],
            entries: dictionary.entries.iter().map(entry).collect(),
        },
    }
}

/// Returns an element of an Array.
pub(super) fn element<V: Viewed>(value: &V, index: usize) -> Option<&V> {
    match value.view() {
        View::Array(values) => values.get(index),
        View::TypedArray(_, array) => array.values.get(index),
        _ => None,
    }
}

/// An Array with a declared type is the same as a TypedArray in a layout that has both.
fn array(kind: Kind, declared: &ElementType, length: usize) -> AnyView<'_> {
    let is_typed = kind == Kind::Array && !declared.is_any();
    AnyView::Array {
        kind: if is_typed { Kind::TypedArray } else { kind },
        declared,
        length,
    }
}
