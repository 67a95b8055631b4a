//! Parses the components of values and of the elements of pool arrays.

use super::draft::{Draft, wrong};
use super::members::{Member, Members};
use super::number::{Number, special_bits};
use crate::component_rows::ComponentType;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The bytes of the components of one value.
pub(super) struct Components<'t> {
    pub(super) types: &'t [ComponentType],
    /// The bytes of each component, in wire order.
    pub(super) bytes: Vec<Vec<u8>>,
}

impl Components<'_> {
    pub(super) fn put<V>(
        &mut self,
        place: usize,
        of: impl FnOnce() -> String,
        content: &Draft<V>,
    ) -> Result<(), String> {
        if let (Some(ty), Some(bytes)) = (self.types.get(place), self.bytes.get_mut(place)) {
            component(*ty, of, content, bytes)?;
        }
        Ok(())
    }

    /// Parses members: a list if all are components, otherwise an object.
    pub(super) fn members<V>(
        &mut self,
        members: &Members<'_>,
        of: &str,
        content: Draft<V>,
    ) -> Result<(), String> {
        if let Some(places) = members.plain() {
            let elements = numbers(places.len(), of, content)?;
            let mut elements = places.zip(&elements).enumerate();
            return elements.try_for_each(|(index, (place, element))| {
                self.put(place, || format!("{of}[{index}]"), element)
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
            return wrong(&format!("an object with {}", names()), of, &content);
        };
        for (name, member) in &members {
            let Some(at) = entries.iter().position(|(key, _)| key == name) else {
                return Err(format!("{of} lacks {name:?}; it has {}", names()));
            };
            let (_, content) = entries.swap_remove(at);
            let path = format!("{of}.{name}");
            match member {
                Member::Component(place) => self.put(*place, || path, &content)?,
                Member::Compound(members) => self.members(members, &path, content)?,
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
pub(super) fn numbers<V>(
    count: usize,
    of: &str,
    content: Draft<V>,
) -> Result<Vec<Draft<V>>, String> {
    match content {
        Draft::List(elements) if elements.len() == count => Ok(elements),
        other => wrong(&format!("a list of {count} numbers"), of, &other),
    }
}

/// Appends the bytes of a component.
pub(super) fn component<V>(
    ty: ComponentType,
    of: impl FnOnce() -> String,
    content: &Draft<V>,
    bytes: &mut Vec<u8>,
) -> Result<(), String> {
    let fault = |expected: &str, of: &str| wrong(expected, of, content);
    let int = match content {
        Draft::Number(Number::Int(value)) => Some(*value),
        _ => None,
    };
    match ty {
        ComponentType::Byte => match int.map(u8::try_from) {
            Some(Ok(value)) => bytes.push(value),
            _ => return fault("a whole number of 0 to 255", &of()),
        },
        ComponentType::I32 => match int.map(i32::try_from) {
            Some(Ok(value)) => bytes.extend(value.to_le_bytes()),
            _ => return fault("a whole number of 32 bits", &of()),
        },
        ComponentType::I64 => match int {
            Some(value) => bytes.extend(value.to_le_bytes()),
            None => return fault("a whole number of 64 bits", &of()),
        },
        ComponentType::Single => bytes.extend(single(of, content)?.to_le_bytes()),
        ComponentType::Double => bytes.extend(double(of, content)?.to_le_bytes()),
    }
    Ok(())
}

/// Returns the bits of a component in single precision.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "the nearest number of single precision"
)]
pub(super) fn single<V>(of: impl FnOnce() -> String, content: &Draft<V>) -> Result<u32, String> {
    match content {
        Draft::Number(Number::Int(value)) => Ok((*value as f32).to_bits()),
        Draft::Number(Number::Large(value)) => Ok((*value as f32).to_bits()),
        Draft::Number(Number::Float { wide, narrow })
            if narrow.is_finite() || !wide.is_finite() =>
        {
            Ok(narrow.to_bits())
        }
        Draft::Text(text) => special_bits::<f32>(text)
            .map(|bits| bits as u32)
            .map_err(|error| format!("{}: {error}", of())),
        other => wrong(
            "a number of single precision, or \"nan\", \"inf\", \"-inf\",",
            &of(),
            other,
        ),
    }
}

/// Returns the bits of a component in double precision.
#[expect(
    clippy::cast_precision_loss,
    reason = "the nearest number of double precision"
)]
pub(super) fn double<V>(of: impl FnOnce() -> String, content: &Draft<V>) -> Result<u64, String> {
    match content {
        Draft::Number(Number::Int(value)) => Ok((*value as f64).to_bits()),
        Draft::Number(Number::Large(value)) => Ok((*value as f64).to_bits()),
        Draft::Number(Number::Float { wide, .. }) => Ok(wide.to_bits()),
        Draft::Text(text) => {
            special_bits::<f64>(text).map_err(|error| format!("{}: {error}", of()))
        }
        other => wrong("a number, or \"nan\", \"inf\", \"-inf\",", &of(), other),
    }
}
