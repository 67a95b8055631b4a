//! Parses the content of tagged values, `{"name": content}`.

use super::components::{fields, pool};
use super::content::{built, decoded, exactly, id_of, list, pair, string, texts};
use super::draft::Draft;
use super::holding::{Holding, Read};
use super::ids;
use super::mark::Mark;
use super::names::absent;
use super::number::special_bits;
use super::place::Place;
use super::reserved::{FLOAT, TYPED_ARRAY, TYPED_DICTIONARY};
use super::traits::{SerdeLayout, Value};
use crate::table::{Body, TypeTable};
use crate::value::build::Content;
use crate::value::view::{AsView, View};
use crate::wire::component_rows::{component_rows, rows};
use crate::wire::writer::checked_length;
use crate::{
    DecodeOptions, Dictionary, ElementType, FullObject, Kind, NodePath, Object, Pool, TypedArray,
    TypedDictionary, codec,
};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Parses the content of `{"name": content}`.
pub(super) fn value<L: SerdeLayout>(
    name: &str,
    content: Draft<L::Variant>,
) -> Result<Read<L::Variant>, String> {
    if name == FLOAT {
        return float(content).map(Read::leaf);
    }
    if name == TYPED_DICTIONARY {
        return typed_dictionary::<L>(content);
    }
    let of = &Place::Type(name);
    let table = match table_named::<L>(name) {
        Err(_) if name == TYPED_ARRAY => {
            return typed_array::<L>(Kind::Array, name, content);
        }
        table => table?,
    };
    match table.body {
        Body::Fields => {
            let bytes = fields(of, rows(table), content)?;
            built::<L>(table, Content::Components(&bytes))
        }
        Body::Pool => {
            let bytes = pool(table.kind, of, component_rows(table), content)?;
            built::<L>(table, Content::Components(&bytes))
        }
        Body::PoolText => texts(of, content).map(Pool).map(Read::leaf),
        Body::Text if table.kind != Kind::String => text::<L>(table, &string(of, content)?),
        Body::NodePath => node_path(of, content).map(Read::leaf),
        Body::Object => object(of, content),
        Body::Dictionary => Ok(entries(of, content)?.finish(Into::into)),
        Body::TypedArray => typed_array::<L>(table.kind, name, content),
        Body::Id => ids::value::<L>(table, ids::rid(of, content)?),
        Body::Signal => {
            let signal = ids::signal(of, content)?;
            decoded::<L>(table, &ids::signal_body(&signal)?)
        }
        Body::Callable => {
            ids::nothing(of, content)?;
            built::<L>(table, Content::Empty)
        }
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

/// Decodes a value that a layout's own deserializer has marked.
pub(super) fn marked<L: SerdeLayout>(
    mark: Mark,
    content: Draft<L::Variant>,
) -> Result<Read<L::Variant>, String> {
    match (mark, content) {
        (Mark::Whole, Draft::Bytes(bytes)) => whole::<L>(&bytes),
        (Mark::Body(kind), Draft::Map(layouts)) => value_in::<L>(kind, layouts),
        (Mark::Body(kind), Draft::Bytes(body)) => match L::table_of(kind) {
            Some(table) if table.body == Body::Id => {
                ids::value::<L>(table, ids::rid_of_body(&body)?)
            }
            Some(table) => decoded::<L>(table, &body),
            None => Err(absent::<L>(kind.name())),
        },
        (_, other) => Place::Type("a mark").wrong("the bytes of a value", &other),
    }
}

/// Decodes a value of this kind from its bytes, which follow the name of their layout.
fn value_in<L: SerdeLayout>(
    kind: Kind,
    layouts: Vec<(String, Draft<L::Variant>)>,
) -> Result<Read<L::Variant>, String> {
    match layouts.into_iter().next() {
        Some((layout, Draft::Bytes(bytes))) if layout == L::NAME => whole::<L>(&bytes),
        Some((layout, _)) => Err(format!(
            "{} {} of the layout {layout} is not a value of the layout {}",
            if kind == Kind::Object { "an" } else { "a" },
            kind.name(),
            L::NAME
        )),
        None => Err(format!("expected the bytes of {}", kind.name())),
    }
}

/// Decodes a whole value that the layout's deserializer has validated under the caller's options.
fn whole<L: SerdeLayout>(bytes: &[u8]) -> Result<Read<L::Variant>, String> {
    let validated = DecodeOptions::new().allow_objects(true);
    // The depth does not matter: the value is not nested in another one here.
    codec::from_slice::<L, L::Variant>(bytes, validated)
        .map(Read::leaf)
        .map_err(|error| error.to_string())
}

/// Parses a float that is not finite, which JSON cannot represent as a number.
fn float<V>(content: Draft<V>) -> Result<f64, String> {
    match content {
        Draft::Text(text) => special_bits::<f64>(&text).map(f64::from_bits),
        Draft::Number(_) => {
            Err("a finite float is written plainly, with a point or an exponent".into())
        }
        other => Place::Type(FLOAT).wrong("\"nan\", \"inf\" or \"-inf\"", &other),
    }
}

/// Decodes a string of another type than String, which validates it.
fn text<L: SerdeLayout>(table: &TypeTable, text: &str) -> Result<Read<L::Variant>, String> {
    let length = checked_length(text.len()).map_err(|error| error.to_string())?;
    decoded::<L>(table, &[&length.to_le_bytes(), text.as_bytes()].concat())
}

pub(super) fn node_path<V: Value>(of: &Place<'_>, content: Draft<V>) -> Result<NodePath, String> {
    const EXPECTED: &str = "a text, or an object with absolute, names and subnames";
    if let Draft::Text(text) = content {
        return Ok(NodePath::from(text));
    }
    let [absolute, names, subnames] = exactly(["absolute", "names", "subnames"], content)
        .or_else(|other| of.wrong(EXPECTED, &other))?;
    let absolute = match absolute {
        Draft::Value(Read { value, .. }) if matches!(value.view(), View::Bool(_)) => {
            matches!(value.view(), View::Bool(true))
        }
        other => return of.member("absolute").wrong("true or false", &other),
    };
    let names = texts(&of.member("names"), names)?;
    let subnames = texts(&of.member("subnames"), subnames)?;
    Ok(NodePath::new(absolute, names, subnames))
}

fn object<V: Value>(of: &Place<'_>, content: Draft<V>) -> Result<Read<V>, String> {
    const EXPECTED: &str = "an object with id, or with class and properties,";
    let content = match exactly(["id"], content) {
        Ok([id]) => return id_of(&of.member("id"), &id).map(|id| Read::leaf(Object::Id(id))),
        Err(content) => content,
    };
    let [class, properties] =
        exactly(["class", "properties"], content).or_else(|other| of.wrong(EXPECTED, &other))?;
    let class = string(&of.member("class"), class)?;
    let of = of.member("properties");
    let mut held = Holding::<Vec<(String, V)>>::default();
    let properties = list("a list of names with values", &of, properties)?;
    for (index, property) in properties.into_iter().enumerate() {
        let of = of.element(index);
        let [name, value] = pair(&of, property)?;
        let property = (string(&of, name)?, held.take(value.read()?)?);
        held.container.push(property);
    }
    Ok(held.finish(|properties| Object::Full(FullObject { class, properties }.into()).into()))
}

fn typed_array<L: SerdeLayout>(
    kind: Kind,
    name: &str,
    content: Draft<L::Variant>,
) -> Result<Read<L::Variant>, String> {
    let of = Place::Type(name);
    let [element, values] = exactly(["element", "values"], content)
        .or_else(|other| of.wrong("an object with element and values", &other))?;
    let element = element_type::<L>(&of.member("element"), element)?;
    let mut held = Holding::<Vec<L::Variant>>::default();
    for value in list("a list of values", &of.member("values"), values)? {
        held.push(value.read()?)?;
    }
    let (values, height) = (held.container, held.height);
    let value = L::typed_array(kind, TypedArray { element, values });
    value
        .map(|value| Read { value, height })
        .ok_or_else(|| absent::<L>(name))
}

fn typed_dictionary<L: SerdeLayout>(
    content: Draft<L::Variant>,
) -> Result<Read<L::Variant>, String> {
    let of = Place::Type(TYPED_DICTIONARY);
    let [key, value, pairs] = exactly(["key", "value", "pairs"], content)
        .or_else(|other| of.wrong("an object with key, value and pairs", &other))?;
    let key = element_type::<L>(&of.member("key"), key)?;
    let value = element_type::<L>(&of.member("value"), value)?;
    let held = entries(&of.member("pairs"), pairs)?;
    let (entries, height) = (held.container, held.height);
    let value = L::typed_dictionary(TypedDictionary {
        key,
        value,
        entries,
    });
    value.map(|value| Read { value, height }).ok_or_else(|| {
        let layout = L::NAME;
        format!("the layout {layout} has no Dictionary with declared types")
    })
}

/// Parses a type's name, null for any type, or an object with a class or a script.
fn element_type<L: SerdeLayout>(
    of: &Place<'_>,
    content: Draft<L::Variant>,
) -> Result<ElementType, String> {
    const EXPECTED: &str = "null, the name of a type, or an object with class or script";
    match content {
        Draft::Value(Read { value, .. }) if matches!(value.view(), View::Nil) => {
            Ok(ElementType::Any)
        }
        Draft::Text(name) => table_named::<L>(&name)
            .map(|table| table.kind.into())
            .map_err(|error| format!("{of}: {error}")),
        other => match exactly(["class"], other) {
            Ok([class]) => string(&of.member("class"), class).map(ElementType::Class),
            Err(other) => match exactly(["script"], other) {
                Ok([path]) => string(&of.member("script"), path).map(ElementType::Script),
                Err(other) => of.wrong(EXPECTED, &other),
            },
        },
    }
}

/// Parses a list of pairs.
fn entries<V: Value>(of: &Place<'_>, content: Draft<V>) -> Result<Holding<Dictionary<V>>, String> {
    let pairs = list("a list of pairs, [[key, value], ..],", of, content)?;
    let mut held = Holding::<Dictionary<V>>::default();
    for (index, entry) in pairs.into_iter().enumerate() {
        let of = of.element(index);
        let [key, value] = pair(&of, entry)?;
        held.insert(key.read()?, value.read()?, || of.to_string())?;
    }
    Ok(held)
}
