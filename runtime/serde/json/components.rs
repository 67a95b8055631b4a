//! The structure of content: of components, records and paths.
//!
//! Components are lists of numbers, or objects with the members that scripts use: `basis.x.y` is in
//! the member `x` of the member `basis`.

use crate::table::Row;
use crate::value::record::RecordField;
use crate::value::view::{AsView, Numbers, View};
use crate::wire::fields::{ComponentType, Number as Component};
use crate::{Kind, NodePath};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use base64::display::Base64Display;
use base64::engine::general_purpose::STANDARD;
use core::fmt::Display;
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
    pub(super) fn new(rows: &'n [Row], mut components: Vec<T>) -> Self {
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
    Number(Component),
    Id(u64),
    Text(Cow<'v, str>),
}

impl Scalar<'_> {
    /// A number has its shortest digits; a non-finite one is a string, but plain data leaves it to
    /// the format.
    fn number(number: Component, is_plain: bool) -> Self {
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
            Self::Number(Component::Int(value)) => serializer.serialize_i64(*value),
            Self::Number(Component::Single(value)) => serializer.serialize_f32(*value),
            Self::Number(Component::Double(value)) => serializer.serialize_f64(*value),
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
                Scalar::number(Component::Double(value), is_plain).serialize(serializer)
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

/// A number in the input: an integer if it has neither a decimal point nor an exponent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    /// An integer.
    Int(i64),
    /// An integer beyond the engine's int; only ids and floats can be this large.
    Large(u64),
    /// A number with a decimal point or an exponent.
    Float {
        /// The number in double precision.
        wide: f64,
        /// The number rounded once to single precision; infinite if it is too large.
        narrow: f32,
    },
}

impl Number {
    /// Creates a number from a float that the format has parsed.
    #[expect(clippy::cast_possible_truncation, reason = "narrowed as the nearest")]
    pub(super) fn from_f64(value: f64) -> Self {
        Self::Float {
            wide: value,
            narrow: value as f32,
        }
    }

    /// Creates a number that is invalid in single precision if it would have to be rounded.
    pub(super) fn exactly(value: f64) -> Self {
        match Self::from_f64(value) {
            Self::Float { wide, narrow } if f64::from(narrow).to_bits() != wide.to_bits() => {
                let narrow = f32::INFINITY;
                Self::Float { wide, narrow }
            }
            number => number,
        }
    }

    /// Creates a number from an integer that the format has parsed.
    pub(super) fn from_u64(value: u64) -> Self {
        i64::try_from(value).map_or(Self::Large(value), Self::Int)
    }

    /// Converts a number to a component: an integer exactly, any other number to the nearest float.
    #[expect(
        clippy::cast_precision_loss,
        reason = "the nearest number of the precision"
    )]
    pub(super) fn to_component(self, ty: ComponentType) -> Option<Component> {
        match (ty, self) {
            (_, Self::Int(value)) => {
                (ty.is_float() || ty.holds(value)).then_some(Component::Int(value))
            }
            (ComponentType::Single, Self::Large(value)) => Some(Component::Single(value as f32)),
            (ComponentType::Double, Self::Large(value)) => Some(Component::Double(value as f64)),
            (ComponentType::Single, Self::Float { wide, narrow }) => {
                (narrow.is_finite() || !wide.is_finite()).then_some(Component::Single(narrow))
            }
            (ComponentType::Double, Self::Float { wide, .. }) => Some(Component::Double(wide)),
            _ => None,
        }
    }

    /// Parses a JSON number.
    pub(super) fn from_text(text: &str) -> Result<Self, String> {
        let not_a_number = || format!("expected a number, found {text:?}");
        let is_json = text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
            && text
                .bytes()
                .all(|c| matches!(c, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
        if !is_json {
            return Err(not_a_number());
        }
        if !text.contains(['.', 'e', 'E']) {
            let int = text.parse().map(Self::Int);
            let number = int.or_else(|_| text.parse().map(Self::Large));
            return number.map_err(|_| out_of_int(text));
        }
        match (text.parse::<f64>(), text.parse()) {
            (Ok(wide), Ok(narrow)) if wide.is_finite() => Ok(Self::Float { wide, narrow }),
            (Ok(_), Ok(_)) => Err(format!(
                "{text} is out of the range of float, up to {:e}; infinity is {{\"float\": \"inf\"}}",
                f64::MAX
            )),
            _ => Err(not_a_number()),
        }
    }
}

/// Returns the error for an int that is out of range.
pub(super) fn out_of_int(text: impl Display) -> String {
    format!(
        "{text} is out of the range of int, {} to {}; with a point it is a float",
        i64::MIN,
        i64::MAX
    )
}

/// Returns the string for a non-finite float. The string for any NaN but the usual one contains its
/// bits.
pub(super) fn special_text(number: Component) -> Cow<'static, str> {
    let (nan, digits) = match number {
        Component::Single(_) => (f32::NAN.to_bits().into(), 8),
        _ => (f64::NAN.to_bits(), 16),
    };
    match number.bits() {
        _ if number.to_f64() == f64::INFINITY => "inf".into(),
        _ if number.to_f64() == f64::NEG_INFINITY => "-inf".into(),
        bits if bits == nan => "nan".into(),
        bits => format!("nan:{bits:0digits$x}").into(),
    }
}

/// Parses the string for a non-finite float of this type.
pub(super) fn special_number(ty: ComponentType, text: &str) -> Result<Component, String> {
    let is_single = ty == ComponentType::Single;
    let digits = if is_single { 8 } else { 16 };
    let hex = text
        .strip_prefix("nan:")
        .filter(|hex| hex.len() == digits && !hex.starts_with('+'));
    let number = match (text, hex) {
        ("nan" | "inf" | "-inf", _) if is_single => text.parse().map(Component::Single).ok(),
        ("nan" | "inf" | "-inf", _) => text.parse().map(Component::Double).ok(),
        (_, Some(hex)) if is_single => {
            let bits = u32::from_str_radix(hex, 16).ok();
            bits.map(|bits| Component::Single(f32::from_bits(bits)))
        }
        (_, Some(hex)) => {
            let bits = u64::from_str_radix(hex, 16).ok();
            bits.map(|bits| Component::Double(f64::from_bits(bits)))
        }
        _ => None,
    };
    let number = number.filter(|number| hex.is_none() || number.is_nan());
    number.ok_or_else(|| format!("expected \"nan\", \"inf\", \"-inf\" or \"nan:\" with the {digits} hex digits of a NaN, found {text:?}"))
}

#[cfg(test)]
mod tests;
