//! Parses the content of tagged values, `{"name": content}`.

use super::components::{Components, component, numbers};
use super::content::{decoded, exactly, id_of, pair, string, texts};
use super::draft::{Draft, Holding, Read, Target, wrong};
use super::ids;
use super::mark::Mark;
use super::members::Members;
use super::names::absent;
use super::number::special_bits;
use super::reserved::{FLOAT, TYPED_ARRAY, TYPED_DICTIONARY};
use super::traits::{SerdeLayout, Value};
use crate::component_rows::{ComponentType, component_rows, rows};
use crate::table::{Body, Row, TypeTable};
use crate::view::{View, Viewed};
use crate::{
    DecodeOptions, Dictionary, ElementType, Kind, NodePath, Object, TypedArray, TypedDictionary,
    WholeObject, generic,
};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

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
    let table = match table_named::<L>(name) {
        Err(_) if name == TYPED_ARRAY => {
            return typed_array::<L>(Kind::Array, name, content);
        }
        table => table?,
    };
    match table.body {
        Body::Fields => decoded::<L>(table, &fields(table.name, rows(table), content)?),
        Body::Pool if table.kind == Kind::PoolByteArray => {
            bytes(table.name, content).map(Read::leaf)
        }
        Body::Pool => decoded::<L>(table, &pool(table.name, component_rows(table), content)?),
        Body::PoolText => texts(table.name, content).map(Read::leaf),
        Body::Text if table.kind != Kind::String => text::<L>(table, content),
        Body::NodePath => node_path(table.name, content).map(Read::leaf),
        Body::Object => object(table, content),
        Body::Dictionary => dictionary(table, content),
        Body::TypedArray => typed_array::<L>(table.kind, table.name, content),
        Body::Id => ids::value::<L>(table, ids::rid(table.name, content)?),
        Body::Signal => {
            let signal = ids::signal(table.name, content)?;
            decoded::<L>(table, &ids::signal_body(&signal)?)
        }
        Body::Callable => {
            ids::nothing(table.name, content)?;
            decoded::<L>(table, &[])
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
        (_, other) => wrong("the bytes of a value", "a mark", &other),
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
    let read = |value| Read { value, height: 0 };
    generic::from_slice::<L, L::Variant>(bytes, validated)
        .map(read)
        .map_err(|error| error.to_string())
}

/// Parses a float that is not finite, which JSON cannot represent as a number.
fn float<V>(content: Draft<V>) -> Result<f64, String> {
    match content {
        Draft::Text(text) => special_bits::<f64>(&text).map(f64::from_bits),
        Draft::Number(_) => {
            Err("a finite float is written plainly, with a point or an exponent".into())
        }
        other => wrong("\"nan\", \"inf\" or \"-inf\"", FLOAT, &other),
    }
}

/// Encodes the count or length that precedes a body.
fn length(of: &str, count: usize) -> Result<[u8; 4], String> {
    let count = i32::try_from(count)
        .map_err(|_| format!("{count} elements of {of} are more than engines can count"))?;
    Ok(count.to_le_bytes())
}

fn text<L: SerdeLayout>(
    table: &TypeTable,
    content: Draft<L::Variant>,
) -> Result<Read<L::Variant>, String> {
    let text = string(table.name, content)?;
    let mut body = length(table.name, text.len())?.to_vec();
    body.extend_from_slice(text.as_bytes());
    decoded::<L>(table, &body)
}

pub(super) fn bytes<V>(of: &str, content: Draft<V>) -> Result<Vec<u8>, String> {
    match content {
        Draft::Text(text) => STANDARD
            .decode(text)
            .map_err(|error| format!("expected base64 for {of}: {error}")),
        other => wrong("a text in base64", of, &other),
    }
}

/// Encodes the body of a value of components, from lists and members.
pub(super) fn fields<V>(
    of: &str,
    rows: &'static [&'static Row],
    content: Draft<V>,
) -> Result<Vec<u8>, String> {
    let types: Vec<_> = rows.iter().map(|row| ComponentType::of(row)).collect();
    let mut components = Components {
        bytes: types.iter().map(|_| Vec::new()).collect(),
        types: &types,
    };
    components.members(&Members::of(rows), of, content)?;
    Ok(components.bytes.concat())
}

/// Encodes the body of a pool array, from a list of components or of lists of components.
pub(super) fn pool<V>(
    of: &str,
    components: impl Iterator<Item = &'static Row>,
    content: Draft<V>,
) -> Result<Vec<u8>, String> {
    let types: Vec<_> = components.map(ComponentType::of).collect();
    let Draft::List(elements) = content else {
        let of_lists = if types.len() == 1 {
            "numbers".into()
        } else {
            format!("lists of {} numbers", types.len())
        };
        return wrong(&format!("a list of {of_lists}"), of, &content);
    };
    let mut body = length(of, elements.len())?.to_vec();
    for (index, element) in elements.into_iter().enumerate() {
        if let [ty] = types[..] {
            component(ty, || format!("{of}[{index}]"), &element, &mut body)?;
            continue;
        }
        let numbers = numbers(types.len(), &format!("{of}[{index}]"), element)?;
        for (place, (ty, number)) in types.iter().zip(&numbers).enumerate() {
            component(*ty, || format!("{of}[{index}][{place}]"), number, &mut body)?;
        }
    }
    Ok(body)
}

pub(super) fn node_path<V: Value>(of: &str, content: Draft<V>) -> Result<NodePath, String> {
    const EXPECTED: &str = "a text, or an object with absolute, names and subnames";
    if let Draft::Text(text) = content {
        return Ok(NodePath::from(text));
    }
    match exactly(["absolute", "names", "subnames"], content) {
        Ok([absolute, names, subnames]) => {
            let absolute = match absolute {
                Draft::Value(Read { value, .. }) if matches!(value.view(), View::Bool(_)) => {
                    matches!(value.view(), View::Bool(true))
                }
                other => return wrong("true or false", &format!("{of}.absolute"), &other),
            };
            let (names, subnames) = (
                texts(&format!("{of}.names"), names)?,
                texts(&format!("{of}.subnames"), subnames)?,
            );
            Ok(NodePath::new(absolute, names, subnames))
        }
        Err(other) => wrong(EXPECTED, of, &other),
    }
}

fn object<V: Value>(table: &TypeTable, content: Draft<V>) -> Result<Read<V>, String> {
    let of = table.name;
    let content = match exactly(["id"], content) {
        Ok([id]) => return id_of(&format!("{of}.id"), &id).map(|id| Read::leaf(Object::Id(id))),
        Err(content) => content,
    };
    let (class, properties) = match exactly(["class", "properties"], content) {
        Ok([class, Draft::List(properties)]) => {
            (string(&format!("{of}.class"), class)?, properties)
        }
        Ok([_, other]) => {
            return wrong(
                "a list of names with values",
                &format!("{of}.properties"),
                &other,
            );
        }
        Err(other) => {
            return wrong(
                "an object with id, or with class and properties,",
                of,
                &other,
            );
        }
    };
    let mut held = Holding::<Vec<(String, V)>>::default();
    for (index, property) in properties.into_iter().enumerate() {
        let of = || format!("{of}.properties[{index}]");
        let [name, value] = pair(of, property)?;
        let (name, value) = (string(&of(), name)?, held.take(Read::draft(value)?)?);
        held.container().push((name, value));
    }
    Ok(held.finish_as(|properties| Object::Whole(WholeObject { class, properties }.into()).into()))
}

fn typed_array<L: SerdeLayout>(
    kind: Kind,
    of: &str,
    content: Draft<L::Variant>,
) -> Result<Read<L::Variant>, String> {
    let (element, values) = match exactly(["element", "values"], content) {
        Ok([element, Draft::List(values)]) => (
            element_type::<L>(&format!("{of}.element"), element)?,
            values,
        ),
        Ok([_, other]) => return wrong("a list of values", &format!("{of}.values"), &other),
        Err(other) => return wrong("an object with element and values", of, &other),
    };
    let mut held = Holding::<Vec<L::Variant>>::default();
    for value in values {
        let value = held.take(Read::draft(value)?)?;
        held.container().push(value);
    }
    held.try_finish_as(|values| {
        L::typed_array(kind, TypedArray { element, values }).ok_or_else(|| absent::<L>(of))
    })
}

fn typed_dictionary<L: SerdeLayout>(
    content: Draft<L::Variant>,
) -> Result<Read<L::Variant>, String> {
    let of = TYPED_DICTIONARY;
    let (key, value, pairs) = match exactly(["key", "value", "pairs"], content) {
        Ok([key, value, pairs]) => (
            element_type::<L>(&format!("{of}.key"), key)?,
            element_type::<L>(&format!("{of}.value"), value)?,
            pairs,
        ),
        Err(other) => return wrong("an object with key, value and pairs", of, &other),
    };
    let held = entries(&format!("{of}.pairs"), pairs)?;
    held.try_finish_as(|entries| {
        let dictionary = TypedDictionary {
            key,
            value,
            entries,
        };
        L::typed_dictionary(dictionary).ok_or_else(|| {
            format!(
                "the layout {} has no Dictionary with declared types",
                L::NAME
            )
        })
    })
}

/// Parses a type's name, null for any type, or an object with a class or a script.
fn element_type<L: SerdeLayout>(
    of: &str,
    content: Draft<L::Variant>,
) -> Result<ElementType, String> {
    let expected = "null, the name of a type, or an object with class or script";
    match content {
        Draft::Value(Read { value, .. }) if matches!(value.view(), View::Nil) => {
            Ok(ElementType::Any)
        }
        Draft::Text(name) => table_named::<L>(&name)
            .map(|table| table.kind.into())
            .map_err(|error| format!("{of}: {error}")),
        other => match exactly(["class"], other) {
            Ok([class]) => string(&format!("{of}.class"), class).map(ElementType::Class),
            Err(other) => match exactly(["script"], other) {
                Ok([path]) => string(&format!("{of}.script"), path).map(ElementType::Script),
                Err(other) => wrong(expected, of, &other),
            },
        },
    }
}

fn dictionary<V: Value>(table: &TypeTable, content: Draft<V>) -> Result<Read<V>, String> {
    Ok(entries(table.name, content)?.finish())
}

/// Parses a list of pairs.
fn entries<V: Value>(of: &str, content: Draft<V>) -> Result<Holding<Dictionary<V>>, String> {
    let Draft::List(pairs) = content else {
        return wrong("a list of pairs, [[key, value], ..],", of, &content);
    };
    let mut held = Holding::<Dictionary<V>>::default();
    for (index, entry) in pairs.into_iter().enumerate() {
        let of = || format!("{of}[{index}]");
        let [key, value] = pair(of, entry)?;
        held.insert(Read::draft(key)?, Read::draft(value)?, of)?;
    }
    Ok(held)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::{Fields, put_all};
    use crate::json::number::Number;

    // Only Godot 4 has an array of 64-bit integers; the test needs no layout.
    #[test]
    fn large_integers_are_parsed_exactly() {
        let values = [i64::MAX, i64::MAX - 1, i64::MIN];
        let content = values.map(|value| Draft::<()>::Number(Number::Int(value)));
        let rows = i64::TABLE.rows.iter().copied();
        let body = pool("PoolIntArray", rows, Draft::List(content.into()));
        let mut expected = 3_u32.to_le_bytes().to_vec();
        put_all(&values, &mut expected);
        assert_eq!(body, Ok(expected));
    }
}
