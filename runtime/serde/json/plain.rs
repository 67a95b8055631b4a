//! Plain data: values without the names of their types, as other tools expect JSON.

use super::Value;
use super::read::deserialize_plain;
use super::write::{Context, Form, Item};
use crate::value::view::{AsView, View};
use crate::{Dictionary, Kind, Object, format};
use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A wrapper that serializes a value as plain data, for tools that do not know the types of engines.
/// Requires the feature `serde`.
///
/// The [JSON form](enum@crate::Variant#impl-Serialize-for-Variant) of a Variant names types, so that
/// it can be parsed again: `{"Vector2": [1.0, 2.0]}`. Plain data has only what jq, SQL or a browser
/// can use: `[1.0, 2.0]`. The types are lost; [`lost`](Self::lost) returns which. To keep the types,
/// serialize the value without this wrapper.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::serde::Plain;
/// use gdvariant::{Dictionary, Kind, StringName, Variant, Vector2, variant};
///
/// // The script has {name = "Ada", position = Vector2(1, 2)}, whose keys are StringNames.
/// let player: Variant = Dictionary::from([
///     (StringName::from("name"), Variant::from("Ada")),
///     (StringName::from("position"), Vector2::new(1.0, 2.0).into()),
/// ]).into();
/// assert_eq!(serde_json::to_string(&Plain(&player))?, r#"{"name":"Ada","position":[1.0,2.0]}"#);
/// assert_eq!(Plain(&player).lost(), [Kind::StringName, Kind::Vector2]);
///
/// // Deserializing accepts any data: an object is a Dictionary, even if it looks like a type.
/// let json = serde_json::json!({"Vector2": [1, 2.5, null]});
/// let Plain(value) = serde_json::from_value::<Plain<Variant>>(json.clone())?;
/// assert_eq!(value, variant!({"Vector2": [1, 2.5, null]}));
/// assert_eq!(serde_json::to_value(Plain(&value))?, json);
/// # }
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Serializing
///
/// | value | plain data |
/// | --- | --- |
/// | Nil, bool, int, String | null, boolean, number, string; ints keep all 64 bits, which some tools round above 2^53 |
/// | float | a number with a point; what the format writes for a non-finite float, which is null in serde_json |
/// | StringName, NodePath | the string |
/// | Array and any packed array, also of bytes, with or without a declared type | an array |
/// | Dictionary with or without declared types | an object if all keys are Strings, StringNames and NodePaths and no two are the same string; otherwise an array of pairs, `[[1, "one"]]` |
/// | Vector2, Color, Quaternion and other values whose components have no groups | an array of numbers, in the order of the components |
/// | Rect2, AABB, Plane, Transform3D and other values with named groups | an object: `{"position": [0.0, 0.0], "size": [1.0, 1.0]}` |
/// | RID | its number, or null |
/// | Callable | null |
/// | Signal | `{"name": "changed", "id": 7}` |
/// | Object | null for a null object, `{"id": 7}`, or `{"class": "Gradient", "properties": {"offsets": [..]}}` |
///
/// 32-bit floats have the fewest digits that identify them. Components and elements of packed arrays
/// are as in the JSON form, except that bytes are numbers and non-finite floats are floats.
///
/// # Deserializing
///
/// A [`Variant`](enum@crate::Variant) is deserialized from any self-describing format. An integer is
/// an int, a number with a point or an exponent a float, an array an Array, an object a Dictionary
/// with String keys, in the order of the input. An integer beyond 64 signed bits and a duplicate key
/// are errors. Bytes, in formats that have them, are a PackedByteArray. The features of serde_json
/// determine which numbers keep their value, as [for the JSON
/// form](enum@crate::Variant#impl-Deserialize%3C'de%3E-for-Variant).
///
/// A [layout's own format](crate::serde) encodes plain data too. Decoded from it, values keep their
/// types.
///
/// # Errors
///
/// Serializing and deserializing return an error for nesting beyond 1024 levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Plain<T>(pub T);

impl<T: PlainValue> Plain<T> {
    /// Returns the kinds of values that plain data does not distinguish from others, without
    /// duplicates, in the order in which they occur.
    ///
    /// If the result is empty, deserializing the plain data returns the same value. Float stands for
    /// a non-finite float, Array for one with a declared type, Dictionary for one with a declared type
    /// or with keys that make it an array of pairs.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::serde::Plain;
    /// use gdvariant::{Kind, variant};
    ///
    /// assert_eq!(Plain(&variant!({"name": "Ada", "level": 7})).lost(), []);
    /// assert_eq!(Plain(&variant!([f64::NAN, {1: "one"}])).lost(), [Kind::Float, Kind::Dictionary]);
    /// # }
    /// ```
    pub fn lost(&self) -> Vec<Kind> {
        let mut lost = Vec::new();
        self.0.add_lost(&mut lost);
        lost
    }
}

/// A value that [`Plain`] serializes: a Variant of any precision, or one with its layout.
///
/// The trait is sealed.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::any::AnyRef;
/// use gdvariant::serde::{Plain, PlainValue};
/// use gdvariant::{Godot4, Variant};
///
/// fn json(value: impl PlainValue) -> serde_json::Result<String> {
///     serde_json::to_string(&Plain(value))
/// }
///
/// let value = Variant::from(7);
/// assert_eq!(json(AnyRef::new::<Godot4>(&value))?, json(&value)?);
/// # }
/// # Ok::<(), serde_json::Error>(())
/// ```
pub trait PlainValue {
    #[doc(hidden)]
    fn serialize_plain<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;

    #[doc(hidden)]
    fn add_lost(&self, lost: &mut Vec<Kind>);
}

impl<T: PlainValue + ?Sized> PlainValue for &T {
    fn serialize_plain<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize_plain(serializer)
    }

    fn add_lost(&self, lost: &mut Vec<Kind>) {
        (**self).add_lost(lost);
    }
}

impl<T: PlainValue> Serialize for Plain<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_plain(serializer)
    }
}

impl<'de, V: Value> Deserialize<'de> for Plain<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize_plain(deserializer).map(Self)
    }
}

/// Serializes a Variant as plain data.
pub(crate) fn serialize<V: AsView, S: Serializer>(
    value: &V,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    Form::plain(value.view()).serialize(serializer)
}

/// Returns whether all keys are strings in plain data, and no two are the same string.
pub(super) fn has_text_keys<V: AsView>(entries: &Dictionary<V>) -> bool {
    // The keys of a Dictionary are different Strings.
    if entries.keys().all(|key| key.string().is_some()) {
        return true;
    }
    let mut texts = BTreeSet::new();
    let mut keys = entries.keys().map(|key| match key.view() {
        View::Text(_, text) => Some(Cow::from(text)),
        View::NodePath(path) => Some(path.to_string().into()),
        _ => None,
    });
    keys.all(|key| key.is_some_and(|text| texts.insert(text)))
}

/// Serializes an Object whose properties have this context.
pub(super) fn plain_object<V: AsView, S: Serializer>(
    serializer: S,
    object: &Object<V>,
    context: Context,
) -> Result<S::Ok, S::Error> {
    let object = match object {
        Object::Id(0) => return serializer.serialize_unit(),
        Object::Id(id) => return serializer.collect_map([("id", id)]),
        Object::Full(object) if object.class.is_empty() => return serializer.serialize_unit(),
        Object::Full(object) => object,
    };
    let mut map = serializer.serialize_map(Some(2))?;
    map.serialize_entry("class", &object.class)?;
    map.serialize_entry("properties", &Properties(&object.properties, context))?;
    map.end()
}

/// The properties of an object, as an object or as a list of pairs.
struct Properties<'v, V>(&'v [(String, V)], Context);

impl<V: AsView> Serialize for Properties<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(properties, context) = *self;
        let items = properties.iter().map(|property| property.form(context));
        let mut names = BTreeSet::new();
        if properties.iter().all(|(name, _)| names.insert(name)) {
            serializer.collect_map(items)
        } else {
            serializer.collect_seq(items)
        }
    }
}

/// Adds the kinds that plain data does not distinguish.
pub(crate) fn add_lost<V: AsView>(value: &V, lost: &mut Vec<Kind>) {
    add_lost_within(value, format::MAX_DEPTH, lost);
}

/// Adds the kinds in a value with at most `levels` levels, which no engine exceeds.
fn add_lost_within<V: AsView>(value: &V, levels: u32, lost: &mut Vec<Kind>) {
    let view = value.view();
    let is_lost = match view {
        View::Nil | View::Bool(_) | View::Int(_) | View::Text(Kind::String, _) | View::Array(_) => {
            false
        }
        View::Float(value) => !value.is_finite(),
        View::Dictionary(entries) => !has_text_keys(entries),
        _ => true,
    };
    if is_lost && !lost.contains(&value.kind()) {
        lost.push(value.kind());
    }
    let Some(levels) = levels.checked_sub(1) else {
        return;
    };
    for member in view.members() {
        add_lost_within(member, levels, lost);
    }
}
