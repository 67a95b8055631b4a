//! Parses the content of values with the name of their type, `{"name": content}`.

use super::components::{component, fields, pool};
use super::names::{FLOAT, TYPED_ARRAY, TYPED_DICTIONARY, absent};
use super::number::{Number, special_number};
use super::untyped::{ContainerBuilder, ReadValue, Untyped};
use super::{SerdeLayout, Value};
use crate::layouts::AnyLayout;
use crate::serde::channel::{SharedValue, is_translated};
use crate::table::rule::padding_after;
use crate::table::{Body, TypeTable, Wire};
use crate::value::build::{Build, Content};
use crate::value::record::{RecordField, canonical};
use crate::value::view::{AsView, View};
use crate::wire::component_rows::{ComponentType, component_rows, rows};
use crate::wire::number::Number as Component;
use crate::wire::writer::checked_length;
use crate::{
    DecodeOptions, Dictionary, ElementType, EncodeError, FullObject, Kind, NodePath, Object, Pool,
    TypedArray, TypedDictionary, Writer, codec,
};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// Parses the content of `{"name": content}`.
pub(super) fn read<L: SerdeLayout>(
    name: &str,
    content: Untyped<L::Variant>,
) -> Result<ReadValue<L::Variant>, String> {
    let of = &ContentPath::Type(name);
    if name == FLOAT {
        return of.float(content).map(ReadValue::leaf);
    }
    if name == TYPED_DICTIONARY {
        return typed_dictionary::<L>(of, content);
    }
    let table = match table_named::<L>(name) {
        Err(_) if name == TYPED_ARRAY => return typed_array::<L>(Kind::Array, of, content),
        table => table?,
    };
    let kind = table.kind;
    let built = |content: Content<'_>| {
        let value = L::Variant::build(kind, content).ok_or_else(|| absent::<L>(name));
        value.map(ReadValue::leaf)
    };
    match table.body {
        Body::Fields => built(Content::Components(&fields(of, rows(table), content)?)),
        Body::Pool => {
            let bytes = pool(kind, of, component_rows(table), content)?;
            built(Content::Components(&bytes))
        }
        Body::PoolText => of.texts(content).map(Pool).map(ReadValue::leaf),
        Body::Text if kind != Kind::String => {
            // The layout's own decoder validates the string.
            let text = of.string(content)?;
            let length = checked_length(text.len()).map_err(|error| error.to_string())?;
            let body = [&length.to_le_bytes(), text.as_bytes()].concat();
            decoded::<L>(table, &body).map(ReadValue::leaf)
        }
        Body::NodePath => of.node_path(content).map(ReadValue::leaf),
        Body::Object => object(of, content),
        Body::Dictionary => Ok(entries(of, content)?.finish(Into::into)),
        Body::TypedArray => typed_array::<L>(kind, of, content),
        Body::Record => record::<L>(table, of.record(kind, content)?).map(ReadValue::leaf),
        Body::Empty | Body::Bool | Body::Number | Body::Text | Body::Array => Err(format!(
            "a value of the type {name} is written plainly, without its name; a Dictionary with {name:?} as its only key is \
             {{\"Dictionary\": [[{name:?}, ..]]}}"
        )),
    }
}

/// Finds the type with a name in the layout.
fn table_named<L: SerdeLayout>(name: &str) -> Result<&'static TypeTable, String> {
    let mut tables = L::TYPES.iter();
    tables
        .find(|table| table.name == name)
        .ok_or_else(|| absent::<L>(name))
}

/// Decodes the bytes of a body, which lack the unused bytes of a pool array, with the layout's own
/// decoder.
pub(in crate::serde) fn decoded<L: SerdeLayout>(
    table: &TypeTable,
    body: &[u8],
) -> Result<L::Variant, String> {
    if table.body == Body::Record {
        let fields = canonical::take(table.kind, body);
        let fields = fields.ok_or_else(|| format!("invalid bytes of a {}", table.name))?;
        return record::<L>(table, fields);
    }
    if table.body == Body::NodePath && is_translated::<L>(table.body) {
        let path = NodePath::from_body(body.into())?;
        let value = L::Variant::build(table.kind, Content::NodePath(path));
        return value.ok_or_else(|| absent::<L>(table.name));
    }
    let mut bytes = L::header_of(table.kind).to_le_bytes().to_vec();
    let gap = L::gap_of(table.kind);
    match body.split_at_checked(size_of::<u32>()) {
        Some((count, elements)) if gap > 0 => {
            bytes.extend_from_slice(count);
            bytes.resize(bytes.len() + gap, 0);
            bytes.extend_from_slice(elements);
        }
        _ => bytes.extend_from_slice(body),
    }
    bytes.resize(bytes.len() + padding_after(bytes.len()), 0);
    codec::from_slice::<L, L::Variant>(&bytes, DecodeOptions::new())
        .map_err(|error| format!("{}: {}", table.name, error.kind()))
}

/// Builds a record, whose layout may lack some fields.
fn record<L: SerdeLayout>(
    table: &TypeTable,
    fields: Vec<RecordField<String>>,
) -> Result<L::Variant, String> {
    let value = L::Variant::build(table.kind, Content::Record(fields));
    let value = value.ok_or_else(|| absent::<L>(table.name))?;
    if let View::Record(kind, record) = value.view() {
        Writer::<L>::check_missing(kind, record).map_err(|error| error.to_string())?;
    }
    Ok(value)
}

/// Returns what `write` encodes.
pub(super) fn encoded(
    write: impl FnOnce(&mut Writer<'_, AnyLayout>) -> Result<(), EncodeError>,
) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    write(&mut Writer::new(&mut bytes)).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// An id.
const UNSIGNED: &str = "a whole number of 64 bits without a sign";

/// The path of content within the value of a type, for errors: `Signal.name`,
/// `PoolVector2Array[3]`. Its methods parse the content there.
#[derive(Clone, Copy)]
pub(crate) enum ContentPath<'p> {
    /// The content of a type with this name.
    Type(&'p str),
    Member(&'p Self, &'p str),
    Element(&'p Self, usize),
}

impl fmt::Display for ContentPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(name) => f.write_str(name),
            Self::Member(of, name) => write!(f, "{of}.{name}"),
            Self::Element(of, index) => write!(f, "{of}[{index}]"),
        }
    }
}

impl<'p> ContentPath<'p> {
    pub(super) fn member(&'p self, name: &'p str) -> Self {
        Self::Member(self, name)
    }

    pub(super) fn element(&'p self, index: usize) -> Self {
        Self::Element(self, index)
    }

    /// Returns the error for unexpected content.
    pub(super) fn unexpected<T, V>(
        &self,
        expected: impl fmt::Display,
        content: &Untyped<V>,
    ) -> Result<T, String> {
        let found = content.describe();
        Err(format!("expected {expected} for {self}, found {found}"))
    }

    /// Parses null.
    pub(super) fn null<V: Value>(&self, content: Untyped<V>) -> Result<(), String> {
        match content {
            Untyped::Value(read) if matches!(read.value.view(), View::Nil) => Ok(()),
            other => self.unexpected("null", &other),
        }
    }

    /// Parses a float that is not finite, which JSON cannot represent as a number.
    fn float<V>(&self, content: Untyped<V>) -> Result<f64, String> {
        match content {
            Untyped::Text(text) => {
                special_number(ComponentType::Double, &text).map(Component::to_f64)
            }
            Untyped::Number(_) => {
                Err("a finite float is written plainly, with a point or an exponent".into())
            }
            other => self.unexpected("\"nan\", \"inf\" or \"-inf\"", &other),
        }
    }

    pub(super) fn string<V>(&self, content: Untyped<V>) -> Result<String, String> {
        match content {
            Untyped::Text(text) => Ok(text),
            other => self.unexpected("a text", &other),
        }
    }

    pub(super) fn texts<V>(&self, content: Untyped<V>) -> Result<Vec<String>, String> {
        let elements = self.list("a list of texts", content)?.into_iter();
        elements
            .enumerate()
            .map(|(index, element)| self.element(index).string(element))
            .collect()
    }

    pub(super) fn list<V>(
        &self,
        expected: &str,
        content: Untyped<V>,
    ) -> Result<Vec<Untyped<V>>, String> {
        match content {
            Untyped::List(elements) => Ok(elements),
            other => self.unexpected(expected, &other),
        }
    }

    /// Returns the members of an object that has exactly these names, in any order.
    fn members<V, const N: usize>(
        &self,
        expected: &str,
        names: [&str; N],
        content: Untyped<V>,
    ) -> Result<[Untyped<V>; N], String> {
        exactly(names, content).or_else(|other| self.unexpected(expected, &other))
    }

    /// Parses a list of two.
    fn pair<V>(&self, content: Untyped<V>) -> Result<[Untyped<V>; 2], String> {
        let elements = match content {
            Untyped::List(elements) => elements.try_into().map_err(Untyped::List),
            other => Err(other),
        };
        elements.or_else(|other| self.unexpected("a list of 2", &other))
    }

    fn id<V>(&self, id: &Untyped<V>) -> Result<u64, String> {
        match id {
            Untyped::Number(Number::Large(id)) => Ok(*id),
            Untyped::Number(Number::Int(id)) if *id >= 0 => Ok(id.unsigned_abs()),
            other => self.unexpected(UNSIGNED, other),
        }
    }

    /// Parses the fields of a record: an object, or a field alone, which is null for its default.
    pub(crate) fn record<V: Value>(
        &self,
        kind: Kind,
        content: Untyped<V>,
    ) -> Result<Vec<RecordField<String>>, String> {
        let fields = kind.info().fields;
        match (fields, content) {
            ([], content) => self.null(content).map(|()| Vec::new()),
            ([(_, wire)], content @ Untyped::Value(_)) => self
                .null(content)
                .map(|()| Vec::from([RecordField::of(*wire)])),
            ([(_, wire)], content) => self.field(*wire, content).map(|field| Vec::from([field])),
            (_, Untyped::Map(mut entries)) if is_exact(&entries, fields) => {
                let place = |key: &String| fields.iter().position(|(name, _)| name == key);
                entries.sort_by_key(|(key, _)| place(key));
                let fields = entries.into_iter().zip(fields);
                let parsed = fields
                    .map(|((_, content), (name, wire))| self.member(name).field(*wire, content));
                parsed.collect()
            }
            (_, other) => {
                let names: Vec<_> = fields.iter().map(|(name, _)| *name).collect();
                let expected = format!("an object with {}", names.join(" and "));
                self.unexpected(expected, &other)
            }
        }
    }

    /// Parses a field of a record.
    fn field<V>(&self, wire: Wire, content: Untyped<V>) -> Result<RecordField<String>, String> {
        match RecordField::of(wire) {
            RecordField::Text(_) => self.string(content).map(RecordField::Text),
            RecordField::Float(_) => {
                let number = component(ComponentType::Double, self, &content)?;
                Ok(RecordField::Float(number.to_f64()))
            }
            RecordField::Int(_) => {
                let value = match &content {
                    Untyped::Number(Number::Large(value)) => Some(i128::from(*value)),
                    Untyped::Number(Number::Int(value)) => Some(i128::from(*value)),
                    _ => None,
                };
                let field = value.and_then(|value| RecordField::of_int(wire, value));
                let expected = match wire {
                    Wire::Byte => "a whole number of 0 to 255",
                    Wire::U32 => "a whole number of 32 bits without a sign",
                    Wire::I32 => "a whole number of 32 bits",
                    Wire::I64 => "a whole number of 64 bits",
                    _ => UNSIGNED,
                };
                field.map_or_else(|| self.unexpected(expected, &content), Ok)
            }
        }
    }

    pub(super) fn node_path<V: Value>(&self, content: Untyped<V>) -> Result<NodePath, String> {
        if let Untyped::Text(text) = content {
            return Ok(NodePath::from(text));
        }
        let expected = "a text, or an object with absolute, names and subnames";
        let names = ["absolute", "names", "subnames"];
        let [absolute, names, subnames] = self.members(expected, names, content)?;
        let is_absolute = match &absolute {
            Untyped::Value(read) => read.value.view(),
            _ => View::Nil,
        };
        let View::Bool(is_absolute) = is_absolute else {
            return self
                .member("absolute")
                .unexpected("true or false", &absolute);
        };
        let names = self.member("names").texts(names)?;
        let subnames = self.member("subnames").texts(subnames)?;
        Ok(NodePath::new(is_absolute, names, subnames))
    }
}

/// Returns whether the entries of an object are the fields of a record, in any order.
fn is_exact<V>(entries: &[(String, Untyped<V>)], fields: &[(&str, Wire)]) -> bool {
    let has = |name| entries.iter().any(|(key, _)| key == name);
    entries.len() == fields.len() && fields.iter().all(|(name, _)| has(*name))
}

/// Returns the members of an object that has exactly these names, in any order.
fn exactly<V, const N: usize>(
    names: [&str; N],
    content: Untyped<V>,
) -> Result<[Untyped<V>; N], Untyped<V>> {
    let is_exact = matches!(&content, Untyped::Map(entries)
        if entries.len() == N && names.iter().all(|name| entries.iter().any(|(key, _)| key == name)));
    match content {
        Untyped::Map(mut entries) if is_exact => {
            entries.sort_by_key(|(key, _)| names.iter().position(|name| name == key));
            let members: Vec<_> = entries.into_iter().map(|(_, value)| value).collect();
            members.try_into().map_err(Untyped::List)
        }
        other => Err(other),
    }
}

fn object<V: Value>(of: &ContentPath<'_>, content: Untyped<V>) -> Result<ReadValue<V>, String> {
    const EXPECTED: &str = "an object with id, or with class and properties,";
    let content = match exactly(["id"], content) {
        Ok([id]) => {
            return of
                .member("id")
                .id(&id)
                .map(|id| ReadValue::leaf(Object::Id(id)));
        }
        Err(content) => content,
    };
    let [class, properties] = of.members(EXPECTED, ["class", "properties"], content)?;
    let class = of.member("class").string(class)?;
    let of = of.member("properties");
    let mut object = ContainerBuilder::<Vec<(String, V)>>::default();
    let properties = of.list("a list of names with values", properties)?;
    for (index, property) in properties.into_iter().enumerate() {
        let of = of.element(index);
        let [name, value] = of.pair(property)?;
        let property = (of.string(name)?, object.value(value)?);
        object.container.push(property);
    }
    Ok(object.finish(|properties| Object::Full(FullObject { class, properties }.into()).into()))
}

fn typed_array<L: SerdeLayout>(
    kind: Kind,
    of: &ContentPath<'_>,
    content: Untyped<L::Variant>,
) -> Result<ReadValue<L::Variant>, String> {
    let expected = "an object with element and values";
    let [element, values] = of.members(expected, ["element", "values"], content)?;
    let element = element_type::<L>(&of.member("element"), element)?;
    let mut array = ContainerBuilder::default();
    for value in of.member("values").list("a list of values", values)? {
        array.push(value)?;
    }
    let array = array.finish(|values| L::typed_array(kind, TypedArray { element, values }));
    array.present().ok_or_else(|| absent::<L>(&of.to_string()))
}

fn typed_dictionary<L: SerdeLayout>(
    of: &ContentPath<'_>,
    content: Untyped<L::Variant>,
) -> Result<ReadValue<L::Variant>, String> {
    let expected = "an object with key, value and pairs";
    let [key, value, pairs] = of.members(expected, ["key", "value", "pairs"], content)?;
    let key = element_type::<L>(&of.member("key"), key)?;
    let value = element_type::<L>(&of.member("value"), value)?;
    let dictionary = entries(&of.member("pairs"), pairs)?.finish(|entries| {
        L::typed_dictionary(TypedDictionary {
            key,
            value,
            entries,
        })
    });
    dictionary.present().ok_or_else(|| {
        let layout = L::NAME;
        format!("the layout {layout} has no Dictionary with declared types")
    })
}

/// Parses a type's name, null for any type, or an object with a class or a script.
fn element_type<L: SerdeLayout>(
    of: &ContentPath<'_>,
    content: Untyped<L::Variant>,
) -> Result<ElementType, String> {
    const EXPECTED: &str = "null, the name of a type, or an object with class or script";
    match content {
        Untyped::Value(read) if matches!(read.value.view(), View::Nil) => Ok(ElementType::Any),
        Untyped::Text(name) => table_named::<L>(&name)
            .map(|table| table.kind.into())
            .map_err(|error| format!("{of}: {error}")),
        other => match exactly(["class"], other) {
            Ok([class]) => of.member("class").string(class).map(ElementType::Class),
            Err(other) => match exactly(["script"], other) {
                Ok([path]) => of.member("script").string(path).map(ElementType::Script),
                Err(other) => of.unexpected(EXPECTED, &other),
            },
        },
    }
}

/// Parses a list of pairs.
fn entries<V: Value>(
    of: &ContentPath<'_>,
    content: Untyped<V>,
) -> Result<ContainerBuilder<Dictionary<V>>, String> {
    let pairs = of.list("a list of pairs, [[key, value], ..],", content)?;
    let mut entries = ContainerBuilder::<Dictionary<V>>::default();
    for (index, entry) in pairs.into_iter().enumerate() {
        let of = of.element(index);
        let [key, value] = of.pair(entry)?;
        entries.insert(key, value, || of.to_string())?;
    }
    Ok(entries)
}
