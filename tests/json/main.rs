//! The JSON form, and users' types that implement serde's traits.
#![cfg(feature = "serde")]

#[path = "../common/mod.rs"]
mod common;

mod json_form;
mod plain;
mod serde_format;
