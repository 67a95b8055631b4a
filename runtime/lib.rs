//! Reads and writes the bytes of Godot 3, Godot 4 and Pandemonium values: what `var2bytes`, `File.store_var`, `StreamPeer.put_var` and every
//! `PacketPeer` send, byte for byte as the engines do.
//!
//! ```
//! # #[cfg(feature = "godot3")] {
//! use gdvariant::godot3::{self, Dictionary, Variant};
//! use gdvariant::Vector2;
//!
//! let player = Variant::from(Dictionary::from([
//!     ("name", Variant::from("Ada")),
//!     ("position", Variant::from(Vector2::new(12.5, -3.0))),
//! ]));
//! let bytes = godot3::to_vec(&player)?;
//! let value: Variant = godot3::from_slice(&bytes)?;
//! assert_eq!(value, player);
//! assert_eq!(value["position"].as_vector2(), Some(&Vector2::new(12.5, -3.0)));
//!
//! // Straight into Rust's own types, without a Variant in between:
//! let position = godot3::to_vec(&(1, "two", 3.0))?;
//! let (one, two, three): (u8, &str, f32) = godot3::from_slice(&position)?;
//! assert_eq!((one, two, three), (1, "two", 3.0));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layouts
//!
//! Which number stands for which type is a layout: [`godot3`] has 27 types, [`godot4`] 39, [`pandemonium`] 38, [`pandemonium3`] 33 and [`pandemonium5`] 40. Each is a module with all that is needed,
//! under the names that `serde_json` users know (`to_vec`, `from_slice`, `from_reader`, ...), and a marker type ([`Godot3`],
//! [`Pandemonium`]) for the traits [`Encode`] and [`Decode`]. Code that is generic over the layout finds the functions in [`generic`].
//! The feature `double` adds the layouts of double-precision builds, whose components have 64 bits. In Godot 4 a flag of the header
//! tells the two precisions apart: each layout rejects values of the other precision, and converts them with
//! [`DecodeOptions::engine`] as both kinds of builds do. The layouts for Godot 3 and Pandemonium follow the rule of the published
//! page; no release of either engine writes them.
//!
//! Nothing in the bytes names their layout. [`detect`](mod@detect) ranks the enabled layouts, with length prefixes and without, by how
//! plausible their values are, and states how sure it is and why.
//!
//! # Older engines
//!
//! Some types of a layout came with a later version of its engine: Godot 4.2 has no PackedVector4Array, and misreads containers with a
//! declared type. [`EncodeOptions::target`] rejects what a version lacks, and [`EncodeOptions::fallback`] replaces it.
//!
//! # The format
//!
//! What the engines' documentation says of the format is wrong in places; this crate does what the engines do. Its tables come from a
//! schema that was proved against the engines' own bytes: see [`table`], and [`VariantType`](godot3::VariantType) with the offsets of
//! every type. The pages that document it come from there as well: [`pages::godot3`], [`pages::godot4`], [`pages::pandemonium`], [`pages::pandemonium5`], [`pages::godot3_to_godot4`], [`pages::differences`] and
//! [`pages::defects`]. They are in `docs/` of the repository too, as HTML and reStructuredText, in English and French; `gdvariant docs`
//! prints them, and [`schema`] is what they are made from.
//!
//! # Ways to read
//!
//! | into | |
//! | --- | --- |
//! | [`godot3::Variant`] | any value, owned: an enum with a case for each type, a [`Dictionary`] of any keys, [`NodePath`], [`Object`], [`TypedArray`] |
//! | [`godot3::VariantRef`] | any value, borrowed from the input: allocates for containers alone, pool arrays are a [`PoolView`], paths a [`NodePathRef`] |
//! | Rust's own types | numbers, text, tuples, lists, maps, `Option`, the vectors |
//! | your own types | with `#[derive(gdvariant::Variant)]`, see [`Variant`](macro@Variant); through [serde]; or a few lines of [`Encode`] and [`Decode`] |
//! | [`inspect`] | every byte with its meaning |
//!
//! A Variant is written and parsed as text too: `Display` is the text of `var2str`, and `FromStr` also parses values as in scripts.
//!
//! Files of `File.store_var` and streams of `StreamPeer.put_var` have a length in front of each value:
//! [`read_framed`](godot3::read_framed) and [`write_framed`](godot3::write_framed) of a layout, or [`Frames`] for more control;
//! [`FrameDecoder`] where bytes come in pieces, and with the feature `tokio` a `Codec` for its `Framed`. A packet of a `PacketPeer` is a
//! value alone.
//!
//! # Conversion between engines
//!
//! A [`Converter`] converts a value of any layout to any other, and returns a [`Report`] of what was lost. It fails with a type that the
//! other layout lacks, or converts it to its nearest equivalent, which [`Kind::nearest`] states.
//!
//! ```
//! # #[cfg(all(feature = "godot3", feature = "godot4"))] {
//! use gdvariant::{Converter, Godot3, Godot4, Transform, godot3, godot4};
//!
//! let place = godot3::Variant::from(Transform::default());
//! let (place, report) = Converter::new().convert::<Godot3, Godot4>(&place)?;
//! assert_eq!(place, godot4::Variant::Transform3D(Box::default()));
//! assert!(report.is_lossless());
//!
//! let cells = godot4::Variant::PackedInt64Array(vec![1, 2]);
//! let (cells, report) = Converter::new().lossy().convert::<Godot4, Godot3>(&cells)?;
//! assert_eq!(cells.as_array(), Some(&[1.into(), 2.into()][..]));
//! assert_eq!(report.to_string(), "PackedInt64Array became Array\n");
//! # }
//! # Ok::<(), gdvariant::ConvertError>(())
//! ```
//!
//! | conversion | the value is | types that the target lacks | double to single precision |
//! | --- | --- | --- | --- |
//! | `TryFrom` between two `Variant`s | moved | [`ConvertError`] | call `to_single` on components |
//! | [`Converter::new`] | copied | [`ConvertError`] | reported |
//! | [`Converter::lossy`] | copied | reported | reported |
//!
//! # Math types of other crates
//!
//! With the feature `glam` its types go to the wire and come from it as the value types that they are, and `From` converts both ways. With
//! the feature `mint` there is `From` alone; mint's matrices may be in rows or columns.
//!
//! | value type | glam | in double precision | mint |
//! | --- | --- | --- | --- |
//! | [`Vector2`], [`Vector3`], [`Vector4`] | `Vec2`, `Vec3` or `Vec3A`, `Vec4` | `DVec2`, `DVec3`, `DVec4` | `Vector2` or `Point2`, `Vector3` or `Point3`, `Vector4` |
//! | [`Vector2i`], [`Vector3i`], [`Vector4i`] | `IVec2`, `IVec3`, `IVec4` | the same | the same |
//! | [`Quat`] | `Quat` | `DQuat` | `Quaternion` |
//! | [`Basis`] | `Mat3` or `Mat3A` | `DMat3` | `ColumnMatrix3` |
//! | [`Transform2D`] | `Affine2` | `DAffine2` | `ColumnMatrix2x3` |
//! | [`Transform`] | `Affine3A` | `DAffine3` | `ColumnMatrix3x4` |
//! | [`Projection`] | `Mat4` | `DMat4` | `ColumnMatrix4` |
//!
//! A [`Color`] has no counterpart in them: `glam::Vec4::from_array(color.into())` makes one of its components.
//!
//! ```
//! # #[cfg(all(feature = "glam", feature = "godot3"))] {
//! use gdvariant::{Pool, godot3};
//! use glam::{Affine3A, Vec2, Vec3};
//!
//! let bytes = godot3::to_vec(&(Affine3A::from_translation(Vec3::Y), Pool([Vec2::new(1.0, 2.0)])))?;
//! let (place, polygon): (Affine3A, Vec<Vec2>) = godot3::from_slice(&bytes)?;
//! assert_eq!(place.transform_point3(Vec3::X), Vec3::new(1.0, 1.0, 0.0));
//! assert_eq!(polygon, [Vec2::new(1.0, 2.0)]);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A type that the layout lacks does not compile:
//!
//! ```compile_fail,E0277
//! let bytes = gdvariant::godot3::to_vec(&glam::IVec2::new(1, 2)); // Godot 3 has no Vector2i.
//! ```
//!
//! # Errors
//!
//! A [`DecodeError`] says where the fault is, in bytes and as a path, and what was expected and found:
//! `0x0014: players[3].position.y: need 4 bytes, 2 left`. An [`EncodeError`] has the path.
//!
//! # Hostile input
//!
//! No input panics, overflows the stack, or allocates more than 64 times its length and 4 KiB; values may lie 1024 deep in one another, the
//! engine's own limit. Objects are data: nothing is ever instantiated. No unsafe code is written in this crate.
//!
//! Errors are one line of printable text. The text of a value holds whatever its strings hold: print it to a terminal or a log through
//! [`Escaped`].
//!
//! ```
//! # #[cfg(feature = "godot3")] {
//! use gdvariant::{Escaped, godot3::Variant};
//!
//! let value = Variant::from("\x1b[2J"); // clears a terminal
//! assert_eq!(Escaped(&value).to_string(), r#""\u{1b}[2J""#);
//! # }
//! ```
//!
//! What an attacker can do with a packet and what is left to check is in `SECURITY.md` of the repository.
//!
//! # Threads
//!
//! Values, views and errors can be sent to other threads and shared between them.
//!
//! ```
//! # #[cfg(feature = "godot3")] {
//! use gdvariant::godot3::{Variant, VariantRef};
//! use gdvariant::{DecodeError, EncodeError, FrameDecoder, NodePathRef, PoolView, ReadError, Vector3};
//!
//! fn is_shared<T: Send + Sync>() {}
//! is_shared::<Variant>();
//! is_shared::<VariantRef<'_>>();
//! is_shared::<(PoolView<'_, Vector3>, NodePathRef<'_>)>();
//! is_shared::<(DecodeError, EncodeError, ReadError)>();
//! is_shared::<FrameDecoder>();
//! # }
//! ```
//!
//! # What strict accepts
//!
//! Everything that an engine writes, whatever its padding holds: engines leave memory in that of a NodePath. Beyond that a few forms that
//! mean the same and come back in the engine's own form: a 64-bit body for a small number, a pool string without its final NUL, the
//! obsolete property flag of a NodePath, a key that comes twice (the last one wins, as in the engine). See [`DecodeOptions::new`] for what is refused.
//!
//! # What engine accepts
//!
//! [`DecodeOptions::engine`] accepts and refuses what `bytes2var` does, and reads the same value, but for these:
//!
//! - Text that Rust cannot hold is refused: surrogates, characters beyond U+10FFFF, and sequences of five and six bytes, which Godot 3 takes.
//! - A null object of an old release build stays an [`Object`]; the engine makes it null.
//! - A whole object is read as data, whatever its class and properties; the engine fails for a class that it lacks.
//! - What borrows ([`godot3::VariantRef`], [`NodePathRef`], `&str`) refuses text that the engine reads as another one: with a byte order mark in
//!   front, behind a NUL, or not UTF-8. What owns its text takes it.
//! - Elements of Godot 4's Arrays and keys of its Dictionaries are converted to the declared type, or dropped, as the engine does, but three
//!   conversions are refused: String to Color, Basis to Quaternion, and an Array whose elements are not numbers or of the element type to a
//!   packed array. A value of a Dictionary that is not of the declared type is kept, as in the engine, and cannot be encoded. Classes and
//!   scripts are not compared with what whole objects are. Rust's own types ignore the declared type.
//! - Borrowed types reject components of the other precision of Godot 4 in pool arrays and matrices, because they would have to be
//!   converted. A `Vec` or a `Variant` accepts them.
//! - A typed array of an element type that the layout lacks is read as one of any type.
//! - Values deeper than [`DecodeOptions::max_depth`] are refused; Godot before 3.4.3 has no limit, and crashes.
//! - A value of a type that Pandemonium reads back wrongly (Vector4 in a container, Projection, pools of Vector4) is read as it was written.
//!
//! # Features
//!
//! | feature | default | |
//! | --- | --- | --- |
//! | `std` | yes | readers and writers of `std::io`, hash maps; without it the crate needs `alloc` alone |
//! | `simd` | yes | lists of text are looked through with the processor's widest instructions, by simdutf8, which has unsafe code |
//! | `bytemuck` | yes | pool arrays are copied as a whole where numbers are little-endian; value types are [`Pod`](bytemuck::Pod), and [`PoolView::as_slice`] gives elements without a copy. bytemuck has unsafe code, and lets the compiler prove for each type that it may be used |
//! | `godot3` | yes | the layout of Godot 3 |
//! | `godot4` | | the layout of Godot 4.2 to 4.6 |
//! | `pandemonium` | | the layout of Pandemonium 3.8 to 4.9 |
//! | `pandemonium3` | | the layout of Pandemonium 3.5 to 3.7 |
//! | `pandemonium5` | | the layout of Pandemonium 5.0 to 5.2 |
//! | `double` | | the double-precision forms of the enabled layouts among `godot3`, `godot4` and `pandemonium` |
//! | `derive` | yes | `#[derive(Variant)]` |
//! | `serde` | | the JSON form of every value, and each layout as a format of [serde] |
//! | `glam` | | the math types of glam 0.34, on the wire as well; `glam-033` those of Bevy 0.20, `glam-027` those of macroquad 0.4 |
//! | `mint` | | conversions with the math types of mint |
//! | `bytes` | | `encode_into_buf`: into any `bytes::BufMut` |
//! | `tokio` | | `Codec`: values over a connection, as a stream of tokio |
#![cfg_attr(docsrs, feature(doc_cfg))]
// Links may lead to what another feature has; with all of them none is broken.
#![cfg_attr(
    not(all(
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
mod framing;
pub mod generic;
mod ids;
mod impls;
pub mod inspect;
#[cfg(feature = "serde")]
mod json;
mod literal;
#[cfg(any(
    feature = "glam",
    feature = "glam-027",
    feature = "glam-033",
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
#[cfg(all(doctest, feature = "std", feature = "godot3"))]
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
pub use conversions::ListElement;
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
pub use reader::{Header, Reader};
pub use traits::{Decode, DecodeOwned, Encode, Layout};
pub use typed_array::{ElementType, TypedArray};
pub use typed_dictionary::TypedDictionary;
pub use typed_layout::TypedLayout;
pub use values::*;
pub use version::{EngineVersion, ParseVersionError};
pub use wire::{ArrayWriter, DictionaryWriter, Ignored};
pub use writer::Writer;
