//! Components, and elements of packed arrays: parts of values that are not Variants themselves.

use super::path::step;
use crate::table::Body;
use crate::value::build::{Build, Content, of_number};
use crate::value::view::{AsView, Numbers, View};
use crate::wire::component_rows::{ComponentType, component_rows, component_types};
use crate::wire::number::Number;
use crate::{Kind, Layout, Path, Segment};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// Returns a copy of the value at a path, of a component, or of an element of a packed array;
/// `None` if there is none.
///
/// See `Variant::component_at_path` of the layouts.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Godot3, Vector2, generic, godot3};
///
/// let game = godot3::variant!({"position": Vector2::new(1.5, 2.0)});
/// let x = generic::component_at_path::<Godot3>(&game, &"position.x".parse()?);
/// assert_eq!(x, Some(1.5.into()));
/// # }
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
#[must_use]
pub fn component_at_path<L: Layout>(value: &L::Variant, path: &Path) -> Option<L::Variant> {
    let (_, holder, rest) = holder::<L>(value, path);
    part_of::<L>(holder, &rest)
}

/// Returns a copy of a part of a value, or of the value for no segments.
pub(super) fn part_of<L: Layout>(holder: &L::Variant, rest: &[Segment]) -> Option<L::Variant> {
    match (holder.view(), rest) {
        (_, []) => Some(holder.clone()),
        (View::PoolText(texts), [Segment::Index(index)]) => {
            let text = texts.get(*index)?.clone();
            L::Variant::build(Kind::String, Content::Text(text))
        }
        (View::Fields(kind, numbers) | View::Pool(kind, numbers), rest) => {
            let (range, part) = located::<L>(kind, rest)?;
            part.decode::<L>(encoded(numbers).get(range)?)
        }
        _ => None,
    }
}

/// Returns a value with a changed or removed part; only elements can be removed, and added at the
/// end.
pub(super) fn changed<L: Layout>(
    value: &L::Variant,
    rest: &[Segment],
    new: Option<&L::Variant>,
) -> Option<L::Variant> {
    if new.is_none() && !matches!(rest, [Segment::Index(_)]) {
        return None;
    }
    match (value.view(), rest) {
        (View::PoolText(texts), [Segment::Index(index)]) => {
            let text = match new.map(AsView::view) {
                Some(View::Text(Kind::String, text)) => Some(String::from(text)),
                Some(_) => return None,
                None => None,
            };
            if *index >= texts.len() + usize::from(text.is_some()) {
                return None;
            }
            let mut texts = texts.to_vec();
            let end = texts.len().min(index + 1);
            texts.splice(*index..end, text);
            L::Variant::build(value.kind(), Content::Texts(texts))
        }
        (View::Fields(kind, numbers) | View::Pool(kind, numbers), rest) => {
            let (range, part) = located::<L>(kind, rest)?;
            let mut bytes = encoded(numbers);
            let is_next_element = range.start == bytes.len() && rest.len() == 1 && new.is_some();
            if range.end > bytes.len() && !is_next_element {
                return None;
            }
            let end = range.end.min(bytes.len());
            let part = new.map_or(Some(Vec::new()), |new| part.encode(new))?;
            bytes.splice(range.start..end, part);
            L::Variant::build(kind, Content::Components(&bytes))
        }
        _ => None,
    }
}

/// Returns the longest start of a path with a value, that value, and the rest of the path.
pub(super) fn holder<'v, L: Layout>(
    value: &'v L::Variant,
    path: &Path,
) -> (Path, &'v L::Variant, Vec<Segment>) {
    let mut start: Vec<Segment> = path.segments().cloned().collect();
    let (mut holder, mut length) = (value, 0);
    while let Some(next) = start.get(length).and_then(|it| step::<L, _>(holder, it)) {
        holder = next;
        length += 1;
    }
    let rest = start.split_off(length);
    (start.into_iter().collect(), holder, rest)
}

/// The type of a part.
enum Part {
    /// An element of a packed array that is a value of components.
    Value(Kind),
    /// A component, or an element of a packed array of numbers.
    Number(ComponentType),
}

impl Part {
    fn decode<L: Layout>(&self, bytes: &[u8]) -> Option<L::Variant> {
        match self {
            Self::Value(kind) => L::Variant::build(*kind, Content::Components(bytes)),
            Self::Number(ty) => Some(of_number(ty.decode(bytes))),
        }
    }

    /// Returns the bytes of a value as this part, or `None` if it is of another type.
    fn encode<V: AsView>(&self, value: &V) -> Option<Vec<u8>> {
        match (self, value.view()) {
            (Self::Value(element), View::Fields(kind, numbers)) if kind == *element => {
                Some(encoded(numbers))
            }
            (Self::Value(_), _) => None,
            (Self::Number(ty), _) => number_bytes(value, *ty),
        }
    }
}

/// Returns the place of a part in the encoded components of its value, which may be too short for
/// it.
fn located<L: Layout>(kind: Kind, rest: &[Segment]) -> Option<(Range<usize>, Part)> {
    let types = component_types::<L>(kind);
    let length = |types: &[ComponentType]| types.iter().map(|ty| ty.length()).sum::<usize>();
    let (start, holder, names) = match (L::table_of(kind)?.body, rest) {
        (Body::Pool, [Segment::Index(index), names @ ..]) => {
            let start = length(&types).checked_mul(*index)?;
            let end = start.checked_add(length(&types))?;
            let part = match (kind.info().element, &*types) {
                (Some(element), _) => Part::Value(element),
                (None, [ty]) => Part::Number(*ty),
                _ => return None,
            };
            if names.is_empty() {
                return Some((start..end, part));
            }
            (start, kind.info().element?, names)
        }
        (Body::Fields, names) => (0, kind, names),
        _ => return None,
    };
    let index = component::<L>(holder, names)?;
    let (before, ty) = (types.get(..index)?, *types.get(index)?);
    let start = start + length(before);
    Some((start..start + ty.length(), Part::Number(ty)))
}

/// Returns the encoded components of a value or of a packed array.
fn encoded(numbers: &dyn Numbers) -> Vec<u8> {
    let mut bytes = Vec::new();
    numbers.encode(&mut bytes);
    bytes
}

/// Returns the bytes of a number as a component: floats are rounded, but not to infinity, and
/// integers have to fit.
fn number_bytes<V: AsView>(value: &V, ty: ComponentType) -> Option<Vec<u8>> {
    let number = match value.view() {
        View::Int(value) if ty.holds(value) => Number::Int(value),
        View::Float(value) if ty.is_float() && ty.has_range(value) => Number::Double(value),
        _ => return None,
    };
    let mut bytes = Vec::new();
    crate::codec::coerce::encode(number, ty, &mut bytes);
    Some(bytes)
}

/// Returns the index of the component with a name such as `basis.x.y`, in several segments.
fn component<L: Layout>(kind: Kind, names: &[Segment]) -> Option<usize> {
    let mut name = String::new();
    for segment in names {
        let part = match segment {
            Segment::Name(part) => part,
            Segment::Field(part) => *part,
            _ => return None,
        };
        if !name.is_empty() {
            name.push('.');
        }
        name.push_str(part);
    }
    component_rows(L::table_of(kind)?).position(|row| row.name == name)
}
