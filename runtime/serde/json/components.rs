//! The components of values: lists of numbers, or objects of members as in scripts. `basis.x.y` is
//! in the member `x` of the member `basis`.

use super::content::ContentPath;
use super::names::tagged;
use super::number::{Number, special_number, special_text};
use super::untyped::Untyped;
use crate::Kind;
use crate::codec::coerce::encode;
use crate::table::Row;
use crate::value::view::Numbers;
use crate::wire::component_rows::ComponentType;
use crate::wire::number::Number as Component;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::ser::{Serialize, Serializer};

/// How components are in the form.
enum Shape<'n> {
    /// A component alone, by its index in wire order.
    Component(usize),
    /// A list of components.
    List(Vec<usize>),
    /// An object of members by name, in the wire order of their first components.
    Members(Vec<(&'n str, Self)>),
}

impl Shape<'static> {
    /// Returns the shape of a value with these rows.
    fn of(rows: &[&'static Row]) -> Self {
        let names = rows.iter().map(|row| row.name);
        Self::named(names.zip(0..).collect())
    }
}

impl<'n> Shape<'n> {
    /// Returns the shape of components by their names within the member, which are empty for the
    /// member itself.
    fn named(components: Vec<(&'n str, usize)>) -> Self {
        if let [("", index)] = components[..] {
            return Self::Component(index);
        }
        if components.iter().all(|(name, _)| !name.contains('.')) {
            return Self::List(components.into_iter().map(|(_, index)| index).collect());
        }
        let mut members: Vec<(&'n str, Vec<_>)> = Vec::new();
        for (name, index) in components {
            let (first, rest) = name.split_once('.').unwrap_or((name, ""));
            match members.iter_mut().find(|(name, _)| *name == first) {
                Some((_, member)) => member.push((rest, index)),
                None => members.push((first, Vec::from([(rest, index)]))),
            }
        }
        let members = members.into_iter();
        Self::Members(
            members
                .map(|(name, member)| (name, Self::named(member)))
                .collect(),
        )
    }

    /// Returns the shape of an element of a pool array.
    fn of_element(components: usize) -> Self {
        match components {
            1 => Self::Component(0),
            _ => Self::List((0..components).collect()),
        }
    }

    /// Parses components of this shape into the values next to their types.
    fn parse<V>(
        &self,
        components: &mut [(ComponentType, Component)],
        of: &ContentPath<'_>,
        content: Untyped<V>,
    ) -> Result<(), String> {
        let mut put = |index: usize, of: &ContentPath<'_>, content: &Untyped<V>| {
            if let Some((ty, value)) = components.get_mut(index) {
                *value = component(*ty, of, content)?;
            }
            Ok(())
        };
        let members = match self {
            Self::Component(index) => return put(*index, of, &content),
            Self::List(indices) => {
                let elements = match content {
                    Untyped::List(elements) if elements.len() == indices.len() => elements,
                    other => {
                        let count = indices.len();
                        return of.unexpected(format_args!("a list of {count} numbers"), &other);
                    }
                };
                let mut elements = indices.iter().zip(&elements).enumerate();
                return elements
                    .try_for_each(|(at, (index, element))| put(*index, &of.element(at), element));
            }
            Self::Members(members) => members,
        };
        let names = || {
            let names: Vec<_> = members.iter().map(|(name, _)| *name).collect();
            names.join(", ")
        };
        let Untyped::Map(mut entries) = content else {
            return of.unexpected(format_args!("an object with {}", names()), &content);
        };
        for (name, member) in members {
            let Some(at) = entries.iter().position(|(key, _)| key == name) else {
                return Err(format!("{of} lacks {name:?}; it has {}", names()));
            };
            let (_, content) = entries.swap_remove(at);
            member.parse(components, &of.member(name), content)?;
        }
        match entries.first() {
            Some((key, _)) if members.iter().any(|(name, _)| name == key) => {
                Err(format!("the key {key:?} is repeated"))
            }
            Some((key, _)) => Err(format!("{of} has no {key:?}; it has {}", names())),
            None => Ok(()),
        }
    }
}

/// Serializes a value of components.
pub(super) fn serialize_fields<S: Serializer>(
    serializer: S,
    name: &'static str,
    numbers: &dyn Numbers,
) -> Result<S::Ok, S::Error> {
    let mut components = Vec::new();
    numbers.visit(&mut |number| components.push(number));
    let value = ShapeForm {
        shape: &Shape::of(numbers.rows()),
        components: &components,
    };
    tagged(serializer, name, &value)
}

/// A component: a number with its shortest digits, or a string if it is not finite.
pub(super) struct ComponentForm(pub(super) Component);

impl Serialize for ComponentForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Component::Int(value) => serializer.serialize_i64(value),
            Component::Single(value) if value.is_finite() => serializer.serialize_f32(value),
            Component::Double(value) if value.is_finite() => serializer.serialize_f64(value),
            special => serializer.serialize_str(&special_text(special)),
        }
    }
}

/// A value or a member of it, with the components of the whole value in wire order.
struct ShapeForm<'a> {
    shape: &'a Shape<'a>,
    components: &'a [Component],
}

impl Serialize for ShapeForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let components = self.components;
        let component = |index: &usize| components.get(*index).copied().map(ComponentForm);
        match self.shape {
            Shape::Component(index) => component(index).serialize(serializer),
            Shape::List(indices) => serializer.collect_seq(indices.iter().map(component)),
            Shape::Members(members) => serializer.collect_map(
                members
                    .iter()
                    .map(|(name, shape)| (name, ShapeForm { shape, components })),
            ),
        }
    }
}

/// Serializes a pool array of components: bytes in base64, anything else as a list.
pub(super) fn serialize_pool<S: Serializer>(
    serializer: S,
    kind: Kind,
    name: &'static str,
    numbers: &dyn Numbers,
) -> Result<S::Ok, S::Error> {
    if kind != Kind::PoolByteArray {
        return tagged(serializer, name, &PoolElements(numbers));
    }
    let mut bytes = Vec::new();
    numbers.encode(&mut bytes);
    tagged(serializer, name, &STANDARD.encode(bytes))
}

/// The elements of a pool array: lists of components, or plain components if each has only one.
struct PoolElements<'v>(&'v dyn Numbers);

impl Serialize for PoolElements<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.0.elements()).map(|index| {
            let mut components = Vec::new();
            let add = &mut |number| components.push(ComponentForm(number));
            self.0.element(index, add);
            ElementForm(components)
        }))
    }
}

struct ElementForm(Vec<ComponentForm>);

impl Serialize for ElementForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &*self.0 {
            [component] => component.serialize(serializer),
            components => components.serialize(serializer),
        }
    }
}

/// Encodes the components of a value, from lists and members.
pub(super) fn fields<V>(
    of: &ContentPath<'_>,
    rows: &'static [&'static Row],
    content: Untyped<V>,
) -> Result<Vec<u8>, String> {
    let mut components = components_of(rows.iter().copied());
    Shape::of(rows).parse(&mut components, of, content)?;
    let mut bytes = Vec::new();
    encode_all(&components, &mut bytes);
    Ok(bytes)
}

/// Returns the type of each component, with the value 0.
fn components_of(rows: impl Iterator<Item = &'static Row>) -> Vec<(ComponentType, Component)> {
    rows.map(|row| (ComponentType::of(row), Component::Int(0)))
        .collect()
}

fn encode_all(components: &[(ComponentType, Component)], bytes: &mut Vec<u8>) {
    for (ty, value) in components {
        encode(*value, *ty, bytes);
    }
}

/// Encodes the elements of a pool array, from base64 or from a list of components or of lists of
/// components.
pub(super) fn pool<V>(
    kind: Kind,
    of: &ContentPath<'_>,
    components: impl Iterator<Item = &'static Row>,
    content: Untyped<V>,
) -> Result<Vec<u8>, String> {
    if kind == Kind::PoolByteArray {
        return match content {
            Untyped::Text(text) => STANDARD
                .decode(text)
                .map_err(|error| format!("expected base64 for {of}: {error}")),
            other => of.unexpected("a text in base64", &other),
        };
    }
    let mut components = components_of(components);
    let expected = match components.len() {
        1 => "a list of numbers".into(),
        count => format!("a list of lists of {count} numbers"),
    };
    let shape = Shape::of_element(components.len());
    let mut bytes = Vec::new();
    for (index, element) in of.list(&expected, content)?.into_iter().enumerate() {
        shape.parse(&mut components, &of.element(index), element)?;
        encode_all(&components, &mut bytes);
    }
    Ok(bytes)
}

/// Parses a component.
pub(super) fn component<V>(
    ty: ComponentType,
    of: &ContentPath<'_>,
    content: &Untyped<V>,
) -> Result<Component, String> {
    let number = match content {
        Untyped::Number(number) => as_component(ty, *number),
        Untyped::Text(text) if ty.is_float() => {
            Some(special_number(ty, text).map_err(|error| format!("{of}: {error}"))?)
        }
        _ => None,
    };
    number.map_or_else(|| of.unexpected(expected(ty), content), Ok)
}

/// Describes the content that a component requires.
pub(super) fn expected(ty: ComponentType) -> &'static str {
    match ty {
        ComponentType::Byte => "a whole number of 0 to 255",
        ComponentType::I32 => "a whole number of 32 bits",
        ComponentType::I64 => "a whole number of 64 bits",
        ComponentType::Single => "a number of single precision, or \"nan\", \"inf\", \"-inf\",",
        ComponentType::Double => "a number, or \"nan\", \"inf\", \"-inf\",",
    }
}

/// Returns a number as a component: exactly if that is an integer, otherwise the nearest float.
#[expect(
    clippy::cast_precision_loss,
    reason = "the nearest number of the precision"
)]
fn as_component(ty: ComponentType, number: Number) -> Option<Component> {
    match (ty, number) {
        (_, Number::Int(value)) => {
            (ty.is_float() || ty.holds(value)).then_some(Component::Int(value))
        }
        (ComponentType::Single, Number::Large(value)) => Some(Component::Single(value as f32)),
        (ComponentType::Double, Number::Large(value)) => Some(Component::Double(value as f64)),
        (ComponentType::Single, Number::Float { wide, narrow }) => {
            (narrow.is_finite() || !wide.is_finite()).then_some(Component::Single(narrow))
        }
        (ComponentType::Double, Number::Float { wide, .. }) => Some(Component::Double(wide)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
