//! Changes by path.

use super::part::{changed, holder, part_of};
use super::path::number;
use super::{at_path, pointer_mut};
use crate::value::editable::{Editable, ViewMut};
use crate::value::view::{AsView, View};
use crate::{Layout, Object, Path, Segment};
use alloc::vec::Vec;
use core::mem;

/// Sets the value at a path, and returns the value that it replaces.
///
/// See `Variant::set_at_path` of the layouts.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Godot3, generic, godot3};
///
/// let mut game = godot3::variant!({"level": 7});
/// let old = generic::set_at_path::<Godot3>(&mut game, &"level".parse()?, 8.into());
/// assert_eq!(old, Ok(Some(7.into())));
/// # }
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
///
/// # Errors
///
/// Returns the new value if there is no place for it.
pub fn set_at_path<L: Layout>(
    value: &mut L::Variant,
    path: &Path,
    new: L::Variant,
) -> Result<Option<L::Variant>, L::Variant> {
    let path = &appended::<L>(value, path);
    let (start, holder, rest) = holder::<L>(value, path);
    let changed = changed::<L>(holder, &rest, Some(&new));
    let changed = changed.map(|changed| (changed, part_of::<L>(holder, &rest)));
    // Keys cannot be changed.
    let Some(target) = pointer_mut::<L>(value, &start) else {
        return Err(new);
    };
    match (changed, &*rest) {
        (Some((changed, old)), _) => {
            *target = changed;
            Ok(old)
        }
        (None, []) => Ok(Some(mem::replace(target, new))),
        (None, [last]) => insert::<L>(target, last, new),
        (None, _) => Err(new),
    }
}

/// Returns a path with the index that `[+]` at its end stands for: that after the last element.
fn appended<L: Layout>(value: &L::Variant, path: &Path) -> Path {
    let mut segments: Vec<Segment> = path.segments().cloned().collect();
    if let Some(last) = segments.pop_if(|last| matches!(last, Segment::Key(key) if key == "+")) {
        let parent: Path = segments.iter().cloned().collect();
        let length = at_path::<L>(value, &parent).and_then(|parent| match parent.view() {
            View::Pool(_, elements) => Some(elements.elements()),
            View::PoolText(texts) => Some(texts.len()),
            view => view.elements().map(<[_]>::len),
        });
        segments.push(length.map_or(last, Segment::Index));
    }
    segments.into_iter().collect()
}

/// Adds an entry, a property, or an element at the end.
fn insert<L: Layout>(
    target: &mut L::Variant,
    last: &Segment,
    new: L::Variant,
) -> Result<Option<L::Variant>, L::Variant> {
    let key: Option<L::Variant> = match last {
        Segment::Name(name) => Some(name.clone().into()),
        Segment::Index(index) => i64::try_from(*index).ok().map(Into::into),
        Segment::Key(key) => key.parse().ok(),
        _ => None,
    };
    match (target.view_mut().undeclared(), last, key) {
        (ViewMut::Dictionary(entries), _, Some(key)) => drop(entries.insert(key, new)),
        (ViewMut::Array(elements), Segment::Index(index), _) if *index == elements.len() => {
            elements.push(new);
        }
        (ViewMut::Object(Object::Full(object)), Segment::Name(name), _) => {
            object.properties.push((name.clone(), new));
        }
        _ => return Err(new),
    }
    Ok(None)
}

/// Removes the element, entry or property at a path, or returns `None` if there is none.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Godot3, generic, godot3};
///
/// let mut game = godot3::variant!({"level": 7});
/// assert_eq!(generic::remove_at_path::<Godot3>(&mut game, &"level".parse()?), Some(7.into()));
/// # }
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
pub fn remove_at_path<L: Layout>(value: &mut L::Variant, path: &Path) -> Option<L::Variant> {
    let (start, holder, rest) = holder::<L>(value, path);
    if !rest.is_empty() {
        let changed = changed::<L>(holder, &rest, None)?;
        let removed = part_of::<L>(holder, &rest)?;
        *pointer_mut::<L>(value, &start)? = changed;
        return Some(removed);
    }
    let mut segments: Vec<Segment> = path.segments().cloned().collect();
    let last = segments.pop()?;
    let parent = pointer_mut::<L>(value, &segments.into_iter().collect())?;
    let number = number::<L, _>(parent, &last)?;
    match parent.view_mut().undeclared() {
        ViewMut::Array(elements) => Some(elements.remove(number)),
        ViewMut::Dictionary(entries) => Some(entries.remove_at(number).1),
        ViewMut::Object(Object::Full(object)) => Some(object.properties.remove(number).1),
        _ => None,
    }
}
