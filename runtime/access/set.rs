//! Changes by path.

use super::part::{part, with_part, without_part};
use super::{ContentsMut, Editable, pointer_mut};
use crate::{Layout, Path, Segment};
use core::fmt::Display;
use core::mem;

/// Sets the value or the part at a path, and returns the one that it replaces; returns the new value if
/// there is no place for it.
pub(crate) fn set<L: Layout>(
    value: &mut L::Variant,
    path: &Path,
    new: L::Variant,
) -> Result<Option<L::Variant>, L::Variant> {
    set_value(value, path, new).or_else(|new| {
        if path.segments().any(is_key) {
            return Err(new);
        }
        let (holder, changed) = with_part::<L>(value, path, new)?;
        let old = part::<L>(value, path);
        if let Some(holder) = pointer_mut(value, &holder) {
            *holder = changed;
        }
        Ok(old)
    })
}

/// Returns whether a segment leads to a key, which cannot be changed.
fn is_key(segment: &Segment) -> bool {
    matches!(segment, Segment::KeyOf(_))
}

fn set_value<V: Editable + Display>(value: &mut V, path: &Path, new: V) -> Result<Option<V>, V> {
    if let Some(old) = pointer_mut(value, path) {
        return Ok(Some(mem::replace(old, new)));
    }
    let Some((parent, last)) = parent(value, path) else {
        return Err(new);
    };
    match (parent.contents_mut(), last) {
        (ContentsMut::Entries(entries), Segment::Name(name)) => {
            entries.insert(name, new);
        }
        (ContentsMut::Entries(entries), Segment::Index(index)) => match i64::try_from(index) {
            Ok(key) => drop(entries.insert(key, new)),
            Err(_) => return Err(new),
        },
        (ContentsMut::Elements(elements), Segment::Index(index)) if index == elements.len() => {
            elements.push(new);
        }
        (ContentsMut::Properties(properties), Segment::Name(name)) => properties.push((name, new)),
        _ => return Err(new),
    }
    Ok(None)
}

/// Removes the element, entry or property at a path.
pub(crate) fn remove<L: Layout>(value: &mut L::Variant, path: &Path) -> Option<L::Variant> {
    remove_value(value, path).or_else(|| {
        let removed = part::<L>(value, path)?;
        let (holder, changed) = without_part::<L>(value, path)?;
        *pointer_mut(value, &holder)? = changed;
        Some(removed)
    })
}

fn remove_value<V: Editable + Display>(value: &mut V, path: &Path) -> Option<V> {
    // The path decides which of several keys that are displayed alike is meant.
    let found: *const V = pointer_mut(value, path)?;
    let (parent, _) = parent(value, path)?;
    match parent.contents_mut() {
        ContentsMut::Elements(elements) => {
            let index = elements
                .iter()
                .position(|element| core::ptr::eq(element, found))?;
            Some(elements.remove(index))
        }
        ContentsMut::Entries(entries) => {
            let place = entries
                .values()
                .position(|value| core::ptr::eq(value, found))?;
            let mut places = 0..;
            let mut removed = None;
            entries.retain(|_, value| {
                let is_found = places.next() == Some(place);
                if is_found {
                    removed = Some(mem::take(value));
                }
                !is_found
            });
            removed
        }
        ContentsMut::Properties(properties) => {
            let mut places = properties.iter();
            let index = places.position(|(_, value)| core::ptr::eq(value, found))?;
            Some(properties.remove(index).1)
        }
        ContentsMut::Nil | ContentsMut::None => None,
    }
}

/// Returns the container that a path leads into, and the last segment.
fn parent<'v, V: Editable + Display>(
    value: &'v mut V,
    path: &Path,
) -> Option<(&'v mut V, Segment)> {
    let mut segments: alloc::vec::Vec<Segment> = path.segments().cloned().collect();
    let last = segments.pop()?;
    let parent = pointer_mut(value, &segments.into_iter().collect())?;
    Some((parent, last))
}
