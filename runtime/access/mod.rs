// The layer after `text`: uses only layers that precede it.

//! Accesses the content of a Variant by index or by path, and converts it to and from Rust's types.

pub(crate) mod accessors;
pub(crate) mod conversions;
mod encoded;
mod index;
mod path;

pub use encoded::{PathMatch, bytes_at_path};
pub use index::{VariantIndex, VariantIndexMut};
pub(crate) use index::{get, get_mut, get_or_insert};
pub use path::{
    at_path, component_at_path, format_path, remove_at_path, resolved_path, set_at_path,
};
pub(crate) use path::{get_path, get_path_mut};
