//! Rust's types and types of other crates, encoded and decoded by value and in typed fields.

#[path = "../common/mod.rs"]
mod common;

mod foreign_types;
mod from_values;
mod glam_types;
mod in_memory;
mod lists;
mod mint_types;
mod numbers;
mod rust_types;
mod typed_fields;
