//! The reserved names of the JSON form: an object with one of them as its only key is not a
//! Dictionary.

use super::number::NUMBER_TOKEN;
use crate::Kind;
use crate::error::kinds::RESERVED_NAMES;

/// The key of a float that JSON cannot represent as a number, in every layout.
pub(super) const FLOAT: &str = "float";

/// The key of an Array with a declared type; in Pandemonium 5 it is a type of its own.
pub(super) const TYPED_ARRAY: &str = Kind::TypedArray.name();

/// The key of a Dictionary with declared types.
pub(super) const TYPED_DICTIONARY: &str = "TypedDictionary";

/// Returns the reserved name at an index.
///
/// They are the same in all layouts and with all features. Otherwise a document of one layout could
/// mean something else in another.
pub(super) const fn reserved_names(index: usize) -> Option<&'static str> {
    if index < RESERVED_NAMES.len() {
        return Some(RESERVED_NAMES[index]);
    }
    if index == RESERVED_NAMES.len() {
        return Some(NUMBER_TOKEN);
    }
    None
}

#[cfg(test)]
mod tests;
