//! The contents of a value, to be changed.

use super::view::AsView;
use crate::Dictionary;
use alloc::string::String;
use alloc::vec::Vec;

/// The values that a Variant contains, to be changed.
pub enum ContentsMut<'v, V> {
    /// None: the value is Nil.
    Nil,
    /// The elements of an Array.
    Elements(&'v mut Vec<V>),
    /// The entries of a Dictionary.
    Entries(&'v mut Dictionary<V>),
    /// The properties of a full object.
    Properties(&'v mut Vec<(String, V)>),
    /// None: the value is of a type that contains no others.
    None,
}

/// A Variant whose contents can be changed; generated for each layout.
pub trait Editable: AsView + Default + From<i64> + From<String> + From<Dictionary<Self>> {
    /// Returns the values that this one contains.
    fn contents_mut(&mut self) -> ContentsMut<'_, Self>;
}
