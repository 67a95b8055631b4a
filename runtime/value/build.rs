//! Values built from the content of their bodies, for code that all layouts share.

use crate::value::view::AsView;
use crate::wire::fields::{FieldReader, Fields, take_all};
use crate::{Dictionary, Kind, NodePath, Object, Signal};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Display;

/// A Variant that can be built from the content of a body; generated for each layout.
pub trait Build:
    AsView<Text = String, Path = NodePath>
    + Display
    + From<Vec<Self>>
    + From<Dictionary<Self>>
    + From<Object<Self>>
{
    /// Builds a value that is not a container, or returns `None` if the layout lacks the kind or
    /// the kind has another content.
    fn build(kind: Kind, content: Content<'_>) -> Option<Self>;
}

/// The content of a body that is not a container.
#[derive(Debug)]
pub enum Content<'c> {
    /// Nothing.
    Empty,
    /// A bool.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// A string.
    Text(String),
    /// An id.
    Id(u64),
    /// A name and an id.
    Signal(Signal),
    /// The encoded components of a value or of the elements of a pool array.
    Components(&'c [u8]),
    /// The strings of a pool array.
    Texts(Vec<String>),
    /// A path.
    NodePath(NodePath),
}

/// Decodes components that were encoded for this type.
pub(crate) fn fields<T: Fields>(body: &[u8]) -> T {
    T::take(&mut FieldReader::new(body))
}

/// Decodes elements that were encoded for this type.
pub(crate) fn elements<T: Fields>(body: &[u8]) -> Vec<T> {
    let mut elements = Vec::new();
    take_all(body, &mut elements);
    elements
}
