//! Encodes and decodes the caller's own types through serde. Each layout is a format with functions
//! in its module, such as [`godot4::serde`]. Requires the feature `serde`.
//!
//! [`godot4::serde`]: crate::godot4::serde
//!
//! ```
//! # #[cfg(feature = "godot4")] {
//! use gdvariant::{Vector2, godot4};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! #[serde(tag = "type", rename_all = "snake_case")]
//! enum Message<'a> {
//!     Chat { from: &'a str, text: &'a str },
//!     Move { player: u32, to: Vector2 },
//! }
//!
//! let bytes = godot4::serde::to_vec(&Message::Move { player: 7, to: Vector2::new(12.5, -3.0) })?;
//! // What a script sees: {"type": "move", "player": 7, "to": Vector2(12.5, -3)}.
//! let seen: gdvariant::Variant = godot4::from_slice(&bytes)?;
//! assert_eq!(seen["to"], Vector2::new(12.5, -3.0));
//! assert_eq!(godot4::serde::from_slice::<Message>(&bytes)?, Message::Move { player: 7, to: Vector2::new(12.5, -3.0) });
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Mapping of types
//!
//! | Rust type | encoded as | decoded from |
//! | --- | --- | --- |
//! | `bool` | bool | bool |
//! | `i8` to `u128` | int; an error beyond signed 64 bits | int; an error beyond the type's range |
//! | `f32`, `f64` | float | float; int if it is exact, or with lenient decoding |
//! | `char`, `str`, `String` | String | String, StringName; `&str` borrows |
//! | `serde_bytes` | PackedByteArray | PackedByteArray, Array of ints; `&[u8]` borrows from a PackedByteArray |
//! | `()`, unit struct, `None` | Nil | Nil |
//! | `Some`, newtype struct | the value in it | the same |
//! | `Vec`, tuple, tuple struct | Array | Array, any typed array or packed array |
//! | [`Packed`](crate::Packed) of a `Vec` | the packed array of its element | the same |
//! | map | Dictionary | Dictionary; keys may be of any type |
//! | struct | Dictionary with String keys, in the order of the fields | Dictionary, in any order |
//! | enum: unit variant | String | String, StringName, `{"Name": null}` |
//! | enum: variant with content | `{"Name": content}` | the same |
//! | values of this library | themselves | themselves |
//! | `serde_json::Value` and other types that hold any data | what they contain | Nil, bool, int, float, String, Array and Dictionary without declared types; another type is an error, and a `Variant` in [`Plain`] has no such limit |
//!
//! `#[serde(tag = "..")]`, `content`, `untagged` and `flatten` work as in other formats. Types with
//! a separate form for human-readable formats, such as `Uuid` and `IpAddr`, use this form, so that
//! scripts can read it.
//!
//! Values of this library are [`Vector2`](crate::Vector2) and similar types,
//! [`NodePath`](crate::NodePath), [`Rid`](crate::Rid), [`StringName`](crate::StringName),
//! [`Dictionary`](crate::Dictionary), [`Object`](crate::Object), [`TypedArray`](crate::TypedArray)
//! and [`Variant`](enum@crate::Variant), which can hold any value. Other human-readable formats, such
//! as JSON, receive the JSON form of these values, as described by `docs/json.md` in the repository,
//! with the names of Godot 4. [`Plain`] serializes a Variant without the names of types instead, and
//! deserializes any data into a Variant.
//! [`NodePathRef`](crate::NodePathRef) and [`PackedView`](crate::PackedView), as fields with
//! `#[serde(borrow)]`, borrow from a layout's bytes; they cannot be decoded from text formats.
//!
//! [`Serde`] wraps a serde type for code that requires this library's own traits: structs that
//! derive [`Variant`](macro@crate::Variant), framing, and [`generic`](crate::generic).
//!
//! # Numbers of serde_json
//!
//! If any crate of your program enables serde_json's feature `arbitrary_precision`, its numbers are
//! structs with a private name. They are encoded as numbers nevertheless: an integer as an int, any
//! other number as the nearest float. An integer beyond 64 bits is a float if the float is exact, and
//! otherwise an error, like a number beyond the range of floats.
//!
//! In JSON, no key imitates such a number: `{"$serde_json::private::Number": "5"}` is a Dictionary.
//! There is one exception, where serde buffers an object whose only key is this one: a string with
//! escapes, as in `"\u0035"`, is then indistinguishable from the digits of a number, and decoded as
//! one. A `serde_json::Value` itself takes any string under this key for a number.
//!
//! # Errors
//!
//! Errors have an offset and a path: `0x0060: players[0].position.y: expected float, found String`.
//! An error that serde creates has the offset of the value in which it occurred. Where serde
//! buffers a part of the input, for an internally tagged or untagged enum or for `flatten`, the
//! path ends at that part.
//!
//! # Keys
//!
//! Keys of a Dictionary are never interpreted as names of types: a script's `{"Color": "red"}` is a
//! Dictionary in every type that can hold one. Names of types have a meaning in the JSON form only.
//! A struct skips keys that are not strings, or rejects them with `deny_unknown_fields`.
//!
//! Where serde buffers a Dictionary, a key that is the name of a type, such as `Color`, is passed as
//! bytes. The fields of structs, the variants of enums and strings accept bytes; a type of your own
//! that accepts only strings as keys returns an error.
//!
//! # Limits
//!
//! Input that the codec rejects is rejected here as well, whether a value is decoded, skipped or
//! buffered: a full object without `allow_objects`, nesting beyond `max_depth`, malformed values.
//!
//! A `Variant` may be nested 1024 levels, and your own types 128 levels, which fit a stack of 2 MiB
//! in a debug build. [`max_depth`](crate::DecodeOptions::max_depth) sets both limits; if you raise
//! it, a recursive type [needs more stack](crate::guide::errors#recursive-types). Where serde buffers
//! values, the limit is never higher than 128. Encoding has only the limit of 1024 levels.
//!
//! **`#[serde(untagged)]` on a recursive type takes exponential time.** Serde tries the variants
//! one after the other on its buffer, and each attempt buffers the rest again: 200 hostile bytes
//! take seconds. This library cannot limit the attempts, because serde does not call this library
//! during an attempt. Use the derive macro, which limits repeated decoding, or a lower `max_depth`.
//!
//! Where serde buffers a Dictionary, a duplicate key is an error; elsewhere the last value wins. A
//! StringName can be decoded as a `String`, except from a buffer.
//!
//! A buffered value keeps its type: in an internally tagged or untagged enum or with `flatten`, a
//! `Vec` accepts an Array but neither a typed array nor a packed array, and a [`Packed`](crate::Packed)
//! accepts the packed array. The derive macro buffers nothing, so there a `Vec` accepts all of these
//! arrays. Serde rejects a buffered struct with keys that are not strings, and `flatten` with keys
//! that are neither strings, numbers nor bools.
//!
//! Serde converts buffered numbers itself: it rounds ints to floats, and floats beyond the range of
//! `f32` become infinite.
//!
//! A type that the layout lacks is an error. In a layout of the other precision, a value is encoded if
//! no component has to be rounded; convert any other value with a
//! [`Converter`](crate::Converter). Objects and containers with declared types are built before they
//! are encoded, and may be nested at most 128 levels of their JSON form.

mod access;
mod deserializer;
mod error;
mod functions;
pub(crate) mod json;
mod serializer;

pub use crate::serde::json::JSON_VERSION;
pub use deserializer::Deserializer;
pub use functions::*;
pub use json::plain::{Plain, PlainValue};
pub use serializer::{Entries, SequenceSerializer, Serializer};

/// The borrowed key under which a format can pass a number to values of this library by its digits,
/// a `String`. A key of its input that is equal must not be borrowed.
#[doc(hidden)]
pub const NUMBER_TOKEN: &str = crate::error::kinds::NUMBER_TOKEN;
