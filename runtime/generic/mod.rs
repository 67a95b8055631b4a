//! The functions of the layouts' modules, for code that is generic over the layout.

mod decode;
mod encode;
#[cfg(feature = "std")]
mod framed;
mod parse;
#[doc(hidden)]
pub mod structure;
mod variant;

pub use crate::access::{
    at_path, displayed_path, part_at_path, remove_at_path, resolved_path, set_at_path,
};
#[cfg(feature = "std")]
pub use decode::from_reader;
pub use decode::{from_slice, from_slice_prefix};
#[cfg(feature = "bytes")]
pub use encode::encode_into_buf;
#[cfg(feature = "std")]
pub use encode::to_writer;
pub use encode::{
    encode_into, encode_into_with, encoded_len, encoded_len_with, to_vec, to_vec_with,
};
#[cfg(feature = "std")]
pub use framed::{read_framed, write_framed};
pub use parse::parse_values;
pub use variant::{from_variant, to_variant};
