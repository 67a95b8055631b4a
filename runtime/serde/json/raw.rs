//! Implements serde's traits for values of one layout: Variant, Dictionary, Object, typed array.

use super::write::{Form, List, is_object};
use super::{JsonVariant, Value, deserialize};
use crate::serde::channel::{ChannelValue, Envelope, Mark};
use crate::value::view::{AsView, View};
use crate::{
    Dictionary, Encode, EncodeErrorKind, FromVariantError, Kind, Layout, Object, TypedArray, codec,
};
use core::cell::Cell;
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};

/// A value of one layout, serialized as bytes in the layout's own format and as JSON form in
/// others.
pub(crate) struct RawValue<'v, T, V: AsView> {
    value: &'v T,
    form: Form<'v, V>,
}

impl<'v, T, V: AsView> RawValue<'v, T, V> {
    /// Creates a value that serde may flatten.
    pub(crate) fn new(value: &'v T, view: View<'v, V>) -> Self {
        let form = Form { view, depth: 0 };
        Self { value, form }
    }
}

impl<'v, Variant: AsView> RawValue<'v, Variant, Variant> {
    /// Creates a key or a value of a Dictionary that serde may flatten.
    fn nested(value: &'v Variant) -> Self {
        let view = value.view();
        let form = Form { view, depth: 1 };
        Self { value, form }
    }
}

impl<T: Encode<V::Layout>, V: JsonVariant> ChannelValue for RawValue<'_, T, V> {
    const MARK: Mark = Mark::raw::<V::Layout>(Kind::Nil);

    fn send<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match codec::to_vec::<V::Layout, _>(self.value) {
            Ok(bytes) => serializer.serialize_bytes(&bytes),
            Err(error) if matches!(error.kind(), EncodeErrorKind::TooDeep { .. }) => {
                Err(S::Error::custom(error.kind()))
            }
            // The receiver rejects the form, and `write_form` then returns the error with its path.
            Err(_) => self.form(serializer),
        }
    }

    fn form<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.form {
            Form {
                view: View::Dictionary(entries),
                depth: 0,
            } => flattened(serializer, entries),
            ref form => form.serialize(serializer),
        }
    }
}

/// Serializes a Dictionary whose entries serde may flatten, or place next to a `tag`.
///
/// Flattened entries may become entries of a Dictionary in the layout's own format. Only
/// serializing the first key shows whether the format is the layout's own.
fn flattened<V: JsonVariant, S: Serializer>(
    serializer: S,
    entries: &Dictionary<V>,
) -> Result<S::Ok, S::Error> {
    let mut rest = entries.iter();
    let is_object = is_object(entries);
    let length = if is_object { entries.len() } else { 1 };
    let mut map = serializer.serialize_map(Some(length))?;
    if !is_object && let Some((key, value)) = rest.next() {
        let is_own = &Cell::new(false);
        map.serialize_key(&Envelope(&FirstKey { key, is_own }))?;
        if !is_own.get() {
            let (items, depth) = (entries, 1);
            map.serialize_value(&List { items, depth })?;
            return map.end();
        }
        map.serialize_value(&Envelope(&RawValue::nested(value)))?;
    }
    for (key, value) in rest {
        let (key, value) = (RawValue::nested(key), RawValue::nested(value));
        map.serialize_entry(&Envelope(&key), &Envelope(&value))?;
    }
    map.end()
}

/// The first key of a Dictionary that is not an object in the JSON form.
///
/// In the layout's own format, the key serializes as itself; in others, as the name of the type.
struct FirstKey<'v, V> {
    key: &'v V,
    /// Set if the format is the layout's own.
    is_own: &'v Cell<bool>,
}

impl<V: JsonVariant> ChannelValue for FirstKey<'_, V> {
    const MARK: Mark = Mark::raw::<V::Layout>(Kind::Nil);

    fn send<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.is_own.set(true);
        let bytes = codec::to_vec::<V::Layout, _>(self.key).map_err(S::Error::custom)?;
        serializer.serialize_bytes(&bytes)
    }

    fn form<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(V::Layout::name_of(Kind::Dictionary))
    }
}

/// Implements serde's traits for a container of a layout.
macro_rules! container_form {
    ($container:ident, $view:expr $(, where $encode:ty: Encode, $convert:ty: TryInto)?) => {
        /// Serializes the JSON form of the Variant with this value.
        impl<V: JsonVariant> Serialize for $container<V>
        $(where
            $encode: Encode<V::Layout>,)?
        {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Envelope(&RawValue::new(self, $view(self))).serialize(serializer)
            }
        }

        #[doc = concat!("Deserializes the JSON form of a Variant of the type ", stringify!($container), ".")]
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

container_form!(Dictionary, View::Dictionary);
container_form!(Object, View::Object);
container_form!(TypedArray, |array| View::TypedArray(Kind::TypedArray, array), where Self: Encode, V: TryInto);

/// Implements serde's traits for the Variant of a layout, owned and borrowed.
macro_rules! json_form {
    ($layout:ident, $variant:ident, $borrowed:ident) => {
        impl crate::serde::json::JsonVariant for $variant {
            type Layout = $layout;
        }

        impl crate::serde::json::JsonVariant for $borrowed<'_> {
            type Layout = $layout;
        }

        impl crate::serde::json::Value for $variant {}

        /// Serializes the lossless JSON form, the same for every human-readable serde format.
        ///
        /// In [the layout's own format](serde), the value is encoded as itself instead.
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
        impl ::serde::Serialize for $variant {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                crate::serde::json::serialize(self, serializer)
            }
        }

        /// Serializes as the equivalent owned [`Variant`].
        impl ::serde::Serialize for $borrowed<'_> {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                crate::serde::json::serialize(self, serializer)
            }
        }

        /// Deserializes the JSON form that `Serialize` produces.
        ///
        /// The features of serde_json determine which numbers keep their value:
        ///
        /// - With `arbitrary_precision`, every number is parsed exactly.
        /// - Without `arbitrary_precision`, enable `float_roundtrip`. Then `-0` is parsed as the
        ///   float -0.0, and an int that exceeds 64 bits as a float.
        ///
        /// serde_json limits nesting to 128 levels of JSON. To deserialize the 1024 levels that
        /// engines decode, enable serde_json's feature `unbounded_depth`, and call
        /// `disable_recursion_limit` in a thread with a stack of 32 MiB.
        ///
        /// # Errors
        ///
        /// Returns an error if the input does not have this form: a type that the layout lacks, too
        /// many components, a number out of range, a duplicate key, nesting that exceeds 1024
        /// levels. serde_json adds the line and the column.
        impl<'de> ::serde::Deserialize<'de> for $variant {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                crate::serde::json::deserialize::<$layout, D>(deserializer)
            }
        }
    };
}

pub(crate) use json_form;

/// Serializes a Variant.
pub(crate) fn serialize<V: JsonVariant, S: Serializer>(
    value: &V,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    Envelope(&RawValue::new(value, value.view())).serialize(serializer)
}
