// The layer above `codec`; uses only that and what is below it.

//! Values as text: what the engines' `var_to_str` writes, its parser, and the macro `variant!`.

pub(crate) mod display;
mod literal;
pub(crate) mod parse;

pub use parse::{ParsedValues, parse_values};
