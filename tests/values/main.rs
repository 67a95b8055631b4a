//! Variants: editing, conversions, and texts; and Rust's types and types of other crates, encoded and
//! decoded by value and in typed fields.

#[path = "../common/mod.rs"]
mod common;

mod conversions;
mod converter;
mod dictionary;
mod dictionary_sizes;
mod editing;
mod equal_keys;
mod errors;
mod escaping;
mod foreign_types;
mod from_values;
mod glam_types;
mod in_memory;
mod key_rules;
mod lists;
mod messages;
mod notation;
mod numbers;
mod parse;
mod rust_types;
mod targets;
mod texts;
mod typed_fields;
