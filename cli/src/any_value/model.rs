//! The trait of values, and what they contain.

use crate::output::Writer;
use gdvariant::generic::structure::Numbers;
use gdvariant::{ElementType, Kind, Signal};
use std::fmt;
use std::io;

/// A value of any layout.
pub(crate) trait AnyValue {
    /// Returns the type of the value.
    fn kind(&self) -> Kind;

    /// Returns what the value contains.
    fn content(&self) -> Content<'_>;

    /// Returns an element of an Array.
    fn element(&self, index: usize) -> Option<&dyn AnyValue>;

    /// Writes the text of `var2str`, with every digit of a float.
    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Writes the JSON form.
    fn write_json(&self, out: &mut Writer, is_terminal: bool) -> io::Result<()>;
}

/// What a value contains.
pub(crate) enum Content<'v> {
    /// The value is Nil.
    Nil,
    /// The id of a RID.
    Id(u64),
    Callable,
    Signal(Signal<&'v str>),
    Bool(bool),
    Int(i64),
    Float(f64),
    /// The characters of a String or a StringName.
    Text(&'v str),
    /// The components of a value such as a Vector2.
    Fields(&'v dyn Numbers),
    /// The elements of a packed array.
    Pool(&'v dyn Numbers),
    /// The elements of a packed array of Strings.
    PoolText(Vec<&'v str>),
    NodePath(String),
    /// The id of an object.
    ObjectId(u64),
    /// The class and the properties of a whole object.
    Object(&'v str, Vec<(&'v str, &'v dyn AnyValue)>),
    /// The elements of an Array are [`AnyValue::element`].
    Array {
        /// `Array` has no declared type.
        kind: Kind,
        declared: &'v ElementType,
        length: usize,
    },
    /// The declared types and the entries of a Dictionary.
    Dictionary([&'v ElementType; 2], Vec<Entry<'v>>),
}

/// An entry of a Dictionary.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'v> {
    pub(crate) key: &'v dyn AnyValue,
    pub(crate) value: &'v dyn AnyValue,
}

impl<'v> Entry<'v> {
    pub(super) fn of<V: AnyValue>((key, value): (&'v V, &'v V)) -> Self {
        Self { key, value }
    }
}

impl Content<'_> {
    /// Returns the number of elements, entries or properties, or `None` if the value has none.
    pub(crate) fn count(&self) -> Option<usize> {
        Some(match self {
            Self::Pool(elements) => elements.elements(),
            Self::PoolText(texts) => texts.len(),
            Self::Object(_, properties) => properties.len(),
            Self::Array { length, .. } => *length,
            Self::Dictionary(_, entries) => entries.len(),
            _ => return None,
        })
    }
}
