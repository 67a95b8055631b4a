//! The JSON form, and users' own types through serde.
#![cfg(feature = "serde")]

#[path = "../common/mod.rs"]
mod common;

mod json_form;
mod serde_format;
