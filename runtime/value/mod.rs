//! Values: types that Rust lacks, containers, and views for code that all layouts share.

pub(crate) mod components;
pub mod dictionary;
#[cfg(feature = "double")]
#[allow(
    clippy::similar_names,
    reason = "a component is named by its place: basis_x_y"
)]
pub(crate) mod double;
mod names;
pub(crate) mod node_path;
mod object;
pub(crate) mod record;
pub(crate) mod typed_containers;
#[allow(
    clippy::similar_names,
    reason = "a component is named by its place: basis_x_y"
)]
pub(crate) mod values;
pub(crate) mod view;

pub use dictionary::Dictionary;
pub use names::StringName;
pub use node_path::{NodePath, NodePathRef};
pub use object::{FullObject, Object};
pub use typed_containers::{ElementType, TypedArray, TypedDictionary};
