// The layer above `text`; uses only that and what is below it.

//! Access to the elements, entries and properties of a Variant, by index or by path, and its
//! conversions to and from Rust's types.

pub(crate) mod accessors;
mod borrowed;
pub(crate) mod conversions;
mod index;
mod methods;
mod part;
mod path;
mod plain_values;
mod read;
mod set;

pub(crate) use borrowed::borrowed_access_methods;
pub use index::{VariantIndex, VariantIndexMut};
pub(crate) use index::{get, get_mut, get_or_insert};
pub(crate) use methods::access_methods;
pub use part::component_at_path;
pub use path::{at_path, displayed_path, resolved_path};
pub(crate) use path::{pointer, pointer_mut};
pub(crate) use plain_values::plain_value_methods;
pub(crate) use read::read_methods;
pub use set::{remove_at_path, set_at_path};
