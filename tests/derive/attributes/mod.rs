//! Attributes of structs and of their fields.

mod flatten;
mod keys;
mod other;
mod representation;
