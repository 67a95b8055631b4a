//! Access by path.

use super::{ContentsMut, Editable, VariantIndex, VariantIndexMut};
use crate::view::{View, Viewed};
use crate::{Dictionary, Escaped, Layout, Path, Segment};
use alloc::string::ToString;
use core::fmt::Display;

/// Returns the value at a path, or `None` if there is none.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Godot3, generic, godot3};
///
/// let game = godot3::variant!({"players": [{"name": "Ada"}]});
/// let name = generic::at_path::<Godot3>(&game, &"players[0].name".parse()?);
/// assert_eq!(name, Some(&"Ada".into()));
/// # }
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
#[must_use]
pub fn at_path<'v, L: Layout>(value: &'v L::Variant, path: &Path) -> Option<&'v L::Variant> {
    pointer(value, path)
}

/// Returns the value at a path.
pub(crate) fn pointer<'v, V: Viewed + Display>(value: &'v V, path: &Path) -> Option<&'v V> {
    path.segments().try_fold(value, step)
}

/// Returns a mutable reference to the value at a path.
pub(crate) fn pointer_mut<'v, V: Editable + Display>(
    value: &'v mut V,
    path: &Path,
) -> Option<&'v mut V> {
    path.segments().try_fold(value, step_mut)
}

/// Returns the value that a segment leads to.
pub(super) fn step<'v, V: Viewed + Display>(value: &'v V, segment: &Segment) -> Option<&'v V> {
    let found = match segment {
        Segment::Index(index) => index.index_into(value),
        Segment::Name(name) => name.index_into(value),
        Segment::KeyOf(index) => value.view().entries()?.keys().nth(*index),
        Segment::Key(_) | Segment::ValueOf(_) | Segment::Field(_) => None,
    };
    found.or_else(|| {
        let entries = value.view().entries()?;
        entries.values().nth(entry(entries, segment)?)
    })
}

fn step_mut<'v, V: Editable + Display>(value: &'v mut V, segment: &Segment) -> Option<&'v mut V> {
    match segment {
        Segment::Index(index) => index.index_into_mut(value),
        Segment::Name(name) if name.index_into(&*value).is_some() => name.index_into_mut(value),
        _ => {
            let ContentsMut::Entries(entries) = value.contents_mut() else {
                return None;
            };
            let index = entry(entries, segment)?;
            entries.values_mut().nth(index)
        }
    }
}

/// Returns the index of the entry with the value that a segment leads to.
fn entry<V: Viewed + Display>(entries: &Dictionary<V>, segment: &Segment) -> Option<usize> {
    let mut keys = entries.keys();
    match segment {
        Segment::ValueOf(index) => Some(*index),
        Segment::Name(name) => keys.position(|key| is_text(key, name)),
        Segment::Key(text) => keys.position(|key| is_shown(key, text)),
        // An index and a key are looked up otherwise, and a field is no value of its own.
        Segment::Index(_) | Segment::KeyOf(_) | Segment::Field(_) => None,
    }
}

/// Returns whether a key is a string with these characters; it need not be a String.
fn is_text<V: Viewed>(key: &V, name: &str) -> bool {
    matches!(key.view(), View::Text(_, text) if text == name)
}

/// Returns whether a path displays a key, which is not a string, as this text.
fn is_shown<V: Viewed + Display>(key: &V, text: &str) -> bool {
    !matches!(key.view(), View::Text(..)) && Escaped(key).to_string() == text
}
