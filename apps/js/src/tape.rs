//! The tape: the bytes of a value between JavaScript and WebAssembly.
//!
//! Numbers are little-endian. To WebAssembly, a tape is a value, and a string its number of bytes
//! and its UTF-8. To JavaScript, a tape starts with a header: the length of the tape, the address and
//! the number of bytes of the UTF-8 of all strings, each in four bytes, and whether all strings are
//! ASCII in one byte. So a long tape needs one call of a TextDecoder: a string on the tape is its
//! length in UTF-16 code units.
//!
//! ```text
//! value:   tag, content
//! key:     length, or 0x8000_0000 + the number of an earlier key
//! type:    0 (any) | 1 (a type's name) | 2 (a native class) | 3 (a script), string
//! fields:  an f64 for each component
//! record:  to WebAssembly the number of fields in one byte; a value for each field
//! strings: the number of strings, and the strings
//! packed array
//!   to JavaScript:  whether floats have 64 bits, number of bytes, bytes
//!   to WebAssembly: type of components, number of bytes, bytes
//! ```
//!
//! `lib/tape.js` is the counterpart.

use gdvariant::Kind;
use wasm_bindgen::prelude::wasm_bindgen;

/// Defines [`Tag`] with the list of all tags.
macro_rules! tags {
    ($($(#[$doc:meta])* $tag:ident,)*) => {
        /// The first byte of a value, and what follows it.
        ///
        /// A value with named fields and a packed array have the tag of their kind instead: its
        /// position in [`Kind::ALL`], after these tags.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Tag {
            $($(#[$doc])* $tag,)*
        }

        impl Tag {
            /// All tags, in order.
            pub(crate) const ALL: &[Self] = &[$(Self::$tag,)*];
        }
    };
}

tags! {
    /// Nothing.
    Nil,
    /// Nothing.
    False,
    /// Nothing.
    True,
    /// An int in four bytes.
    Int32,
    /// An int that an `f64` represents.
    Int53,
    /// An int in eight bytes.
    Int64,
    /// An unsigned integer in eight bytes, in ids only.
    Uint64,
    /// An `f64` that JavaScript does not take for an int.
    Float,
    /// An `f64` that a number of JavaScript does not represent, because it is integral or a NaN
    /// with other bits.
    ExactFloat,
    /// A string.
    Text,
    /// A string.
    StringName,
    /// Whether the path is absolute in one byte; the names and the sub-names, each with their
    /// number first.
    NodePath,
    /// An id as a value.
    ObjectId,
    /// The class as a string; the number of properties, and for each a string and a value.
    FullObject,
    /// The number of values, and the values.
    Array,
    /// A type, the number of values, and the values.
    TypedArray,
    /// As `TypedArray`.
    PackedTypedArray,
    /// A Dictionary for a plain object: the number of entries, and for each a key and a value.
    Record,
    /// A Dictionary: the number of entries, and for each two values.
    Map,
    /// The types of keys and values, then as `Map`.
    TypedDictionary,
    /// As `TypedDictionary`, to JavaScript only: keys that collide in a `Map`.
    Pairs,
}

/// The length of the header of a tape to JavaScript, in bytes.
pub(crate) const HEADER: usize = 13;

/// The bit of a key that is a number of an earlier key.
pub(crate) const KNOWN_KEY: u32 = 1 << 31;

/// The tag of the first kind.
fn first_kind() -> usize {
    Tag::ALL.len()
}

/// Returns the tag of a kind with named fields or of packed arrays.
pub(crate) fn tag_of(kind: Kind) -> u8 {
    let position = Kind::ALL.iter().position(|known| *known == kind);
    u8::try_from(first_kind() + position.unwrap_or_default()).unwrap_or(u8::MAX)
}

/// A tag of a tape.
pub(crate) enum Read {
    Tag(Tag),
    Kind(Kind),
}

impl Read {
    /// Returns the meaning of a tag.
    pub(crate) fn new(tag: u8) -> Option<Self> {
        let tag = usize::from(tag);
        match tag.checked_sub(first_kind()) {
            None => Tag::ALL.get(tag).copied().map(Self::Tag),
            Some(kind) => Kind::ALL.get(kind).copied().map(Self::Kind),
        }
    }
}

/// Returns the names of all tags in order: of [`Tag`], then of the kinds.
#[wasm_bindgen]
pub fn tags() -> Vec<String> {
    let tags = Tag::ALL.iter().map(|tag| format!("{tag:?}"));
    tags.chain(Kind::ALL.iter().map(|kind| format!("{kind:?}")))
        .collect()
}
