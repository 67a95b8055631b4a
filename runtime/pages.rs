//! The format, page by page: what every byte of a value means. The modules contain documentation
//! only.

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The number of each type in each layout, and the types that only one layout has.
///
#[doc = gdvariant_derive::page!("differences")]
pub mod differences {}

/// The values that engines do not decode as they were encoded.
///
#[doc = gdvariant_derive::page!("defects")]
pub mod defects {}
