// The layer after `value`: uses only layers that precede it.

//! Encoding and decoding in every layout: traits, containers, Rust's own types, borrowed values.

pub(crate) mod array;
pub(crate) mod coerce;
pub(crate) mod construct;
mod container;
pub(crate) mod declared_type;
mod decode;
pub(crate) mod dictionary;
mod encode;
pub(crate) mod impls;
pub(crate) mod ints;
#[allow(
    clippy::boxed_local,
    clippy::unnecessary_box_returns,
    reason = "a Variant holds containers with a declared type in a box"
)]
mod map;
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
mod packed_view;
mod precision;
mod raw_value;
pub(crate) mod record;
mod skip;
pub(crate) mod string;
mod strings;
mod target;
mod traits;
pub(crate) mod typed_array;
pub(crate) mod typed_decode;
pub(crate) mod typed_encode;
pub(crate) mod variant;

pub use array::ArrayWriter;
pub use declared_type::{DeclaredType, TypedLayout};
#[cfg(feature = "std")]
pub use decode::from_reader;
pub use decode::{from_slice, from_slice_prefix};
pub use dictionary::DictionaryWriter;
#[cfg(feature = "std")]
pub use encode::to_writer;
pub(crate) use encode::{SMALL, encode_in_layout};
pub use encode::{encode_into, encoded_len, to_vec};
pub use impls::{Packable, Packed, PackedElement};
pub(crate) use map::{
    map_array, map_dictionary, map_object, map_typed_array, map_typed_dictionary,
};
pub use packed_view::{PackedIter, PackedView};
pub use raw_value::{RawValue, RawValueRef};
pub use skip::Ignored;
pub use traits::{Decode, DecodeOwned, Encode, Engine};
pub use variant::{from_variant, to_variant};
