//! Reads and writes the binary values of Godot 3, Godot 4 and Pandemonium, byte for byte as the
//! engines do: what `var2bytes`, `File.store_var`, `StreamPeer.put_var` and every `PacketPeer`
//! send. For game servers, bots and tools that exchange packets with an engine or edit its files.
//!
//! The crate is not published yet. In a clone of the repository beside your own crate:
//!
//! ```sh
//! cargo add gdvariant --path ../gdvariant
//! ```
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "godot3"))] {
//! use gdvariant::{Vector2, godot3};
//!
//! #[derive(Debug, PartialEq, gdvariant::Variant)]
//! struct Player {
//!     name: String,
//!     position: Vector2,
//! }
//!
//! let ada = Player { name: "Ada".into(), position: Vector2::new(12.5, -3.0) };
//! // The script receives {"name": "Ada", "position": Vector2(12.5, -3)}.
//! let packet = godot3::to_vec(&ada)?;
//! assert_eq!(godot3::from_slice::<Player>(&packet)?, ada);
//!
//! let value: godot3::Variant = godot3::from_slice(&packet)?; // any value
//! assert_eq!(value["position"], Vector2::new(12.5, -3.0));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go next
//!
//! | task | guide | main items |
//! | --- | --- | --- |
//! | choose the engine, detect it, convert between engines | [`guide::engines`] | [`godot3`], [`godot4`], [`pandemonium`], [`detect`](fn@detect), [`Converter`] |
//! | encode and decode types of your own | [`guide::types`] | [`#[derive(Variant)]`](macro@Variant), [`Encode`], [`Decode`], [`serde`] |
//! | agree with scripts on types and enums | [`guide::scripts`] | [`Pool`], [`NodePath`], [`StringName`] |
//! | open any file without knowing its engine | [`guide::engines`] | [`AnyReader`](any::AnyReader), [`AnyVariant`](any::AnyVariant) |
//! | work with any value | [`guide::values`] | [`godot3::Variant`], [`godot3::VariantRef`], [`Dictionary`], [`Object`] |
//! | read and write files, packets, connections | [`guide::io`] | [`godot3::to_vec`], [`godot3::from_slice`], [`godot3::read_framed`], [`FrameDecoder`], [`files`] |
//! | handle errors and hostile input | [`guide::errors`] | [`DecodeError`], [`DecodeOptions`], [`EncodeOptions`], [`Escaped`] |
//! | know what a new version can change | [`guide::versions`] | |
//! | understand the bytes | [`pages`] | [`inspect`](mod@inspect), [`table`], [`schema`] |
//!
//! # Features
//!
//! | feature | default | |
//! | --- | --- | --- |
//! | `std` | yes | readers and writers of `std::io`, hash maps; without it the crate needs `alloc` only |
//! | `godot3` | yes | the layout of Godot 3 |
//! | `godot4` | | the layout of Godot 4.2 to 4.6 |
//! | `pandemonium` | | the layout of Pandemonium 3.8 to 4.9 |
//! | `pandemonium3` | | the layout of Pandemonium 3.5 to 3.7 |
//! | `pandemonium5` | | the layout of Pandemonium 5.0 to 5.2 |
//! | `double` | | with `godot4`, the layout of its double-precision builds; with `godot3` or `pandemonium`, the rule of their manuals, which no build follows |
//! | `derive` | yes | `#[derive(Variant)]` |
//! | `serde` | | the JSON form of every value, and each layout as a format of [serde] |
//! | `compressed`, `encrypted` | | in [`files`]: what `open_compressed` and `open_encrypted` write |
//! | `tokio` | | `Codec`: the values of a connection as a stream |
//! | `bytes` | | `encode_into_buf`: into any `bytes::BufMut` |
//! | `glam-034`, `glam-033`, `glam-027` | | the math types of glam 0.34, of 0.33 (Bevy 0.20), of 0.27 (macroquad 0.4) |
//! | `mint` | | conversions with the math types of mint |
//! | `simd` | yes | lists of strings are validated with the processor's widest instructions, by simdutf8, which contains unsafe code |
//! | `bytemuck` | yes | pool arrays are copied in bulk on little-endian machines; value types are [`Pod`](bytemuck::Pod). bytemuck contains unsafe code; the compiler proves for each type that it can be used |
#![cfg_attr(docsrs, feature(doc_cfg))]
// Links may lead to what another feature has; with all of them none is broken.
#![cfg_attr(
    not(all(
        feature = "compressed",
        feature = "encrypted",
        feature = "godot4",
        feature = "pandemonium",
        feature = "pandemonium3",
        feature = "pandemonium5",
        feature = "serde",
        feature = "tokio"
    )),
    allow(rustdoc::broken_intra_doc_links)
)]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

/// What the compiler says of a type that a layout lacks.
#[macro_use]
mod notes {
    include!(concat!(env!("OUT_DIR"), "/notes.rs"));
}

// First, because macros are in scope only after their definition.
#[macro_use]
mod layouts;

#[doc(hidden)]
#[cfg(feature = "derive")]
#[path = "derive/mod.rs"]
pub mod __private;
mod access;
#[cfg(feature = "std")]
pub mod any;
mod borrowed;
mod build;
mod component_rows;
mod components;
#[allow(dead_code, reason = "only Godot 4 declares types")]
mod conform;
mod conversions;
#[allow(dead_code, reason = "conversions need two layouts")]
mod convert;
mod converter;
mod declared;
mod declared_type;
pub mod detect;
pub mod dictionary;
mod display;

mod error;
mod escaped;
mod fields;
#[cfg(feature = "std")]
pub mod files;
mod framing;
pub mod generic;
#[cfg(any(
    doc,
    all(doctest, feature = "std", feature = "derive", feature = "godot3")
))]
pub mod guide;
mod ids;
mod impls;
pub mod inspect;
#[cfg(feature = "serde")]
mod json;
mod literal;
mod mapped_iterator;
#[cfg(any(
    feature = "glam-027",
    feature = "glam-033",
    feature = "glam-034",
    feature = "mint"
))]
mod math;
mod names;
mod node_path;
mod number;
mod numbering;
mod object;
mod options;
#[cfg(doc)]
pub mod pages;
mod parse;
mod reader;
pub mod schema;
#[cfg(feature = "serde")]
pub mod serde;
pub mod table;
mod target;
mod text;
mod text_form;
mod traits;
mod typed_array;
mod typed_dictionary;
mod typed_layout;
mod version;
mod view;
mod wire;
mod writer;

/// The examples of the README are tests.
#[cfg(all(doctest, feature = "std", feature = "godot4"))]
#[doc = include_str!("../README.md")]
mod readme {}

/// Bits, masks and limits of the format, from the schema.
pub mod format {
    include!(concat!(env!("OUT_DIR"), "/format.rs"));
}

mod kinds {
    include!(concat!(env!("OUT_DIR"), "/kinds.rs"));
}

/// The bodies of the types: their offset tables, and the code that decodes and encodes them.
#[allow(
    dead_code,
    clippy::inline_always,
    clippy::unnecessary_wraps,
    clippy::unnecessary_cast,
    clippy::identity_op,
    clippy::let_and_return,
    clippy::match_same_arms,
    clippy::match_wildcard_for_single_variants,
    clippy::needless_return,
    clippy::useless_conversion,
    clippy::wildcard_imports,
    reason = "every body has the same functions, whether they are needed or not"
)]
mod bodies {
    include!(concat!(env!("OUT_DIR"), "/bodies.rs"));
}

#[allow(
    clippy::similar_names,
    reason = "a component is named by its place: basis_x_y"
)]
mod values {
    include!(concat!(env!("OUT_DIR"), "/values.rs"));
}

/// Vectors, boxes and matrices in double precision, for the double layouts.
#[cfg(feature = "double")]
#[allow(
    clippy::similar_names,
    reason = "a component is named by its place: basis_x_y"
)]
pub mod double {
    include!(concat!(env!("OUT_DIR"), "/values_double.rs"));
}

pub use access::{VariantIndex, VariantIndexMut};
pub use borrowed::{NodePathRef, PoolIter, PoolView, ValueView};
pub use converter::{Converter, Loss, LossKind, Note, NoteKind, Report, ReportEntry};
pub use declared_type::DeclaredType;
pub use detect::detect;
pub use dictionary::{Dictionary, Key, KeyEquality, Lookup};
pub use error::{
    ConvertError, ConvertErrorKind, DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind,
    FromVariantError, FromVariantErrorKind, ParseError, ParseErrorKind, ParsePathError, Path,
    Segment,
};
pub use escaped::{Escaped, is_terminal_control};
#[cfg(feature = "tokio")]
pub use framing::Codec;
pub use framing::{FrameDecoder, FrameOptions, ReadError};
#[cfg(feature = "std")]
pub use framing::{FramedValues, Frames, WriteError};
#[cfg(feature = "derive")]
#[doc = include_str!("derive/derive.md")]
pub use gdvariant_derive::Variant;
pub use ids::{Callable, Rid, Signal};
pub use impls::{Pool, PoolElement, Pooled};
pub use kinds::Kind;
pub use layouts::*;
pub use names::StringName;
pub use node_path::NodePath;
pub use numbering::Numbering;
pub use object::{Object, WholeObject};
pub use options::{DecodeOptions, EncodeOptions};
pub use parse::ParsedValues;
pub use reader::{Header, Reader};
pub use traits::{Decode, DecodeOwned, Encode, Layout};
pub use typed_array::{ElementType, TypedArray};
pub use typed_dictionary::TypedDictionary;
pub use typed_layout::TypedLayout;
pub use values::*;
pub use version::{EngineVersion, ParseVersionError};
pub use wire::{ArrayWriter, DictionaryWriter, Ignored};
pub use writer::Writer;
