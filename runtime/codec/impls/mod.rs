//! `Encode` and `Decode` for Rust's own types.

#![allow(
    clippy::inline_always,
    reason = "a cursor stays in registers only if all calls are inlined"
)]

mod containers;
mod packed;
mod pointers;
mod texts;
mod tuples;

pub use packed::{Packable, Packed, PackedElement};
pub(crate) use packed::{decode_packed_fields, fields_codec, packed_codec};
pub(crate) use texts::text_codec;
