//! Guides by task, with tested examples.

#[doc = include_str!("open.md")]
pub mod open {}

#[doc = include_str!("edit.md")]
pub mod edit {}

#[doc = include_str!("save.md")]
pub mod save {}

#[doc = include_str!("audit.md")]
pub mod audit {}
