//! The text and the JSON of values in one precision; the module of each precision contains this file.

use super::{Variant, VariantRef};
use crate::text::display::{Displayed, Notation};
use core::fmt;
use core::str::FromStr;

/// Formats the value as Godot 4's `var_to_str`, but keeps the order of keys.
///
/// `{:#}` writes every digit of a float. Strings keep their control characters: use
/// [`Escaped`](crate::Escaped) to print untrusted values to a terminal or a log.
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, notation) = (self, Notation::CANONICAL);
        Displayed { value, notation }.fmt(f)
    }
}

/// Formats the value as the equivalent owned [`Variant`].
impl fmt::Display for VariantRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, notation) = (self, Notation::CANONICAL);
        Displayed { value, notation }.fmt(f)
    }
}

#[doc = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/runtime/text/parse/from_str.md"))]
impl FromStr for Variant {
    type Err = crate::ParseError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        crate::text::parse::parse(text, None)
    }
}

#[cfg(feature = "serde")]
mod json {
    use super::{Variant, VariantRef};
    use crate::serde::PlainValue;
    use crate::serde::json::{self, plain};
    use crate::Kind;
    use alloc::vec::Vec;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Serializes the lossless JSON form, the same for every human-readable serde format.
    ///
    /// In [a layout's own format](crate::serde), the value is encoded as itself instead.
    ///
    /// | Variant | JSON |
    /// | --- | --- |
    /// | Nil, bool, String | null, boolean, string |
    /// | int | number |
    /// | finite float | number with a point or an exponent |
    /// | Array | array |
    /// | Dictionary with String keys only | object, unless the only key is a reserved name |
    /// | any other | object with the name of the type as its only key: `{"Vector2": [1.0, 2.0]}` |
    ///
    /// # Errors
    ///
    /// Returns an error if nesting exceeds 1024 levels, the limit of the engines' decoders.
    impl Serialize for Variant {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            json::serialize(self, None, serializer)
        }
    }

    /// Serializes as the equivalent owned [`Variant`].
    impl Serialize for VariantRef<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            json::serialize(self, None, serializer)
        }
    }

    /// Deserializes the JSON form that `Serialize` produces, with the names of any engine.
    ///
    /// The features of serde_json determine which numbers keep their value:
    ///
    /// - With `arbitrary_precision`, every number is parsed exactly. This feature affects the whole
    ///   program: internally tagged, untagged and flattened types with floats no longer deserialize.
    /// - Without `arbitrary_precision`, enable `float_roundtrip`. Then `-0` is parsed as the float
    ///   -0.0, and an int that exceeds 64 bits as a float.
    ///
    /// serde_json limits nesting to 128 levels of JSON. To deserialize the 1024 levels that engines
    /// decode, enable serde_json's feature `unbounded_depth`, and call `disable_recursion_limit` in
    /// a thread with a stack of 32 MiB.
    ///
    /// # Errors
    ///
    /// Returns an error if the input does not have this form: a type that no engine has, too many
    /// components, a number out of range, a duplicate key, nesting that exceeds 1024 levels.
    /// serde_json adds the line and the column.
    impl<'de> Deserialize<'de> for Variant {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            json::deserialize(None, deserializer)
        }
    }

    impl PlainValue for Variant {
        fn serialize_plain<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            plain::serialize(self, serializer)
        }

        fn add_lost(&self, lost: &mut Vec<Kind>) {
            plain::add_lost(self, lost);
        }
    }

    impl PlainValue for VariantRef<'_> {
        fn serialize_plain<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            plain::serialize(self, serializer)
        }

        fn add_lost(&self, lost: &mut Vec<Kind>) {
            plain::add_lost(self, lost);
        }
    }
}
