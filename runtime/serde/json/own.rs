//! What a layout's own serializer and the library's values exchange.

use serde::ser::{Serialize, Serializer};

/// Returns whether a serializer is a layout's own, which takes bytes where others take the JSON
/// form.
///
/// The layouts' serializers answer the same question differently the second time. No other
/// serializer does, whatever the format: those that serde wraps around another one always answer
/// yes.
#[inline]
pub(super) fn is_own<S: Serializer>(serializer: &S) -> bool {
    !serializer.is_human_readable() && serializer.is_human_readable()
}

/// Bytes in serde's data model, where slices are sequences.
pub(super) struct Bytes<'b>(pub(super) &'b [u8]);

impl Serialize for Bytes<'_> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

/// The newtype struct that holds the name of a type where the name is a key of the JSON form.
pub(crate) const TYPE_NAME: &str = "$gdvariant::type";

/// The name of a type as the key of its content. In a layout's own Dictionary it is an error: names
/// have no meaning there.
pub(super) struct TypeName(pub(super) &'static str);

impl Serialize for TypeName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(TYPE_NAME, self.0)
    }
}
