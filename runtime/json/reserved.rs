//! The reserved names of the JSON form: an object with one of them as its only key is not a Dictionary.

use super::number::NUMBER_TOKEN;
use crate::Kind;
use crate::kinds::TYPE_NAMES;

/// The key of a float that JSON cannot represent as a number, in every layout.
pub(super) const FLOAT: &str = "float";

/// The key of an Array with a declared type; in Pandemonium 5 it is a type of its own.
pub(super) const TYPED_ARRAY: &str = Kind::TypedArray.name();

/// The key of a Dictionary with declared types.
pub(super) const TYPED_DICTIONARY: &str = "TypedDictionary";

/// Returns the reserved name at an index.
///
/// The names of all layouts are reserved, even of layouts that are not built in. Otherwise a document
/// of one layout could mean something else in another, and the output would depend on the crate's
/// features.
pub(super) const fn reserved_names(index: usize) -> Option<&'static str> {
    match index {
        0 => Some(FLOAT),
        1 => Some(NUMBER_TOKEN),
        2 => Some(TYPED_DICTIONARY),
        _ if index - 3 < TYPE_NAMES.len() => Some(TYPE_NAMES[index - 3].name),
        _ => None,
    }
}
