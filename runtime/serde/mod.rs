//! Users' own types through serde: each layout is a format, whose functions are in its module, such as [`godot3::serde`].
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
//! assert_eq!(seen["to"], Vector2::new(12.5, -3.0).into());
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
//! | `f32`, `f64` | float | float, int |
//! | `char`, `str`, `String` | String | String, StringName; `&str` borrows |
//! | `serde_bytes` | PoolByteArray | PoolByteArray, Array of ints; `&[u8]` borrows from a PoolByteArray |
//! | `()`, unit struct, `None` | Nil | Nil |
//! | `Some`, newtype struct | what is in it | the same |
//! | `Vec`, tuple, tuple struct | Array | Array, any pool array |
//! | [`Pool`](crate::Pool) of a `Vec` | the pool array of its element | the same |
//! | map | Dictionary | Dictionary; keys may be of any type |
//! | struct | Dictionary with String keys, in the order of the fields | Dictionary, in any order |
//! | enum: variant alone | String | String, StringName, `{"Name": null}` |
//! | enum: variant with content | `{"Name": content}` | the same |
//! | values of this library | themselves | themselves |
//!
//! `#[serde(tag = "..")]`, `content`, `untagged` and `flatten` do what they do elsewhere, and types with a form for people and another one
//! (a `Uuid`, an `IpAddr`) take the one for people: scripts read it.
//!
//! Values of this library are [`Vector2`](crate::Vector2) and its like, [`NodePath`](crate::NodePath), [`Rid`](crate::Rid),
//! [`StringName`](crate::StringName), [`Dictionary`](crate::Dictionary), [`Object`](crate::Object) and a layout's `Variant`, which takes
//! anything. Through any other format that people read, such as JSON, they have the form that the README describes.
//! [`NodePathRef`](crate::NodePathRef) and [`PoolView`](crate::PoolView), as fields with `#[serde(borrow)]`, are read from a layout's bytes;
//! text has nothing that they could borrow.
//!
//! [`Serde`] wraps such a type where the rest of the library takes its own: in a struct that derives [`Variant`](macro@crate::Variant), for
//! framing, for [`generic`](crate::generic).
//!
//! # Errors
//!
//! They are those of the library, with offset and path: `0x0060: players[0].position.y: expected float, found String`. What serde itself
//! finds has the place of the value that it finds it in. Where serde keeps a part of the input before it reads it, for an internally
//! tagged or untagged enum or `flatten`, the path ends there.
//!
//! # Limits
//!
//! What the codec refuses is refused here, whether it is read or skipped. Values may lie 1024 deep in one another, and 128 deep where serde
//! keeps them. A type of your own that recurses takes up to some 3 KiB of stack for each level in a debug build; where a thread has less
//! than 4 MiB, let [`max_depth`](crate::DecodeOptions::max_depth) be lower.
//!
//! What serde keeps has to be one thing, and there a pool array is itself: in an internally tagged or untagged enum or with `flatten`,
//! a `Vec` takes an Array but no pool array, and a [`Pool`](crate::Pool) takes the pool array.
//!
//! A `Variant` of one layout that goes to another is converted by the names of its types, as far as both layouts have the names and values
//! lie at most 128 deep in it.

mod access;
mod bridge;
mod compound;
mod containers;
mod deserializer;
mod entry;
mod error;
mod functions;
mod item;
mod pool;
mod serializer;
mod via;

pub use crate::json::SerdeLayout;
pub use compound::{Entries, Sequence};
pub use deserializer::Deserializer;
pub use error::Error;
pub use functions::*;
pub use serializer::Serializer;
pub use via::Serde;
