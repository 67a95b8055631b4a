//! Mutable views of values.

use super::view::AsView;
use crate::{Dictionary, Kind, Object, TypedArray, TypedDictionary};
use alloc::string::String;
use alloc::vec::Vec;

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

/// A Variant that has a [`ViewMut`]; implemented for each precision.
pub trait Editable:
    AsView + Default + From<i64> + From<f64> + From<String> + From<Dictionary<Self>>
{
    /// Returns the mutable view of the value.
    fn view_mut(&mut self) -> ViewMut<'_, Self>;
}
