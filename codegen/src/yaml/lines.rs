//! The lines of keys and items, which the parser reports in its errors alone.
//!
//! Only diagnostics need them: each search parses a file again, and fails at the end of a path.

use super::SEPARATOR;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::cell::Cell;
use std::fmt;

/// Returns the line of a path, or of the closest key or item around it.
pub(crate) fn line(text: &str, path: &str) -> usize {
    let ends = path.rmatch_indices(SEPARATOR).map(|(end, _)| end);
    let mut ends = [path.len()].into_iter().chain(ends).filter(|end| *end > 0);
    let line = ends.find_map(|end| occurrence(text, &path[..end], 0));
    line.unwrap_or(1)
}

/// Returns the line of a path whose last key follows as many equal ones in its mapping.
pub(crate) fn occurrence(text: &str, path: &str, earlier: usize) -> Option<usize> {
    let steps: Vec<&str> = path.split(SEPARATOR).skip(1).collect();
    let search = Search {
        steps: &steps,
        earlier: &Cell::new(earlier),
    };
    let deserializer = serde_yaml::Deserializer::from_str(text);
    let found = search.deserialize(deserializer).err()?;
    Some(found.location()?.line())
}

/// Follows the steps of a path, and fails with an error at its end.
#[derive(Clone, Copy)]
struct Search<'p> {
    steps: &'p [&'p str],
    /// How many keys at the end of the path are skipped.
    earlier: &'p Cell<usize>,
}

impl<'p> Search<'p> {
    /// Returns the next step and the search after it; fails at the end of the path.
    fn next<E: Error>(self) -> Result<(&'p str, Self), E> {
        let (step, steps) = self.steps.split_first().ok_or_else(found)?;
        Ok((step, Self { steps, ..self }))
    }
}

fn found<E: Error>() -> E {
    E::custom("the end of the path")
}

impl<'de> DeserializeSeed<'de> for Search<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Search<'_> {
    type Value = ();

    /// A path cannot lead into other values than these: it ends at them.
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list or a mapping")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let (step, inner) = self.next()?;
        for _ in 0..step.parse().unwrap_or(usize::MAX) {
            if seq.next_element::<IgnoredAny>()?.is_none() {
                return Ok(());
            }
        }
        seq.next_element_seed(inner)?;
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let (step, inner) = self.next()?;
        while let Some(is_step) = map.next_key_seed(Key { step, inner })? {
            if is_step {
                map.next_value_seed(inner)?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

/// A key, which is compared to a step of the path.
struct Key<'p> {
    step: &'p str,
    inner: Search<'p>,
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<bool, E> {
        let is_step = key == self.step;
        if is_step && self.inner.steps.is_empty() {
            let earlier = self.inner.earlier;
            let left = earlier.get().checked_sub(1).ok_or_else(found)?;
            earlier.set(left);
            return Ok(false);
        }
        Ok(is_step)
    }
}
