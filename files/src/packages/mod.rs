//! What the packages of gdvariant for other languages have in common: options with the names that
//! callers write, and values built with messages for callers.

pub mod build;
pub mod frames;
pub mod hints;
pub mod layouts;
pub mod options;
pub mod output;
