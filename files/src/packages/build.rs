//! Builds and encodes values from the arguments of a package, with messages for its callers.

use gdvariant::any::AnyRef;
use gdvariant::generic::structure::{
    Build, BuildAny, ComponentType, Content, Number, build_any, component_types, encode_exactly,
};
use gdvariant::schema::Layout;
use gdvariant::{
    AnyEngine, Dictionary, ElementType, Encode, EncodeError, EncodeErrorKind, Kind, Segment,
    TypedArray, TypedDictionary, Writer,
};
use std::fmt::Display;

/// Builds a value that is not a container.
///
/// # Errors
///
/// Returns an error if the layout lacks the kind, or if the content does not match it.
pub fn leaf<V: Build>(
    layout: &'static Layout,
    kind: Kind,
    content: Content<'_>,
) -> Result<V, EncodeError> {
    let built = layout.has(kind).then(|| V::build(kind, content));
    built.flatten().ok_or_else(|| missing(layout, kind.name()))
}

/// The kind and the content of a value that is not a container, as a builder.
#[derive(Debug)]
pub struct Leaf<'c>(pub Kind, pub Content<'c>);

impl BuildAny for Leaf<'_> {
    type Error = EncodeError;

    fn build<V: Build>(self, layout: &'static Layout) -> Result<V, EncodeError> {
        leaf(layout, self.0, self.1)
    }
}

/// Builds a value with components, from its numbers in wire order.
///
/// # Errors
///
/// Returns an error if the layout lacks the kind, or if a number is out of range.
pub fn fields<V: Build>(
    layout: &'static Layout,
    kind: Kind,
    numbers: &[Number],
) -> Result<V, EncodeError> {
    let types = types(layout, kind)?;
    let mut bytes = Vec::new();
    for (number, ty) in numbers.iter().zip(types) {
        encode_exactly(*number, ty, &mut bytes)
            .ok_or_else(|| out_of_range(layout, *number, kind))?;
    }
    leaf(layout, kind, Content::Components(&bytes))
}

/// Builds a packed array from encoded components of a type.
///
/// # Errors
///
/// Returns an error if the layout lacks the kind, or if an element is out of range.
pub fn packed<V: Build>(
    layout: &'static Layout,
    kind: Kind,
    ty: ComponentType,
    components: &[u8],
) -> Result<V, EncodeError> {
    if count(layout, kind, ty, components.len())?.is_some() {
        return leaf(layout, kind, Content::Components(components));
    }
    let bytes = match ty {
        ComponentType::Byte => {
            converted::<1>(layout, kind, components, |it| Number::Int(it[0].into()))
        }
        ComponentType::I32 => converted::<4>(layout, kind, components, |it| {
            Number::Int(i32::from_le_bytes(it).into())
        }),
        ComponentType::I64 => converted::<8>(layout, kind, components, |it| {
            Number::Int(i64::from_le_bytes(it))
        }),
        ComponentType::Single => converted::<4>(layout, kind, components, |it| {
            Number::Single(f32::from_le_bytes(it))
        }),
        ComponentType::Double => converted::<8>(layout, kind, components, |it| {
            Number::Double(f64::from_le_bytes(it))
        }),
    };
    leaf(layout, kind, Content::Components(&bytes?))
}

/// Encodes a packed array from encoded components of a type.
///
/// # Errors
///
/// Returns an error if the layout lacks the kind, or if an element is out of range.
pub fn encode_packed(
    layout: &'static Layout,
    kind: Kind,
    ty: ComponentType,
    bytes: &[u8],
    writer: &mut Writer<'_, AnyEngine>,
) -> Result<(), EncodeError> {
    if let Some(count) = count(layout, kind, ty, bytes.len())? {
        return writer.packed_of(kind, count, bytes);
    }
    let array = build_any(layout, Packed(kind, ty, bytes))?;
    AnyRef::from(&array).encode(writer)
}

/// The kind, the type and the bytes of components, as a builder.
struct Packed<'c>(Kind, ComponentType, &'c [u8]);

impl BuildAny for Packed<'_> {
    type Error = EncodeError;

    fn build<V: Build>(self, layout: &'static Layout) -> Result<V, EncodeError> {
        packed(layout, self.0, self.1, self.2)
    }
}

/// Encodes a packed array without its components, whose encoding has `length` bytes, and returns the
/// offset in the buffer at which the caller inserts them.
///
/// Returns `None`, and encodes nothing, if the layout has components of another type, or if the
/// target lacks the array.
///
/// # Errors
///
/// Returns an error if the layout lacks the kind.
pub fn encode_around(
    layout: &'static Layout,
    kind: Kind,
    ty: ComponentType,
    length: usize,
    writer: &mut Writer<'_, AnyEngine>,
) -> Result<Option<usize>, EncodeError> {
    match count(layout, kind, ty, length)? {
        Some(count) => writer.packed_around(kind, count, length),
        None => Ok(None),
    }
}

/// Returns the number of elements, or `None` if the layout has components of another type.
fn count(
    layout: &'static Layout,
    kind: Kind,
    ty: ComponentType,
    length: usize,
) -> Result<Option<usize>, EncodeError> {
    let types = types(layout, kind)?;
    let size = types.len() * ty.length();
    if !length.is_multiple_of(size) {
        return Err(message("the components end within an element"));
    }
    let is_same = types.iter().all(|own| *own == ty);
    Ok(is_same.then(|| length / size))
}

/// Encodes the components of an array as the types of a layout.
fn converted<const N: usize>(
    layout: &'static Layout,
    kind: Kind,
    components: &[u8],
    number: fn([u8; N]) -> Number,
) -> Result<Vec<u8>, EncodeError> {
    let types = types(layout, kind)?;
    let mut bytes = Vec::new();
    let (components, _) = components.as_chunks();
    for (index, (component, ty)) in components.iter().zip(types.iter().cycle()).enumerate() {
        let number = number(*component);
        encode_exactly(number, *ty, &mut bytes).ok_or_else(|| {
            out_of_range(layout, number, kind).within(Segment::Index(index / types.len()))
        })?;
    }
    Ok(bytes)
}

/// Builds an array with a declared type. In Godot 4, the kind is Array; other engines have kinds of
/// their own.
///
/// # Errors
///
/// Returns an error if the layout has no such arrays.
pub fn typed_array<V: Build>(
    layout: &'static Layout,
    kind: Kind,
    array: TypedArray<V>,
) -> Result<V, EncodeError> {
    let kind = if layout.has(kind) { kind } else { Kind::Array };
    let built = layout
        .has_typed_array(kind)
        .then(|| V::typed_array(kind, array));
    built
        .flatten()
        .ok_or_else(|| missing(layout, "arrays with a declared type"))
}

/// Builds a Dictionary, with declared types unless both are any type.
///
/// # Errors
///
/// Returns an error if the layout has no such Dictionaries.
pub fn dictionary<V: Build>(
    layout: &'static Layout,
    key: ElementType,
    value: ElementType,
    entries: Dictionary<V>,
) -> Result<V, EncodeError> {
    if key.is_any() && value.is_any() {
        return Ok(entries.into());
    }
    let dictionary = TypedDictionary {
        key,
        value,
        entries,
    };
    let declares = layout.declares_types(Kind::Dictionary);
    let built = declares.then(|| V::typed_dictionary(dictionary));
    built
        .flatten()
        .ok_or_else(|| missing(layout, "Dictionaries with declared types"))
}

/// Inserts an entry of a Dictionary.
///
/// # Errors
///
/// Returns an error if the key equals an earlier one.
pub fn insert<V: Build>(
    dictionary: &mut Dictionary<V>,
    key: V,
    value: V,
) -> Result<(), EncodeError> {
    match dictionary.insert(key, value) {
        None => Ok(()),
        Some(_) => Err(message("the key equals an earlier one in the engine")),
    }
}

fn types(layout: &'static Layout, kind: Kind) -> Result<Vec<ComponentType>, EncodeError> {
    let types = component_types(layout, kind);
    if types.is_empty() {
        return Err(missing(layout, kind.name()));
    }
    Ok(types)
}

/// Returns the error of a number that a component or an element cannot represent.
fn out_of_range(layout: &'static Layout, number: Number, kind: Kind) -> EncodeError {
    let shown = match number {
        Number::Int(value) => value.to_string(),
        other => format!("{:?}", other.to_f64()),
    };
    let name = layout.name_of(kind);
    message(format_args!(
        "{shown} is out of the range of the numbers in a {name}"
    ))
}

/// Returns the error of a type that the layout lacks.
#[must_use]
pub fn missing(layout: &'static Layout, what: &str) -> EncodeError {
    message(format_args!("{} has no {what}", layout.title))
}

/// Returns an error with a message.
#[must_use]
pub fn message(message: impl Display) -> EncodeError {
    EncodeError::new(EncodeErrorKind::Custom(message.to_string().into()))
}
