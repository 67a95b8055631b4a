//! Serializes values in the JSON form.

use super::SharedValue;
use super::components::LeafContent;
use super::names::{
    DICTIONARY_NAME, FLOAT, Newtype, TYPED, TYPED_ARRAY, TYPED_DICTIONARY, Tagged, TooDeep,
    TypeName, equal_key_name, reserved,
};
use super::plain::{has_text_keys, plain_object};
use crate::codec::construct::{Names, absent, name_of};
use crate::codec::node_path::encoded_counts;
use crate::table::format::HEADER_LENGTH;
use crate::value::view::{AsView, Numbers, View};
use crate::wire::writer::checked_length;
use crate::{Dictionary, ElementType, Engine, FirstLayout, Kind, Object, Writer, format};
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;
use serde::ser::{Error, Serialize, SerializeMap, SerializeSeq, SerializeTupleVariant, Serializer};

/// A value in the JSON form.
pub(crate) struct Form<'v, V: AsView> {
    view: View<'v, V>,
    context: Context,
}

/// The notation of a value, and its nesting depth.
#[derive(Clone, Copy)]
pub(super) struct Context {
    depth: u32,
    names: Names,
    /// Whether values have no names of types.
    is_plain: bool,
}

// Each container has a separate function with few calls per level, so that 1024 levels fit a stack
// of 2 MiB in a debug build.
impl<V: AsView> Serialize for Form<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.context.depth > format::MAX_DEPTH {
            return Err(S::Error::custom(TooDeep));
        }
        match self.view {
            View::Nil => serializer.serialize_unit(),
            View::Bool(value) => serializer.serialize_bool(value),
            View::Int(value) => serializer.serialize_i64(value),
            View::Float(value) if value.is_finite() => serializer.serialize_f64(value),
            View::Text(Kind::String, text) => serializer.serialize_str(text),
            View::Array(elements) => self.list(elements).serialize(serializer),
            View::Dictionary(pairs) => self.dictionary(serializer, pairs),
            _ if self.context.is_plain => self.plain_form(serializer),
            View::Object(_) | View::TypedArray(..) | View::TypedDictionary(_) => {
                self.container(serializer)
            }
            ref leaf => self.leaf(serializer, leaf),
        }
    }
}

impl Context {
    /// Returns the context of a member.
    pub(super) fn inner(self) -> Self {
        let depth = self.depth + 1;
        Self { depth, ..self }
    }
}

impl<'v, V: AsView> Form<'v, V> {
    /// Creates the form of a value that serde may flatten or tag.
    pub(super) fn new(view: View<'v, V>, names: Names) -> Self {
        let context = Context {
            depth: 0,
            names,
            is_plain: false,
        };
        Self { view, context }
    }

    /// Creates the form of a value without the names of types.
    pub(super) fn plain(view: View<'v, V>) -> Self {
        let mut form = Self::new(view, None);
        form.context.is_plain = true;
        form
    }

    /// Returns the items of this container.
    fn list<C: ?Sized>(&self, items: &'v C) -> List<'v, C> {
        let context = self.context.inner();
        List { items, context }
    }

    fn plain_form<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.view {
            View::TypedArray(_, array) => self.list(&*array.values).serialize(serializer),
            View::TypedDictionary(typed) => self.dictionary(serializer, &typed.entries),
            View::Object(object) => plain_object(serializer, object, self.context.inner()),
            ref view => LeafContent {
                view,
                is_plain: true,
            }
            .serialize(serializer),
        }
    }

    fn leaf<S: Serializer>(&self, serializer: S, view: &View<'_, V>) -> Result<S::Ok, S::Error> {
        let kind = match *view {
            // A layout's own format has these floats, too.
            View::Float(_) => return serialize_leaf(serializer, FLOAT, view, LeafBody(view)),
            View::Fields(kind, _)
            | View::Packed(kind, _)
            | View::Record(kind, _)
            | View::Text(kind, _) => kind,
            View::PackedText(_) => Kind::PackedStringArray,
            _ => Kind::NodePath,
        };
        serialize_leaf(
            serializer,
            name_of(self.context.names, kind),
            view,
            LeafBody(view),
        )
    }

    /// Serializes an object if the Dictionary can be one, otherwise a list of pairs.
    fn dictionary<S: Serializer>(
        &self,
        serializer: S,
        pairs: &'v Dictionary<V>,
    ) -> Result<S::Ok, S::Error> {
        let items = self.list(pairs);
        if self.context.is_plain && !has_text_keys(pairs) {
            return items.serialize(serializer);
        }
        if !self.context.is_plain && !is_object(pairs) {
            return serializer.serialize_newtype_struct(TYPED, &Pairs(items));
        }
        let mut map = serializer.serialize_map(Some(pairs.len()))?;
        for (key, value) in pairs {
            let [key, value] = [key, value].map(|member| member.form(items.context));
            map.serialize_entry(&key, &value)?;
        }
        map.end()
    }

    /// Serializes a container with a class or declared types.
    fn container<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = match self.view {
            View::Object(_) => name_of(self.context.names, Kind::Object),
            View::TypedArray(Kind::Array, _) => TYPED_ARRAY,
            View::TypedArray(kind, _) => name_of(self.context.names, kind),
            _ => TYPED_DICTIONARY,
        };
        let tagged = Tagged {
            name,
            content: Content(self),
            body: (),
        };
        serializer.serialize_newtype_struct(TYPED, &tagged)
    }
}

/// Serializes the JSON form of a value that is not a container, or its body in a layout's own format.
#[inline]
pub(crate) fn serialize_leaf<V: AsView, S: Serializer>(
    serializer: S,
    name: &'static str,
    view: &View<'_, V>,
    body: impl Serialize,
) -> Result<S::Ok, S::Error> {
    let is_plain = false;
    let tagged = Tagged {
        name,
        content: LeafContent { view, is_plain },
        body,
    };
    serializer.serialize_newtype_struct(TYPED, &tagged)
}

/// The items of a container, serialized as a list.
struct List<'v, C: ?Sized> {
    items: &'v C,
    context: Context,
}

impl<'v, C: ?Sized> Serialize for List<'v, C>
where
    &'v C: IntoIterator<Item: Item, IntoIter: ExactSizeIterator>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let items = self.items.into_iter();
        let mut list = serializer.serialize_seq(Some(items.len()))?;
        for item in items {
            list.serialize_element(&item.form(self.context))?;
        }
        list.end()
    }
}

/// An item of a container.
pub(super) trait Item {
    type Form: Serialize;

    /// Returns the form of the item. This is a separate call, so that a level of nesting uses less
    /// stack.
    fn form(self, context: Context) -> Self::Form;
}

/// An element of an Array.
impl<'v, V: AsView> Item for &'v V {
    type Form = Form<'v, V>;

    fn form(self, context: Context) -> Form<'v, V> {
        let view = self.view();
        Form { view, context }
    }
}

/// An entry of a Dictionary, as a list of its key and its value.
impl<'v, V: AsView> Item for (&'v V, &'v V) {
    type Form = [Form<'v, V>; 2];

    fn form(self, context: Context) -> [Form<'v, V>; 2] {
        [self.0.form(context), self.1.form(context)]
    }
}

/// A property of an Object, as a list of its name and its value.
impl<'v, V: AsView> Item for &'v (String, V) {
    type Form = (&'v str, Form<'v, V>);

    fn form(self, context: Context) -> (&'v str, Form<'v, V>) {
        (&self.0, self.1.form(context))
    }
}

/// A Dictionary that is not an object in the JSON form, `{"Dictionary": [[1, 2]]}`. A layout's own
/// format receives its entries instead, or those of the struct into which serde flattens it.
struct Pairs<'v, V: AsView>(List<'v, Dictionary<V>>);

impl<V: AsView> Serialize for Pairs<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_read = &Cell::new(None);
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_key(&TypeName {
            newtype: DICTIONARY_NAME,
            name: name_of(self.0.context.names, Kind::Dictionary),
            is_read,
        })?;
        match is_read.get() {
            Some(true) => map.serialize_value(&self.0)?,
            Some(false) => self.0.entries(&mut map)?,
            None => map.serialize_value(&Some(Entries(&self.0)))?,
        }
        map.end()
    }
}

/// The entries of a Dictionary with keys of any type.
struct Entries<'p, 'v, V: AsView>(&'p List<'v, Dictionary<V>>);

impl<V: AsView> Serialize for Entries<'_, '_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.items.len()))?;
        self.0.entries(&mut map)?;
        map.end()
    }
}

impl<V: AsView> List<'_, Dictionary<V>> {
    fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let Self { items, context } = *self;
        // A layout's own format has to compare keys by its own rule, but receives one key after the
        // other.
        let other_rule = items.key_rule().other();
        let equal_key = items.first_equal_key(other_rule);
        for (index, (key, value)) in items.iter().enumerate() {
            let [key, value] = [key, value].map(|member| member.form(context));
            if equal_key == Some(index) {
                map.serialize_entry(&Newtype(equal_key_name(other_rule), key), &value)?;
            } else {
                map.serialize_entry(&key, &value)?;
            }
        }
        Ok(())
    }
}

/// The content of a container with a class or declared types, such as `{"id": 1}`,
/// `{"class": "Gradient", "properties": [["offsets", ..]]}`, `{"element": "int", "values": [1, 2]}` or
/// `{"key": "String", "value": null, "pairs": []}`.
struct Content<'f, 'v, V: AsView>(&'f Form<'v, V>);

impl<V: AsView> Serialize for Content<'_, '_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = self.0;
        let mut map = self.start(serializer)?;
        match form.view {
            View::Object(Object::Full(object)) => {
                map.serialize_value(&form.list(&*object.properties))?;
            }
            View::TypedArray(_, array) => map.serialize_value(&form.list(&*array.values))?,
            View::TypedDictionary(typed) => map.serialize_value(&form.list(&typed.entries))?,
            _ => {}
        }
        map.end()
    }
}

impl<V: AsView> Content<'_, '_, V> {
    /// Serializes everything before the list; a separate call, so that a level of nesting uses less
    /// stack.
    fn start<S: Serializer>(&self, serializer: S) -> Result<S::SerializeMap, S::Error> {
        let names = self.0.context.names;
        let length = match self.0.view {
            View::Object(Object::Id(_)) => 1,
            View::TypedDictionary(_) => 3,
            _ => 2,
        };
        let mut map = serializer.serialize_map(Some(length))?;
        match self.0.view {
            View::Object(Object::Id(id)) => map.serialize_entry("id", id)?,
            View::Object(Object::Full(object)) => {
                map.serialize_entry("class", &object.class)?;
                map.serialize_key("properties")?;
            }
            View::TypedArray(_, array) => {
                map.serialize_entry("element", &Declared(&array.element, names))?;
                map.serialize_key("values")?;
            }
            View::TypedDictionary(typed) => {
                map.serialize_entry("key", &Declared(&typed.key, names))?;
                map.serialize_entry("value", &Declared(&typed.value, names))?;
                map.serialize_key("pairs")?;
            }
            _ => {}
        }
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
                Some(layout) if !layout.has(*kind) => Err(S::Error::custom(format_args!(
                    "{:#}",
                    absent(self.1, kind.name())
                ))),
                names => serializer.serialize_str(name_of(names, *kind)),
            },
            ElementType::Class(class) => serializer.collect_map([("class", class)]),
            ElementType::Script(path) => serializer.collect_map([("script", path)]),
        }
    }
}

/// The body of a value that is not a container, for a layout's own format.
pub(crate) struct LeafBody<'v, V: AsView>(pub(crate) &'v View<'v, V>);

impl<V: AsView> Serialize for LeafBody<'_, V> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut encoded = Vec::new();
        match *self.0 {
            View::Float(value) => serializer.serialize_some(&value),
            View::Fields(kind, numbers) => {
                let body = components(numbers, &mut encoded);
                serialize_body(serializer, kind, body.len(), &[&Bytes(body)])
            }
            View::Packed(kind, numbers) => {
                let rows = numbers.shape().rows.iter();
                let length = rows.map(crate::table::Row::fixed_length).sum();
                let count = checked_length(numbers.elements()).map_err(S::Error::custom)?;
                let elements = Bytes(components(numbers, &mut encoded));
                let pieces = [&Bytes(&count.to_le_bytes()), &elements];
                serialize_body(serializer, kind, length, &pieces)
            }
            View::Text(kind, text) => serialize_body(serializer, kind, 0, &[text]),
            View::NodePath(path) => {
                let path: crate::NodePath = path.clone().into();
                let (bytes, counts) = path.wire();
                checked_length(bytes.len()).map_err(S::Error::custom)?;
                let counts = encoded_counts(FirstLayout::LAYOUT.node_path, counts);
                let pieces = [&Bytes(counts.as_flattened()), &Bytes(bytes)];
                serialize_body(serializer, Kind::NodePath, 0, &pieces)
            }
            View::PackedText(texts) => {
                let mut writer = Writer::<FirstLayout>::new(&mut encoded);
                writer.packed_texts(texts).map_err(S::Error::custom)?;
                let body = encoded.get(HEADER_LENGTH as usize..).unwrap_or_default();
                serialize_body(serializer, Kind::PackedStringArray, 0, &[&Bytes(body)])
            }
            // A record has no body that all layouts share.
            _ => serializer.serialize_unit(),
        }
    }
}

/// The body of a value of components.
pub(crate) struct FieldsBody<'v, T>(pub(crate) &'v T);

impl<'de, T: Numbers + SharedValue<'de>> Serialize for FieldsBody<'_, T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut encoded = Vec::new();
        let body = components(self.0, &mut encoded);
        serialize_body(serializer, T::KIND, T::LENGTH, &[&Bytes(body)])
    }
}

/// Serializes the body of a value from its pieces; `length` is the length in bytes of its components,
/// or of each element.
#[inline]
fn serialize_body<S: Serializer>(
    serializer: S,
    kind: Kind,
    length: usize,
    pieces: &[&(impl Serialize + ?Sized)],
) -> Result<S::Ok, S::Error> {
    let mut body = serializer.serialize_tuple_variant("", kind as u32, "", length)?;
    for piece in pieces {
        body.serialize_field(*piece)?;
    }
    body.end()
}

/// Returns the encoded components, which may be those in memory.
#[inline]
fn components<'b>(numbers: &'b (impl Numbers + ?Sized), encoded: &'b mut Vec<u8>) -> &'b [u8] {
    numbers.shape().borrowed.unwrap_or_else(|| {
        numbers.encode(encoded);
        encoded
    })
}

/// A slice that serializes as bytes; serde serializes `&[u8]` as a sequence.
struct Bytes<'b>(&'b [u8]);

impl Serialize for Bytes<'_> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

/// Returns whether a Dictionary can be a JSON object.
///
/// All keys must be Strings, and a sole key must not be a reserved name.
fn is_object<V: AsView>(dictionary: &Dictionary<V>) -> bool {
    let is_only = dictionary.len() == 1;
    dictionary.keys().all(|key| matches!(key.view(), View::Text(Kind::String, text) if !(is_only && reserved(text).is_some())))
}
