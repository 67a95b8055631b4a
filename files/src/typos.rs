//! Finds keys in the JSON form that look like misspelled names of types.

use crate::json;
use gdvariant::any::{AnyRef, AnyView};
use gdvariant::{Kind, Path, Segment};
use std::collections::HashMap;

/// The maximum edit distance to the name of a type, ignoring case.
const MAX_DISTANCE: usize = 1;

/// The minimum length of a type's name that is recognized despite a misspelling. Many short keys
/// resemble names such as `RID`.
const MIN_LENGTH: usize = 5;

/// Returns a message about the first Dictionary whose only key is a misspelled name of a type.
///
/// The value of the key must be valid for that type.
pub(crate) fn warning(value: AnyRef<'_>) -> Option<String> {
    let mut path = Vec::new();
    let (key, name) = search(value, &mut path)?;
    let path: Path = path.into_iter().collect();
    let place = path.in_message();
    Some(format!(
        "{place}the key {key:?} makes this a Dictionary; use {name:?} for the type"
    ))
}

/// Searches a value. If a Dictionary is found, `path` is its path.
fn search(value: AnyRef<'_>, path: &mut Vec<Segment>) -> Option<(String, &'static str)> {
    let has_one = value.member(1).is_none();
    value.members().find_map(|member| {
        if has_one
            && let Some(AnyView::Text(key)) = member.key().map(AnyRef::view)
            && let Some(name) = resembled_type(key, member.value)
        {
            return Some((key.to_owned(), name));
        }
        path.push(member.segment.to_segment());
        let found = search(member.value, path);
        if found.is_none() {
            path.pop();
        }
        found
    })
}

/// Returns the edit distance of two names, if it is at most a third of the length of `name`.
pub(crate) fn distance(found: &str, name: &str) -> Option<usize> {
    let most = name.chars().count() / 3;
    let is_near = found.len().abs_diff(name.len()) <= 4 * most;
    let distance = is_near.then(|| strsim::osa_distance(found, name))?;
    (distance <= most).then_some(distance)
}

/// Returns the name of the type that a key resembles and for which the value is valid.
fn resembled_type(key: &str, value: AnyRef<'_>) -> Option<&'static str> {
    let is_similar = |name: &&str| {
        let (key, name) = (key.to_ascii_lowercase(), name.to_ascii_lowercase());
        let max_distance = if name.len() < MIN_LENGTH {
            0
        } else {
            MAX_DISTANCE
        };
        distance(&name, &key).is_some_and(|distance| distance <= max_distance)
    };
    let layout = value.layout();
    let names = layout.types().iter().map(|table| table.name);
    // Only the form with the type Dictionary has such a key, which is intended.
    if names.clone().any(|name| name == key) {
        return None;
    }
    names.filter(is_similar).find(|name| {
        let tagged = serde_json::to_string(&HashMap::from([(name, value)]));
        let parsed = tagged.map(|tagged| json::of_value(layout, &tagged));
        matches!(parsed, Ok(Ok(parsed)) if parsed.kind() != Kind::Dictionary)
    })
}
