//! Encoding and decoding in every layout: traits, containers, Rust's own types, borrowed values.

pub(crate) mod array;
pub(crate) mod coerce;
pub(crate) mod construct;
mod container;
mod decode;
pub(crate) mod dictionary;
mod encode;
mod engine;
#[cfg(any(
    feature = "glam-030",
    feature = "glam-032",
    feature = "glam-033",
    feature = "glam-034",
    feature = "mint"
))]
mod math;
pub(crate) mod node_path;
pub(crate) mod numbers;
pub(crate) mod object;
pub(crate) mod packed;
mod pointers;
mod raw_value;
pub(crate) mod record;
mod skip;
pub(crate) mod string;
pub(crate) mod typed_containers;
pub(crate) mod variant;

pub use array::ArrayWriter;
#[cfg(feature = "std")]
pub use decode::from_reader;
pub use decode::{Decode, DecodeOwned, from_slice, from_slice_prefix};
pub use dictionary::DictionaryWriter;
#[cfg(feature = "std")]
pub use encode::to_writer;
pub use encode::{Encode, encode_into, encoded_len, to_vec};
pub(crate) use encode::{SMALL, encode_in_layout};
pub use engine::Engine;
pub use packed::{Packable, Packed, PackedElement, PackedIter, PackedView};
pub use raw_value::{RawValue, RawValueRef};
pub use skip::IgnoredAny;
pub use typed_containers::{DeclaredType, TypedLayout};
pub use variant::{from_variant, to_variant};
pub(crate) use variant::{
    map_array, map_dictionary, map_object, map_typed_array, map_typed_dictionary,
};
