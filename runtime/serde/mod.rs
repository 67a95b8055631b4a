// The layer above `inspection`; uses only that and what is below it.

//! Users' own types through serde: each layout is a format, whose functions are in its module, such
//! as [`godot3::serde`].
//!
//! [`godot3::serde`]: crate::godot3::serde
//!
//! ```
//! # #[cfg(feature = "godot3")] {
//! use gdvariant::{Vector2, godot3};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! #[serde(tag = "type", rename_all = "snake_case")]
//! enum Message<'a> {
//!     Chat { from: &'a str, text: &'a str },
//!     Move { player: u32, to: Vector2 },
//! }
//!
//! let bytes = godot3::serde::to_vec(&Message::Move { player: 7, to: Vector2::new(12.5, -3.0) })?;
//! // What a script sees: {"type": "move", "player": 7, "to": Vector2(12.5, -3)}.
//! let seen: godot3::Variant = godot3::from_slice(&bytes)?;
//! assert_eq!(seen["to"], Vector2::new(12.5, -3.0));
//! assert_eq!(godot3::serde::from_slice::<Message>(&bytes)?, Message::Move { player: 7, to: Vector2::new(12.5, -3.0) });
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What becomes what
//!
//! | in Rust | written as | read from |
//! | --- | --- | --- |
//! | `bool` | bool | bool |
//! | `i8` to `u128` | int; beyond 64 bits with a sign an error | int; out of the type's range an error |
//! | `f32`, `f64` | float | float; int if it is exact, or in lenient decoding |
//! | `char`, `str`, `String` | String | String, StringName; `&str` borrows |
//! | `serde_bytes` | PoolByteArray | PoolByteArray, Array of ints; `&[u8]` borrows from a PoolByteArray |
//! | `()`, unit struct, `None` | Nil | Nil |
//! | `Some`, newtype struct | what is in it | the same |
//! | `Vec`, tuple, tuple struct | Array | Array, any typed array or pool array |
//! | [`Pool`](crate::Pool) of a `Vec` | the pool array of its element | the same |
//! | map | Dictionary | Dictionary; keys may be of any type |
//! | struct | Dictionary with String keys, in the order of the fields | Dictionary, in any order |
//! | enum: variant alone | String | String, StringName, `{"Name": null}` |
//! | enum: variant with content | `{"Name": content}` | the same |
//! | values of this library | themselves | themselves |
//!
//! `#[serde(tag = "..")]`, `content`, `untagged` and `flatten` do what they do elsewhere, and types
//! with a form for people and another one (a `Uuid`, an `IpAddr`) take the one for people: scripts
//! read it.
//!
//! Values of this library are [`Vector2`](crate::Vector2) and its like, [`NodePath`](crate::NodePath), [`Rid`](crate::Rid),
//! [`StringName`](crate::StringName), [`Dictionary`](crate::Dictionary), [`Object`](crate::Object), [`TypedArray`](crate::TypedArray) and a
//! layout's `Variant`, which takes anything. Through any other format that people read, such as JSON, they have the JSON form, which `docs/json.md` in the repository describes.
//! [`NodePathRef`](crate::NodePathRef) and [`PoolView`](crate::PoolView), as fields with `#[serde(borrow)]`, are read from a layout's bytes;
//! text has nothing that they could borrow.
//!
//! [`Serde`] wraps such a type where the rest of the library takes its own: in a struct that
//! derives [`Variant`](macro@crate::Variant), for framing, for [`generic`](crate::generic).
//!
//! # Errors
//!
//! They are those of the library, with offset and path: `0x0060: players[0].position.y: expected
//! float, found String`. An error of serde itself has the offset of the value in which serde found
//! it. Where serde buffers a part of the input, for an internally tagged or untagged enum or for
//! `flatten`, the path ends at that part.
//!
//! # Keys
//!
//! The keys of a Dictionary have no meaning but their own: a script's `{"Color": "red"}` is a
//! Dictionary in every type that can hold one. Names of types have a meaning in the JSON form only.
//! A struct skips keys that are not text, or rejects them with `deny_unknown_fields`.
//!
//! # Limits
//!
//! What the codec rejects is rejected here, whether it is decoded, skipped or buffered: a whole
//! Object without `allow_objects`, nesting beyond `max_depth`, malformed values. Values may be
//! nested 1024 levels, and 128 levels where serde buffers them. A type of your own that recurses
//! takes up to 3 KiB of stack for each level in a debug build; where a thread has less than 4 MiB,
//! set a lower [`max_depth`](crate::DecodeOptions::max_depth).
//!
//! **`#[serde(untagged)]` on a recursive type takes exponential time.** Serde tries the variants
//! one after the other on its buffer, and each try buffers the rest again: 200 bytes of a peer take
//! seconds. The library cannot limit this, because serde does not come back to it during the tries.
//! Use the derive macro, which counts what it reads again, or a lower `max_depth`.
//!
//! Where serde buffers a Dictionary, a key that comes twice is an error; elsewhere the last value
//! wins. A StringName is read as a `String`, except for values in a buffer.
//!
//! In a buffer every value has one type, and a typed array or a pool array is itself: in an
//! internally tagged or untagged enum or with `flatten`, a `Vec` accepts an Array but none of
//! these, and a [`Pool`](crate::Pool) accepts the pool array. The derive macro buffers nothing, so
//! there a `Vec` accepts them all. Serde rejects a buffered struct with keys that are not text, and
//! `flatten` with keys that are neither text, numbers nor bools.
//!
//! In a buffer serde converts numbers itself: it rounds ints to floats, and makes an `f32` of a
//! float that is too large for it infinite.
//!
//! A `Variant` of one layout that is written in another is converted by the names of its types, as
//! far as both layouts have the names and values are nested at most 128 levels in it.

mod access;
pub(crate) mod channel;
mod deserializer;
mod error;
mod functions;
pub(crate) mod json;
mod serializer;

pub use crate::error::kinds::JSON_VERSION;
pub use crate::serde::json::SerdeLayout;
pub use deserializer::Deserializer;
use deserializer::UNTYPED_DEPTH;
pub use functions::*;
pub use serializer::{Entries, Sequence, Serializer};
