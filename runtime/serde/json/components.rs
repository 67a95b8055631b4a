//! Serializes and parses the components of values.
//!
//! Components are lists of numbers, or objects with the members that scripts use: `basis.x.y` is in
//! the member `x` of the member `basis`.

use super::content::ContentPath;
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
    /// Returns the shape of named components; a component with an empty name is the shape itself.
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

impl Shape<'static, ComponentForm> {
    /// Returns the shape of the components of a value.
    pub(super) fn of(numbers: &dyn Numbers, is_plain: bool) -> Self {
        let mut names = numbers.shape().rows.iter().map(|row| row.name);
        let mut components = Vec::new();
        numbers.visit(&mut |number| {
            let form = ComponentForm { number, is_plain };
            components.extend(names.next().map(|name| (name, form)));
        });
        Self::named(components)
    }

    /// Returns the shape of an element of a packed array: a list of components, or the component if
    /// the element has only one.
    fn of_element(numbers: &dyn Numbers, index: usize, is_plain: bool) -> Self {
        let mut components = Vec::new();
        numbers.element(index, &mut |number| {
            components.push(ComponentForm { number, is_plain });
        });
        match components.pop_if(|_| numbers.shape().rows.len() == 1) {
            Some(component) => Self::Component(component),
            None => Self::List(components),
        }
    }
}

impl Shape<'_, &mut Slot> {
    /// Parses components of this shape into their slots.
    fn parse<V>(self, of: &ContentPath<'_>, content: Untyped<V>) -> Result<(), String> {
        let members = match self {
            Self::Component(slot) => return slot.parse(of, &content),
            Self::List(slots) => return parse_list(slots.into_iter(), of, content),
            Self::Members(members) => members,
        };
        let names: Vec<_> = members.iter().map(|(name, _)| *name).collect();
        let Untyped::Map(mut entries) = content else {
            let names = names.join(", ");
            return of.unexpected(format_args!("an object with {names}"), &content);
        };
        for (name, member) in members {
            let Some(at) = entries.iter().position(|(key, _)| key == name) else {
                return Err(format!(
                    "missing key {name:?} of {of}, expected {}",
                    names.join(", ")
                ));
            };
            let (_, content) = entries.swap_remove(at);
            member.parse(&of.member(name), content)?;
        }
        match entries.first() {
            Some((key, _)) if names.contains(&&**key) => Err(format!("duplicate key {key:?}")),
            Some((key, _)) => Err(format!(
                "unknown key {key:?} of {of}, expected {}",
                names.join(", ")
            )),
            None => Ok(()),
        }
    }
}

/// Parses a list with one component for each slot.
fn parse_list<'s, V>(
    slots: impl ExactSizeIterator<Item = &'s mut Slot>,
    of: &ContentPath<'_>,
    content: Untyped<V>,
) -> Result<(), String> {
    let count = slots.len();
    match content {
        Untyped::List(elements) if elements.len() == count => {
            let mut elements = slots.zip(&elements).enumerate();
            elements.try_for_each(|(at, (slot, element))| slot.parse(&of.element(at), element))
        }
        other => of.unexpected(format_args!("a list of {count} numbers"), &other),
    }
}

/// A component to be parsed, and its type.
struct Slot {
    ty: ComponentType,
    value: Component,
}

impl Slot {
    fn of(row: &Row) -> Self {
        Self {
            ty: ComponentType::of(row),
            value: Component::Int(0),
        }
    }

    fn parse<V>(&mut self, of: &ContentPath<'_>, content: &Untyped<V>) -> Result<(), String> {
        self.value = component(self.ty, of, content)?;
        Ok(())
    }
}

fn encode_all(slots: &[Slot], bytes: &mut Vec<u8>) {
    for slot in slots {
        encode(slot.value, slot.ty, bytes);
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

/// A component: a number with its shortest digits, or a string if it is non-finite. Plain data leaves
/// non-finite floats to the format.
pub(super) struct ComponentForm {
    pub(super) number: Component,
    pub(super) is_plain: bool,
}

impl Serialize for ComponentForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_number = self.is_plain || self.number.to_f64().is_finite();
        match self.number {
            Component::Int(value) => serializer.serialize_i64(value),
            Component::Single(value) if is_number => serializer.serialize_f32(value),
            Component::Double(value) if is_number => serializer.serialize_f64(value),
            special => serializer.serialize_str(&special_text(special)),
        }
    }
}

/// The content of a packed array of components: a list, or base64 for bytes that are not plain data.
pub(super) struct PackedContent<'v> {
    pub(super) kind: Kind,
    pub(super) numbers: &'v dyn Numbers,
    pub(super) is_plain: bool,
}

impl Serialize for PackedContent<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            kind,
            numbers,
            is_plain,
        } = *self;
        if is_plain || kind != Kind::PackedByteArray {
            let elements = 0..numbers.elements();
            let shape = |index| Shape::of_element(numbers, index, is_plain);
            return serializer.collect_seq(elements.map(shape));
        }
        let mut bytes = Vec::new();
        numbers.encode(&mut bytes);
        serializer.collect_str(&Base64Display::new(&bytes, &STANDARD))
    }
}

/// Parses lists and members, and encodes them as the components of a value.
pub(super) fn fields<V>(
    of: &ContentPath<'_>,
    rows: &[&Row],
    content: Untyped<V>,
) -> Result<Vec<u8>, String> {
    let mut slots: Vec<_> = rows.iter().map(|row| Slot::of(row)).collect();
    let names = rows.iter().map(|row| row.name);
    Shape::named(names.zip(&mut slots).collect()).parse(of, content)?;
    let mut bytes = Vec::new();
    encode_all(&slots, &mut bytes);
    Ok(bytes)
}

/// Parses the content of a packed array and encodes the elements. The content is base64, a list of
/// components, or a list of lists of components.
pub(super) fn packed<V>(
    kind: Kind,
    of: &ContentPath<'_>,
    rows: &[&Row],
    content: Untyped<V>,
) -> Result<Vec<u8>, String> {
    if kind == Kind::PackedByteArray {
        return match content {
            Untyped::Text(text) => STANDARD
                .decode(text)
                .map_err(|error| format!("expected base64 for {of}: {error}")),
            other => of.unexpected("a string in base64", &other),
        };
    }
    let expected = match rows.len() {
        1 => "a list of numbers".into(),
        count => format!("a list of lists of {count} numbers"),
    };
    let mut slots: Vec<_> = rows.iter().map(|row| Slot::of(row)).collect();
    let mut bytes = Vec::new();
    for (index, element) in of.list(&expected, content)?.into_iter().enumerate() {
        let of = of.element(index);
        match &mut *slots {
            [slot] => slot.parse(&of, &element)?,
            slots => parse_list(slots.iter_mut(), &of, element)?,
        }
        encode_all(&slots, &mut bytes);
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
fn expected(ty: ComponentType) -> &'static str {
    match ty {
        ComponentType::Byte => "an integer from 0 to 255",
        ComponentType::I32 => "a 32-bit integer",
        ComponentType::I64 => "a 64-bit integer",
        ComponentType::Single => "a single-precision number, or \"nan\", \"inf\", \"-inf\",",
        ComponentType::Double => "a number, or \"nan\", \"inf\", \"-inf\",",
    }
}

/// Converts a number to a component: an integer exactly, any other number to the nearest float.
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
