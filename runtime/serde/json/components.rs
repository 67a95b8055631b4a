//! Parses the components of values and of the elements of pool arrays.

use super::content::list;
use super::draft::Draft;
use super::members::{Member, Members};
use super::number::{Number, special_bits};
use super::place::Place;
use crate::Kind;
use crate::codec::coerce::encode;
use crate::table::Row;
use crate::wire::component_rows::ComponentType;
use crate::wire::number::Number as Exact;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Encodes the components of a value, from lists and members.
pub(super) fn fields<V>(
    of: &Place<'_>,
    rows: &'static [&'static Row],
    content: Draft<V>,
) -> Result<Vec<u8>, String> {
    let mut components = Components {
        rows,
        bytes: rows.iter().map(|_| Vec::new()).collect(),
    };
    components.members(&Members::of(rows), of, content)?;
    Ok(components.bytes.concat())
}

/// Encodes the elements of a pool array, from base64 or from a list of components or of lists of
/// components.
pub(super) fn pool<V>(
    kind: Kind,
    of: &Place<'_>,
    components: impl Iterator<Item = &'static Row>,
    content: Draft<V>,
) -> Result<Vec<u8>, String> {
    if kind == Kind::PoolByteArray {
        return base64(of, &content);
    }
    let types: Vec<_> = components.map(ComponentType::of).collect();
    let expected = match types.len() {
        1 => "a list of numbers".into(),
        count => format!("a list of lists of {count} numbers"),
    };
    let mut bytes = Vec::new();
    for (index, element) in list(&expected, of, content)?.into_iter().enumerate() {
        let of = of.element(index);
        if let [ty] = types[..] {
            component(ty, &of, &element, &mut bytes)?;
            continue;
        }
        let numbers = numbers(types.len(), &of, element)?;
        for (place, (ty, number)) in types.iter().zip(&numbers).enumerate() {
            component(*ty, &of.element(place), number, &mut bytes)?;
        }
    }
    Ok(bytes)
}

fn base64<V>(of: &Place<'_>, content: &Draft<V>) -> Result<Vec<u8>, String> {
    match content {
        Draft::Text(text) => STANDARD
            .decode(text)
            .map_err(|error| format!("expected base64 for {of}: {error}")),
        other => of.wrong("a text in base64", other),
    }
}

/// The components of one value.
struct Components {
    rows: &'static [&'static Row],
    /// The bytes of each component, in wire order.
    bytes: Vec<Vec<u8>>,
}

impl Components {
    fn put<V>(&mut self, place: usize, of: &Place<'_>, content: &Draft<V>) -> Result<(), String> {
        match (self.rows.get(place), self.bytes.get_mut(place)) {
            (Some(row), Some(bytes)) => component(ComponentType::of(row), of, content, bytes),
            _ => Ok(()),
        }
    }

    /// Parses members: a list if all are components, otherwise an object.
    fn members<V>(
        &mut self,
        members: &Members<'_>,
        of: &Place<'_>,
        content: Draft<V>,
    ) -> Result<(), String> {
        if let Some(places) = members.plain() {
            let elements = numbers(places.len(), of, content)?;
            let mut elements = places.zip(&elements).enumerate();
            return elements.try_for_each(|(index, (place, element))| {
                self.put(place, &of.element(index), element)
            });
        }
        let members = members.named();
        let names = || {
            members
                .iter()
                .map(|(name, _)| *name)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let Draft::Map(mut entries) = content else {
            return of.wrong(format_args!("an object with {}", names()), &content);
        };
        for (name, member) in &members {
            let Some(at) = entries.iter().position(|(key, _)| key == name) else {
                return Err(format!("{of} lacks {name:?}; it has {}", names()));
            };
            let (_, content) = entries.swap_remove(at);
            let of = of.member(name);
            match member {
                Member::Component(place) => self.put(*place, &of, &content)?,
                Member::Compound(members) => self.members(members, &of, content)?,
            }
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
fn numbers<V>(count: usize, of: &Place<'_>, content: Draft<V>) -> Result<Vec<Draft<V>>, String> {
    match content {
        Draft::List(elements) if elements.len() == count => Ok(elements),
        other => of.wrong(format_args!("a list of {count} numbers"), &other),
    }
}

/// Appends the bytes of a component.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the bits of a float in single precision"
)]
fn component<V>(
    ty: ComponentType,
    of: &Place<'_>,
    content: &Draft<V>,
    bytes: &mut Vec<u8>,
) -> Result<(), String> {
    let number = match content {
        Draft::Number(number) => as_component(ty, *number),
        Draft::Text(text) if ty.is_float() => {
            let number = match ty {
                ComponentType::Single => {
                    special_bits::<f32>(text).map(|bits| Exact::Single(f32::from_bits(bits as u32)))
                }
                _ => special_bits::<f64>(text).map(|bits| Exact::Double(f64::from_bits(bits))),
            };
            Some(number.map_err(|error| format!("{of}: {error}"))?)
        }
        _ => None,
    };
    let Some(number) = number else {
        return of.wrong(expected(ty), content);
    };
    encode(number, ty, bytes);
    Ok(())
}

/// Describes the content that a component requires.
fn expected(ty: ComponentType) -> &'static str {
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
fn as_component(ty: ComponentType, number: Number) -> Option<Exact> {
    match (ty, number) {
        (_, Number::Int(value)) => (ty.is_float() || ty.holds(value)).then_some(Exact::Int(value)),
        (ComponentType::Single, Number::Large(value)) => Some(Exact::Single(value as f32)),
        (ComponentType::Double, Number::Large(value)) => Some(Exact::Double(value as f64)),
        (ComponentType::Single, Number::Float { wide, narrow }) => {
            (narrow.is_finite() || !wide.is_finite()).then_some(Exact::Single(narrow))
        }
        (ComponentType::Double, Number::Float { wide, .. }) => Some(Exact::Double(wide)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
