//! The JSON form of values that contain no values of any type.

use super::entry::tagged;
use super::members::{Member, Members};
use super::number::special_text;
use crate::NodePath;
use crate::number::Number;
use crate::table::Row;
use crate::view::Numbers;
use alloc::string::ToString;
use alloc::vec::Vec;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

pub(super) fn bytes_of(numbers: &dyn Numbers) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(numbers.elements());
    numbers.visit(&mut |number| bytes.extend(u8::try_from(number.bits())));
    bytes
}

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

/// The elements of a pool array: lists of components, or plain components if each element has one.
pub(super) struct PoolElements<'v> {
    pub(super) numbers: &'v dyn Numbers,
    /// The number of components of an element.
    pub(super) each: usize,
}

impl Serialize for PoolElements<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.numbers.elements()))?;
        let mut element = Vec::with_capacity(self.each);
        let mut result = Ok(());
        self.numbers.visit(&mut |number| {
            if result.is_err() {
                return;
            }
            if self.each == 1 {
                result = list.serialize_element(&Component(number));
                return;
            }
            element.push(Component(number));
            if element.len() == self.each {
                result = list.serialize_element(&element);
                element.clear();
            }
        });
        result?;
        list.end()
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
