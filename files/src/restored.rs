//! Restores the floats that other JSON tools have written as ints.
//!
//! jq before version 1.7 and JavaScript hold every number as a double: they print the float 4.0 as
//! `4`, and round ints beyond 2^53. The original value tells which of its numbers changed in this
//! way. Elements of an Array can have moved, so an element is compared with all elements of the
//! original Array.

use crate::clip::MAX_NOTED_PATH_CHARS;
use crate::display::{Trail, TrailStep};
use crate::place::{Key, Place, double, has_one_change, is_same_double};
use crate::type_changes::TypeChanges;
use gdvariant::any::{AnyEntry, AnyRef, AnyVariant, AnyView};
use gdvariant::{ElementType, Kind, Path, Segment};
use std::collections::{HashMap, HashSet};

/// The parts that differ from those of the original only as other JSON tools change them.
#[derive(Default)]
pub struct JsonChanges {
    /// Ints that are floats in the original, and are floats again.
    pub floats: Changes<()>,
    /// Ints where the original has both ints and floats.
    pub unclear: Changes<()>,
    /// Ints that differ from those of the original, but not as doubles: the old and the new int.
    pub ints: Changes<(i64, i64)>,
    /// The number of the first value with changed types, from 1, and its changes. Their
    /// count includes the changes in all values.
    pub types: (usize, TypeChanges),
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

impl<T> Changes<T> {
    fn add(&mut self, details: T, place: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.is_none() {
            self.first = Some((place(), details));
        }
    }
}

/// Replaces each int by a float where `original` has floats at the same path, with any index in
/// place of the indexes of Arrays. Adds what other JSON tools have changed in the value with this
/// number, from 1, to `found`.
///
/// Keys of Dictionaries are replaced like values. Where a container declares a type, the declared
/// type decides. Where the original has ints and floats, an int becomes a float only if the float
/// is at the same index, and the Array differs in at most one element. Otherwise it stays an int.
pub fn restore(
    value: &mut AnyVariant,
    original: AnyRef<'_>,
    number: usize,
    found: &mut JsonChanges,
) {
    let place = Place::of(original);
    let mut comparison = Comparison {
        number,
        trail: Trail::default(),
        indexes: Vec::new(),
        floats: Vec::new(),
        keys: Vec::new(),
        found,
    };
    comparison.value((&*value).into(), &place, Some(original));
    let Comparison { floats, keys, .. } = comparison;
    for (path, float) in floats {
        if value.set_at_path(&path, float).is_err() {
            found.floats.count -= 1;
        }
    }
    // The paths consist of positions, which do not depend on keys.
    for (path, keys, count) in keys {
        let dictionary = AnyRef::from(&*value).component_at_path(&path);
        let dictionary = dictionary.and_then(|dictionary| with_keys(dictionary, keys));
        let replaced = dictionary.map(|dictionary| value.set_at_path(&path, dictionary).is_ok());
        if replaced != Some(true) {
            found.floats.count -= count;
        }
    }
    let start = Path::default();
    let changes = TypeChanges::at(&start, &place, original, (&*value).into(), true);
    match &mut found.types {
        (_, known) if !known.is_empty() => known.count += changes.count,
        types => *types = (number, changes),
    }
}

/// The comparison of a value with the original.
struct Comparison<'v, 'f> {
    number: usize,
    /// The path of the current value, for messages.
    trail: Trail<'v>,
    /// The path of the current value, by positions.
    indexes: Vec<Segment>,
    /// The floats to restore, and their paths by positions.
    floats: Vec<(Path, AnyVariant)>,
    /// The paths of the Dictionaries with keys to restore, all their keys, and the number of floats
    /// among the keys to restore.
    keys: Vec<(Path, Vec<Segment>, usize)>,
    found: &'f mut JsonChanges,
}

impl<'v> Comparison<'v, '_> {
    /// Compares a value with the values at its place. `same` is the value of the original at the
    /// same path if the Arrays around the value have not changed.
    fn value(&mut self, value: AnyRef<'v>, place: &Place<'_>, same: Option<AnyRef<'_>>) {
        match value.view() {
            AnyView::Int(int) => self.int(int, value, place, same),
            AnyView::Array {
                length, declared, ..
            } => self.elements(value, length, declared, place, same),
            AnyView::Dictionary { declared, entries } => {
                self.entries(&entries, declared, place, same);
            }
            AnyView::Object(_, properties) => {
                let old = match same.map(AnyRef::view) {
                    Some(AnyView::Object(_, old)) => old,
                    _ => Vec::new(),
                };
                let old: HashMap<_, _> = old.into_iter().collect();
                for (index, (name, value)) in properties.into_iter().enumerate() {
                    if let Some(place) = place.members.get(&Key::Text(name)) {
                        let same = old.get(name).copied();
                        self.member(TrailStep::Property(name), index, value, place, same);
                    }
                }
            }
            _ => {}
        }
    }

    /// Restores an int whose container declares no type.
    fn int(&mut self, int: i64, value: AnyRef<'v>, place: &Place<'_>, same: Option<AnyRef<'_>>) {
        let (has_floats, has_ints) = (place.has(Kind::Float), place.has(Kind::Int));
        match (same.map(AnyRef::view), has_floats, has_ints) {
            // A tool may have printed -0.0 as 0.
            (Some(AnyView::Float(old)), ..) if int == 0 && old == 0.0 => self.float(old, value),
            (Some(AnyView::Float(_)), ..) | (_, true, false) => self.float(double(int), value),
            (Some(AnyView::Int(old)), ..) if old != int && is_same_double(old, int) => {
                self.rounded(old, int);
            }
            (Some(AnyView::Int(_)), true, true) => {}
            (_, true, true) => {
                let place = || format_place(self.number, &self.trail);
                self.found.unclear.add((), place);
            }
            _ => {
                if let Some(old) = place.rounded_to(int) {
                    self.rounded(old, int);
                }
            }
        }
    }

    fn rounded(&mut self, old: i64, new: i64) {
        let place = || format_place(self.number, &self.trail);
        self.found.ints.add((old, new), place);
    }

    /// Restores a float at the current path.
    fn float(&mut self, float: f64, value: AnyRef<'_>) {
        let Ok(float) = value.layout().parse(&format!("{float:?}")) else {
            return;
        };
        let place = || format_place(self.number, &self.trail);
        self.found.floats.add((), place);
        let path = self.indexes.iter().cloned().collect();
        self.floats.push((path, float));
    }

    /// Compares a value in a container whose values have a declared type.
    fn declared(
        &mut self,
        value: AnyRef<'v>,
        declared: &ElementType,
        place: &Place<'_>,
        same: Option<AnyRef<'_>>,
    ) {
        match (value.view(), declared.kind()) {
            (AnyView::Int(int), Some(Kind::Float)) => match same.map(AnyRef::view) {
                Some(AnyView::Float(_)) => self.int(int, value, place, same),
                _ => self.float(double(int), value),
            },
            (AnyView::Int(int), Some(Kind::Int)) => {
                if let Some(old) = place.rounded_to(int) {
                    self.rounded(old, int);
                }
            }
            _ => self.value(value, place, same),
        }
    }

    fn elements(
        &mut self,
        value: AnyRef<'v>,
        length: usize,
        declared: &ElementType,
        place: &Place<'_>,
        same: Option<AnyRef<'_>>,
    ) {
        let empty = Place::default();
        let place = place.elements.as_deref().unwrap_or(&empty);
        let same = same.filter(|same| {
            let is_same_length = same.view().count() == Some(length);
            is_same_length && (!place.is_mixed || has_one_change(value, *same, length))
        });
        for index in 0..length {
            let Some(element) = value.element(index) else {
                continue;
            };
            self.trail.push(TrailStep::Index(index, index));
            self.indexes.push(Segment::Index(index));
            let same = same.and_then(|same| same.element(index));
            self.declared(element, declared, place, same);
            self.indexes.pop();
            self.trail.pop();
        }
    }

    fn entries(
        &mut self,
        entries: &[AnyEntry<'v>],
        [key_type, value_type]: [&ElementType; 2],
        place: &Place<'_>,
        same: Option<AnyRef<'_>>,
    ) {
        let old = match same.map(AnyRef::view) {
            Some(AnyView::Dictionary { entries, .. }) => entries,
            _ => Vec::new(),
        };
        let old: HashMap<_, _> = old
            .iter()
            .map(|entry| (Key::of(entry.key), entry.value))
            .collect();
        let is_float = |key: &Key<'_>, float: &Key<'_>| match key_type.kind() {
            None => !place.members.contains_key(key) && place.members.contains_key(float),
            kind => kind == Some(Kind::Float),
        };
        let mut floats: HashMap<usize, f64> = HashMap::new();
        let mut keys: HashSet<_> = HashSet::new();
        let empty = Place::default();
        for (index, entry) in entries.iter().enumerate() {
            let mut key = Key::of(entry.key);
            self.trail.push(TrailStep::Key(entry.key));
            if let Key::Int(int) = key {
                let float = Key::Float(double(int).to_bits());
                if is_float(&key, &float) {
                    floats.insert(index, double(int));
                    let place = || format_place(self.number, &self.trail);
                    self.found.floats.add((), place);
                    key = float;
                }
            }
            let place = place.members.get(&key);
            let same = old.get(&key).copied();
            self.indexes.push(Segment::ValueOf(index));
            self.declared(entry.value, value_type, place.unwrap_or(&empty), same);
            self.indexes.pop();
            self.trail.pop();
            keys.insert(key);
        }
        if floats.is_empty() {
            return;
        }
        // Two keys that are equal as floats both stay.
        if keys.len() < entries.len() {
            self.found.floats.count -= floats.len();
            return;
        }
        let new = |(index, entry): (usize, &AnyEntry<'_>)| match floats.get(&index) {
            Some(float) => Segment::key(&format!("{float:?}")),
            None => match entry.key.view() {
                AnyView::Text(text) if entry.key.kind() == Kind::String => Segment::name(text),
                _ => Segment::key(&format!("{:#}", entry.key)),
            },
        };
        let keys = entries.iter().enumerate().map(new).collect();
        let path = self.indexes.iter().cloned().collect();
        self.keys.push((path, keys, floats.len()));
    }

    /// Compares a property.
    fn member(
        &mut self,
        step: TrailStep<'v>,
        index: usize,
        value: AnyRef<'v>,
        place: &Place<'_>,
        same: Option<AnyRef<'_>>,
    ) {
        self.trail.push(step);
        self.indexes.push(Segment::ValueOf(index));
        self.value(value, place, same);
        self.indexes.pop();
        self.trail.pop();
    }
}

impl Place<'_> {
    /// Returns an int of the original that rounds to `int`, unless the original has `int`.
    fn rounded_to(&self, int: i64) -> Option<i64> {
        if self.large.contains(&int) {
            return None;
        }
        let below = self.large.range(..int).next_back();
        let above = self.large.range(int..).next();
        let mut nearest = below.into_iter().chain(above).copied();
        nearest.find(|old| is_same_double(*old, int))
    }
}

/// Replaces the keys of a Dictionary, or returns `None` if a key cannot be written as a path.
fn with_keys(mut dictionary: AnyVariant, keys: Vec<Segment>) -> Option<AnyVariant> {
    // Removing the last entry moves no others.
    let position = |index| [Segment::ValueOf(index)].into_iter().collect::<Path>();
    let mut values = Vec::with_capacity(keys.len());
    for index in (0..keys.len()).rev() {
        values.push(dictionary.remove_at_path(&position(index))?);
    }
    for key in keys {
        let path = [key].into_iter().collect();
        let replaced = dictionary.set_at_path(&path, values.pop()?).ok()?;
        if replaced.is_some() {
            return None;
        }
    }
    Some(dictionary)
}

fn format_place(number: usize, trail: &Trail<'_>) -> String {
    let path = trail.new_path(MAX_NOTED_PATH_CHARS);
    let separator = if path.is_empty() { "" } else { ": " };
    format!("value {number}{separator}{path}")
}
