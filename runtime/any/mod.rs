//! Values of any engine, with their layout. Requires the features `std` and `inspect`.
//!
//! A [`Layout`](crate::schema::Layout) decodes bytes as an [`AnyVariant`], and [`AnyRef`] accesses,
//! encodes and converts it. The crate gdvariant-files detects the layout of bytes.
//!
//! ```
//! # #[cfg(feature = "godot4")] {
//! use gdvariant::schema::layout_named;
//! use gdvariant::{DecodeOptions, EncodeOptions};
//!
//! let layout = layout_named("godot4").unwrap();
//! let value = layout.decode(&[2, 0, 0, 0, 7, 0, 0, 0], DecodeOptions::new())?;
//! assert_eq!((value.layout(), value.to_string()), (layout, "7".into()));
//! assert_eq!(value.to_vec(EncodeOptions::new())?, [2, 0, 0, 0, 7, 0, 0, 0]);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod layout;
mod value;

pub use crate::value::record::{Record, RecordField};
pub use crate::value::view::Numbers;
pub use crate::wire::fields::Number;
pub use value::{AnyRef, AnyVariant, AnyView, Member, SegmentRef};
