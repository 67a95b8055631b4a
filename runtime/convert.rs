//! From one layout's `Variant` to another's: the types that both have, with their numbers in each.

use crate::view::{Viewed, segment_of};
use crate::{Dictionary, Object, Path, Segment};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

#[allow(clippy::too_many_lines, reason = "an arm a type")]
#[allow(unused_imports, reason = "with one layout alone there is nothing to convert")]
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
pub struct ConvertError {
    path: Path,
    missing: &'static str,
    layout: &'static str,
}

impl ConvertError {
    fn new(missing: &'static str, layout: &'static str) -> Self {
        Self { path: Path::default(), missing, layout }
    }

    /// The type that the other layout lacks, by its name in the layout that has it.
    #[must_use]
    pub fn missing(&self) -> &'static str {
        self.missing
    }

    /// The way from the outermost value to the one of that type.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn within(mut self, segment: Segment) -> Self {
        self.path.enclose(segment);
        self
    }
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{} has no {}", self.layout, self.missing)
    }
}

impl core::error::Error for ConvertError {}

fn array<A, B: TryFrom<A, Error = ConvertError>>(elements: Vec<A>) -> Result<Vec<B>, ConvertError> {
    let convert = |(index, element)| B::try_from(element).map_err(|error| error.within(Segment::Index(index)));
    elements.into_iter().enumerate().map(convert).collect()
}

fn dictionary<A, B: TryFrom<A, Error = ConvertError> + Viewed + fmt::Display>(
    pairs: Dictionary<A>,
) -> Result<Dictionary<B>, ConvertError> {
    let mut converted = Dictionary::new();
    converted.reserve(pairs.len());
    for (index, (key, value)) in pairs.into_iter().enumerate() {
        let key: B = key.try_into().map_err(|error: ConvertError| error.within(Segment::KeyOf(index)))?;
        let value: B = value.try_into().map_err(|error: ConvertError| error.within(segment_of(&key)))?;
        converted.insert(key, value);
    }
    Ok(converted)
}

fn object<A, B: TryFrom<A, Error = ConvertError>>(object: Object<A>) -> Result<Object<B>, ConvertError> {
    let object = match object {
        Object::Id(id) => return Ok(Object::Id(id)),
        Object::Whole(object) => *object,
    };
    let mut properties: Vec<(_, B)> = Vec::with_capacity(object.properties.len());
    for (name, value) in object.properties {
        let value = value.try_into().map_err(|error: ConvertError| error.within(Segment::name(&name)))?;
        properties.push((name, value));
    }
    Ok(Object::Whole(Box::new(crate::WholeObject { class: object.class, properties })))
}
