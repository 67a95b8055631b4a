//! Attributes of structs and of their fields.

mod conversion;
mod each_with;
mod flatten;
mod keys;
mod opcodes;
mod other;
mod representation;
