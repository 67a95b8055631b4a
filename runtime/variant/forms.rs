//! The text and the JSON of values in one precision; the module of each precision contains this file.

use super::Variant;
use core::str::FromStr;

#[doc = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/runtime/text/from_str.md"))]
impl FromStr for Variant {
    type Err = crate::ParseError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        crate::text::parse::parse(text, None)
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
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Variant {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::serde::json::deserialize(None, deserializer)
    }
}
