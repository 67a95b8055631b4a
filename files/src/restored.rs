//! Restores the floats that other JSON tools have written as ints.
//!
//! jq before version 1.7 and JavaScript hold every number as a double: they print the float 4.0 as
//! `4`, and round ints beyond 2^53. The original value tells which of its numbers changed in this
//! way.

use crate::display::{Trail, TrailStep};
use gdvariant::any::{AnyEntry, AnyRef, AnyVariant, AnyView};
use gdvariant::{Kind, Path, Segment};
use std::collections::HashMap;

/// The maximum length of a path in a message, in characters.
const MAX_PATH_CHARS: usize = 100;

/// The numbers that differ from those of the original only as other JSON tools change them.
#[derive(Default)]
pub struct ChangedNumbers {
    /// Ints that are floats in the original, and are floats again.
    pub floats: Changes<()>,
    /// Ints that differ from those of the original, but not as doubles: the old and the new int.
    pub ints: Changes<(i64, i64)>,
    /// Keys that are ints, but floats in the original. Keys cannot be restored.
    pub keys: Changes<()>,
}

/// Changes of one sort.
pub struct Changes<T> {
    pub count: usize,
    /// The place of the first change, and its details.
    pub first: Option<(String, T)>,
}

impl<T> Default for Changes<T> {
    fn default() -> Self {
        Self {
            count: 0,
            first: None,
        }
    }
}

/// Replaces each int by a float if the value at the same path in `original` is a float. Adds what
/// other JSON tools have changed in the value with this number, from 1, to `found`.
///
/// An int that no float represents stays an int. An element of an Array whose length has changed
/// stays an int unless all numbers in the original Array are floats, because the elements may have
/// moved.
pub fn restore(
    value: &mut AnyVariant,
    original: AnyRef<'_>,
    number: usize,
    found: &mut ChangedNumbers,
) {
    let mut comparison = Comparison {
        number,
        trail: Trail::default(),
        indexes: Vec::new(),
        floats: Vec::new(),
        found,
    };
    comparison.value((&*value).into(), original);
    for (path, float) in comparison.floats {
        // The path leads to a value, which can have any type.
        let _ = value.set_at_path(&path, float);
    }
}

/// The comparison of a value with the original.
struct Comparison<'v, 'f> {
    number: usize,
    /// The path of the current value, for messages.
    trail: Trail<'v>,
    /// The path of the current value, by indexes.
    indexes: Vec<Segment>,
    /// The floats to restore, and their paths by indexes.
    floats: Vec<(Path, AnyVariant)>,
    found: &'f mut ChangedNumbers,
}

impl<'v> Comparison<'v, '_> {
    fn value(&mut self, value: AnyRef<'v>, original: AnyRef<'_>) {
        match (value.view(), original.view()) {
            (AnyView::Int(int), AnyView::Float(original)) => self.float(int, original, value),
            (AnyView::Int(int), AnyView::Int(original)) if int != original => {
                self.int(int, original);
            }
            (AnyView::Array { length, .. }, AnyView::Array { length: old, .. }) => {
                self.elements(value, length, original, old);
            }
            (AnyView::Dictionary { entries, .. }, AnyView::Dictionary { entries: old, .. }) => {
                self.entries(&entries, &old);
            }
            (AnyView::Object(_, properties), AnyView::Object(_, old)) => {
                for (index, (name, value)) in properties.into_iter().enumerate() {
                    if let Some((_, old)) = old.iter().find(|(old, _)| *old == name) {
                        self.member(TrailStep::Property(name), index, value, *old);
                    }
                }
            }
            _ => {}
        }
    }

    /// Restores a float, if a float represents the int.
    fn float(&mut self, int: i64, original: f64, value: AnyRef<'_>) {
        let float = match as_float(int) {
            // A tool may have printed -0.0 as 0.
            Some(0.0) if original == 0.0 => original,
            Some(float) => float,
            None => return,
        };
        let Ok(float) = value.layout().parse(&format!("{float:?}")) else {
            return;
        };
        add(&mut self.found.floats, (), || {
            place(self.number, &self.trail)
        });
        let path = self.indexes.iter().cloned().collect();
        self.floats.push((path, float));
    }

    /// Counts an int that differs from the original, but not as a double.
    fn int(&mut self, int: i64, original: i64) {
        if double(int).to_bits() != double(original).to_bits() {
            return;
        }
        let ints = &mut self.found.ints;
        add(ints, (original, int), || place(self.number, &self.trail));
    }

    fn elements(&mut self, value: AnyRef<'v>, length: usize, original: AnyRef<'_>, old: usize) {
        let is_int = |index| {
            original
                .element(index)
                .is_some_and(|it| it.kind() == Kind::Int)
        };
        let is_aligned = length == old || !(0..old).any(is_int);
        for index in 0..length.min(old) {
            let (Some(element), Some(old)) = (value.element(index), original.element(index)) else {
                continue;
            };
            if is_aligned || element.kind() != Kind::Int {
                self.trail.push(TrailStep::Index(index, index));
                self.indexes.push(Segment::Index(index));
                self.value(element, old);
                self.indexes.pop();
                self.trail.pop();
            }
        }
    }

    fn entries(&mut self, entries: &[AnyEntry<'v>], old: &[AnyEntry<'_>]) {
        let mut by_key = None;
        for (index, entry) in entries.iter().enumerate() {
            let key = Key::of(entry.key);
            // Most keys have not moved.
            let same = old.get(index).filter(|old| Key::of(old.key) == key);
            let found = same.or_else(|| {
                let indexes = by_key.get_or_insert_with(|| index_of(old));
                let found = indexes.get(&key).or_else(|| {
                    let found = indexes.get(&key.as_float()?)?;
                    self.key(entry.key);
                    Some(found)
                });
                old.get(*found?)
            });
            if let Some(old) = found {
                self.member(TrailStep::Key(entry.key), index, entry.value, old.value);
            }
        }
    }

    /// Counts a key that is a float in the original.
    fn key(&mut self, key: AnyRef<'v>) {
        self.trail.push(TrailStep::Key(key));
        add(&mut self.found.keys, (), || place(self.number, &self.trail));
        self.trail.pop();
    }

    /// Compares the values of an entry or of a property.
    fn member(
        &mut self,
        step: TrailStep<'v>,
        index: usize,
        value: AnyRef<'v>,
        original: AnyRef<'_>,
    ) {
        self.trail.push(step);
        self.indexes.push(Segment::ValueOf(index));
        self.value(value, original);
        self.indexes.pop();
        self.trail.pop();
    }
}

fn add<T>(changes: &mut Changes<T>, details: T, place: impl FnOnce() -> String) {
    changes.count += 1;
    if changes.first.is_none() {
        changes.first = Some((place(), details));
    }
}

fn place(number: usize, trail: &Trail<'_>) -> String {
    let path = trail.new_path(MAX_PATH_CHARS);
    let separator = if path.is_empty() { "" } else { ": " };
    format!("value {number}{separator}{path}")
}

/// A key of a Dictionary. Strings and StringNames with the same text are equal, as in Godot 4.
#[derive(PartialEq, Eq, Hash)]
enum Key<'v> {
    Text(&'v str),
    Int(i64),
    /// The bits of a float.
    Float(u64),
    /// The type and the text of another key.
    Other(Kind, String),
}

impl<'v> Key<'v> {
    fn of(key: AnyRef<'v>) -> Self {
        match key.view() {
            AnyView::Text(text) => Self::Text(text),
            AnyView::Int(int) => Self::Int(int),
            AnyView::Float(float) => Self::Float(float.to_bits()),
            _ => Self::Other(key.kind(), format!("{key:#}")),
        }
    }

    /// Returns the key that other JSON tools write as this int.
    fn as_float(&self) -> Option<Self> {
        match self {
            Self::Int(int) => as_float(*int).map(|float| Self::Float(float.to_bits())),
            _ => None,
        }
    }
}

fn index_of<'v>(entries: &[AnyEntry<'v>]) -> HashMap<Key<'v>, usize> {
    let entries = entries.iter().enumerate();
    entries
        .map(|(index, entry)| (Key::of(entry.key), index))
        .collect()
}

/// Returns the float with the value of an int, if there is one.
#[expect(
    clippy::cast_possible_truncation,
    reason = "an i128 holds every rounded i64"
)]
fn as_float(int: i64) -> Option<f64> {
    let float = double(int);
    (float as i128 == i128::from(int)).then_some(float)
}

/// Returns the double that is nearest to an int.
#[expect(
    clippy::cast_precision_loss,
    reason = "other JSON tools round in the same way"
)]
fn double(int: i64) -> f64 {
    int as f64
}
