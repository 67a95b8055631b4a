//! The names of the JSON form.

use crate::error::kinds::{NUMBER_TOKEN, RESERVED_NAMES};
use crate::format;
use crate::table::key_rule::KeyRule;
use crate::table::layout::{LAYOUTS, Layout};
use core::cell::Cell;
use core::fmt;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The key of a float that JSON cannot represent as a number, in every layout.
pub(super) const FLOAT: &str = "float";

/// The key of an Array with a declared type; in Pandemonium 5, TypedArray is a type of its own.
pub(super) const TYPED_ARRAY: &str = "TypedArray";

/// The key of a Dictionary with declared types.
pub(super) const TYPED_DICTIONARY: &str = "TypedDictionary";

/// The reserved names that no type has.
const FORMS: [&str; 2] = [TYPED_DICTIONARY, NUMBER_TOKEN];

/// The version of the JSON form; each new reserved name increases the version.
///
/// Since that version, a Dictionary with the new name as its only key has another form.
pub const JSON_VERSION: u32 = 2;

/// Returns the reserved name that equals the string: an object with it as its only key is not a
/// Dictionary.
///
/// The reserved names do not depend on the layout or the enabled features, because a document must
/// have the same meaning in all of them.
pub(in crate::serde) fn reserved(text: &str) -> Option<&'static str> {
    let mut names = RESERVED_NAMES.iter().chain(&FORMS).copied();
    names.find(|name| *name == text)
}

/// Returns the newtype name of a key that equals an earlier key of its Dictionary by `rule`.
///
/// Layouts with this rule reject the key. Other formats ignore names of newtypes.
pub(crate) fn equal_key_name(rule: KeyRule) -> &'static str {
    match rule {
        KeyRule::ByValue => "$gdvariant::key equal by value",
        KeyRule::ByIdentity => "$gdvariant::key equal by identity",
    }
}

/// Returns the number that stands for `layout` in serde's buffers.
///
/// The number is an address, so input that is written before the program starts does not know it.
/// WebAssembly has the same addresses in each run: there, a format that calls
/// `visit_newtype_struct` for its own values, such as CBOR with tags, can pass the number. It passes
/// nothing that the JSON form of the same format cannot pass.
pub(in crate::serde) fn layout_token(layout: &Layout) -> u64 {
    let listed = LAYOUTS.get(layout.index);
    listed.map_or(0, |listed| core::ptr::from_ref(listed).addr() as u64)
}

/// The name of the newtype struct around a value with the name of its type.
///
/// Data cannot imitate the names of newtype structs, and other formats ignore them.
pub(in crate::serde) const TYPED: &str = "$gdvariant::typed";

/// The name of the newtype struct around the name of a type as a key.
pub(in crate::serde) const TYPE_NAME: &str = "$gdvariant::type";

/// The name of the newtype struct around the name of a Dictionary that is not an object.
pub(in crate::serde) const DICTIONARY_NAME: &str = "$gdvariant::Dictionary";

/// The name of a type as the key of its content, in a newtype struct.
///
/// A layout's own serializer recognizes the newtype struct and does not serialize the name, so that
/// the value notices that it can send its body instead of the JSON form.
pub(super) struct TypeName<'c> {
    pub(super) newtype: &'static str,
    pub(super) name: &'static str,
    /// Whether the name was serialized; `None` if not even its newtype struct was.
    pub(super) is_read: &'c Cell<Option<bool>>,
}

impl Serialize for TypeName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.is_read.set(Some(false));
        serializer.serialize_newtype_struct(self.newtype, &ReadName(self))
    }
}

struct ReadName<'c>(&'c TypeName<'c>);

impl Serialize for ReadName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.is_read.set(Some(true));
        serializer.serialize_str(self.0.name)
    }
}

/// `{"name": content}`, or `body` in a layout's own format, which requires the newtype struct
/// [`TYPED`] around it.
pub(super) struct Tagged<C, B> {
    pub(super) name: &'static str,
    pub(super) content: C,
    pub(super) body: B,
}

impl<C: Serialize, B: Serialize> Serialize for Tagged<C, B> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_read = &Cell::new(None);
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_key(&TypeName {
            newtype: TYPE_NAME,
            name: self.name,
            is_read,
        })?;
        if is_read.get() == Some(true) {
            map.serialize_value(&self.content)?;
        } else {
            map.serialize_value(&self.body)?;
        }
        map.end()
    }
}

/// A value in a newtype struct of this name.
pub(super) struct Newtype<T>(pub(super) &'static str, pub(super) T);

impl<T: Serialize> Serialize for Newtype<T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(self.0, &self.1)
    }
}

/// The error for nesting that exceeds the limit, when serializing and deserializing.
pub(super) struct TooDeep;

impl fmt::Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = format::MAX_DEPTH;
        write!(f, "nesting exceeds {limit} levels, the limit of engines")
    }
}

#[cfg(test)]
mod tests;
