//! Components, and elements of packed arrays: parts of values that are not Variants themselves.

use super::path::step;
use crate::build::{Build, Content};
use crate::component_rows::{ComponentType, component_rows, component_types};
use crate::conform::{element_at, element_of};
use crate::number::Number;
use crate::view::{Numbers, View, Viewed};
use crate::{Kind, Layout, Path, Segment};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// Returns a copy of the value or the part at a path.
pub(crate) fn part<L: Layout>(value: &L::Variant, path: &Path) -> Option<L::Variant> {
    let (_, holder, rest) = holder::<L>(value, path);
    part_of::<L>(holder, &rest)
}

/// Returns the path of the value that has the part at a path, and that value with another part.
///
/// Returns the new part if there is no place for it, or the path leads to no part.
pub(super) fn with_part<L: Layout>(
    value: &L::Variant,
    path: &Path,
    new: L::Variant,
) -> Result<(Path, L::Variant), L::Variant> {
    let (start, holder, rest) = holder::<L>(value, path);
    match changed::<L>(holder, &rest, &new) {
        Some(changed) if !rest.is_empty() => Ok((start, changed)),
        _ => Err(new),
    }
}

/// Returns the path of the packed array that has the element at a path, and that array without it.
pub(super) fn without_part<L: Layout>(
    value: &L::Variant,
    path: &Path,
) -> Option<(Path, L::Variant)> {
    let (start, holder, rest) = holder::<L>(value, path);
    let [Segment::Index(index)] = *rest else {
        return None;
    };
    let changed = match holder.view() {
        View::Pool(kind, numbers) => {
            let (mut bytes, place) = encoded::<L>(kind, numbers, index)?;
            bytes.get(place.clone())?;
            bytes.drain(place);
            L::Variant::build(kind, Content::Components(&bytes))
        }
        View::PoolText(texts) => {
            let mut texts = texts.to_vec();
            texts.get(index)?;
            texts.remove(index);
            L::Variant::build(holder.kind(), Content::Texts(texts))
        }
        _ => None,
    };
    Some((start, changed?))
}

/// Returns the longest start of a path with a value, that value, and the rest of the path.
fn holder<'v, L: Layout>(
    value: &'v L::Variant,
    path: &Path,
) -> (Path, &'v L::Variant, Vec<Segment>) {
    let mut start: Vec<Segment> = path.segments().cloned().collect();
    let (mut holder, mut length) = (value, 0);
    while let Some(next) = start.get(length).and_then(|it| step(holder, it)) {
        holder = next;
        length += 1;
    }
    let rest = start.split_off(length);
    (start.into_iter().collect(), holder, rest)
}

fn part_of<L: Layout>(value: &L::Variant, rest: &[Segment]) -> Option<L::Variant> {
    match (rest, value.view()) {
        ([], _) => Some(value.clone()),
        ([Segment::Index(index), rest @ ..], View::Pool(kind, numbers)) => {
            part_of::<L>(&element_at::<L>(kind, numbers, *index)?, rest)
        }
        ([Segment::Index(index)], View::PoolText(texts)) => {
            let text = texts.get(*index)?.clone();
            L::Variant::build(Kind::String, Content::Text(text))
        }
        (rest, View::Fields(kind, numbers)) => {
            let component = component::<L>(kind, rest)?;
            let mut all = Vec::new();
            numbers.visit(&mut |number| all.push(number));
            match *all.get(component)? {
                Number::Int(value) => L::Variant::build(Kind::Int, Content::Int(value)),
                float => L::Variant::build(Kind::Float, Content::Float(float.to_f64())),
            }
        }
        _ => None,
    }
}

/// Returns a value with another part, or `None` if there is no place for it.
fn changed<L: Layout>(
    value: &L::Variant,
    rest: &[Segment],
    new: &L::Variant,
) -> Option<L::Variant> {
    match (rest, value.view()) {
        ([], _) => Some(new.clone()),
        ([Segment::Index(index), rest @ ..], View::Pool(kind, numbers)) => {
            let element = match element_at::<L>(kind, numbers, *index) {
                Some(old) => changed::<L>(&old, rest, new)?,
                None if *index == numbers.elements() && rest.is_empty() => new.clone(),
                None => return None,
            };
            let new = element_bytes::<L>(kind, &element)?;
            let (mut bytes, place) = encoded::<L>(kind, numbers, *index)?;
            let end = place.end.min(bytes.len());
            bytes.splice(place.start..end, new);
            L::Variant::build(kind, Content::Components(&bytes))
        }
        ([Segment::Index(index)], View::PoolText(texts)) => {
            let (View::Text(Kind::String, new), true) = (new.view(), *index <= texts.len()) else {
                return None;
            };
            let mut texts = texts.to_vec();
            let end = texts.len().min(index + 1);
            texts.splice(*index..end, [String::from(new)]);
            L::Variant::build(value.kind(), Content::Texts(texts))
        }
        (rest, View::Fields(kind, numbers)) => {
            let component = component::<L>(kind, rest)?;
            let types = component_types::<L>(kind);
            let new = number_bytes(new, *types.get(component)?)?;
            let start: usize = types[..component].iter().map(|ty| ty.length()).sum();
            let mut bytes = Vec::new();
            numbers.encode(&mut bytes);
            bytes.splice(start..start + new.len(), new);
            L::Variant::build(kind, Content::Components(&bytes))
        }
        _ => None,
    }
}

/// Returns the bytes of a packed array's elements, and the place of one of them or of the next one.
fn encoded<L: Layout>(
    kind: Kind,
    numbers: &dyn Numbers,
    index: usize,
) -> Option<(Vec<u8>, Range<usize>)> {
    let types = component_types::<L>(kind);
    let stride: usize = types.iter().map(|ty| ty.length()).sum();
    let start = stride.checked_mul(index)?;
    let mut bytes = Vec::new();
    numbers.encode(&mut bytes);
    (start <= bytes.len()).then_some((bytes, start..start + stride))
}

/// Returns the bytes of a value as an element of a packed array, or `None` if it is of another type.
fn element_bytes<L: Layout>(packed: Kind, value: &L::Variant) -> Option<Vec<u8>> {
    match value.view() {
        View::Fields(kind, numbers) if element_of::<L>(packed) == Some(kind) => {
            let mut bytes = Vec::new();
            numbers.encode(&mut bytes);
            Some(bytes)
        }
        View::Fields(..) => None,
        _ => match *component_types::<L>(packed) {
            [ty] => number_bytes(value, ty),
            _ => None,
        },
    }
}

/// Returns the bytes of a number as a component: floats are rounded, but not to infinity, and integers
/// have to fit.
fn number_bytes<V: Viewed>(value: &V, ty: ComponentType) -> Option<Vec<u8>> {
    let number = match value.view() {
        View::Int(value) if ty.holds(value) => Number::Int(value),
        View::Float(value) if ty.is_float() && ty.has_range(value) => Number::Double(value),
        _ => return None,
    };
    let mut bytes = Vec::new();
    crate::conform::encode(number, ty, &mut bytes);
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
