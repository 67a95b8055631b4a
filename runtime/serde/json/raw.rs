//! Implements serde's traits for values of any type: Variant, Dictionary, Object, typed array.

use super::names::{Names, equal_key_name, name_of};
use super::write::{Form, List, is_object};
use super::{JsonVariant, Value, deserialize};
use crate::serde::channel::{ChannelValue, Envelope, Mark, ViewBody};
use crate::table::key_rule::KeyRule;
use crate::value::view::{AsView, View};
use crate::{DecodeError, Dictionary, Kind, Object, TypedArray};
use core::cell::Cell;
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// A value of any type, serialized as itself in a layout's own format and as JSON form in others.
///
/// A layout's own format receives Arrays as sequences, Dictionaries as maps, and leaves by their
/// bodies. serde's data model has no objects or typed containers: the format receives their JSON
/// form.
pub(crate) struct ChannelVariant<'v, V: AsView> {
    form: Form<'v, V>,
}

impl<'v, V: AsView> ChannelVariant<'v, V> {
    /// Creates a value that serde may flatten.
    pub(crate) fn new(view: View<'v, V>, names: Names) -> Self {
        let form = Form {
            view,
            depth: 0,
            names,
        };
        Self { form }
    }

    /// Creates a member of a container.
    fn nested(value: &'v V, names: Names) -> Self {
        let form = Form {
            view: value.view(),
            depth: 1,
            names,
        };
        Self { form }
    }
}

impl<V: JsonVariant> ChannelValue for ChannelVariant<'_, V> {
    fn name(&self) -> &'static str {
        const { Mark::any::<V>().newtype_name() }
    }

    fn send<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.form.names;
        match &self.form.view {
            View::Nil => serializer.serialize_unit(),
            View::Bool(value) => serializer.serialize_bool(*value),
            View::Int(value) => serializer.serialize_i64(*value),
            View::Float(value) => serializer.serialize_f64(*value),
            View::Text(Kind::String, text) => serializer.serialize_str(text),
            View::Array(elements) => send_array(serializer, elements, names),
            View::Dictionary(entries) => send_dictionary(serializer, entries, names),
            // The receiver rejects this, and then receives the JSON form.
            View::Object(_) | View::TypedArray(..) | View::TypedDictionary(_) => {
                serializer.serialize_unit_struct("")
            }
            leaf => ViewBody(leaf).send(serializer),
        }
    }

    fn form<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.form {
            Form {
                view: View::Dictionary(entries),
                depth: 0,
                names,
            } => flattened(serializer, entries, names),
            ref form => form.serialize(serializer),
        }
    }
}

/// Sends an Array as a sequence; a separate call with a loop, so that a level of nesting uses less
/// stack.
fn send_array<V: JsonVariant, S: Serializer>(
    serializer: S,
    elements: &[V],
    names: Names,
) -> Result<S::Ok, S::Error> {
    let mut list = serializer.serialize_seq(Some(elements.len()))?;
    for value in elements {
        list.serialize_element(&Member { value, names })?;
    }
    list.end()
}

/// Sends a Dictionary as a map; a separate call, like [`send_array`].
fn send_dictionary<V: JsonVariant, S: Serializer>(
    serializer: S,
    entries: &Dictionary<V>,
    names: Names,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(entries.len()))?;
    send_entries(&mut map, entries, 0, names)?;
    map.end()
}

/// Sends the entries from the index `start`.
fn send_entries<V: JsonVariant, M: SerializeMap>(
    map: &mut M,
    entries: &Dictionary<V>,
    start: usize,
    names: Names,
) -> Result<(), M::Error> {
    let other_rule = entries.key_rule().other();
    let equal_key = entries.first_equal_key(other_rule);
    for (index, (value, entry)) in entries.iter().enumerate().skip(start) {
        let key = Member { value, names };
        if equal_key == Some(index) {
            let rule = other_rule;
            map.serialize_key(&EqualKey { key, rule })?;
        } else {
            map.serialize_key(&key)?;
        }
        let value = entry;
        map.serialize_value(&Member { value, names })?;
    }
    Ok(())
}

/// A key that equals an earlier one by a rule that is not the rule of the Dictionary.
///
/// A layout's own format has to compare keys by its own rule, but receives one key after the other.
struct EqualKey<'v, V> {
    key: Member<'v, V>,
    rule: KeyRule,
}

impl<V: JsonVariant> Serialize for EqualKey<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(equal_key_name(self.rule), &self.key)
    }
}

/// A member of a container in a layout's own format.
struct Member<'v, V> {
    value: &'v V,
    names: Names,
}

impl<V: JsonVariant> Serialize for Member<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Envelope(&ChannelVariant::nested(self.value, self.names)).serialize(serializer)
    }
}

/// Serializes a Dictionary whose entries serde may flatten, or place next to a `tag`.
///
/// Flattened entries may become entries of a Dictionary in a layout's own format. Only serializing
/// the first key shows whether the format is a layout's own.
fn flattened<V: JsonVariant, S: Serializer>(
    serializer: S,
    entries: &Dictionary<V>,
    names: Names,
) -> Result<S::Ok, S::Error> {
    let mut start = 0;
    let is_object = is_object(entries);
    let length = if is_object { entries.len() } else { 1 };
    let mut map = serializer.serialize_map(Some(length))?;
    if !is_object && let Some((key, value)) = entries.iter().next() {
        let is_own = &Cell::new(false);
        map.serialize_key(&Envelope(&FirstKey { key, is_own, names }))?;
        if !is_own.get() {
            let (items, depth) = (entries, 1);
            map.serialize_value(&List {
                items,
                depth,
                names,
            })?;
            return map.end();
        }
        map.serialize_value(&Member { value, names })?;
        start = 1;
    }
    send_entries(&mut map, entries, start, names)?;
    map.end()
}

/// The first key of a Dictionary that is not an object in the JSON form.
///
/// In a layout's own format, the key serializes as itself; in others, as the name of the type.
struct FirstKey<'v, V> {
    key: &'v V,
    /// Set if the format is a layout's own.
    is_own: &'v Cell<bool>,
    names: Names,
}

impl<V: JsonVariant> ChannelValue for FirstKey<'_, V> {
    fn name(&self) -> &'static str {
        const { Mark::any::<V>().newtype_name() }
    }

    fn send<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.is_own.set(true);
        ChannelVariant::nested(self.key, self.names).send(serializer)
    }

    fn form<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(name_of(self.names, Kind::Dictionary))
    }
}

/// Implements serde's traits for a container.
macro_rules! container_form {
    ($container:ident, $view:expr) => {
        /// Serializes the JSON form of the Variant with this value.
        impl<V: JsonVariant> Serialize for $container<V> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Envelope(&ChannelVariant::new($view(self), None)).serialize(serializer)
            }
        }

        #[doc = concat!("Deserializes the JSON form of a Variant of the type ", stringify!($container), ".")]
        impl<'de, V: Value> Deserialize<'de> for $container<V> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value: V = deserialize(None, deserializer)?;
                let value: Result<Self, DecodeError> = value.try_into();
                value.map_err(D::Error::custom)
            }
        }
    };
}

container_form!(Dictionary, View::Dictionary);
container_form!(Object, View::Object);
container_form!(TypedArray, |array| View::TypedArray(Kind::Array, array));

/// Serializes a Variant, with the names of a layout.
pub(crate) fn serialize<V: JsonVariant, S: Serializer>(
    value: &V,
    names: Names,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    Envelope(&ChannelVariant::new(value.view(), names)).serialize(serializer)
}
