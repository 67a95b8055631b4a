//! Builds and encodes values from the arguments of a package, with messages for its callers.

use gdvariant::any::AnyVariant;
use gdvariant::generic::structure::{
    Build, ComponentType, Content, Number, component_types, encode_exactly,
};
use gdvariant::schema::Layout;
use gdvariant::{
    AnyEngine, Dictionary, ElementType, EncodeError, EncodeErrorKind, Kind, Segment, TypedArray,
    TypedDictionary, Writer,
};
use std::borrow::Cow;
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

/// Builds a value that is not a container.
///
/// # Errors
///
/// Returns an error if the layout lacks the type, or if the content does not match it.
pub fn value(
    layout: &'static Layout,
    kind: Kind,
    content: Content<'_>,
) -> Result<AnyVariant, EncodeError> {
    let built = layout.build(kind, content);
    built.ok_or_else(|| missing(layout, kind.name()))
}

/// Encodes the components of a value from their numbers in wire order.
///
/// # Errors
///
/// Returns an error if the layout lacks the kind, or if a number is out of range.
pub fn components(
    layout: &'static Layout,
    kind: Kind,
    numbers: &[Number],
) -> Result<Vec<u8>, EncodeError> {
    let types = component_types(layout, kind);
    if types.is_empty() {
        return Err(missing(layout, kind.name()));
    }
    let mut bytes = Vec::new();
    for (number, ty) in numbers.iter().zip(types) {
        encode_number(layout, kind, *number, ty, &mut bytes)?;
    }
    Ok(bytes)
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
    let (_, components) = elements(layout, kind, ty, components)?;
    leaf(layout, kind, Content::Components(&components))
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
    let (count, bytes) = elements(layout, kind, ty, bytes)?;
    writer.packed_of(kind, count, &bytes)
}

/// Returns the number of elements, and their components in the types of the kind.
fn elements<'c>(
    layout: &'static Layout,
    kind: Kind,
    ty: ComponentType,
    components: &'c [u8],
) -> Result<(usize, Cow<'c, [u8]>), EncodeError> {
    let types = component_types(layout, kind);
    if types.is_empty() {
        return Err(missing(layout, kind.name()));
    }
    let size = types.len() * ty.length();
    if !components.len().is_multiple_of(size) {
        return Err(message("the components end within an element"));
    }
    let count = components.len() / size;
    if types.iter().all(|own| *own == ty) {
        return Ok((count, components.into()));
    }
    let mut bytes = Vec::new();
    let components = components.chunks_exact(ty.length());
    for (index, (component, own)) in components.zip(types.iter().cycle()).enumerate() {
        let number = ty.decode(component);
        let encoded = encode_number(layout, kind, number, *own, &mut bytes);
        encoded.map_err(|error| error.within(Segment::Index(index / types.len())))?;
    }
    Ok((count, bytes.into()))
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

/// Appends a component of a value or an element of `kind`.
///
/// # Errors
///
/// Returns an error if the component cannot represent the number.
pub fn encode_number(
    layout: &'static Layout,
    kind: Kind,
    number: Number,
    ty: ComponentType,
    bytes: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    encode_exactly(number, ty, bytes).ok_or_else(|| {
        let shown = match number {
            Number::Int(value) => value.to_string(),
            other => format!("{:?}", other.to_f64()),
        };
        let name = layout.name_of(kind);
        message(format_args!(
            "{shown} is out of the range of the numbers in a {name}"
        ))
    })
}

/// Returns the error of a type that the layout lacks.
pub fn missing(layout: &'static Layout, what: &str) -> EncodeError {
    message(format_args!("{} has no {what}", layout.title))
}

/// Returns an error with a message.
pub fn message(message: impl Display) -> EncodeError {
    EncodeError::new(EncodeErrorKind::Custom(message.to_string().into()))
}
