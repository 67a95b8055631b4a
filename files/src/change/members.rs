//! Removes several elements, entries or properties of a container in one pass.

use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::generic::structure::{Build, BuildAny, Content, View, ViewMut, build_any};
use gdvariant::schema::Layout;
use gdvariant::{Object, Path, Segment};
use std::collections::HashSet;

/// Returns the path of the container and the index of a member in it.
pub(super) fn split(resolved: &Path) -> Option<(Vec<&Segment>, usize)> {
    let mut segments: Vec<_> = resolved.segments().collect();
    match segments.pop()? {
        Segment::Index(index) | Segment::ValueOf(index) => Some((segments, *index)),
        _ => None,
    }
}

/// Returns whether resolved paths lead to members of the same container.
pub(super) fn are_siblings(path: &Path, other: &Path) -> bool {
    match (split(path), split(other)) {
        (Some((container, _)), Some((other, _))) => container == other,
        _ => false,
    }
}

/// Removes the members of a container at resolved paths. Returns false, and removes nothing, if the
/// container has no such members.
pub(super) fn remove<'p>(value: &mut AnyVariant, paths: impl Iterator<Item = &'p Path>) -> bool {
    let (mut container, mut removed) = (Path::default(), HashSet::new());
    for path in paths {
        let Some((segments, index)) = split(path) else {
            return false;
        };
        if removed.is_empty() {
            container = segments.into_iter().cloned().collect();
        }
        removed.insert(index);
    }
    let Some(old) = AnyRef::from(&*value).component_at_path(&container) else {
        return false;
    };
    let rest = build_any(value.layout(), Rest { old, removed });
    rest.is_ok_and(|rest| value.set_at_path(&container, rest).is_ok())
}

/// A container without some of its members.
struct Rest {
    old: AnyVariant,
    removed: HashSet<usize>,
}

impl BuildAny for Rest {
    /// The container has no members.
    type Error = ();

    fn build<V: Build>(self, _: &'static Layout) -> Result<V, ()> {
        let mut value = self.old.into_precision::<V>().map_err(drop)?;
        let mut indexes = 0..;
        let mut is_kept = || {
            let index = indexes.next();
            index.is_none_or(|index| !self.removed.contains(&index))
        };
        match value.view_mut().undeclared() {
            ViewMut::Array(values) => values.retain(|_| is_kept()),
            ViewMut::Dictionary(entries) => entries.retain(|_, _| is_kept()),
            ViewMut::Object(Object::Full(object)) => object.properties.retain(|_| is_kept()),
            _ => return packed(&value, is_kept).ok_or(()),
        }
        Ok(value)
    }
}

/// Returns a packed array with the elements for which `is_kept`, called in order, returns true.
fn packed<V: Build>(array: &V, mut is_kept: impl FnMut() -> bool) -> Option<V> {
    match array.view() {
        View::PackedText(texts) => {
            let kept = texts.iter().filter(|_| is_kept()).cloned().collect();
            V::build(array.kind(), Content::Texts(kept))
        }
        View::Packed(kind, elements) => {
            let mut bytes = Vec::new();
            elements.encode(&mut bytes);
            let width = bytes.len().checked_div(elements.elements())?;
            let kept = bytes.chunks(width).filter(|_| is_kept());
            V::build(
                kind,
                Content::Components(&kept.collect::<Vec<_>>().concat()),
            )
        }
        _ => None,
    }
}
