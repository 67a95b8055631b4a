//! Rust's own types: through `Encode` and `Decode`, in typed fields, and from other crates.

#[path = "../common/mod.rs"]
mod common;

mod from_values;
mod glam_types;
mod in_memory;
mod lists;
mod mint_types;
mod numbers;
mod rust_types;
mod typed_fields;
