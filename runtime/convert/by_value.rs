//! Conversions between the `Variant` types of the layouts, by value.
//!
//! A Variant is split into its [`Parts`], from which the Variant of another layout is built.
//! Payloads are moved, not cloned; only a conversion to double precision copies those with real
//! numbers.

use crate::value::view::{AsView, segment_of};
use crate::{
    ConvertError, ConvertErrorKind, Dictionary, ElementType, FullObject, Kind, Layout, Object,
    Segment, TypedArray, TypedDictionary,
};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// Implements `TryFrom` between the `Variant` types of two layouts.
#[allow(unused_macros, reason = "a single layout has no conversions")]
macro_rules! conversion {
    ($from:ident => $to:ident) => {
        impl TryFrom<crate::$from::Variant> for crate::$to::Variant {
            type Error = ConvertError;

            fn try_from(value: crate::$from::Variant) -> Result<Self, ConvertError> {
                convert(value)
            }
        }
    };
}

#[allow(clippy::too_many_lines, reason = "one arm per type")]
mod generated {
    #[allow(unused_imports, reason = "a single layout has no conversions")]
    use super::{ConvertError, convert};

    include!(concat!(env!("OUT_DIR"), "/convert.rs"));
}

#[cfg(feature = "double")]
#[allow(
    unused_imports,
    reason = "not every layout has a double-precision form"
)]
pub(crate) use generated::DoubleLeaf;
pub(crate) use generated::Leaf;

/// A Variant that can be split and built by value; generated for each layout.
pub(crate) trait Convertible:
    AsView + fmt::Display + From<Vec<Self>> + From<Dictionary<Self>> + From<Object<Self>>
{
    /// The layout.
    type Layout: Layout<Variant = Self>;

    /// Any value that is not a container, in the precision of the layout.
    type Leaf;

    /// Splits the value into its parts.
    fn into_parts(self) -> Parts<Self>;

    /// Builds a value, or returns the kind that the layout lacks.
    fn from_leaf(leaf: Self::Leaf) -> Result<Self, Kind>;
}

/// The parts of a Variant.
pub(crate) enum Parts<V: Convertible> {
    /// An Array.
    Array(Vec<V>),
    /// A typed array of this kind.
    TypedArray(Kind, Box<TypedArray<V>>),
    /// A Dictionary.
    Dictionary(Dictionary<V>),
    /// A Dictionary with declared types.
    #[allow(dead_code, reason = "only Godot 4 has it")]
    TypedDictionary(Box<TypedDictionary<V>>),
    /// An Object.
    Object(Object<V>),
    /// Any other value.
    Leaf(V::Leaf),
}

/// Converts a value and everything that it contains.
///
/// Containers have separate functions, which are not inlined, to keep the stack frame of leaves
/// small.
fn convert<A, B>(value: A) -> Result<B, ConvertError>
where
    A: Convertible<Leaf: Into<B::Leaf>>,
    B: Convertible,
{
    match value.into_parts() {
        Parts::Array(elements) => values(elements).map(Into::into),
        Parts::TypedArray(kind, array) => typed_array(kind, *array),
        Parts::Dictionary(entries) => self::entries(entries).map(Into::into),
        Parts::TypedDictionary(dictionary) => typed_dictionary(*dictionary),
        Parts::Object(object) => self::object(object),
        Parts::Leaf(leaf) => B::from_leaf(leaf.into()).map_err(missing::<A, B>),
    }
}

/// Returns the error of a kind that the target lacks.
fn missing<A: Convertible, B: Convertible>(kind: Kind) -> ConvertError {
    ConvertError::new(ConvertErrorKind::MissingType {
        ty: A::Layout::name_of(kind),
        layout: B::Layout::TITLE,
    })
}

// Loops instead of iterators keep the recursive stack frames small.

#[inline(never)]
fn values<A, B>(values: Vec<A>) -> Result<Vec<B>, ConvertError>
where
    A: Convertible<Leaf: Into<B::Leaf>>,
    B: Convertible,
{
    let mut converted = Vec::with_capacity(values.len());
    for (index, value) in values.into_iter().enumerate() {
        match convert(value) {
            Ok(value) => converted.push(value),
            Err(error) => return Err(error.within(Segment::Index(index))),
        }
    }
    Ok(converted)
}

#[inline(never)]
fn typed_array<A, B>(kind: Kind, array: TypedArray<A>) -> Result<B, ConvertError>
where
    A: Convertible<Leaf: Into<B::Leaf>>,
    B: Convertible,
{
    if B::Layout::number_of(kind).is_none() {
        return Err(missing::<A, B>(kind));
    }
    check_declared::<A, B>(&array.element)?;
    let values = self::values(array.values)?;
    let element = array.element;
    let typed = B::Layout::typed_array(kind, TypedArray { element, values });
    typed.ok_or_else(|| {
        let layout = B::Layout::TITLE;
        ConvertError::new(ConvertErrorKind::MissingTypedArray { layout })
    })
}

/// Checks that the target layout has a declared type.
fn check_declared<A: Convertible, B: Convertible>(
    declared: &ElementType,
) -> Result<(), ConvertError> {
    match declared {
        ElementType::Kind(kind) if B::Layout::number_of(*kind).is_none() => {
            Err(missing::<A, B>(*kind))
        }
        _ => Ok(()),
    }
}

#[inline(never)]
fn typed_dictionary<A, B>(dictionary: TypedDictionary<A>) -> Result<B, ConvertError>
where
    A: Convertible<Leaf: Into<B::Leaf>>,
    B: Convertible,
{
    let TypedDictionary {
        key,
        value,
        entries,
    } = dictionary;
    check_declared::<A, B>(&key)?;
    check_declared::<A, B>(&value)?;
    let entries = self::entries(entries)?;
    let typed = B::Layout::typed_dictionary(TypedDictionary {
        key,
        value,
        entries,
    });
    typed.ok_or_else(|| {
        let layout = B::Layout::TITLE;
        ConvertError::new(ConvertErrorKind::MissingTypedDictionary { layout })
    })
}

#[inline(never)]
fn entries<A, B>(entries: Dictionary<A>) -> Result<Dictionary<B>, ConvertError>
where
    A: Convertible<Leaf: Into<B::Leaf>>,
    B: Convertible,
{
    let mut converted = Dictionary::<B>::new();
    converted.reserve(entries.len());
    for (index, (key, value)) in entries.into_iter().enumerate() {
        let key = match convert::<A, B>(key) {
            Ok(key) => key,
            Err(error) => return Err(error.within(Segment::KeyOf(index))),
        };
        match convert::<A, B>(value) {
            Ok(value) => drop(converted.insert(key, value)),
            Err(error) => return Err(error.within(segment_of(&key))),
        }
    }
    Ok(converted)
}

#[inline(never)]
fn object<A, B>(object: Object<A>) -> Result<B, ConvertError>
where
    A: Convertible<Leaf: Into<B::Leaf>>,
    B: Convertible,
{
    let object = match object {
        Object::Id(id) => return Ok(Object::Id(id).into()),
        Object::Full(object) => *object,
    };
    let mut properties = Vec::with_capacity(object.properties.len());
    for (name, value) in object.properties {
        match convert(value) {
            Ok(value) => properties.push((name, value)),
            Err(error) => return Err(error.within(Segment::name(&name))),
        }
    }
    Ok(Object::Full(Box::new(FullObject {
        class: object.class,
        properties,
    }))
    .into())
}
