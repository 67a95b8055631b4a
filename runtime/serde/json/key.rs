//! The keys of an object.

use super::holding::Read;
use super::mark::{Mark, is_plain};
use super::names::is_reserved;
use super::number::NUMBER_TOKEN;
use alloc::string::String;

/// A key of an object.
pub(crate) enum Key<V> {
    /// The key of the digits of a number in serde_json with `arbitrary_precision`.
    Number,
    /// The mark of a value that serde's data model has no type for.
    Mark(Mark),
    /// A string, which may be a name of the form.
    Text(String),
    /// A string that is not a name of the form, whatever it contains: a layout's own bytes have no
    /// names.
    Plain(String),
    /// Any other value; JSON has none.
    Value(Read<V>),
}

impl<V> Key<V> {
    /// Returns the key for a string. Its address may be a mark, so it must not be copied before.
    pub(super) fn of(text: &str) -> Self {
        match Mark::of(text) {
            Some(mark) => Self::Mark(mark),
            None if is_plain(text) => Self::Plain(text.into()),
            None if text == NUMBER_TOKEN => Self::Number,
            None => Self::Text(text.into()),
        }
    }

    /// Returns whether the key may determine the meaning of its value.
    pub(super) fn is_reserved(&self) -> bool {
        match self {
            Self::Number | Self::Mark(_) => true,
            Self::Text(text) => is_reserved(text),
            Self::Plain(_) | Self::Value(_) => false,
        }
    }

    /// Returns the string that the key is, or else the value.
    pub(super) fn text(self) -> Result<String, Read<V>> {
        match self {
            Self::Number => Ok(NUMBER_TOKEN.into()),
            Self::Mark(mark) => Ok(mark.key().into()),
            Self::Text(text) | Self::Plain(text) => Ok(text),
            Self::Value(value) => Err(value),
        }
    }
}
