//! Types that deserialize from the body of a value: views, and the types that all layouts share.

use super::draft::{Draft, found};
use super::traits::Value;
use crate::Kind;
use alloc::string::String;

/// A type that deserializes from the body of a value. By default it is a view, which has to borrow.
pub(crate) trait FromBody<'de>: Sized {
    /// The kind of the value.
    const KIND: Kind;

    /// Converts a body that is part of the input.
    fn of_body(body: &'de [u8]) -> Result<Self, String>;

    /// Converts a body that lenient decoding or the removal of unused bytes alters, or that another
    /// format holds for a moment.
    fn of_copied_body(_body: &[u8]) -> Result<Self, String> {
        Err(cannot_borrow(Self::KIND))
    }

    /// Converts what follows the name of the type in the JSON form.
    fn of_content<V: Value>(content: Draft<V>) -> Result<Self, String> {
        let (name, found) = (Self::KIND.name(), found(&content));
        Err(alloc::format!(
            "expected a {name} to borrow from the bytes of a layout, found {found}"
        ))
    }

    /// Converts the elements of a PoolByteArray that are part of the input.
    fn of_bytes(_bytes: &'de [u8]) -> Option<Self> {
        None
    }

    /// Converts the elements of a PoolByteArray, or a StringName as a key, that are not.
    fn of_copied_bytes(_bytes: &[u8]) -> Result<Option<Self>, String> {
        match Self::KIND {
            Kind::PoolByteArray => Err(cannot_borrow(Self::KIND)),
            _ => Ok(None),
        }
    }

    /// Converts a string without the name of a type.
    fn of_text(_text: &str) -> Option<Self> {
        None
    }
}

#[cold]
fn cannot_borrow(kind: Kind) -> String {
    let kind = kind.name();
    alloc::format!(
        "this {kind} is a changed copy of its bytes, so it cannot be borrowed; use a type that owns it"
    )
}
