//! Access to the elements, entries and properties of a Variant, by index or by path.

mod borrowed;
mod index;
mod methods;
mod part;
mod path;
mod queries;
mod read;
mod set;

use crate::Dictionary;
use crate::view::Viewed;
use alloc::string::String;
use alloc::vec::Vec;
pub(crate) use borrowed::borrowed_access_methods;
pub use index::{VariantIndex, VariantIndexMut};
pub(crate) use methods::access_methods;
pub use part::part_at_path;
pub use path::{at_path, displayed_path, resolved_path};
pub(crate) use path::{pointer, pointer_mut};
pub(crate) use queries::query_methods;
pub(crate) use read::read_methods;
pub use set::{remove_at_path, set_at_path};

/// The values that a Variant contains, to be changed.
pub enum ContentsMut<'v, V> {
    /// None: the value is Nil.
    Nil,
    /// The elements of an Array.
    Elements(&'v mut Vec<V>),
    /// The entries of a Dictionary.
    Entries(&'v mut Dictionary<V>),
    /// The properties of a whole object.
    Properties(&'v mut Vec<(String, V)>),
    /// None: the value is of a type that contains no others.
    None,
}

/// A Variant whose contents can be changed; generated for each layout.
pub trait Editable: Viewed + Default + From<i64> + From<String> + From<Dictionary<Self>> {
    /// Returns the values that this one contains.
    fn contents_mut(&mut self) -> ContentsMut<'_, Self>;
}
