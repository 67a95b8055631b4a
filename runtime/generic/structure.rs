//! The structure of values, for the commands of the program that compare and search those of every
//! layout.

pub use crate::number::Number;
pub use crate::view::{Numbers, View, Viewed};
