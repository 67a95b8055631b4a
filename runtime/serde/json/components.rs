//! The structure of content: of components, records and paths.
//!
//! Components are lists of numbers, or objects with the members that scripts use: `basis.x.y` is in
//! the member `x` of the member `basis`.

use super::number::special_text;
use crate::table::Row;
use crate::value::record::RecordField;
use crate::value::view::{AsView, Numbers, View};
use crate::wire::fields::Number;
use crate::{Kind, NodePath};
use alloc::borrow::Cow;
use alloc::string::ToString;
use alloc::vec::Vec;
use base64::display::Base64Display;
use base64::engine::general_purpose::STANDARD;
use serde::ser::{Serialize, Serializer};

/// The structure of components in the JSON form; `T` is a number, or a slot for one.
pub(super) enum Shape<'n, T> {
    /// A single component.
    Component(T),
    /// A list of components.
    List(Vec<T>),
    /// An object of members by name, in the wire order of their first components.
    Members(Vec<(&'n str, Self)>),
}

impl<'n, T> Shape<'n, T> {
    /// Returns the shape of the components that `rows` describe. A single component is the shape
    /// itself.
    pub(super) fn new(rows: &[&'n Row], mut components: Vec<T>) -> Self {
        if let Some(component) = components.pop_if(|_| rows.len() == 1) {
            return Self::Component(component);
        }
        if rows.iter().all(|row| !row.name.contains('.')) {
            return Self::List(components);
        }
        Self::named(rows.iter().map(|row| row.name).zip(components).collect())
    }

    /// A component with an empty name is the shape itself.
    fn named(mut components: Vec<(&'n str, T)>) -> Self {
        if let Some((_, component)) = components.pop_if(|(name, _)| name.is_empty()) {
            return Self::Component(component);
        }
        if components.iter().all(|(name, _)| !name.contains('.')) {
            return Self::List(components.into_iter().map(|(_, value)| value).collect());
        }
        let mut members: Vec<(&'n str, Vec<_>)> = Vec::new();
        for (name, component) in components {
            let (first, rest) = name.split_once('.').unwrap_or((name, ""));
            match members.iter_mut().find(|(name, _)| *name == first) {
                Some((_, member)) => member.push((rest, component)),
                None => members.push((first, Vec::from([(rest, component)]))),
            }
        }
        let members = members.into_iter();
        Self::Members(
            members
                .map(|(name, member)| (name, Self::named(member)))
                .collect(),
        )
    }
}

impl<T: Serialize> Serialize for Shape<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Component(component) => component.serialize(serializer),
            Self::List(components) => serializer.collect_seq(components),
            Self::Members(members) => {
                serializer.collect_map(members.iter().map(|(name, member)| (name, member)))
            }
        }
    }
}

/// A component, a field of a record or a part of a path.
pub(super) enum Scalar<'v> {
    Bool(bool),
    Number(Number),
    Id(u64),
    Text(Cow<'v, str>),
}

impl Scalar<'_> {
    /// A number has its shortest digits; a non-finite one is a string, but plain data leaves it to
    /// the format.
    fn number(number: Number, is_plain: bool) -> Self {
        if is_plain || number.to_f64().is_finite() {
            Self::Number(number)
        } else {
            Self::Text(special_text(number))
        }
    }
}

impl Serialize for Scalar<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(Number::Int(value)) => serializer.serialize_i64(*value),
            Self::Number(Number::Single(value)) => serializer.serialize_f32(*value),
            Self::Number(Number::Double(value)) => serializer.serialize_f64(*value),
            Self::Id(value) => serializer.serialize_u64(*value),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

/// The content of a value that is not a container.
pub(super) struct LeafContent<'v, V: AsView> {
    pub(super) view: &'v View<'v, V>,
    pub(super) is_plain: bool,
}

impl<V: AsView> Serialize for LeafContent<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_plain = self.is_plain;
        match *self.view {
            View::Packed(Kind::PackedByteArray, numbers) if !is_plain => {
                let mut bytes = Vec::new();
                numbers.encode(&mut bytes);
                serializer.collect_str(&Base64Display::new(&bytes, &STANDARD))
            }
            View::Packed(_, numbers) => {
                let elements = 0..numbers.elements();
                serializer.collect_seq(elements.map(|index| element(numbers, index, is_plain)))
            }
            View::PackedText(texts) => serializer.collect_seq(texts.iter().map(AsRef::as_ref)),
            View::Fields(_, numbers) => element(numbers, 0, is_plain).serialize(serializer),
            View::Record(_, record) => {
                let scalar = |field| match field {
                    RecordField::Text(text) => Scalar::Text(Cow::Borrowed(text)),
                    RecordField::Int(value) => Scalar::Id(value),
                };
                match (record.field(0), record.field(1)) {
                    (Some((_, value)), None) if !value.is_default() => {
                        scalar(value).serialize(serializer)
                    }
                    (_, None) => serializer.serialize_unit(),
                    _ => serializer
                        .collect_map(record.fields().map(|(name, value)| (name, scalar(value)))),
                }
            }
            View::NodePath(path) if is_plain => serializer.collect_str(path),
            View::NodePath(path) => path_shape(&path.clone().into()).serialize(serializer),
            View::Text(_, text) => serializer.serialize_str(text),
            View::Float(value) => {
                Scalar::number(Number::Double(value), is_plain).serialize(serializer)
            }
            _ => serializer.serialize_unit(),
        }
    }
}

/// Returns the components of a value, or of the element at `index` of a packed array.
fn element(numbers: &dyn Numbers, index: usize, is_plain: bool) -> Shape<'static, Scalar<'static>> {
    let mut components = Vec::new();
    numbers.element(index, &mut |number| {
        components.push(Scalar::number(number, is_plain));
    });
    Shape::new(numbers.shape().rows, components)
}

/// Returns a NodePath as a string, or as an object if the string would be read as another path.
fn path_shape(path: &NodePath) -> Shape<'static, Scalar<'_>> {
    let text = path.to_string();
    if NodePath::from(text.as_str()) == *path {
        return Shape::Component(Scalar::Text(text.into()));
    }
    let is_absolute = Shape::Component(Scalar::Bool(path.is_absolute()));
    let names = path.names().map(|name| Scalar::Text(name.into()));
    let subnames = path.subnames().map(|name| Scalar::Text(name.into()));
    Shape::Members(Vec::from([
        ("absolute", is_absolute),
        ("names", Shape::List(names.collect())),
        ("subnames", Shape::List(subnames.collect())),
    ]))
}

#[cfg(test)]
mod tests;
