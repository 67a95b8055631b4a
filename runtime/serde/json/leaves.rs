//! The JSON form of values that contain no values of any type.

use super::entry::tagged;
use super::members::{Member, Members};
use super::number::special_text;
use crate::table::Row;
use crate::value::view::Numbers;
use crate::wire::number::Number;
use crate::{Kind, NodePath};
use alloc::string::ToString;
use alloc::vec::Vec;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A component: a number with its shortest digits, or a string if it is not finite.
pub(super) struct Component(Number);

impl Serialize for Component {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Number::Int(value) => serializer.serialize_i64(value),
            Number::Single(value) if value.is_finite() => serializer.serialize_f32(value),
            Number::Single(_) => serializer.serialize_str(&special_text::<f32>(self.0.bits())),
            Number::Double(value) if value.is_finite() => serializer.serialize_f64(value),
            Number::Double(_) => serializer.serialize_str(&special_text::<f64>(self.0.bits())),
        }
    }
}

/// Serializes a value of components with the given rows.
pub(super) fn components<S: Serializer>(
    serializer: S,
    name: &'static str,
    rows: &[&'static Row],
    numbers: &dyn Numbers,
) -> Result<S::Ok, S::Error> {
    let mut components = Vec::new();
    numbers.visit(&mut |number| components.push(number));
    tagged(
        serializer,
        name,
        &MembersForm {
            members: &Members::of(rows),
            components: &components,
        },
    )
}

/// Members of a value, with the components of the whole value in wire order.
struct MembersForm<'a> {
    members: &'a Members<'a>,
    components: &'a [Number],
}

impl Serialize for MembersForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let component = |place: usize| self.components.get(place).copied().map(Component);
        if let Some(places) = self.members.plain() {
            return serializer.collect_seq(places.map(component));
        }
        let members = self.members.named();
        let mut map = serializer.serialize_map(Some(members.len()))?;
        for (name, member) in &members {
            match member {
                Member::Component(place) => map.serialize_entry(name, &component(*place))?,
                Member::Compound(members) => {
                    map.serialize_entry(
                        name,
                        &MembersForm {
                            members,
                            components: self.components,
                        },
                    )?;
                }
            }
        }
        map.end()
    }
}

/// Serializes a pool array of components: bytes in base64, anything else as a list.
pub(super) fn write_pool<S: Serializer>(
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

/// The elements of a pool array.
struct PoolElements<'v>(&'v dyn Numbers);

impl Serialize for PoolElements<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.0.elements()).map(|index| {
            let mut components = Vec::new();
            let add = &mut |number| components.push(Component(number));
            self.0.element(index, add);
            Element(components)
        }))
    }
}

/// An element of a pool array: a list of components, or a plain component if there is only one.
struct Element(Vec<Component>);

impl Serialize for Element {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &*self.0 {
            [component] => component.serialize(serializer),
            components => components.serialize(serializer),
        }
    }
}

/// A NodePath as a string, or as an object if the string would parse as another path.
pub(super) struct PathForm<'v>(pub(super) &'v NodePath);

impl Serialize for PathForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let path = self.0;
        let text = path.to_string();
        if NodePath::from(text.as_str()) == *path {
            return serializer.serialize_str(&text);
        }
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("absolute", &path.is_absolute())?;
        map.serialize_entry("names", &path.names().collect::<Vec<_>>())?;
        map.serialize_entry("subnames", &path.subnames().collect::<Vec<_>>())?;
        map.end()
    }
}

#[cfg(test)]
mod tests;
