// The layer after `codec`: uses only layers that precede it.

//! The text form of values: `Display` like the engines' `var_to_str`, parsing, and `variant!`.

pub(crate) mod display;
mod literal;
pub(crate) mod parse;

pub use parse::{ParsedValues, parse_values};
