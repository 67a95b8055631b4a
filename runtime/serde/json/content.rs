//! Parses the content of values with the name of their type, `{"name": content}`.

use super::Value;
use super::components::{component, fields, packed};
use super::names::{FLOAT, Names, TYPED_ARRAY, TYPED_DICTIONARY, absent, kind_named, name_of};
use super::number::special_number;
use super::untyped::{Untyped, insert, list};
use crate::codec::record::missing_field;
use crate::table::bodies::TYPES;
use crate::table::key_rule::KeyRule;
use crate::table::{Body, Wire};
use crate::value::build::Content;
use crate::value::record::RecordField;
use crate::value::view::View;
use crate::wire::component_rows::ComponentType;
use crate::wire::number::Number as Component;
use crate::{
    DecodeErrorKind, Dictionary, ElementType, FullObject, Kind, NodePath, Object, TypedArray,
    TypedDictionary,
};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// Parses the content of `{"name": content}`; `rule` is that of its Dictionaries.
pub(super) fn read<V: Value>(
    names: Names,
    rule: KeyRule,
    name: &str,
    content: Untyped<V>,
) -> Result<V, String> {
    let of = &ContentPath::Type(name);
    if name == FLOAT {
        return of.float(content).map(Into::into);
    }
    if name == TYPED_DICTIONARY {
        return typed_dictionary(names, rule, of, content);
    }
    let kind = match kind_named(names, name) {
        // Godot 4 and Pandemonium 5 have typed arrays of this name; without a layout, this is
        // Godot 4's.
        found if name == TYPED_ARRAY && names.is_none_or(|_| found.is_err()) => {
            return typed_array(names, rule, Kind::Array, of, content);
        }
        found => found?,
    };
    let rows = V::rows(kind).unwrap_or_default();
    let bytes;
    let content = match TYPES[kind as usize].body {
        Body::Object => return object(rule, of, content).map(Into::into),
        Body::Dictionary => return entries(rule, of, content).map(Into::into),
        Body::TypedArray => return typed_array(names, rule, kind, of, content),
        Body::Fields => {
            bytes = fields(of, rows, content)?;
            Content::Components(&bytes)
        }
        Body::Packed => {
            bytes = packed(kind, of, rows, content)?;
            Content::Components(&bytes)
        }
        Body::PackedText => Content::Texts(of.texts(content)?),
        Body::Text if kind != Kind::String => Content::Text(of.name(content)?),
        Body::NodePath => Content::NodePath(of.node_path(content)?),
        Body::Record => Content::Record(of.record(kind, content)?),
        Body::Text | Body::Empty | Body::Bool | Body::Number | Body::Array => {
            return Err(format!(
                "values of the type {name} have no name in JSON; write a Dictionary with {name:?} as its only key as \
                 {{\"Dictionary\": [[{name:?}, ..]]}}"
            ));
        }
    };
    let value = V::build(kind, content).ok_or_else(|| absent(names, name_of(names, kind)))?;
    // Rejects fields that the layout lacks.
    if let (View::Record(kind, record), Some(layout)) = (value.view(), names) {
        missing_field(layout, kind, record).map_or(Ok(()), |error| Err(error.to_string()))?;
    }
    Ok(value)
}

/// The expected content of an id, for errors.
const UNSIGNED: &str = "an unsigned 64-bit integer";

/// The path of content within a named value, for errors, such as `Signal.name` or
/// `PackedVector2Array[3]`. The methods parse the content at this path.
#[derive(Clone, Copy)]
pub(super) enum ContentPath<'p> {
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
    fn null<V: Value>(&self, content: Untyped<V>) -> Result<(), String> {
        match content {
            Untyped::Value(value) if matches!(value.view(), View::Nil) => Ok(()),
            other => self.unexpected("null", &other),
        }
    }

    /// Parses a non-finite float, which JSON cannot represent as a number.
    fn float<V>(&self, content: Untyped<V>) -> Result<f64, String> {
        match content {
            Untyped::Text(text) => {
                special_number(ComponentType::Double, &text).map(Component::to_f64)
            }
            Untyped::Number(_) => {
                Err("expected a string, found a number; write a finite float with a point or an exponent".into())
            }
            other => self.unexpected("\"nan\", \"inf\" or \"-inf\"", &other),
        }
    }

    fn string<V>(&self, content: Untyped<V>) -> Result<String, String> {
        match content {
            Untyped::Text(text) => Ok(text),
            other => self.unexpected("a string", &other),
        }
    }

    /// Parses a string that engines can encode, without a NUL.
    fn name<V>(&self, content: Untyped<V>) -> Result<String, String> {
        let name = self.string(content)?;
        if name.contains('\0') {
            return Err(format!("{self}: {}", DecodeErrorKind::NulInString));
        }
        Ok(name)
    }

    fn texts<V>(&self, content: Untyped<V>) -> Result<Vec<String>, String> {
        let elements = self.list("a list of strings", content)?.into_iter();
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

    /// Returns the members of an object with exactly these names, in the order of `names`.
    fn members<V, const N: usize>(
        &self,
        expected: &str,
        names: [&str; N],
        content: Untyped<V>,
    ) -> Result<[Untyped<V>; N], String> {
        exactly(names, content).or_else(|other| self.unexpected(expected, &other))
    }

    /// Parses a list of two elements.
    fn pair<V>(&self, content: Untyped<V>) -> Result<[Untyped<V>; 2], String> {
        let elements = match content {
            Untyped::List(elements) => elements.try_into().map_err(Untyped::List),
            other => Err(other),
        };
        elements.or_else(|other| self.unexpected("a list of 2 elements", &other))
    }

    fn int<T: TryFrom<i128>, V>(&self, expected: &str, content: &Untyped<V>) -> Result<T, String> {
        let value = match content {
            Untyped::Number(number) => number.to_int(),
            _ => None,
        };
        let value = value.and_then(|value| value.try_into().ok());
        value.map_or_else(|| self.unexpected(expected, content), Ok)
    }

    /// Parses the fields of a record: an object, the value of the only field, or null for its
    /// default.
    fn record<V: Value>(
        &self,
        kind: Kind,
        content: Untyped<V>,
    ) -> Result<Vec<RecordField<String>>, String> {
        match (kind.info().fields, content) {
            ([], content) => self.null(content).map(|()| Vec::new()),
            ([(_, wire)], content @ Untyped::Value(_)) => self
                .null(content)
                .map(|()| Vec::from([RecordField::of(*wire)])),
            ([(_, wire)], content) => self.field(*wire, content).map(|field| Vec::from([field])),
            (fields, content) => {
                let names: Vec<_> = fields.iter().map(|(name, _)| *name).collect();
                let members = in_order(&names, content).or_else(|other| {
                    self.unexpected(
                        format_args!("an object with {}", names.join(" and ")),
                        &other,
                    )
                })?;
                let fields = members.into_iter().zip(fields);
                let parsed =
                    fields.map(|(content, (name, wire))| self.member(name).field(*wire, content));
                parsed.collect()
            }
        }
    }

    /// Parses a field of a record.
    fn field<V>(&self, wire: Wire, content: Untyped<V>) -> Result<RecordField<String>, String> {
        match wire {
            Wire::Bytes | Wire::Text => self.string(content).map(RecordField::Text),
            Wire::F32 | Wire::F64 => self.number(ComponentType::Double, &content),
            Wire::Byte => self.number(ComponentType::Byte, &content),
            Wire::I32 => self.number(ComponentType::I32, &content),
            Wire::I64 => self.number(ComponentType::I64, &content),
            Wire::U32 => {
                let expected = "an unsigned 32-bit integer";
                self.int::<u32, V>(expected, &content).map(Into::into)
            }
            _ => self.int::<u64, V>(UNSIGNED, &content).map(Into::into),
        }
    }

    /// Parses a field that is a component.
    fn number<V>(
        &self,
        ty: ComponentType,
        content: &Untyped<V>,
    ) -> Result<RecordField<String>, String> {
        Ok(match component(ty, self, content)? {
            Component::Int(value) if !ty.is_float() => value.into(),
            number => number.to_f64().into(),
        })
    }

    fn node_path<V: Value>(&self, content: Untyped<V>) -> Result<NodePath, String> {
        if let Untyped::Text(text) = content {
            return Ok(NodePath::from(text));
        }
        let expected = "a string, or an object with absolute, names and subnames";
        let names = ["absolute", "names", "subnames"];
        let [absolute, names, subnames] = self.members(expected, names, content)?;
        let is_absolute = match &absolute {
            Untyped::Value(value) => value.view(),
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

/// Returns the members of an object with exactly these names, in the order of `names`.
fn exactly<V, const N: usize>(
    names: [&str; N],
    content: Untyped<V>,
) -> Result<[Untyped<V>; N], Untyped<V>> {
    let members = in_order(&names, content)?;
    members.try_into().map_err(Untyped::List)
}

/// Returns the members of an object with exactly these names, in the order of `names`.
fn in_order<V>(names: &[&str], content: Untyped<V>) -> Result<Vec<Untyped<V>>, Untyped<V>> {
    let has = |entries: &[(String, _)], name| entries.iter().any(|(key, _)| key == name);
    match content {
        Untyped::Map(mut entries)
            if entries.len() == names.len() && names.iter().all(|name| has(&entries, *name)) =>
        {
            entries.sort_by_key(|(key, _)| names.iter().position(|name| name == key));
            Ok(entries.into_iter().map(|(_, value)| value).collect())
        }
        other => Err(other),
    }
}

fn object<V: Value>(
    rule: KeyRule,
    of: &ContentPath<'_>,
    content: Untyped<V>,
) -> Result<Object<V>, String> {
    const EXPECTED: &str = "an object with id, or with class and properties,";
    let content = match exactly(["id"], content) {
        Ok([id]) => return of.member("id").int(UNSIGNED, &id).map(Object::Id),
        Err(content) => content,
    };
    let [class, properties] = of.members(EXPECTED, ["class", "properties"], content)?;
    let class = of.member("class").string(class)?;
    let of = of.member("properties");
    let properties = of.list("a list of names with values", properties)?;
    let properties = properties.into_iter().enumerate();
    let properties = properties.map(|(index, property)| {
        let of = of.element(index);
        let [name, value] = of.pair(property)?;
        Ok((of.string(name)?, value.read(rule)?))
    });
    let properties = properties.collect::<Result<_, String>>()?;
    Ok(Object::Full(FullObject { class, properties }.into()))
}

fn typed_array<V: Value>(
    names: Names,
    rule: KeyRule,
    kind: Kind,
    of: &ContentPath<'_>,
    content: Untyped<V>,
) -> Result<V, String> {
    let expected = "an object with element and values";
    let [element, values] = of.members(expected, ["element", "values"], content)?;
    let element = element_type(names, &of.member("element"), element)?;
    let values = of.member("values").list("a list of values", values)?;
    let values = list(values, rule)?;
    let has_type = names.is_none_or(|layout| layout.has_typed_array(kind));
    let array = has_type
        .then(|| V::typed_array(kind, TypedArray { element, values }))
        .flatten();
    array.ok_or_else(|| absent(names, &of.to_string()))
}

fn typed_dictionary<V: Value>(
    names: Names,
    rule: KeyRule,
    of: &ContentPath<'_>,
    content: Untyped<V>,
) -> Result<V, String> {
    let expected = "an object with key, value and pairs";
    let [key, value, pairs] = of.members(expected, ["key", "value", "pairs"], content)?;
    let key = element_type(names, &of.member("key"), key)?;
    let value = element_type(names, &of.member("value"), value)?;
    let entries = entries(rule, &of.member("pairs"), pairs)?;
    match names {
        Some(layout) if !layout.declares_types(Kind::Dictionary) => Err(format!(
            "the layout {} has no Dictionary with declared types",
            layout.name
        )),
        _ => {
            let dictionary = TypedDictionary {
                key,
                value,
                entries,
            };
            V::typed_dictionary(dictionary).ok_or_else(|| absent(names, &of.to_string()))
        }
    }
}

/// Parses a declared type: null for any type, a type's name, or an object with a class or a script.
fn element_type<V: Value>(
    names: Names,
    of: &ContentPath<'_>,
    content: Untyped<V>,
) -> Result<ElementType, String> {
    const EXPECTED: &str = "null, the name of a type, or an object with class or script";
    match content {
        Untyped::Value(value) if matches!(value.view(), View::Nil) => Ok(ElementType::Any),
        Untyped::Text(name) => kind_named(names, &name)
            .map(ElementType::from)
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

/// Parses a Dictionary from a list of pairs.
fn entries<V: Value>(
    rule: KeyRule,
    of: &ContentPath<'_>,
    content: Untyped<V>,
) -> Result<Dictionary<V>, String> {
    let pairs = of.list("a list of pairs, [[key, value], ..],", content)?;
    let mut entries = Dictionary::with_rule(rule);
    for (index, entry) in pairs.into_iter().enumerate() {
        let of = of.element(index);
        let [key, value] = of.pair(entry)?;
        insert(&mut entries, key, value, || Some(of.to_string()))?;
    }
    Ok(entries)
}
