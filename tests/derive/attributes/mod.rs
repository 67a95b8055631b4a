//! Attributes of structs and of their fields.

mod conversion;
mod flatten;
mod keys;
mod other;
mod representation;
