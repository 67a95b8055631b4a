//! Bodies that are more than components: text, paths, objects, containers.

mod containers;
mod dictionary;
mod ints;
mod names;
mod node_path;
mod object;
mod text;
mod texts;

#[cfg(feature = "serde")]
pub(crate) use node_path::counts_of_path;
pub(crate) use texts::STRING_HEAD;
