//! Access by path.

use super::VariantIndex;
use super::index::{member, member_mut};
use super::part::component_at_path;
use crate::value::view::{AsView, View, segment_of};
use crate::{Escaped, KeyEquality, Layout, Path, Segment};
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
    pointer::<L, _>(value, path)
}

/// Returns the path to the same value by positions only: `[3]` for an element and `value(3)` for an
/// entry of a Dictionary or a property; `None` if there is no value.
///
/// Two paths lead to the same value if these are equal, whichever way keys are written. The rest of
/// a path, after the last value that is a Variant, stays as it is.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Godot3, Path, generic, godot3};
///
/// let game = godot3::variant!({"level": 7, "players": [{"name": "Ada"}]});
/// let path = generic::resolved_path::<Godot3>(&game, &"players[0].name".parse()?);
/// assert_eq!(path, Some("value(1)[0].value(0)".parse()?));
/// # }
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
#[must_use]
pub fn resolved_path<L: Layout>(value: &L::Variant, path: &Path) -> Option<Path> {
    component_at_path::<L>(value, path)?;
    let mut holder = Some(value);
    let segments = path.segments().map(|segment| {
        let number = holder.and_then(|it| number::<L, _>(it, segment));
        let is_array = holder.is_some_and(|it| it.view().elements().is_some());
        holder = holder.and_then(|it| step::<L, _>(it, segment));
        match number.filter(|_| holder.is_some()) {
            Some(number) if is_array => Segment::Index(number),
            Some(number) => Segment::ValueOf(number),
            None => segment.clone(),
        }
    });
    Some(segments.collect())
}

/// Returns a path with its keys as errors and rows of the inspector display them.
///
/// [`RowPath::common_segments`](crate::inspection::inspect::RowPath::common_segments) compares displayed keys.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Godot4, generic};
///
/// let path = generic::displayed_path::<Godot4>(&"cells[ Vector2(1,2.0) ]".parse()?);
/// assert_eq!(path.to_string(), "cells[Vector2(1, 2)]");
/// # }
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
#[must_use]
pub fn displayed_path<L: Layout>(path: &Path) -> Path {
    let displayed = |segment: &Segment| match segment {
        Segment::Key(key) => key.parse::<L::Variant>().ok().map(|key| segment_of(&key)),
        _ => None,
    };
    let segments = path.segments();
    segments
        .map(|segment| displayed(segment).unwrap_or_else(|| segment.clone()))
        .collect()
}

/// Returns the value at a path.
pub(crate) fn pointer<'v, L, V>(value: &'v V, path: &Path) -> Option<&'v V>
where
    L: Layout,
    V: AsView + Display + Clone + Into<L::Variant>,
{
    path.segments().try_fold(value, step::<L, V>)
}

/// Returns a mutable reference to the value at a path.
pub(crate) fn pointer_mut<'v, L: Layout>(
    value: &'v mut L::Variant,
    path: &Path,
) -> Option<&'v mut L::Variant> {
    path.segments().try_fold(value, step_mut::<L>)
}

/// Returns the value that a segment leads to.
pub(super) fn step<'v, L, V>(value: &'v V, segment: &Segment) -> Option<&'v V>
where
    L: Layout,
    V: AsView + Display + Clone + Into<L::Variant>,
{
    match segment {
        Segment::KeyOf(index) => value.view().entries()?.pair(*index).map(|[key, _]| key),
        _ => member(value, number::<L, V>(value, segment)?),
    }
}

fn step_mut<'v, L: Layout>(
    value: &'v mut L::Variant,
    segment: &Segment,
) -> Option<&'v mut L::Variant> {
    let number = number::<L, _>(value, segment)?;
    member_mut(value, number)
}

/// Returns the number of the element, the entry or the property that a segment leads to, which need
/// not exist.
pub(super) fn number<L, V>(value: &V, segment: &Segment) -> Option<usize>
where
    L: Layout,
    V: AsView + Display + Clone + Into<L::Variant>,
{
    let view = value.view();
    match segment {
        Segment::Index(index) => index.number_in(value),
        Segment::ValueOf(index) => view.elements().is_none().then_some(*index),
        Segment::Name(name) => name.number_in(value).or_else(|| {
            // The key need not be a String.
            let is_text = |key: &V| matches!(key.view(), View::Text(_, text) if text == name);
            view.entries()?.keys().position(is_text)
        }),
        Segment::Key(text) => {
            let entries = view.entries()?;
            let parsed = text.parse::<L::Variant>().ok();
            let parsed = parsed.and_then(|parsed| entries.keys().position(is_key::<L, V>(&parsed)));
            // An error displays a float with fewer digits than the key has.
            parsed.or_else(|| entries.keys().position(|key| is_shown(key, text)))
        }
        Segment::KeyOf(_) | Segment::Field(_) => None,
    }
}

/// Returns a function that tells whether a key of an unknown type is this one.
fn is_key<L, V>(wanted: &L::Variant) -> impl Fn(&V) -> bool
where
    L: Layout,
    V: AsView + Clone + Into<L::Variant>,
{
    |key| key.kind() == wanted.kind() && wanted.is_same_key(&key.clone().into())
}

/// Returns whether a path displays a key, which is not a string, as this text.
fn is_shown<V: AsView + Display>(key: &V, text: &str) -> bool {
    !matches!(key.view(), View::Text(..)) && Escaped(key).to_string() == text
}
