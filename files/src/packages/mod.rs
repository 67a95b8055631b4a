//! What the packages of gdvariant for other languages have in common: options with the names that
//! callers write, and values built with messages for callers.

pub mod audit;
pub mod build;
pub mod document;
pub mod failure;
pub mod frames;
pub mod json;
pub mod options;
pub mod output;

pub use crate::merge::merge_parts;
