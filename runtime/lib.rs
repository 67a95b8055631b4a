//! Reads and writes the bytes of Godot 3 and Pandemonium values.

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

#[cfg(not(any(feature = "godot3", feature = "pandemonium")))]
compile_error!("gdvariant needs a layout: enable the feature `godot3` (on by default), `pandemonium`, or both");

mod body;
mod conversions;
#[cfg_attr(not(all(feature = "godot3", feature = "pandemonium")), allow(dead_code, reason = "no type is missing"))]
mod convert;
mod dictionary;
mod display;

mod error;
mod fields;
#[cfg(feature = "std")]
mod framing;
pub mod generic;
mod impls;
mod layout;
mod layouts;
mod names;
mod node_path;
mod object;
mod options;
mod reader;
pub mod table;
mod text;
mod traits;
mod view;
mod writer;

/// Bits, masks and limits of the format, from the schema.
pub mod format {
    include!(concat!(env!("OUT_DIR"), "/format.rs"));
}

mod kinds {
    include!(concat!(env!("OUT_DIR"), "/kinds.rs"));
}

/// The rows of the offset tables, each by its name.
#[allow(dead_code, reason = "the rows stand whole; the runtime names those that it reads by hand")]
mod rows {
    include!(concat!(env!("OUT_DIR"), "/rows.rs"));
}

#[allow(clippy::similar_names, reason = "a component is named by its place: basis_x_y")]
mod values {
    include!(concat!(env!("OUT_DIR"), "/values.rs"));
}

/// Vectors, boxes and matrices in double precision, for the double layouts.
#[cfg(feature = "double")]
#[allow(clippy::similar_names, reason = "a component is named by its place: basis_x_y")]
pub mod double {
    include!(concat!(env!("OUT_DIR"), "/values_double.rs"));
}

pub use conversions::WrongType;
pub use convert::ConvertError;
pub use dictionary::{Dictionary, Iter, Key, Lookup};
pub use error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Path, Segment};
#[cfg(feature = "std")]
pub use framing::{FrameOptions, Frames, ReadError, Values, WriteError};
pub use impls::{Pool, PoolElement};
pub use kinds::Kind;
pub use layout::Layout;
pub use layouts::*;
pub use names::{Rid, StringName};
pub use node_path::NodePath;
pub use object::{Object, WholeObject};
pub use options::DecodeOptions;
pub use reader::{Header, Reader};
pub use traits::{Decode, DecodeOwned, Encode};
pub use values::*;
pub use writer::{ArrayWriter, DictionaryWriter, Writer};
