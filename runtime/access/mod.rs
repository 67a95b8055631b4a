//! The traits and results of access to the content of a Variant, by index and by path.

#[cfg(feature = "inspect")]
pub(crate) mod encoded;
mod index;
pub(crate) mod path;

#[cfg(feature = "inspect")]
pub use encoded::PathMatch;
pub use index::VariantIndex;
pub(crate) use index::{get, get_mut, get_or_insert};
pub use path::{SetAtPathError, SetAtPathErrorKind};
pub(crate) use path::{get_path, get_path_mut};
