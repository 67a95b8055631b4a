//! Encodes and decodes the binary Variant format of Godot 4, Godot 3 and Pandemonium.
//!
//! The bytes are the same as those of the engines: of `var_to_bytes`, `FileAccess.store_var`,
//! `StreamPeer.put_var` and every `PacketPeer`. The crate is for game servers, bots and tools that
//! exchange packets with an engine or edit its files.
//!
//! The crate is not published yet. In a clone of the repository beside your own crate:
//!
//! ```sh
//! cargo add gdvariant --path ../gdvariant
//! ```
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "godot4"))] {
//! use gdvariant::{Variant, Vector2, godot4}; // or godot3, a feature with the same functions
//!
//! #[derive(Debug, PartialEq, Variant)]
//! struct Player {
//!     name: String,
//!     position: Vector2,
//! }
//!
//! let ada = Player { name: "Ada".into(), position: Vector2::new(12.5, -3.0) };
//! // The script receives {"name": "Ada", "position": Vector2(12.5, -3)}.
//! let packet = godot4::to_vec(&ada)?;
//! assert_eq!(godot4::from_slice::<Player>(&packet)?, ada);
//!
//! let value: Variant = godot4::from_slice(&packet)?; // any value of any engine
//! assert_eq!(value["position"], Vector2::new(12.5, -3.0));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go next
//!
//! [Which function do I need?](guide::functions) lists tasks with their functions and features.
//!
//! | task | guide |
//! | --- | --- |
//! | read, change and write a save; work with any value | [`guide::values`], and the crate gdvariant-files |
//! | encode and decode your own types | [`guide::types`], and the attributes of [`#[derive(Variant)]`](macro@Variant) |
//! | agree with scripts on types and enums | [`guide::scripts`] |
//! | read and write files, packets, connections | [`guide::io`] |
//! | change messages and saves while old ones exist | [`guide::evolve`] |
//! | share types with a client in gdext | [`guide::gdext`] |
//! | know how long a value can be in a connection | [`guide::limits`] |
//! | handle errors and hostile input | [`guide::errors`] |
//! | choose the engine, convert between engines, read values of any engine | [`guide::engines`], and the crate gdvariant-files |
//! | know what a new version can change | [`guide::versions`], and `docs/stability.md` in the repository |
//! | understand the bytes | [`inspect`](mod@inspect), [`table`], [`schema`], and `docs/en/` in the repository |
//!
//! # Features
//!
//! | feature | default | |
//! | --- | --- | --- |
//! | `std` | yes | readers and writers of `std::io`, hash maps; without it the crate needs `alloc` only |
//! | `godot4` | yes | the layout of Godot 4.2 to 4.6 |
//! | `godot3` | yes | the layout of Godot 3 |
//! | `pandemonium` | yes | the layout of Pandemonium 3.8 to 4.9 |
//! | `pandemonium3` | yes | the layout of Pandemonium 3.5 to 3.7 |
//! | `pandemonium5` | yes | the layout of Pandemonium 5.0 to 5.2 |
//! | `double` | | with `godot4`, the layout of its double-precision builds |
//! | `derive` | yes | `#[derive(Variant)]` |
//! | `inspect` | | inspection, conversion, access by path and layouts at run time: [`inspect`](mod@inspect), [`Converter`], `bytes_at_path`, [`any`]; a game server needs none of them and compiles faster without |
//! | `serde` | | the JSON form of every value, and each layout as a format of [serde] |
//! | `random` | | seeds of [`Dictionary`] from the platform, without `std` and on WebAssembly |
//! | `tokio` | | `Codec`, which turns a connection into a stream of values |
//! | `glam-034` to `glam-030` | | the math types of one [version of glam](guide::types#math-types-of-other-crates), such as that of Bevy |
//! | `simd` | | simdutf8 validates lists of strings with SIMD instructions: 1.3 to 4 times as fast if they are not ASCII; it contains unsafe code |
//! | `bytemuck` | yes | packed arrays are copied in bulk on little-endian machines; value types are [`Pod`](bytemuck::Pod). bytemuck contains unsafe code, whose conditions the compiler checks for each type |
//!
//! # Versions and platforms
//!
//! | question | answer |
//! | --- | --- |
//! | Which version of Rust? | 1.88 or later; only a minor version of this crate raises it |
//! | `no_std`? | yes, with `alloc`: disable the feature `std` |
//! | WebAssembly? | yes; in a browser `random` needs [getrandom's feature `wasm_js`](guide::versions#webassembly) |
//! | What can a new version change? | [what semantic versioning allows](guide::versions); bytes stay those of the engine |
//! | Which versions of Godot 4 differ? | [4.3 and 4.4 add values](guide::engines#older-versions-of-an-engine) that older versions misread; no test compares 4.0 and 4.1 |
//! | How do I report a vulnerability? | privately: `SECURITY.md` in the repository explains how, and what an attacker cannot do |
#![cfg_attr(docsrs, feature(doc_cfg))]
// If features are disabled, links to their items are broken and code for them is unused. With all
// features, these lints stay active.
#![cfg_attr(
    not(all(
        feature = "derive",
        feature = "double",
        feature = "godot4",
        feature = "pandemonium",
        feature = "pandemonium3",
        feature = "pandemonium5",
        feature = "serde",
        feature = "tokio",
        feature = "inspect"
    )),
    allow(
        rustdoc::broken_intra_doc_links,
        dead_code,
        unused_imports,
        unused_macros
    )
)]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

// Macros are in scope only after their definition, so these modules are first.

/// The compiler's notes about types that a layout lacks.
#[macro_use]
mod notes {
    include!(concat!(env!("OUT_DIR"), "/notes.rs"));
}

/// The lists of the variants of `Variant`.
#[macro_use]
mod variants {
    include!(concat!(env!("OUT_DIR"), "/variants.rs"));
}

mod functions;

// The modules of the layouts and the lists of all layouts. Here, and not in a module, so that the
// compiler names the feature of a layout that is not enabled.
include!(concat!(env!("OUT_DIR"), "/layouts.rs"));

// The modules in order; a test checks that a module uses only modules that precede it:
// error, table, wire, value, codec, walk, text, access, convert, framing, inspect, serde, derive

#[doc(hidden)]
#[cfg(feature = "derive")]
#[path = "derive/mod.rs"]
pub mod __private;
pub mod access;
mod codec;
#[cfg(feature = "inspect")]
pub mod convert;
mod error;
pub mod framing;
#[cfg(feature = "inspect")]
pub mod inspect;
#[cfg(feature = "serde")]
pub mod serde;
pub mod table;
mod text;
mod value;
#[cfg(feature = "inspect")]
mod walk;
mod wire;

// Modules that use those above and the layouts.
#[cfg(all(feature = "std", feature = "inspect"))]
pub mod any;
pub mod generic;
#[cfg(doc)]
pub mod guide;
pub mod schema;
mod variant;

pub use access::{SetAtPathError, SetAtPathErrorKind};
pub use codec::{
    ArrayWriter, DeclaredType, Decode, DecodeOwned, DictionaryWriter, Encode, Engine, IgnoredAny,
    Packable, Packed, PackedElement, PackedIter, PackedView, RawValue, RawValueRef, TypedLayout,
};
#[cfg(feature = "inspect")]
pub use convert::Converter;
#[cfg(feature = "std")]
pub use error::WriteError;
pub use error::{
    Advice, Condition, ConditionTest, DecodeError, DecodeErrorKind, Decoding, EncodeError,
    EncodeErrorKind, EngineVersion, Escaped, Kind, ParseError, ParseErrorKind, ParsePathError,
    ParseVersionError, Path, ReadError, Segment, Step, is_terminal_control,
};
#[cfg(feature = "derive")]
#[doc = include_str!("derive/derive.md")]
pub use gdvariant_derive::Variant;
pub use table::format;
pub use table::layout::Layout;
#[doc(hidden)]
pub use table::layout::{AnyEngine, HasLayout};
pub use text::TextValues;
#[doc(hidden)]
pub use text::{VariantElement, events};
pub use value::values::*;
pub use value::{
    Dictionary, ElementType, FullObject, NodePath, NodePathRef, Object, StringName, TypedArray,
    TypedDictionary, dictionary,
};
#[cfg(feature = "double")]
pub use variant::double;
pub use variant::single::{Variant, VariantRef};
pub use wire::{DecodeOptions, EncodeOptions, Header, Reader, Writer};
