//! Values that belong to a layout: a Variant, a Dictionary, an Object, a typed array.

use super::own::{Bytes, is_own};
use super::read::deserialize;
use super::traits::{Formed, Value};
use super::write::{Form, List, dictionary_name, is_object};
use crate::value::view::View;
use crate::{
    Dictionary, Encode, EncodeError, EncodeErrorKind, FromVariantError, Kind, Layout, Object,
    TypedArray, Writer, codec,
};
use alloc::vec::Vec;
use core::cell::Cell;
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};

/// A value to serialize: in the layout's own format as its bytes, in any other in the JSON form.
///
/// The serializer of the layout knows it by the name [`Layout::WHOLE`].
pub(crate) enum Whole<'v, V> {
    Variant(&'v V),
    Dictionary(&'v Dictionary<V>),
    Object(&'v Object<V>),
    /// Only of layouts that have the type.
    TypedArray(&'v TypedArray<V>),
    /// A key or a value of a Dictionary that serde may flatten.
    Nested(&'v V),
    /// The first key of a Dictionary that is not an object in the JSON form. In the layout's own
    /// format it is the key, and sets the flag; in any other format it is the name of the type.
    FirstKey(&'v V, &'v Cell<bool>),
}

impl<V: Formed> Serialize for Whole<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(V::Layout::WHOLE, &Content(self))
    }
}

/// The value within the newtype struct.
struct Content<'v, V>(&'v Whole<'v, V>);

impl<V: Formed> Serialize for Content<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if is_own(&serializer) {
            match self.0.encode() {
                Ok(bytes) => {
                    if let Whole::FirstKey(_, is_own) = self.0 {
                        is_own.set(true);
                    }
                    let name = V::Layout::WHOLE;
                    return serializer.serialize_newtype_variant(name, 0, name, &Bytes(&bytes));
                }
                Err(error) if matches!(self.0, Whole::FirstKey(..)) => {
                    return Err(S::Error::custom(error));
                }
                Err(error) if matches!(error.kind(), EncodeErrorKind::TooDeep { .. }) => {
                    return Err(S::Error::custom(error.kind()));
                }
                // The serializer rejects the form of a value that has bytes, and finds the error's
                // path.
                Err(_) => {}
            }
        }
        match (self.0, self.0.view()) {
            (Whole::FirstKey(..), _) => serializer.serialize_str(dictionary_name::<V>()),
            (Whole::Nested(_), view) => Form { view, depth: 1 }.serialize(serializer),
            (_, View::Dictionary(pairs)) => dictionary(serializer, pairs),
            (_, view) => Form { view, depth: 0 }.serialize(serializer),
        }
    }
}

impl<'v, V: Formed> Whole<'v, V> {
    fn view(&self) -> View<'v, V> {
        match self {
            Self::Variant(value) | Self::Nested(value) | Self::FirstKey(value, _) => value.view(),
            Self::Dictionary(pairs) => View::Dictionary(pairs),
            Self::Object(object) => View::Object(object),
            Self::TypedArray(array) => View::TypedArray(Kind::TypedArray, array),
        }
    }

    fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        match self {
            Self::Variant(value) | Self::Nested(value) | Self::FirstKey(value, _) => {
                codec::to_vec::<V::Layout, _>(*value)
            }
            Self::Dictionary(value) => codec::to_vec::<V::Layout, _>(*value),
            Self::Object(value) => codec::to_vec::<V::Layout, _>(*value),
            Self::TypedArray(value) => codec::to_vec::<V::Layout, _>(&AnyTypedArray(value)),
        }
    }
}

/// Serializes a Dictionary whose entries serde may flatten, or put next to a `tag`.
///
/// They may then become entries of a Dictionary in the layout's own format. Only the first key
/// tells whether the format is the layout's own.
fn dictionary<V: Formed, S: Serializer>(
    serializer: S,
    pairs: &Dictionary<V>,
) -> Result<S::Ok, S::Error> {
    let mut entries = pairs.iter();
    let is_object = is_object(pairs);
    let length = if is_object { pairs.len() } else { 1 };
    let mut map = serializer.serialize_map(Some(length))?;
    if !is_object && let Some((key, value)) = entries.next() {
        let is_own = &Cell::new(false);
        map.serialize_entry(
            &Whole::FirstKey(key, is_own),
            &FirstValue {
                value,
                pairs,
                is_own,
            },
        )?;
        if !is_own.get() {
            return map.end();
        }
    }
    for (key, value) in entries {
        map.serialize_entry(&Whole::Nested(key), &Whole::Nested(value))?;
    }
    map.end()
}

/// The value of the first key: in the layout's own format the value, in any other the list of all
/// pairs.
struct FirstValue<'v, V> {
    value: &'v V,
    pairs: &'v Dictionary<V>,
    is_own: &'v Cell<bool>,
}

impl<V: Formed> Serialize for FirstValue<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_own.get() {
            return Whole::Nested(self.value).serialize(serializer);
        }
        let (items, depth) = (self.pairs, 1);
        List { items, depth }.serialize(serializer)
    }
}

/// A typed array of a layout that is known to have the type.
struct AnyTypedArray<'v, V>(&'v TypedArray<V>);

impl<L: Layout, V: Encode<L>> Encode<L> for AnyTypedArray<'_, V> {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.typed_array(Kind::TypedArray, self.0)
    }
}

/// Implements serde's traits for a container of a layout.
macro_rules! container_form {
    ($container:ident $(where $encode:ty: Encode, $convert:ty: TryInto)?) => {
        /// Serializes the form of the Variant with this value.
        impl<V: Formed> Serialize for $container<V>
        $(where
            $encode: Encode<V::Layout>,)?
        {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Whole::$container(self).serialize(serializer)
            }
        }

        #[doc = concat!("Deserializes the form of a Variant, which has to be of the type ", stringify!($container), ".")]
        impl<'de, V: Value> Deserialize<'de> for $container<V>
        $(where
            $convert: TryInto<Self, Error = FromVariantError>,)?
        {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserialize::<V::Layout, D>(deserializer)?
                    .try_into()
                    .map_err(D::Error::custom)
            }
        }
    };
}

container_form!(Dictionary);
container_form!(Object);
container_form!(TypedArray where Self: Encode, V: TryInto);
