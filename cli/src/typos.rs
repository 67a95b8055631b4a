//! Keys in the JSON form that look like a misspelled name of a type.

use crate::layouts::JsonLayout;
use gdvariant::any::{AnyRef, AnyView};
use gdvariant::generic::structure::AsView;
use gdvariant::{Kind, Path, Segment};

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
    let (key, name) = search::<L>(AnyRef::of::<L>(value), &mut path)?;
    let path = path.into_iter().collect();
    Some(Typo { path, key, name })
}

/// Leaves the path of the Dictionary in `path` if there is one.
fn search<L: JsonLayout>(
    value: AnyRef<'_>,
    path: &mut Vec<Segment>,
) -> Option<(String, &'static str)> {
    let mut below = |segment: Segment, value: AnyRef<'_>| {
        path.push(segment);
        let found = search::<L>(value, path);
        if found.is_none() {
            path.pop();
        }
        found
    };
    match value.view() {
        AnyView::Array { length, .. } => {
            (0..length).find_map(|index| below(Segment::Index(index), value.element(index)?))
        }
        AnyView::Object(_, properties) => {
            let mut properties = properties.into_iter();
            properties.find_map(|(name, value)| below(Segment::name(name), value))
        }
        AnyView::Dictionary { entries, .. } => entries.iter().find_map(|entry| {
            let AnyView::Text(text) = entry.key.view() else {
                return below(Segment::key(&entry.key.to_string()), entry.value);
            };
            let name = (entries.len() == 1).then(|| meant::<L>(text, entry.value));
            match name.flatten() {
                Some(name) => Some((text.to_owned(), name)),
                None => below(Segment::name(text), entry.value),
            }
        }),
        _ => None,
    }
}

/// Returns the type that a key with this value is meant to name.
fn meant<L: JsonLayout>(key: &str, value: AnyRef<'_>) -> Option<&'static str> {
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
