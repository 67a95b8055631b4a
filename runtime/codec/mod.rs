//! Encoding and decoding in every layout: traits, containers, Rust's own types, borrowed values.

/// Explains what to do with a type that is not a value of the format.
macro_rules! value_notes {
    ($($trait:tt)*) => {
        #[diagnostic::on_unimplemented(
            note = "your own type needs `#[derive(gdvariant::Variant)]` or an implementation of `Encode<E>` and `Decode<'de, E>`; a field whose type is from another crate needs `#[variant(with = \"module\")]`, and a field that is not encoded needs `#[variant(skip)]`",
            note = "a type that implements serde's traits is encoded and decoded by the layout's module `serde`, such as `gdvariant::godot4::serde::to_vec`, and is a field as `gdvariant::serde::Serde<T>`; both need the feature `serde`",
            note = "a type of glam needs the feature of gdvariant for its version, such as `glam-033` for glam 0.33"
        )]
        $($trait)*
    };
}

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
    feature = "glam-034"
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
#[cfg(feature = "derive")]
pub(crate) use value_notes;
pub use variant::{from_variant, to_variant};
pub(crate) use variant::{
    map_array, map_dictionary, map_object, map_typed_array, map_typed_dictionary,
};
