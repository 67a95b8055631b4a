//! From one layout's `Variant` to another's: the types that both have, with their numbers in each.

use crate::view::{Viewed, segment_of};
use crate::{Dictionary, Object, Path, Segment};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

#[allow(clippy::too_many_lines, reason = "an arm a type")]
#[allow(
    unused_imports,
    reason = "with one layout alone there is nothing to convert"
)]
mod generated {
    use super::{ConvertError, array, dictionary, object};

    include!(concat!(env!("OUT_DIR"), "/convert.rs"));
}

/// A value of a type that the other layout lacks, and where it is.
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
pub struct ConvertError(Box<Fault>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Fault {
    path: Path,
    missing: &'static str,
    layout: &'static str,
}

impl ConvertError {
    fn new(missing: &'static str, layout: &'static str) -> Self {
        Self(Box::new(Fault {
            path: Path::default(),
            missing,
            layout,
        }))
    }

    /// The type that the other layout lacks, by its name in the layout that has it.
    #[must_use]
    pub fn missing(&self) -> &'static str {
        self.0.missing
    }

    /// The way from the outermost value to the one of that type.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    fn within(mut self, segment: Segment) -> Self {
        self.0.path.enclose(segment);
        self
    }
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.path.is_empty() {
            write!(f, "{}: ", self.0.path)?;
        }
        write!(f, "{} has no {}", self.0.layout, self.0.missing)
    }
}

impl core::error::Error for ConvertError {}

// Loops, not iterators: the stack holds the frames of every level.

fn array<A, B: TryFrom<A, Error = ConvertError> + From<Vec<B>>>(
    elements: Vec<A>,
) -> Result<B, ConvertError> {
    let mut converted = Vec::with_capacity(elements.len());
    for (index, element) in elements.into_iter().enumerate() {
        match B::try_from(element) {
            Ok(element) => converted.push(element),
            Err(error) => return Err(error.within(Segment::Index(index))),
        }
    }
    Ok(converted.into())
}

fn dictionary<
    A,
    B: TryFrom<A, Error = ConvertError> + From<Dictionary<B>> + Viewed + fmt::Display,
>(
    pairs: Dictionary<A>,
) -> Result<B, ConvertError> {
    let mut converted = Dictionary::<B>::new();
    converted.reserve(pairs.len());
    for (index, (key, value)) in pairs.into_iter().enumerate() {
        let key = match B::try_from(key) {
            Ok(key) => key,
            Err(error) => return Err(error.within(Segment::KeyOf(index))),
        };
        match B::try_from(value) {
            Ok(value) => drop(converted.insert(key, value)),
            Err(error) => return Err(error.within(segment_of(&key))),
        }
    }
    Ok(converted.into())
}

fn object<A, B: TryFrom<A, Error = ConvertError> + From<Object<B>>>(
    object: Object<A>,
) -> Result<B, ConvertError> {
    let object = match object {
        Object::Id(id) => return Ok(Object::Id(id).into()),
        Object::Whole(object) => *object,
    };
    let mut properties = Vec::with_capacity(object.properties.len());
    for (name, value) in object.properties {
        match B::try_from(value) {
            Ok(value) => properties.push((name, value)),
            Err(error) => return Err(error.within(Segment::name(&name))),
        }
    }
    Ok(Object::Whole(Box::new(crate::WholeObject {
        class: object.class,
        properties,
    }))
    .into())
}
