//! The format, page by page: what every byte of a value means. There is nothing here for code.

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// Which number each type has in each layout, and which types only one has.
///
#[doc = include_str!(concat!(env!("OUT_DIR"), "/differences.md"))]
pub mod differences {}

/// What engines do not read back as they were given it.
///
#[doc = include_str!(concat!(env!("OUT_DIR"), "/defects.md"))]
pub mod defects {}
