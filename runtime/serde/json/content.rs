//! Reads the content of values with the name of their type, `{"name": content}`.

use super::Value;
use super::components::Shape;
use super::components::{Number, special_number};
use super::names::{FLOAT, TYPED_ARRAY, TYPED_DICTIONARY};
use super::read::{Untyped, insert, list};
use crate::codec::coerce::encode;
use crate::codec::construct::{self, Names, check_field, kind_named, name_of};
use crate::table::bodies::TYPES;
use crate::table::key_rule::KeyRule;
use crate::table::{Body, Row, Wire};
use crate::value::record::RecordField;
use crate::value::view::{Content, View};
use crate::wire::fields::{ComponentType, Number as Component};
use crate::{
    DecodeErrorKind, Dictionary, ElementType, FullObject, Kind, NodePath, Object, TypedArray,
    TypedDictionary,
};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use core::fmt::Display;

/// Reads the content of `{"name": content}`; `rule` is that of its Dictionaries.
pub(super) fn read<V: Value>(
    names: Names,
    rule: KeyRule,
    name: &str,
    content: Untyped<V>,
) -> core::result::Result<V, String> {
    let value = match (name, kind_named(names, name)) {
        (FLOAT, _) => content.float().map(Into::into),
        (TYPED_DICTIONARY, _) => content.typed_dictionary(names, rule),
        // Godot 4 and Pandemonium 5 have typed arrays of this name; without a layout, this is
        // Godot 4's.
        (TYPED_ARRAY, found) if names.is_none() || found.is_err() => {
            content.typed_array(names, rule, Kind::Array)
        }
        (_, Ok(kind)) => content.value(names, rule, kind),
        (_, Err(error)) => return Err(format!("{error:#}")),
    };
    value.map_err(|Fault { path, reason }| format!("{name}{path}: {reason}"))
}

/// The reason why content is not that of its type, and the path within it, such as `.position[1]`.
pub(super) struct Fault {
    path: String,
    reason: String,
}

impl<E: Display> From<E> for Fault {
    fn from(reason: E) -> Self {
        Self {
            path: String::new(),
            reason: format!("{reason:#}"),
        }
    }
}

type Result<T> = core::result::Result<T, Fault>;

/// Adds the place of content to the path of its error.
trait Within: Sized {
    fn within(self, member: impl Display) -> Self;

    fn at(self, index: usize) -> Self {
        self.within(format_args!("[{index}]"))
    }
}

impl<T> Within for Result<T> {
    fn within(self, member: impl Display) -> Self {
        self.map_err(|fault| Fault {
            path: format!("{member}{}", fault.path),
            ..fault
        })
    }
}

impl<V: Value> Untyped<V> {
    /// Reads the content of a type.
    fn value(self, names: Names, rule: KeyRule, kind: Kind) -> Result<V> {
        let rows = V::rows(kind).unwrap_or_default();
        let bytes;
        let content = match TYPES[kind as usize].body {
            Body::Object => return self.object(rule).map(Into::into),
            Body::Dictionary => return self.entries(rule).map(Into::into),
            Body::TypedArray => return self.typed_array(names, rule, kind),
            Body::Fields => {
                let mut encoded = Vec::new();
                self.components(rows, &mut encoded)?;
                bytes = encoded;
                Content::Components(&bytes)
            }
            Body::Packed => {
                bytes = self.packed(kind, rows)?;
                Content::Components(&bytes)
            }
            Body::PackedText => Content::Texts(self.texts()?),
            Body::Text if kind != Kind::String => match self.text()? {
                name if name.contains('\0') => return Err(DecodeErrorKind::NulInString.into()),
                name => Content::Text(name),
            },
            Body::NodePath => Content::NodePath(self.node_path()?),
            Body::Record => Content::Record(self.record(names, kind)?),
            Body::Text | Body::Empty | Body::Bool | Body::Number | Body::Array => {
                let name = name_of(names, kind);
                return Err(format!(
                    "values of this type have no name in JSON; write a Dictionary with {name:?} as its only key as \
                     {{\"Dictionary\": [[{name:?}, ..]]}}"
                ).into());
            }
        };
        Ok(construct::build(names, kind, content)?)
    }

    /// Returns the error for unexpected content.
    fn unexpected<T>(&self, expected: impl Display) -> Result<T> {
        Err(format!("expected {expected}, found {}", self.describe()).into())
    }

    fn is_null(&self) -> bool {
        matches!(self, Self::Value(value) if matches!(value.view(), View::Nil))
    }

    /// Reads a non-finite float, which JSON cannot represent as a number.
    fn float(self) -> Result<f64> {
        match self {
            Self::Text(text) => Ok(special_number(ComponentType::Double, &text)?.to_f64()),
            Self::Number(_) => Err("write a finite float with a point or an exponent".into()),
            _ => self.unexpected("\"nan\", \"inf\" or \"-inf\""),
        }
    }

    fn text(self) -> Result<String> {
        match self {
            Self::Text(text) => Ok(text),
            other => other.unexpected("a string"),
        }
    }

    fn list(self, expected: &str) -> Result<Vec<Self>> {
        match self {
            Self::List(elements) => Ok(elements),
            other => other.unexpected(expected),
        }
    }

    /// Reads a list of `count` elements.
    fn list_of(self, count: usize, elements: &str) -> Result<Vec<Self>> {
        match self {
            Self::List(elements) if elements.len() == count => Ok(elements),
            other => other.unexpected(format_args!("a list of {count} {elements}")),
        }
    }

    fn texts(self) -> Result<Vec<String>> {
        let elements = self.list("a list of strings")?.into_iter().enumerate();
        elements
            .map(|(index, element)| element.text().at(index))
            .collect()
    }

    /// Returns whether this is an object with a member of this name.
    fn has(&self, name: &str) -> bool {
        matches!(self, Self::Map(entries) if entries.iter().any(|(key, _)| key == name))
    }

    /// Returns the members of an object with exactly these names, in the order of `names`.
    fn members(self, names: &[&str]) -> Result<Vec<Self>> {
        let known = names.join(", ");
        let Self::Map(mut entries) = self else {
            return self.unexpected(format_args!("an object with {known}"));
        };
        let mut members = Vec::with_capacity(names.len());
        for name in names {
            let Some(at) = entries.iter().position(|(key, _)| key == name) else {
                return Err(format!("missing key {name:?}, expected {known}").into());
            };
            members.push(entries.swap_remove(at).1);
        }
        match entries.first() {
            None => Ok(members),
            Some((key, _)) if names.contains(&&**key) => {
                Err(format!("duplicate key {key:?}").into())
            }
            Some((key, _)) => Err(format!("unknown key {key:?}, expected {known}").into()),
        }
    }

    fn pair(self) -> Result<[Self; 2]> {
        array(self.list_of(2, "elements")?)
    }

    fn id(&self) -> Result<u64> {
        match self {
            Self::Number(Number::Large(id)) => Ok(*id),
            Self::Number(Number::Int(id)) if *id >= 0 => Ok(id.cast_unsigned()),
            _ => self.unexpected(format_args!("an integer from 0 to {}", u64::MAX)),
        }
    }

    fn component(&self, ty: ComponentType) -> Result<Component> {
        let number = match self {
            Self::Number(number) => number.to_component(ty),
            Self::Text(text) if ty.is_float() => Some(special_number(ty, text)?),
            _ => None,
        };
        let expected = match ty {
            ComponentType::Byte => "an integer from 0 to 255",
            ComponentType::I32 => "a 32-bit integer",
            ComponentType::I64 => "a 64-bit integer",
            ComponentType::Single => "a single-precision number, or \"nan\", \"inf\", \"-inf\"",
            ComponentType::Double => "a number, or \"nan\", \"inf\", \"-inf\"",
        };
        number.map_or_else(|| self.unexpected(expected), Ok)
    }

    /// Appends the components that these rows describe.
    fn components(self, rows: &[Row], bytes: &mut Vec<u8>) -> Result<()> {
        let slot = |row: &Row| (ComponentType::from_row(row), Component::Int(0));
        let mut slots: Vec<_> = rows.iter().map(slot).collect();
        self.shape(Shape::new(rows, slots.iter_mut().collect()))?;
        for (ty, number) in slots {
            encode(number, ty, bytes);
        }
        Ok(())
    }

    /// Reads components of this shape.
    fn shape(self, shape: Shape<'_, &mut (ComponentType, Component)>) -> Result<()> {
        match shape {
            Shape::Component((ty, number)) => *number = self.component(*ty)?,
            Shape::List(slots) => {
                let elements = self.list_of(slots.len(), "numbers")?;
                for (index, ((ty, number), element)) in slots.into_iter().zip(elements).enumerate()
                {
                    *number = element.component(*ty).at(index)?;
                }
            }
            Shape::Members(shapes) => {
                let names: Vec<_> = shapes.iter().map(|(name, _)| *name).collect();
                for ((name, shape), member) in shapes.into_iter().zip(self.members(&names)?) {
                    member.shape(shape).within(format_args!(".{name}"))?;
                }
            }
        }
        Ok(())
    }

    /// Encodes the elements of a packed array: base64, a list of components, or a list of lists of
    /// components.
    fn packed(self, kind: Kind, rows: &[Row]) -> Result<Vec<u8>> {
        if kind == Kind::PackedByteArray {
            return match self {
                Self::Text(text) => STANDARD
                    .decode(text)
                    .map_err(|error| format!("expected base64: {error}").into()),
                other => other.unexpected("a string in base64"),
            };
        }
        let mut bytes = Vec::new();
        let types: Vec<_> = rows.iter().map(ComponentType::from_row).collect();
        for (index, element) in self.list("a list of elements")?.into_iter().enumerate() {
            let mut put = |ty, number| encode(number, ty, &mut bytes);
            match &*types {
                [ty] => put(*ty, element.component(*ty).at(index)?),
                types => {
                    for (place, (ty, number)) in types
                        .iter()
                        .zip(element.list_of(types.len(), "numbers").at(index)?)
                        .enumerate()
                    {
                        put(*ty, number.component(*ty).at(place).at(index)?);
                    }
                }
            }
        }
        Ok(bytes)
    }

    /// Reads the fields of a record: an object, the value of the only field, or null for its
    /// default.
    fn record(self, names: Names, kind: Kind) -> Result<Vec<RecordField<String>>> {
        let fields = kind.info().fields;
        let members = match fields {
            [] | [_] if self.is_null() => {
                return Ok(fields
                    .iter()
                    .map(|(_, wire)| RecordField::default_for(*wire))
                    .collect());
            }
            [] => return self.unexpected("null"),
            [_] => Vec::from([self]),
            _ => self.members(&fields.iter().map(|(name, _)| *name).collect::<Vec<_>>())?,
        };
        let fields = members.into_iter().zip(fields);
        let fields = fields.map(|(member, (name, wire))| {
            let field = member.field(*wire).within(format_args!(".{name}"))?;
            check_field(names, kind, name, &field)?;
            Ok(field)
        });
        fields.collect()
    }

    fn field(self, wire: Wire) -> Result<RecordField<String>> {
        match wire {
            Wire::Bytes | Wire::Text => self.text().map(RecordField::Text),
            _ => self.id().map(RecordField::Int),
        }
    }

    fn node_path(self) -> Result<NodePath> {
        if let Self::Text(text) = self {
            return Ok(NodePath::from(text));
        }
        let [absolute, names, subnames] = array(self.members(&["absolute", "names", "subnames"])?)?;
        let names = names.texts().within(".names")?;
        let subnames = subnames.texts().within(".subnames")?;
        match &absolute {
            Self::Value(value) if let View::Bool(is_absolute) = value.view() => {
                Ok(NodePath::new(is_absolute, names, subnames))
            }
            other => other.unexpected("true or false").within(".absolute"),
        }
    }

    fn object(self, rule: KeyRule) -> Result<Object<V>> {
        if self.has("id") {
            let [id] = array(self.members(&["id"])?)?;
            return Ok(Object::Id(id.id().within(".id")?));
        }
        let [class, properties] = array(self.members(&["class", "properties"])?)?;
        let class = class.text().within(".class")?;
        let properties = properties
            .list("a list of names with values")
            .within(".properties")?;
        let properties = properties.into_iter().enumerate().map(|(index, property)| {
            let [name, value] = property.pair().at(index)?;
            Ok((name.text().at(index)?, value.read(rule)?))
        });
        let properties = properties.collect::<Result<_>>().within(".properties")?;
        Ok(Object::Full(FullObject { class, properties }.into()))
    }

    fn typed_array(self, names: Names, rule: KeyRule, kind: Kind) -> Result<V> {
        let [element, values] = array(self.members(&["element", "values"])?)?;
        let element = element.element_type(names).within(".element")?;
        let values = list(values.list("a list of values").within(".values")?, rule)?;
        Ok(construct::typed_array(
            names,
            kind,
            TypedArray { element, values },
        )?)
    }

    fn typed_dictionary(self, names: Names, rule: KeyRule) -> Result<V> {
        let [key, value, pairs] = array(self.members(&["key", "value", "pairs"])?)?;
        let dictionary = TypedDictionary {
            key: key.element_type(names).within(".key")?,
            value: value.element_type(names).within(".value")?,
            entries: pairs.entries(rule).within(".pairs")?,
        };
        Ok(construct::typed_dictionary(names, dictionary)?)
    }

    /// Reads a declared type: null for any type, a type's name, or an object with a class or a
    /// script.
    fn element_type(self, names: Names) -> Result<ElementType> {
        for (name, declared) in [
            ("class", ElementType::Class as fn(_) -> _),
            ("script", ElementType::Script),
        ] {
            if self.has(name) {
                let [text] = array(self.members(&[name])?)?;
                return text.text().within(format_args!(".{name}")).map(declared);
            }
        }
        match self {
            Self::Text(name) => Ok(kind_named(names, &name)?.into()),
            null if null.is_null() => Ok(ElementType::Any),
            other => {
                other.unexpected("null, the name of a type, or an object with class or script")
            }
        }
    }

    /// Reads a Dictionary from a list of pairs.
    fn entries(self, rule: KeyRule) -> Result<Dictionary<V>> {
        let pairs = self.list("a list of pairs, [[key, value], ..]")?;
        let mut entries = Dictionary::with_rule(rule);
        for (index, pair) in pairs.into_iter().enumerate() {
            let [key, value] = pair.pair().at(index)?;
            insert(&mut entries, key, value)
                .map_err(Fault::from)
                .at(index)?;
        }
        Ok(entries)
    }
}

/// Returns the members of an object as an array.
fn array<V: Value, const N: usize>(members: Vec<Untyped<V>>) -> Result<[Untyped<V>; N]> {
    let members = members.try_into().map_err(Untyped::List);
    members.or_else(|other| other.unexpected(format_args!("{N} members")))
}
