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

/// The components of a value, or of a member of it.
struct Members<'n> {
    /// The name of each component within the member, which is empty for the member itself, and its
    /// index in wire order.
    components: Vec<(&'n str, usize)>,
}

impl Members<'static> {
    /// Returns the components of a value with these rows.
    fn of(rows: &[&'static Row]) -> Self {
        let names = rows.iter().map(|row| row.name);
        let components = names.enumerate().map(|(index, name)| (name, index));
        Self {
            components: components.collect(),
        }
    }
}

impl<'n> Members<'n> {
    /// Returns the index of the only component of a member that is none of several.
    fn component(&self) -> Option<usize> {
        match self.components[..] {
            [("", index)] => Some(index),
            _ => None,
        }
    }

    /// Returns the indices of the components if none of them is in a member of several.
    fn plain(&self) -> Option<impl ExactSizeIterator<Item = usize> + use<'_, 'n>> {
        let is_plain = self.components.iter().all(|(name, _)| !name.contains('.'));
        is_plain.then(|| self.components.iter().map(|(_, index)| *index))
    }

    /// Returns the members by name, in the wire order of their first components.
    fn named(&self) -> Vec<(&'n str, Self)> {
        let mut members: Vec<(&'n str, Self)> = Vec::new();
        for &(name, index) in &self.components {
            let (first, rest) = name.split_once('.').unwrap_or((name, ""));
            match members.iter_mut().find(|(name, _)| *name == first) {
                Some((_, member)) => member.components.push((rest, index)),
                None => members.push((
                    first,
                    Self {
                        components: Vec::from([(rest, index)]),
                    },
                )),
            }
        }
        members
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
    let members = &Members::of(numbers.rows());
    let components = &components;
    tagged(
        serializer,
        name,
        &MembersForm {
            members,
            components,
        },
    )
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

/// Members of a value, with the components of the whole value in wire order.
struct MembersForm<'a> {
    members: &'a Members<'a>,
    components: &'a [Component],
}

impl Serialize for MembersForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let component = |index: usize| self.components.get(index).copied().map(ComponentForm);
        if let Some(index) = self.members.component() {
            return component(index).serialize(serializer);
        }
        if let Some(indices) = self.members.plain() {
            return serializer.collect_seq(indices.map(component));
        }
        let components = self.components;
        let members = self.members.named();
        serializer.collect_map(members.iter().map(|(name, members)| {
            (
                name,
                MembersForm {
                    members,
                    components,
                },
            )
        }))
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
    let mut values = Components {
        rows,
        values: rows.iter().map(|_| Component::Int(0)).collect(),
    };
    values.read(&Members::of(rows), of, content)?;
    let mut bytes = Vec::new();
    for (row, value) in rows.iter().zip(values.values) {
        encode(value, ComponentType::of(row), &mut bytes);
    }
    Ok(bytes)
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
    let types: Vec<_> = components.map(ComponentType::of).collect();
    let expected = match types.len() {
        1 => "a list of numbers".into(),
        count => format!("a list of lists of {count} numbers"),
    };
    let mut bytes = Vec::new();
    for (index, element) in of.list(&expected, content)?.into_iter().enumerate() {
        let of = of.element(index);
        if let [ty] = types[..] {
            encode(component(ty, &of, &element)?, ty, &mut bytes);
            continue;
        }
        let numbers = numbers(types.len(), &of, element)?;
        for (index, (ty, number)) in types.iter().zip(&numbers).enumerate() {
            encode(component(*ty, &of.element(index), number)?, *ty, &mut bytes);
        }
    }
    Ok(bytes)
}

/// The components of one value.
struct Components {
    rows: &'static [&'static Row],
    /// The components in wire order.
    values: Vec<Component>,
}

impl Components {
    fn put<V>(
        &mut self,
        index: usize,
        of: &ContentPath<'_>,
        content: &Untyped<V>,
    ) -> Result<(), String> {
        if let (Some(row), Some(value)) = (self.rows.get(index), self.values.get_mut(index)) {
            *value = component(ComponentType::of(row), of, content)?;
        }
        Ok(())
    }

    /// Parses a component, a list of components, or an object of members.
    fn read<V>(
        &mut self,
        members: &Members<'_>,
        of: &ContentPath<'_>,
        content: Untyped<V>,
    ) -> Result<(), String> {
        if let Some(index) = members.component() {
            return self.put(index, of, &content);
        }
        if let Some(indices) = members.plain() {
            let elements = numbers(indices.len(), of, content)?;
            let mut elements = indices.zip(&elements).enumerate();
            return elements
                .try_for_each(|(at, (index, element))| self.put(index, &of.element(at), element));
        }
        let members = members.named();
        let names = || {
            let names: Vec<_> = members.iter().map(|(name, _)| *name).collect();
            names.join(", ")
        };
        let Untyped::Map(mut entries) = content else {
            return of.unexpected(format_args!("an object with {}", names()), &content);
        };
        for (name, member) in &members {
            let Some(at) = entries.iter().position(|(key, _)| key == name) else {
                return Err(format!("{of} lacks {name:?}; it has {}", names()));
            };
            let (_, content) = entries.swap_remove(at);
            self.read(member, &of.member(name), content)?;
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

/// Parses a list of `count` numbers.
fn numbers<V>(
    count: usize,
    of: &ContentPath<'_>,
    content: Untyped<V>,
) -> Result<Vec<Untyped<V>>, String> {
    match content {
        Untyped::List(elements) if elements.len() == count => Ok(elements),
        other => of.unexpected(format_args!("a list of {count} numbers"), &other),
    }
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
