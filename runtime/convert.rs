//! Conversions between the `Variant` types of the layouts, by value.
//!
//! A Variant is taken apart into its [`Parts`], which another layout puts together. Payloads are
//! moved, not cloned; only a conversion to double precision copies those with real numbers.

use crate::view::{Viewed, segment_of};
use crate::{
    Dictionary, ElementType, Kind, Layout, Object, Path, Segment, TypedArray, TypedDictionary,
    WholeObject,
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

/// The error of a conversion: a value of a type that the target layout lacks, with its path.
///
/// ```
/// # #[cfg(all(feature = "godot3", feature = "pandemonium"))] {
/// use gdvariant::{Vector4, godot3, pandemonium};
///
/// let value = pandemonium::Variant::from(vec![pandemonium::Variant::from(Vector4::default())]);
/// let error = godot3::Variant::try_from(value).unwrap_err();
/// assert_eq!(error.to_string(), "[0]: Godot 3 has no Vector4");
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConvertError(Box<ErrorImpl>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct ErrorImpl {
    path: Path,
    missing: &'static str,
    layout: &'static str,
    is_id: bool,
}

impl ConvertError {
    /// Creates the error of a type that the layout lacks, with an empty path.
    pub(crate) fn new(missing: &'static str, layout: &'static str) -> Self {
        Self(Box::new(ErrorImpl {
            path: Path::default(),
            missing,
            layout,
            is_id: false,
        }))
    }

    /// Creates the error of an id of a type whose ids the layout does not encode.
    pub(crate) fn id(ty: &'static str, layout: &'static str) -> Self {
        let mut error = Self::new(ty, layout);
        error.0.is_id = true;
        error
    }

    /// Returns the type that the target layout lacks, or the type whose ids it lacks, by its name in
    /// the source layout.
    #[must_use]
    pub fn missing(&self) -> &'static str {
        self.0.missing
    }

    /// Returns the path from the outermost value to the value of that type.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Extends the path by a container's segment.
    pub(crate) fn within(mut self, segment: Segment) -> Self {
        self.0.path.enclose(segment);
        self
    }
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.path.is_empty() {
            write!(f, "{}: ", self.0.path)?;
        }
        let ids = if self.0.is_id { "ids of a " } else { "" };
        write!(f, "{} has no {ids}{}", self.0.layout, self.0.missing)
    }
}

impl core::error::Error for ConvertError {}

/// A Variant that can be taken apart and put together by value; generated for each layout.
pub(crate) trait Convertible:
    Viewed + fmt::Display + From<Vec<Self>> + From<Dictionary<Self>> + From<Object<Self>>
{
    /// The layout.
    type Layout: Layout<Variant = Self>;

    /// Any value that is not a container, in the precision of the layout.
    type Leaf;

    /// Takes the value apart.
    fn into_parts(self) -> Parts<Self>;

    /// Puts a value together, or returns the kind that the layout lacks.
    fn from_leaf(leaf: Self::Leaf) -> Result<Self, Kind>;
}

/// A Variant taken apart.
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
/// Containers have functions of their own, which are not inlined: leaves need no large stack frame.
fn convert<A, B>(value: A) -> Result<B, ConvertError>
where
    A: Convertible<Leaf: Into<B::Leaf>>,
    B: Convertible,
{
    match value.into_parts() {
        Parts::Array(elements) => array(elements),
        Parts::TypedArray(kind, array) => typed_array(kind, *array),
        Parts::Dictionary(entries) => self::entries(entries).map(Into::into),
        Parts::TypedDictionary(dictionary) => typed_dictionary(*dictionary),
        Parts::Object(object) => self::object(object),
        Parts::Leaf(leaf) => B::from_leaf(leaf.into())
            .map_err(|kind| ConvertError::new(A::Layout::name_of(kind), B::Layout::TITLE)),
    }
}

// Loops instead of iterators: each nesting level needs less of the stack.

#[inline(never)]
fn array<A, B>(elements: Vec<A>) -> Result<B, ConvertError>
where
    A: Convertible<Leaf: Into<B::Leaf>>,
    B: Convertible,
{
    let mut converted = Vec::with_capacity(elements.len());
    for (index, element) in elements.into_iter().enumerate() {
        match convert(element) {
            Ok(element) => converted.push(element),
            Err(error) => return Err(error.within(Segment::Index(index))),
        }
    }
    Ok(converted.into())
}

#[inline(never)]
fn typed_array<A, B>(kind: Kind, array: TypedArray<A>) -> Result<B, ConvertError>
where
    A: Convertible<Leaf: Into<B::Leaf>>,
    B: Convertible,
{
    let missing = |kind| ConvertError::new(A::Layout::name_of(kind), B::Layout::TITLE);
    if B::Layout::number_of(kind).is_none() {
        return Err(missing(kind));
    }
    check_declared::<A, B>(&array.element)?;
    let mut values = Vec::with_capacity(array.values.len());
    for (index, value) in array.values.into_iter().enumerate() {
        match convert(value) {
            Ok(value) => values.push(value),
            Err(error) => return Err(error.within(Segment::Index(index))),
        }
    }
    let element = array.element;
    let typed = B::Layout::typed_array(kind, TypedArray { element, values });
    typed.ok_or_else(|| ConvertError::new("declared type of an Array", B::Layout::TITLE))
}

/// Checks that the target layout has a declared type.
fn check_declared<A: Convertible, B: Convertible>(
    declared: &ElementType,
) -> Result<(), ConvertError> {
    match declared {
        ElementType::Kind(kind) if B::Layout::number_of(*kind).is_none() => Err(ConvertError::new(
            A::Layout::name_of(*kind),
            B::Layout::TITLE,
        )),
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
    typed.ok_or_else(|| ConvertError::new("declared types of a Dictionary", B::Layout::TITLE))
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
        Object::Whole(object) => *object,
    };
    let mut properties = Vec::with_capacity(object.properties.len());
    for (name, value) in object.properties {
        match convert(value) {
            Ok(value) => properties.push((name, value)),
            Err(error) => return Err(error.within(Segment::name(&name))),
        }
    }
    Ok(Object::Whole(Box::new(WholeObject {
        class: object.class,
        properties,
    }))
    .into())
}
