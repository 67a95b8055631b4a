//! Keys in the JSON form that look like a misspelled name of a type.

use crate::layouts::JsonLayout;
use gdvariant::generic::structure::{AsView, View};
use gdvariant::{Kind, Object, Path, Segment};

/// The number of mistakes in a name that is still recognized, besides the case of letters.
const MISTAKES: usize = 1;

/// Names with fewer letters are recognized only without a mistake: many short keys look like `RID`.
const LETTERS: usize = 5;

/// A Dictionary that is probably meant to be a value of another type.
pub(crate) struct Typo {
    pub(crate) path: Path,
    /// The key.
    pub(crate) key: String,
    /// The name of the type.
    pub(crate) name: &'static str,
}

/// Returns the first Dictionary with a misspelled name of a type as its only key: with the right
/// name, its value would be one of the type.
pub(crate) fn find<L: JsonLayout>(value: &L::Variant) -> Option<Typo> {
    let mut path = Vec::new();
    let (key, name) = search::<L>(value, &mut path)?;
    let key = key.to_owned();
    let path = path.into_iter().collect();
    Some(Typo { path, key, name })
}

/// Leaves the path of the Dictionary in `path` if there is one.
fn search<'v, L: JsonLayout>(
    value: &'v L::Variant,
    path: &mut Vec<Segment>,
) -> Option<(&'v str, &'static str)> {
    let mut below = |segment: Segment, value: &'v L::Variant| {
        path.push(segment);
        let found = search::<L>(value, path);
        if found.is_none() {
            path.pop();
        }
        found
    };
    let (elements, entries) = match value.view() {
        View::Array(elements) => (elements, None),
        View::TypedArray(_, array) => (&array.values[..], None),
        View::Dictionary(entries) => (&[][..], Some(entries)),
        View::TypedDictionary(dictionary) => (&[][..], Some(&dictionary.entries)),
        View::Object(Object::Full(object)) => {
            let mut properties = object.properties.iter();
            return properties.find_map(|(name, value)| below(Segment::name(name), value));
        }
        _ => return None,
    };
    let mut elements = elements.iter().enumerate();
    if let Some(found) = elements.find_map(|(index, value)| below(Segment::Index(index), value)) {
        return Some(found);
    }
    let entries = entries?;
    entries.iter().find_map(|(key, value)| {
        let View::Text(_, text) = key.view() else {
            return below(Segment::key(&key.to_string()), value);
        };
        let name = (entries.len() == 1).then(|| meant::<L>(text, value));
        match name.flatten() {
            Some(name) => Some((text, name)),
            None => below(Segment::name(text), value),
        }
    })
}

/// Returns the type that a key with this value is meant to name.
fn meant<L: JsonLayout>(key: &str, value: &L::Variant) -> Option<&'static str> {
    let is_similar = |name: &&str| {
        let (key, name) = (key.to_ascii_lowercase(), name.to_ascii_lowercase());
        let mistakes = if name.len() < LETTERS { 0 } else { MISTAKES };
        key.len().abs_diff(name.len()) <= mistakes && strsim::osa_distance(&key, &name) <= mistakes
    };
    let mut names = L::TYPES.iter().map(|table| table.name).filter(is_similar);
    names.find(|name| {
        let Ok(value) = serde_json::to_value(value) else {
            return false;
        };
        let tagged = serde_json::Map::from_iter([((*name).to_owned(), value)]);
        let parsed: Result<L::Variant, _> = serde_json::from_value(tagged.into());
        parsed.is_ok_and(|parsed| parsed.kind() != Kind::Dictionary)
    })
}
