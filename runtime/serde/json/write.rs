//! Serializes values in the JSON form.

use super::JsonVariant;
use super::components::{ComponentForm, serialize_fields, serialize_packed};
use super::names::{
    FLOAT, Names, TYPED_ARRAY, TYPED_DICTIONARY, TooDeep, absent, is_reserved, name_of, tagged,
};
use super::number::special_text;
use crate::value::record::{Record, RecordField};
use crate::value::view::{AsView, View};
use crate::wire::number::Number;
use crate::{Dictionary, ElementType, Kind, NodePath, Object, TypedArray, TypedDictionary, format};
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::ser::{Error, Serialize, SerializeMap, SerializeSeq, Serializer};

/// A value in the JSON form.
pub(super) struct Form<'v, V: AsView> {
    pub(super) view: View<'v, V>,
    /// The nesting depth of the value. Serde may flatten or tag a value of depth 0.
    pub(super) depth: u32,
    pub(super) names: Names,
}

// Each container has a separate function with few calls per level, so that 1024 levels fit a stack
// of 2 MiB in a debug build.
impl<V: JsonVariant> Serialize for Form<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.view {
            View::Array(elements) => self.list(elements).serialize(serializer),
            View::Dictionary(pairs) => self.dictionary(serializer, pairs),
            View::Object(object) => self.object(serializer, object),
            View::TypedArray(kind, array) => self.typed_array(serializer, kind, array),
            View::TypedDictionary(dictionary) => self.typed_dictionary(serializer, dictionary),
            ref view => serialize_leaf(serializer, view, |kind| name_of(self.names, kind)),
        }
    }
}

impl<'v, V: JsonVariant> Form<'v, V> {
    /// Returns the items of this container.
    fn list<C: ?Sized>(&self, items: &'v C) -> List<'v, C> {
        let depth = self.depth + 1;
        let names = self.names;
        List {
            items,
            depth,
            names,
        }
    }

    /// Serializes an object if the Dictionary can be one, otherwise a list of pairs.
    fn dictionary<S: Serializer>(
        &self,
        serializer: S,
        pairs: &'v Dictionary<V>,
    ) -> Result<S::Ok, S::Error> {
        if !is_object(pairs) {
            let name = name_of(self.names, Kind::Dictionary);
            return tagged(serializer, name, &self.list(pairs));
        }
        let depth = self.depth + 1;
        check_depth::<S>(depth, pairs.len())?;
        let mut map = serializer.serialize_map(Some(pairs.len()))?;
        for (key, value) in pairs {
            map.serialize_entry(&key.form(depth, self.names), &value.form(depth, self.names))?;
        }
        map.end()
    }

    /// Serializes an Object by its id, or by its class and properties.
    ///
    /// The result is `{"Object": {"id": 1}}` or
    /// `{"Object": {"class": "Gradient", "properties": [["offsets", ..]]}}`.
    fn object<S: Serializer>(
        &self,
        serializer: S,
        object: &'v Object<V>,
    ) -> Result<S::Ok, S::Error> {
        let name = name_of(self.names, Kind::Object);
        let object = match object {
            Object::Id(id) => return tagged(serializer, name, &BTreeMap::from([("id", *id)])),
            Object::Full(object) => object,
        };
        let content = Content {
            declared: [("class", &object.class)],
            name: "properties",
            list: self.list(&*object.properties),
        };
        tagged(serializer, name, &content)
    }

    /// Serializes `{"TypedArray": {"element": "int", "values": [1, 2]}}`.
    fn typed_array<S: Serializer>(
        &self,
        serializer: S,
        kind: Kind,
        array: &'v TypedArray<V>,
    ) -> Result<S::Ok, S::Error> {
        let name = match kind {
            Kind::Array => TYPED_ARRAY,
            kind => name_of(self.names, kind),
        };
        let content = Content {
            declared: [("element", Declared(&array.element, self.names))],
            name: "values",
            list: self.list(&*array.values),
        };
        tagged(serializer, name, &content)
    }

    /// Serializes `{"TypedDictionary": {"key": "String", "value": null, "pairs": []}}`.
    fn typed_dictionary<S: Serializer>(
        &self,
        serializer: S,
        dictionary: &'v TypedDictionary<V>,
    ) -> Result<S::Ok, S::Error> {
        let content = Content {
            declared: [
                ("key", Declared(&dictionary.key, self.names)),
                ("value", Declared(&dictionary.value, self.names)),
            ],
            name: "pairs",
            list: self.list(&dictionary.entries),
        };
        tagged(serializer, TYPED_DICTIONARY, &content)
    }
}

/// The items of a container, serialized as a list.
pub(super) struct List<'v, C: ?Sized> {
    pub(super) items: &'v C,
    /// The nesting depth of the items.
    pub(super) depth: u32,
    pub(super) names: Names,
}

impl<'v, C: ?Sized> Serialize for List<'v, C>
where
    &'v C: IntoIterator<Item: Item, IntoIter: ExactSizeIterator>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let items = self.items.into_iter();
        check_depth::<S>(self.depth, items.len())?;
        let mut list = serializer.serialize_seq(Some(items.len()))?;
        for item in items {
            list.serialize_element(&item.form(self.depth, self.names))?;
        }
        list.end()
    }
}

/// An item of a container.
pub(super) trait Item {
    type Form: Serialize;

    /// Returns the form of the item, nested `depth` levels. This is a separate call, so that a
    /// level of nesting uses less stack.
    fn form(self, depth: u32, names: Names) -> Self::Form;
}

/// An element of an Array.
impl<'v, V: JsonVariant> Item for &'v V {
    type Form = Form<'v, V>;

    fn form(self, depth: u32, names: Names) -> Form<'v, V> {
        let view = self.view();
        Form { view, depth, names }
    }
}

/// An entry of a Dictionary, as a list of its key and its value.
impl<'v, V: JsonVariant> Item for (&'v V, &'v V) {
    type Form = [Form<'v, V>; 2];

    fn form(self, depth: u32, names: Names) -> [Form<'v, V>; 2] {
        [self.0.form(depth, names), self.1.form(depth, names)]
    }
}

/// A property of an Object, as a list of its name and its value.
impl<'v, V: JsonVariant> Item for &'v (String, V) {
    type Form = (&'v str, Form<'v, V>);

    fn form(self, depth: u32, names: Names) -> (&'v str, Form<'v, V>) {
        (&self.0, self.1.form(depth, names))
    }
}

/// Rejects nesting that no engine could decode, before the stack is exhausted.
pub(in crate::serde) fn check_depth<S: Serializer>(
    depth: u32,
    count: usize,
) -> Result<(), S::Error> {
    if count > 0 && depth > format::MAX_DEPTH {
        Err(S::Error::custom(TooDeep))
    } else {
        Ok(())
    }
}

/// The content of a tagged container: its class or declared types, then the list of its items.
struct Content<T, List, const N: usize> {
    declared: [(&'static str, T); N],
    /// The name of the list.
    name: &'static str,
    list: List,
}

impl<T: Serialize, List: Serialize, const N: usize> Serialize for Content<T, List, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = self.start(serializer)?;
        map.serialize_value(&self.list)?;
        map.end()
    }
}

impl<T: Serialize, List, const N: usize> Content<T, List, N> {
    /// Serializes everything before the list; a separate call, so that a level of nesting uses less
    /// stack.
    fn start<S: Serializer>(&self, serializer: S) -> Result<S::SerializeMap, S::Error> {
        let mut map = serializer.serialize_map(Some(N + 1))?;
        for (name, declared) in &self.declared {
            map.serialize_entry(name, declared)?;
        }
        map.serialize_key(self.name)?;
        Ok(map)
    }
}

/// A declared type: null, the name of a type, `{"class": "Node"}` or `{"script": "res://a.gd"}`.
struct Declared<'v>(&'v ElementType, Names);

impl Serialize for Declared<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            ElementType::Any | ElementType::Kind(Kind::Nil) => serializer.serialize_unit(),
            ElementType::Kind(kind) => match self.1 {
                Some(layout) if !layout.has(*kind) => {
                    Err(S::Error::custom(absent(self.1, kind.name())))
                }
                names => serializer.serialize_str(name_of(names, *kind)),
            },
            ElementType::Class(class) => serializer.collect_map([("class", class)]),
            ElementType::Script(path) => serializer.collect_map([("script", path)]),
        }
    }
}

/// Serializes a value that is not a container, with the name of its kind.
pub(in crate::serde) fn serialize_leaf<V, S: Serializer>(
    serializer: S,
    view: &View<'_, V>,
    name: impl Fn(Kind) -> &'static str,
) -> Result<S::Ok, S::Error>
where
    V: AsView<Path: Clone + Into<NodePath>>,
{
    match *view {
        View::Nil
        | View::Array(_)
        | View::TypedArray(..)
        | View::TypedDictionary(_)
        | View::Dictionary(_)
        | View::Object(_) => serializer.serialize_unit(),
        View::Record(kind, record) => tagged(serializer, name(kind), &RecordForm(record)),
        View::Bool(value) => serializer.serialize_bool(value),
        View::Int(value) => serializer.serialize_i64(value),
        View::Float(value) if value.is_finite() => serializer.serialize_f64(value),
        View::Float(value) => tagged(serializer, FLOAT, &*special_text(Number::Double(value))),
        View::Text(Kind::String, text) => serializer.serialize_str(text),
        View::Text(kind, text) => tagged(serializer, name(kind), text),
        View::Fields(kind, numbers) => serialize_fields(serializer, name(kind), numbers),
        View::Packed(kind, numbers) => serialize_packed(serializer, kind, name(kind), numbers),
        View::PackedText(texts) => {
            let texts: Vec<_> = texts.iter().map(AsRef::as_ref).collect();
            tagged(serializer, name(Kind::PackedStringArray), &texts)
        }
        View::NodePath(path) => tagged(
            serializer,
            name(Kind::NodePath),
            &PathForm(path.clone().into()),
        ),
    }
}

/// The JSON form of a record: an object of its fields. The form of a single field is its value, or
/// null for its default; the form of a record without fields is null.
pub(in crate::serde) struct RecordForm<'v>(pub(in crate::serde) &'v dyn Record);

impl Serialize for RecordForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.0.field(0), self.0.field(1)) {
            (Some((_, value)), None) if !value.is_default() => {
                FieldForm(value).serialize(serializer)
            }
            (_, None) => serializer.serialize_unit(),
            _ => {
                let fields = self
                    .0
                    .fields()
                    .map(|(name, value)| (name, FieldForm(value)));
                serializer.collect_map(fields)
            }
        }
    }
}

/// A field of a record.
struct FieldForm<'v>(RecordField<&'v str>);

impl Serialize for FieldForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            RecordField::Text(text) => serializer.serialize_str(text),
            RecordField::Float(value) => ComponentForm(Number::Double(value)).serialize(serializer),
            RecordField::Int(value) => match u64::try_from(value) {
                Ok(value) => serializer.serialize_u64(value),
                Err(_) => serializer.serialize_i64(RecordField::<&str>::signed(value)),
            },
        }
    }
}

/// A NodePath as a string, or as an object if the string would parse as another path.
struct PathForm(NodePath);

impl Serialize for PathForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let path = &self.0;
        let text = path.to_string();
        if NodePath::from(text.as_str()) == *path {
            return serializer.serialize_str(&text);
        }
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("absolute", &path.is_absolute())?;
        map.serialize_entry("names", &path.names().collect::<Vec<_>>())?;
        map.serialize_entry("subnames", &path.subnames().collect::<Vec<_>>())?;
        map.end()
    }
}

/// Returns whether a Dictionary can be a JSON object.
///
/// All keys must be Strings, and a sole key must not be a reserved name.
pub(super) fn is_object<V: AsView>(dictionary: &Dictionary<V>) -> bool {
    let is_only = dictionary.len() == 1;
    dictionary.keys().all(|key| matches!(key.view(), View::Text(Kind::String, text) if !(is_only && is_reserved(text))))
}
