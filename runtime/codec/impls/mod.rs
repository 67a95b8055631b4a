//! `Encode` and `Decode` for Rust's own types.

mod containers;
mod numbers;
mod packed;
mod pointers;
mod texts;
mod tuples;

pub(crate) use numbers::in_range;
pub use packed::{Packable, Packed, PackedElement};
pub(crate) use packed::{decode_packed_fields, fields_codec, packed_codec};
