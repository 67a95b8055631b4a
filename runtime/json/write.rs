//! Serializes values in the JSON form.

use super::depth::TooDeep;
use super::entry::tagged;
use super::ids::SignalForm;
use super::leaves::{PathForm, PoolElements, bytes_of, components};
use super::names::{absent, is_reserved};
use super::number::special_text;
use super::reserved::{FLOAT, TYPED_ARRAY, TYPED_DICTIONARY};
use super::traits::Formed;
use crate::component_rows::{component_rows, rows};
use crate::view::{Numbers, View, Viewed};
use crate::{
    Dictionary, ElementType, Kind, Layout, Object, TypedArray, TypedDictionary, WholeObject, format,
};
use alloc::string::String;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::ser::{Error, Serialize, SerializeMap, SerializeSeq, Serializer};

/// A value in the JSON form.
pub(super) struct Form<'v, V> {
    value: &'v V,
    depth: u32,
}

impl<'v, V> Form<'v, V> {
    /// Creates the form of the outermost value, which serde may flatten or tag.
    pub(super) fn outermost(value: &'v V) -> Self {
        Self { value, depth: 0 }
    }

    /// Creates the form of a value nested one level.
    pub(super) fn nested(value: &'v V) -> Self {
        Self { value, depth: 1 }
    }

    /// Creates the form of a value nested in this one.
    fn inner(&self, value: &'v V) -> Self {
        Self {
            value,
            depth: self.depth + 1,
        }
    }
}

// Containers have functions of their own, with few calls per level: 1024 levels fit a stack of 2 MiB
// in a debug build.
impl<V: Formed> Serialize for Form<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value.view() {
            View::Array(elements) => self.array(serializer, elements),
            View::Dictionary(pairs) => self.dictionary(serializer, pairs),
            View::Object(object) => Self::object(serializer, object, self.depth),
            View::TypedArray(kind, array) => Self::typed_array(serializer, kind, array, self.depth),
            View::TypedDictionary(value) => Self::typed_dictionary(serializer, value, self.depth),
            view => leaf::<V, S>(serializer, &view),
        }
    }
}

impl<V: Formed> Form<'_, V> {
    fn array<S: Serializer>(&self, serializer: S, elements: &[V]) -> Result<S::Ok, S::Error> {
        check_nesting::<S>(self.depth, elements.len())?;
        let mut list = serializer.serialize_seq(Some(elements.len()))?;
        for element in elements {
            list.serialize_element(&self.inner(element))?;
        }
        list.end()
    }

    /// Serializes an object if that has the same meaning, otherwise the list of pairs.
    fn dictionary<S: Serializer>(
        &self,
        serializer: S,
        pairs: &Dictionary<V>,
    ) -> Result<S::Ok, S::Error> {
        check_nesting::<S>(self.depth, pairs.len())?;
        if !is_object(pairs) {
            let depth = self.depth + 1;
            return tagged(serializer, dictionary_name::<V>(), &Pairs { pairs, depth });
        }
        self.entries(serializer, pairs)
    }

    fn entries<S: Serializer>(
        &self,
        serializer: S,
        pairs: &Dictionary<V>,
    ) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(pairs.len()))?;
        for (key, value) in pairs {
            map.serialize_entry(&self.inner(key), &self.inner(value))?;
        }
        map.end()
    }

    pub(super) fn object<S: Serializer>(
        serializer: S,
        object: &Object<V>,
        depth: u32,
    ) -> Result<S::Ok, S::Error> {
        let name = name_of::<V>(Kind::Object);
        match object {
            Object::Id(id) => tagged(serializer, name, &Entry("id", *id)),
            Object::Whole(object) => tagged(serializer, name, &WholeForm { object, depth }),
        }
    }

    pub(super) fn typed_array<S: Serializer>(
        serializer: S,
        kind: Kind,
        array: &TypedArray<V>,
        depth: u32,
    ) -> Result<S::Ok, S::Error> {
        let name = match kind {
            Kind::Array => TYPED_ARRAY,
            kind => name_of::<V>(kind),
        };
        tagged(serializer, name, &TypedArrayForm { array, depth })
    }

    pub(super) fn typed_dictionary<S: Serializer>(
        serializer: S,
        dictionary: &TypedDictionary<V>,
        depth: u32,
    ) -> Result<S::Ok, S::Error> {
        let form = TypedDictionaryForm { dictionary, depth };
        tagged(serializer, TYPED_DICTIONARY, &form)
    }
}

/// Serializes a value that is not a container.
fn leaf<V: Formed, S: Serializer>(serializer: S, view: &View<'_, V>) -> Result<S::Ok, S::Error> {
    match *view {
        View::Nil
        | View::Array(_)
        | View::TypedArray(..)
        | View::TypedDictionary(_)
        | View::Dictionary(_)
        | View::Object(_) => serializer.serialize_unit(),
        View::Id(kind, id) => super::ids::id(serializer, name_of::<V>(kind), id),
        View::Callable => tagged(serializer, name_of::<V>(Kind::Callable), &()),
        View::Signal(signal) => tagged(serializer, name_of::<V>(Kind::Signal), &SignalForm(signal)),
        View::Bool(value) => serializer.serialize_bool(value),
        View::Int(value) => serializer.serialize_i64(value),
        View::Float(value) if value.is_finite() => serializer.serialize_f64(value),
        View::Float(value) => tagged(serializer, FLOAT, &*special_text::<f64>(value.to_bits())),
        View::Text(Kind::String, text) => serializer.serialize_str(text),
        View::Text(kind, text) => tagged(serializer, name_of::<V>(kind), text),
        View::Fields(kind, numbers) => fields::<V, S>(serializer, kind, numbers),
        View::Pool(kind, numbers) => pool::<V, S>(serializer, kind, numbers),
        View::PoolText(texts) => tagged(
            serializer,
            name_of::<V>(Kind::PoolStringArray),
            &Sequence(texts.iter().map(AsRef::as_ref)),
        ),
        View::NodePath(path) => tagged(
            serializer,
            name_of::<V>(Kind::NodePath),
            &PathForm(&path.clone().into()),
        ),
    }
}

fn pool<V: Formed, S: Serializer>(
    serializer: S,
    kind: Kind,
    numbers: &dyn Numbers,
) -> Result<S::Ok, S::Error> {
    let name = name_of::<V>(kind);
    if kind == Kind::PoolByteArray {
        return tagged(serializer, name, &STANDARD.encode(bytes_of(numbers)));
    }
    let each = V::Layout::table_of(kind).map_or(0, |table| component_rows(table).count());
    tagged(serializer, name, &PoolElements { numbers, each })
}

/// Rejects nesting that no engine could decode, before the stack is exhausted.
pub(super) fn check_nesting<S: Serializer>(depth: u32, count: usize) -> Result<(), S::Error> {
    if count > 0 && depth >= format::MAX_DEPTH {
        Err(S::Error::custom(TooDeep))
    } else {
        Ok(())
    }
}

/// Returns the name that tags the pairs of a Dictionary that is not an object.
pub(super) fn dictionary_name<V: Formed>() -> &'static str {
    name_of::<V>(Kind::Dictionary)
}

/// The entries of a Dictionary as lists of two.
pub(super) struct Pairs<'v, V> {
    pub(super) pairs: &'v Dictionary<V>,
    /// The depth of the keys and values.
    pub(super) depth: u32,
}

impl<'v, V> Pairs<'v, V> {
    fn pair(&self, (key, value): (&'v V, &'v V)) -> [Form<'v, V>; 2] {
        [key, value].map(|value| Form {
            value,
            depth: self.depth,
        })
    }
}

/// Returns the name of a kind in the layout of `V`.
fn name_of<V: Formed>(kind: Kind) -> &'static str {
    V::Layout::name_of(kind)
}

/// Serializes a value of components: `{"Vector2": [..]}`, or
/// `{"Rect2": {"position": [..], "size": [..]}}`.
fn fields<V: Formed, S: Serializer>(
    serializer: S,
    kind: Kind,
    numbers: &dyn Numbers,
) -> Result<S::Ok, S::Error> {
    let Some(table) = V::Layout::table_of(kind) else {
        return Err(S::Error::custom("a type that the layout lacks"));
    };
    components(serializer, table.name, rows(table), numbers)
}

/// An object of one entry: the id of an Object, or the class of a typed array's elements.
struct Entry<T>(&'static str, T);

impl<T: Serialize> Serialize for Entry<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.0, &self.1)])
    }
}

/// A whole Object: `{"class": "Gradient", "properties": [["offsets", ...]]}`.
struct WholeForm<'v, V> {
    object: &'v WholeObject<V>,
    depth: u32,
}

impl<V: Formed> Serialize for WholeForm<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = self.class(serializer)?;
        map.serialize_value(&self.properties())?;
        map.end()
    }
}

impl<V> WholeForm<'_, V> {
    /// Serializes `{"class": "Gradient", "properties": `.
    fn class<S: Serializer>(&self, serializer: S) -> Result<S::SerializeMap, S::Error> {
        check_nesting::<S>(self.depth, self.object.properties.len())?;
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("class", &self.object.class)?;
        map.serialize_key("properties")?;
        Ok(map)
    }

    fn properties(&self) -> Properties<'_, V> {
        Properties {
            properties: &self.object.properties,
            depth: self.depth + 1,
        }
    }
}

/// The content of a typed array: `{"element": "int", "values": [1, 2]}`.
struct TypedArrayForm<'v, V> {
    array: &'v TypedArray<V>,
    depth: u32,
}

impl<V: Formed> Serialize for TypedArrayForm<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = self.element(serializer)?;
        map.serialize_value(&Values {
            values: &self.array.values,
            depth: self.depth + 1,
        })?;
        map.end()
    }
}

impl<V: Formed> TypedArrayForm<'_, V> {
    /// Serializes `{"element": "int", "values": `.
    fn element<S: Serializer>(&self, serializer: S) -> Result<S::SerializeMap, S::Error> {
        check_nesting::<S>(self.depth, self.array.values.len())?;
        let mut map = serializer.serialize_map(Some(2))?;
        element_type::<V, S>(&mut map, "element", &self.array.element)?;
        map.serialize_key("values")?;
        Ok(map)
    }
}

/// The content of a Dictionary with declared types: `{"key": "String", "value": null, "pairs": []}`.
struct TypedDictionaryForm<'v, V> {
    dictionary: &'v TypedDictionary<V>,
    depth: u32,
}

impl<V: Formed> Serialize for TypedDictionaryForm<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = self.types(serializer)?;
        map.serialize_value(&Pairs {
            pairs: &self.dictionary.entries,
            depth: self.depth + 1,
        })?;
        map.end()
    }
}

impl<V: Formed> TypedDictionaryForm<'_, V> {
    /// Serializes `{"key": "String", "value": null, "pairs": `.
    fn types<S: Serializer>(&self, serializer: S) -> Result<S::SerializeMap, S::Error> {
        check_nesting::<S>(self.depth, self.dictionary.entries.len())?;
        let mut map = serializer.serialize_map(Some(3))?;
        element_type::<V, S>(&mut map, "key", &self.dictionary.key)?;
        element_type::<V, S>(&mut map, "value", &self.dictionary.value)?;
        map.serialize_key("pairs")?;
        Ok(map)
    }
}

/// Serializes a declared type: null, the name of a type, `{"class": "Node"}` or `{"script": "res://a.gd"}`.
fn element_type<V: Formed, S: Serializer>(
    map: &mut S::SerializeMap,
    name: &'static str,
    element: &ElementType,
) -> Result<(), S::Error> {
    match element {
        ElementType::Any | ElementType::Kind(Kind::Nil) => map.serialize_entry(name, &()),
        ElementType::Kind(element) => match V::Layout::table_of(*element) {
            Some(table) => map.serialize_entry(name, table.name),
            None => Err(S::Error::custom(absent::<V::Layout>(element.name()))),
        },
        ElementType::Class(class) => map.serialize_entry(name, &Entry("class", class)),
        ElementType::Script(path) => map.serialize_entry(name, &Entry("script", path)),
    }
}

/// The values of a typed array.
struct Values<'v, V> {
    values: &'v [V],
    /// The depth of the values.
    depth: u32,
}

impl<'v, V> Values<'v, V> {
    fn value(&self, value: &'v V) -> Form<'v, V> {
        let depth = self.depth;
        Form { value, depth }
    }
}

/// The properties of an Object as lists of a name and a value.
struct Properties<'v, V> {
    properties: &'v [(String, V)],
    /// The depth of the values.
    depth: u32,
}

impl<'v, V> Properties<'v, V> {
    fn property(&self, (name, value): &'v (String, V)) -> (&'v str, Form<'v, V>) {
        let depth = self.depth;
        (name, Form { value, depth })
    }
}

/// Serializes the parts of a container as a list. The method that makes a part is a call of its own,
/// so that a level needs less of the stack.
macro_rules! lists {
    ($($list:ident.$parts:ident: $part:ident),*) => {$(
        impl<V: Formed> Serialize for $list<'_, V> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut list = serializer.serialize_seq(Some(self.$parts.len()))?;
                for part in self.$parts {
                    list.serialize_element(&self.$part(part))?;
                }
                list.end()
            }
        }
    )*};
}

lists!(Pairs.pairs: pair, Values.values: value, Properties.properties: property);

/// A list of an iterator's items.
struct Sequence<I>(I);

impl<I: Iterator<Item: Serialize> + Clone> Serialize for Sequence<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
    }
}

/// Returns whether a Dictionary can be a JSON object: all keys are Strings, and a sole key is not a
/// reserved name.
pub(super) fn is_object<V: Viewed>(dictionary: &Dictionary<V>) -> bool {
    let is_only = dictionary.len() == 1;
    dictionary.keys().all(|key| matches!(key.view(), View::Text(Kind::String, text) if !(is_only && is_reserved(text))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::Fields;

    // Only Godot 4 has an array of 64-bit integers; the test needs no layout.
    #[test]
    fn large_integers_keep_all_digits() {
        let elements = PoolElements {
            numbers: &alloc::vec![i64::MAX, i64::MAX - 1, i64::MIN],
            each: i64::TABLE.rows.len(),
        };
        assert_eq!(
            serde_json::to_string(&elements).expect("JSON can represent integers"),
            "[9223372036854775807,9223372036854775806,-9223372036854775808]"
        );
    }
}
