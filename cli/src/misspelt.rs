//! Keys in the JSON form that look like a misspelt name of a type.

use crate::layouts::JsonLayout;
use gdvariant::generic::structure::{View, Viewed};
use gdvariant::{Kind, Path, Segment};
use serde_json::json;

/// The number of mistakes in a name that is still recognized, besides the case of letters.
const MISTAKES: usize = 1;

/// A Dictionary that is probably meant to be a value of another type.
pub(crate) struct Misspelt {
    pub(crate) path: Path,
    /// The key.
    pub(crate) key: String,
    /// The name of the type.
    pub(crate) name: &'static str,
}

/// Returns the first Dictionary with a misspelt name of a type as its only key: with the right name,
/// its value would be one of the type.
pub(crate) fn find<L: JsonLayout>(value: &L::Variant) -> Option<Misspelt> {
    let mut path = Vec::new();
    let (key, name) = search::<L>(value, &mut path)?;
    let key = key.to_owned();
    let path = path.into_iter().collect();
    Some(Misspelt { path, key, name })
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
    match value.view() {
        View::Array(elements) => elements
            .iter()
            .enumerate()
            .find_map(|(index, element)| below(Segment::Index(index), element)),
        View::Dictionary(entries) => entries.iter().find_map(|(key, value)| {
            let View::Text(_, text) = key.view() else {
                return below(Segment::key(&key.to_string()), value);
            };
            let name = (entries.len() == 1).then(|| meant::<L>(text, value));
            match name.flatten() {
                Some(name) => Some((text, name)),
                None => below(Segment::name(text), value),
            }
        }),
        _ => None,
    }
}

/// Returns the type that a key with this value is meant to name.
fn meant<L: JsonLayout>(key: &str, value: &L::Variant) -> Option<&'static str> {
    let is_similar = |name: &&str| {
        let (key, name) = (key.to_ascii_lowercase(), name.to_ascii_lowercase());
        key.len().abs_diff(name.len()) <= MISTAKES && strsim::osa_distance(&key, &name) <= MISTAKES
    };
    let mut names = L::TYPES.iter().map(|table| table.name).filter(is_similar);
    names.find(|name| {
        let tagged = json!({ *name: value });
        let parsed: Result<L::Variant, _> = serde_json::from_value(tagged);
        parsed.is_ok_and(|parsed| parsed.kind() != Kind::Dictionary)
    })
}
