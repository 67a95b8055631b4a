//! The values of all engines: [`Variant`](crate::Variant) and [`VariantRef`](crate::VariantRef).
//!
//! The generated file with both enums is included once for each precision. Its module defines the
//! types that depend on the precision:
//!
//! | | components of vectors | of colors |
//! | --- | --- | --- |
//! | `single` | `f32` | `f32` |
//! | `double` | `f64` | `f32`, as in double-precision builds of Godot 4 |
//! | `published_double` | `f64` | `f64`, by the rule of the published pages |
//!
//! Values that exceed 24 bytes are boxed, so that a Variant takes at most 32 bytes.
#![allow(
    clippy::duplicate_mod,
    clippy::too_many_lines,
    clippy::useless_conversion,
    clippy::wildcard_imports,
    reason = "the same items are included for each precision, with its types"
)]

pub(crate) mod single;

#[cfg(feature = "double")]
pub mod double;
#[cfg(feature = "double")]
pub mod published_double;
