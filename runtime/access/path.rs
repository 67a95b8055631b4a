//! Access by path.

use super::{ContentsMut, Editable, VariantIndex, VariantIndexMut};
use crate::view::{View, Viewed};
use crate::{Escaped, Path, Segment};
use alloc::string::ToString;
use core::fmt::Display;

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
    match segment {
        Segment::Index(index) => index.index_into(value),
        Segment::Name(name) => name.index_into(value).or_else(|| {
            let mut entries = value.view().entries()?.iter();
            entries
                .find(|(key, _)| is_text(*key, name))
                .map(|(_, value)| value)
        }),
        Segment::Key(text) => {
            let mut entries = value.view().entries()?.iter();
            entries
                .find(|(key, _)| is_shown(*key, text))
                .map(|(_, value)| value)
        }
        Segment::KeyOf(index) => value.view().entries()?.keys().nth(*index),
        Segment::ValueOf(index) => value.view().entries()?.values().nth(*index),
        // A field is no value of its own.
        Segment::Field(_) => None,
    }
}

fn step_mut<'v, V: Editable + Display>(value: &'v mut V, segment: &Segment) -> Option<&'v mut V> {
    match segment {
        Segment::Index(index) => index.index_into_mut(value),
        Segment::Name(name) if name.index_into(&*value).is_some() => name.index_into_mut(value),
        Segment::Name(name) => {
            let mut entries = entries_mut(value)?.iter_mut();
            entries
                .find(|(key, _)| is_text(*key, name))
                .map(|(_, value)| value)
        }
        Segment::Key(text) => {
            let mut entries = entries_mut(value)?.iter_mut();
            entries
                .find(|(key, _)| is_shown(*key, text))
                .map(|(_, value)| value)
        }
        Segment::ValueOf(index) => entries_mut(value)?.values_mut().nth(*index),
        // A key cannot be changed, and a field is no value of its own.
        Segment::KeyOf(_) | Segment::Field(_) => None,
    }
}

fn entries_mut<V: Editable>(value: &mut V) -> Option<&mut crate::Dictionary<V>> {
    match value.contents_mut() {
        ContentsMut::Entries(entries) => Some(entries),
        _ => None,
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
