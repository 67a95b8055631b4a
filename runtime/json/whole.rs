//! Values that belong to a layout: a Variant, a Dictionary, an Object.

use super::write::{Form, ObjectForm, dictionary, tagged};
use super::{Formed, Value, deserialize};
use crate::{Dictionary, EncodeErrorKind, Kind, Layout, Object, generic};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, Serializer};

/// A value on its way to any format: to the layout's own as its bytes, to one that people read in the form.
///
/// The serializer of the layout knows it by the name [`Layout::WHOLE`].
pub(crate) enum Whole<'v, V> {
    Variant(&'v V),
    /// A value of a Dictionary, which serde may have flattened.
    Value(&'v V),
    Dictionary(&'v Dictionary<V>),
    Object(&'v Object<V>),
}

impl<V: Formed> Serialize for Whole<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(V::Layout::WHOLE, &Content(self))
    }
}

/// What the name stands for.
struct Content<'v, V>(&'v Whole<'v, V>);

impl<V: Formed> Serialize for Content<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            let bytes = match self.0 {
                Whole::Variant(value) | Whole::Value(value) => {
                    generic::to_vec::<V::Layout, _>(*value)
                }
                Whole::Dictionary(value) => generic::to_vec::<V::Layout, _>(*value),
                Whole::Object(value) => generic::to_vec::<V::Layout, _>(*value),
            };
            match bytes {
                Ok(bytes) => {
                    return serializer.serialize_newtype_variant(
                        V::Layout::WHOLE,
                        0,
                        V::Layout::WHOLE,
                        &Bytes(&bytes),
                    );
                }
                Err(error) if matches!(error.kind(), EncodeErrorKind::TooDeep { .. }) => {
                    return Err(S::Error::custom(error.kind()));
                }
                // The serializer finds the fault in the form, and where it is.
                Err(_) => {}
            }
        }
        match self.0 {
            Whole::Variant(value) => Form::new(*value).serialize(serializer),
            Whole::Value(value) => Form::within(*value).serialize(serializer),
            Whole::Dictionary(pairs) => dictionary(serializer, pairs, 0, Whole::Value),
            Whole::Object(object) => tagged(
                serializer,
                V::Layout::name_of(Kind::Object),
                &ObjectForm { object, depth: 0 },
            ),
        }
    }
}

/// Bytes for the data model of serde, whose own slices are sequences.
pub(super) struct Bytes<'b>(pub(super) &'b [u8]);

impl Serialize for Bytes<'_> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

/// The form of the Variant that it is.
impl<V: Formed> Serialize for Dictionary<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Whole::Dictionary(self).serialize(serializer)
    }
}

/// The form of the Variant that it is.
impl<V: Formed> Serialize for Object<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Whole::Object(self).serialize(serializer)
    }
}

/// Reads the form of a Variant, which has to be a Dictionary.
impl<'de, V: Value> Deserialize<'de> for Dictionary<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize::<V::Layout, D>(deserializer)?
            .try_into()
            .map_err(D::Error::custom)
    }
}

/// Reads the form of a Variant, which has to be an Object.
impl<'de, V: Value> Deserialize<'de> for Object<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize::<V::Layout, D>(deserializer)?
            .try_into()
            .map_err(D::Error::custom)
    }
}
