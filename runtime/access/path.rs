//! Access by path to values, components, and elements of packed arrays.
//!
//! Components and elements of packed arrays are not Variants: they are copied or replaced.

use super::index::{Key, add, member, member_mut, position};
use crate::codec::coerce::encode_exactly;
use crate::dictionary::{KeyEquality, KeyRule};
use crate::table::Row;
use crate::value::view::{
    AsView, Build, Content, Numbers, View, ViewMut, number_value, segment_of,
};
use crate::wire::fields::{ComponentType, Number};
use crate::{Advice, Escaped, Kind, Object, Path, Segment};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::Display;
use core::ops::Range;
use core::str::FromStr;
use core::{fmt, mem};

/// Returns the value at a path, or `None` if there is none.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{generic, godot4};
///
/// let game = godot4::variant!({"players": [{"name": "Ada"}]});
/// let name = generic::at_path(&game, &"players[0].name".parse()?);
/// assert_eq!(name, Some(&"Ada".into()));
/// # }
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
pub fn at_path<'v, V: Build>(value: &'v V, path: &Path) -> Option<&'v V> {
    get_path::<V, V>(value, path)
}

/// Converts the keys of a path to positions, or returns `None` if the path leads to no value.
///
/// An element is written `[3]`; the value of a Dictionary entry or a property is written
/// `value(3)`.
///
/// Two paths lead to the same value if their resolved paths are equal, however their keys are
/// written. Segments after the last Variant, such as the name of a component, are kept.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Path, generic, godot4};
///
/// let game = godot4::variant!({"level": 7, "players": [{"name": "Ada"}]});
/// let path = generic::resolved_path(&game, &"players[0].name".parse()?);
/// assert_eq!(path, Some("value(1)[0].value(0)".parse()?));
/// # }
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
pub fn resolved_path<V: Build>(value: &V, path: &Path) -> Option<Path> {
    component_at_path(value, path)?;
    let mut holder = Some(value);
    let segments = path.segments().map(|segment| {
        let from_end = holder.and_then(|it| index_from_end(segment, next_index(it)?));
        if let Some(index) = from_end {
            holder = holder.and_then(|it| member(it, index));
            return Segment::Index(index);
        }
        let number = holder.and_then(|it| number::<V, V>(it, segment));
        let is_array = holder.is_some_and(|it| it.view().elements().is_some());
        holder = holder.and_then(|it| step::<V, V>(it, segment));
        match number.filter(|_| holder.is_some()) {
            Some(number) if is_array => Segment::Index(number),
            Some(number) => Segment::ValueOf(number),
            None => segment.clone(),
        }
    });
    Some(segments.collect())
}

/// Returns a path whose keys are written as in errors and in rows of the inspector.
///
/// The type parameter is the Variant of the layout in which the keys are parsed.
///
/// [`RowPath::common_segments`](crate::inspect::RowPath::common_segments) compares displayed keys.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{generic, godot4};
///
/// let path = generic::format_path::<godot4::Variant>(&"cells[ Vector2(1,2.0) ]".parse()?);
/// assert_eq!(path.to_string(), "cells[Vector2(1, 2)]");
/// # }
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
pub fn format_path<V: Build>(path: &Path) -> Path {
    let displayed = |segment: &Segment| match segment {
        Segment::Key(key) => key.parse::<V>().ok().map(|key| segment_of(&key)),
        _ => None,
    };
    let segments = path.segments();
    segments
        .map(|segment| displayed(segment).unwrap_or_else(|| segment.clone()))
        .collect()
}

/// Returns the value at a path, whose keys are parsed as the owned Variant `O`.
pub(crate) fn get_path<'v, O, V>(value: &'v V, path: &Path) -> Option<&'v V>
where
    O: AsView + FromStr,
    V: AsView + Display + Clone + Into<O>,
{
    path.segments().try_fold(value, step::<O, V>)
}

/// Returns a mutable reference to the value at a path.
pub(crate) fn get_path_mut<'v, V: Build>(value: &'v mut V, path: &Path) -> Option<&'v mut V> {
    path.segments().try_fold(value, |value, segment| {
        let number = number::<V, V>(value, segment)?;
        member_mut(value, number)
    })
}

/// Returns the value to which a segment leads.
fn step<'v, O, V>(value: &'v V, segment: &Segment) -> Option<&'v V>
where
    O: AsView + FromStr,
    V: AsView + Display + Clone + Into<O>,
{
    match segment {
        Segment::KeyOf(index) => value.view().entries()?.pair(*index).map(|[key, _]| key),
        _ => member(value, number::<O, V>(value, segment)?),
    }
}

/// Returns the position of the element, entry or property to which a segment leads.
///
/// The position can be out of bounds.
fn number<O, V>(value: &V, segment: &Segment) -> Option<usize>
where
    O: AsView + FromStr,
    V: AsView + Display + Clone + Into<O>,
{
    let view = value.view();
    match segment {
        Segment::Index(index) => position(value, Key::Number(*index)),
        Segment::ValueOf(index) => view.elements().is_none().then_some(*index),
        Segment::Name(name) => position(value, Key::Name(name)).or_else(|| {
            // The key can be a StringName.
            let is_text = |key: &V| matches!(key.view(), View::Text(_, text) if text == name);
            view.entries()?.keys().position(is_text)
        }),
        Segment::Key(text) => {
            let Some(entries) = view.entries() else {
                return index_from_end(segment, view.elements()?.len());
            };
            let parsed = text.parse::<O>().ok();
            let parsed = parsed.and_then(|parsed| {
                let is_key = is_key::<O, V>(&parsed, entries.key_rule());
                entries.keys().position(is_key)
            });
            // Errors display floats with fewer digits: fall back to comparing displayed keys.
            parsed.or_else(|| entries.keys().position(|key| is_shown(key, text)))
        }
        _ => None,
    }
}

/// Returns the index of the element that an index such as `[-1]` counts from the end of `length`
/// elements.
pub(super) fn index_from_end(segment: &Segment, length: usize) -> Option<usize> {
    let Segment::Key(text) = segment else {
        return None;
    };
    let from_end: usize = text.strip_prefix('-')?.parse().ok()?;
    length.checked_sub(from_end).filter(|it| *it < length)
}

/// Returns a function that tests whether a key has the same type and value as `wanted`.
fn is_key<O: AsView, V>(wanted: &O, rule: KeyRule) -> impl Fn(&V) -> bool
where
    V: AsView + Clone + Into<O>,
{
    move |key| key.kind() == wanted.kind() && wanted.is_same_key(&key.clone().into(), rule)
}

/// Returns whether paths display a key as `text`; always false for strings.
fn is_shown<V: AsView + Display>(key: &V, text: &str) -> bool {
    !matches!(key.view(), View::Text(..)) && Escaped(key).to_string() == text
}

/// Sets the value at a path, and returns the previous value, if any.
///
/// See `Variant::set_at_path` of the layouts.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{generic, godot4};
///
/// let mut game = godot4::variant!({"level": 7});
/// let old = generic::set_at_path(&mut game, &"level".parse()?, 8.into());
/// assert_eq!(old, Ok(Some(7.into())));
/// # }
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
///
/// # Errors
///
/// Returns the new value with a reason if it cannot be stored at the path.
pub fn set_at_path<V: Build>(
    value: &mut V,
    path: &Path,
    new: V,
) -> Result<Option<V>, SetAtPathError<V>> {
    let (start, holder, mut rest) = holder(value, path);
    if let [Segment::Append] = &*rest
        && let Some(index) = next_index(holder)
    {
        rest = [Segment::Index(index)].into();
    }
    let changed = changed(holder, &rest, Some(&new));
    let changed = changed.map(|changed| (changed, part_of(holder, &rest)));
    // A path into a key has no target: keys cannot be changed.
    let Some(target) = get_path_mut(value, &start) else {
        return Err(not_set(value, path, new));
    };
    let result = match (changed, &*rest) {
        (Some((changed, old)), _) => {
            *target = changed;
            Ok(old)
        }
        (None, []) => Ok(Some(mem::replace(target, new))),
        (None, [last]) => insert(target, last, new),
        (None, _) => Err(new),
    };
    result.map_err(|new| not_set(value, path, new))
}

/// Returns the error of a value that cannot be set at a path.
#[cold]
fn not_set<V: Build>(value: &V, path: &Path, new: V) -> SetAtPathError<V> {
    let (start, holder, rest) = holder(value, path);
    let is_key = |segment: &Segment| matches!(segment, Segment::KeyOf(_));
    let key = path.segments().position(is_key);
    let mut end = key.unwrap_or_else(|| start.segments().count()) + 1;
    let (view, length, ty) = (holder.view(), next_index(holder), holder.kind());
    let is_end = |segment: &Segment| matches!(segment, Segment::Append);
    let is_next = match &*rest {
        [Segment::Index(index)] => Some(*index) == length,
        [segment] => is_end(segment),
        _ => false,
    };
    let has_parts = matches!(
        view,
        View::Fields(..) | View::Packed(..) | View::PackedText(..)
    );
    let kind = match (&*rest, length) {
        // Only a path into a key stops after its last segment.
        (rest, _) if key.is_some() || rest.is_empty() => SetAtPathErrorKind::Key,
        (rest, _) if has_parts && (is_next || part_of(holder, rest).is_some()) => {
            end = usize::MAX;
            let found = match new.view() {
                View::Int(_) | View::Float(_) => new.to_string(),
                _ => new.kind().name().into(),
            };
            SetAtPathErrorKind::WrongType { holder: ty, found }
        }
        ([Segment::Index(index), ..], Some(length)) if *index >= length => {
            SetAtPathErrorKind::OutOfBounds { length }
        }
        ([segment, inner @ ..], _) if view.entries().is_some() && !is_end(segment) => {
            if inner.is_empty() {
                SetAtPathErrorKind::InvalidKey
            } else {
                SetAtPathErrorKind::NoContainer
            }
        }
        _ => SetAtPathErrorKind::NoMember { kind: ty },
    };
    let path = path.segments().take(end).cloned().collect();
    SetAtPathError::new(path, kind, new)
}

/// Returns the index for which a final `[+]` stands: the index after the last element.
fn next_index<V: AsView>(value: &V) -> Option<usize> {
    match value.view() {
        View::Packed(_, elements) => Some(elements.elements()),
        View::PackedText(texts) => Some(texts.len()),
        view => view.elements().map(<[_]>::len),
    }
}

/// Adds an entry, a property, or an element after the last one.
fn insert<V: Build>(target: &mut V, last: &Segment, new: V) -> Result<Option<V>, V> {
    let parsed: Option<V> = match last {
        Segment::Key(key) => key.parse().ok(),
        _ => None,
    };
    let key = match (last, &parsed) {
        (Segment::Name(name), _) => Key::Name(name),
        (Segment::Index(index), _) => Key::Number(*index),
        (_, Some(key)) => Key::Value(key),
        _ => return Err(new),
    };
    if let (ViewMut::Array(elements), Key::Number(index)) = (target.view_mut().undeclared(), &key)
        && *index == elements.len()
    {
        elements.push(new);
        return Ok(None);
    }
    add(target, &key, new).map(|_| None)
}

/// Removes the element, entry or property at a path, or returns `None` if there is none.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{generic, godot4};
///
/// let mut game = godot4::variant!({"level": 7});
/// assert_eq!(generic::remove_at_path(&mut game, &"level".parse()?), Some(7.into()));
/// # }
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
pub fn remove_at_path<V: Build>(value: &mut V, path: &Path) -> Option<V> {
    let (start, holder, rest) = holder(value, path);
    if !rest.is_empty() {
        let changed = changed(holder, &rest, None)?;
        let removed = part_of(holder, &rest)?;
        *get_path_mut(value, &start)? = changed;
        return Some(removed);
    }
    let (parent, last) = path.split_last()?;
    let parent = get_path_mut(value, &parent)?;
    let number = number::<V, V>(parent, &last)?;
    match parent.view_mut().undeclared() {
        ViewMut::Array(elements) => Some(elements.remove(number)),
        ViewMut::Dictionary(entries) => Some(entries.remove_at(number).1),
        ViewMut::Object(Object::Full(object)) => Some(object.properties.remove(number).1),
        _ => None,
    }
}

/// Returns a copy of the value, component, or element of a packed array at a path.
///
/// Returns `None` if there is none.
///
/// See `Variant::component_at_path` of the layouts.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Vector2, generic, godot4};
///
/// let game = godot4::variant!({"position": Vector2::new(1.5, 2.0)});
/// let x = generic::component_at_path(&game, &"position.x".parse()?);
/// assert_eq!(x, Some(1.5.into()));
/// # }
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
pub fn component_at_path<V: Build>(value: &V, path: &Path) -> Option<V> {
    let (_, holder, rest) = holder(value, path);
    part_of(holder, &rest)
}

/// Returns a copy of the component or element to which `rest` leads.
///
/// If `rest` is empty, returns a copy of `holder`.
fn part_of<V: Build>(holder: &V, rest: &[Segment]) -> Option<V> {
    match (holder.view(), rest) {
        (_, []) => Some(holder.clone()),
        (View::PackedText(texts), [Segment::Index(index)]) => {
            let text = texts.get(*index)?.clone();
            V::build(Kind::String, Content::Text(text))
        }
        (view @ (View::Fields(kind, numbers) | View::Packed(kind, numbers)), rest) => {
            let packed = matches!(view, View::Packed(..)).then_some(kind);
            let (range, part) = located(packed, numbers.shape().rows, rest)?;
            part.decode(encoded(numbers).get(range)?)
        }
        _ => None,
    }
}

/// Returns a copy of a value in which a component or element is set to `new`.
///
/// Without `new`, an element is removed. An element can also be added after the last one.
fn changed<V: Build>(value: &V, rest: &[Segment], new: Option<&V>) -> Option<V> {
    if new.is_none() && !matches!(rest, [Segment::Index(_)]) {
        return None;
    }
    match (value.view(), rest) {
        (View::PackedText(texts), [Segment::Index(index)]) => {
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
            V::build(value.kind(), Content::Texts(texts))
        }
        (view @ (View::Fields(kind, numbers) | View::Packed(kind, numbers)), rest) => {
            let packed = matches!(view, View::Packed(..)).then_some(kind);
            let (range, part) = located(packed, numbers.shape().rows, rest)?;
            let mut bytes = encoded(numbers);
            let is_next_element = range.start == bytes.len() && rest.len() == 1 && new.is_some();
            if range.end > bytes.len() && !is_next_element {
                return None;
            }
            let end = range.end.min(bytes.len());
            let part = new.map_or(Some(Vec::new()), |new| part.encode(new))?;
            bytes.splice(range.start..end, part);
            V::build(kind, Content::Components(&bytes))
        }
        _ => None,
    }
}

/// Splits a path after the last segment that leads to a Variant.
///
/// Returns the path to the Variant, the Variant itself, and the remaining segments.
fn holder<'v, V: Build>(value: &'v V, path: &Path) -> (Path, &'v V, Vec<Segment>) {
    let mut start: Vec<Segment> = path.segments().cloned().collect();
    let (mut holder, mut length) = (value, 0);
    while let Some(next) = start.get(length).and_then(|it| step::<V, V>(holder, it)) {
        holder = next;
        length += 1;
    }
    let mut rest = start.split_off(length);
    if let Some(first) = rest.first_mut()
        && let Some(index) = next_index(holder).and_then(|it| index_from_end(first, it))
    {
        *first = Segment::Index(index);
    }
    (start.into_iter().collect(), holder, rest)
}

/// The type of a component or element.
enum Part {
    /// An element of a packed array that is a value with components.
    Value(Kind),
    /// A component, or an element of a packed array of numbers.
    Number(ComponentType),
}

impl Part {
    fn decode<V: Build>(&self, bytes: &[u8]) -> Option<V> {
        match self {
            Self::Value(kind) => V::build(*kind, Content::Components(bytes)),
            Self::Number(ty) => Some(number_value(ty.decode(bytes))),
        }
    }

    /// Encodes a value as this type, or returns `None` if the value is of another type.
    fn encode<V: AsView>(&self, value: &V) -> Option<Vec<u8>> {
        match (self, value.view()) {
            (Self::Value(element), View::Fields(kind, numbers)) if kind == *element => {
                Some(encoded(numbers))
            }
            (Self::Number(ty), View::Int(value)) => number_bytes(Number::Int(value), *ty),
            (Self::Number(ty), View::Float(value)) => number_bytes(Number::Double(value), *ty),
            _ => None,
        }
    }
}

/// Returns the byte range of a component or element in its encoded value, and its type.
///
/// `packed` is the kind of a packed array, and `rows` are those of its elements or of a value.
///
/// The range can be out of bounds.
fn located(packed: Option<Kind>, rows: &[Row], rest: &[Segment]) -> Option<(Range<usize>, Part)> {
    let types: Vec<_> = rows.iter().map(ComponentType::from_row).collect();
    let length = |types: &[ComponentType]| types.iter().map(|ty| ty.length()).sum::<usize>();
    let (start, names) = match (packed, rest) {
        (None, names) => (0, names),
        (Some(kind), [Segment::Index(index), names @ ..]) => {
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
            // Plain numbers have no components.
            kind.info().element?;
            (start, names)
        }
        (Some(_), _) => return None,
    };
    let index = component(rows, names)?;
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

/// Encodes a number as a component, or returns `None` if the number does not fit.
///
/// Floats are rounded, but not to infinity.
fn number_bytes(number: Number, ty: ComponentType) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    encode_exactly(number, ty, &mut bytes).map(|()| bytes)
}

/// Returns the index of the component to which segments such as `basis.x.y` lead.
fn component(rows: &[Row], names: &[Segment]) -> Option<usize> {
    let parts = names.iter().map(|segment| match segment {
        Segment::Name(part) => Some(part.as_str()),
        Segment::Field(part) => Some(*part),
        _ => None,
    });
    let name = parts.collect::<Option<Vec<_>>>()?.join(".");
    rows.iter().position(|row| row.name == name)
}

/// The error returned if a value cannot be set at a path: where the path stops, why, and the value.
///
/// ```
/// use gdvariant::{SetAtPathErrorKind, Variant, variant};
///
/// let mut game = variant!({"players": [{"name": "Ada"}]});
/// let error = game.set_at_path(&"players[3].name".parse()?, "Grace").unwrap_err();
/// assert_eq!(error.to_string(), "players[3]: expected an index of at most 1");
/// assert_eq!(error.path().to_string(), "players[3]");
/// assert!(matches!(error.kind(), SetAtPathErrorKind::OutOfBounds { length: 1, .. }));
/// assert_eq!(error.into_value(), Variant::from("Grace"));
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct SetAtPathError<V> {
    path: Path,
    kind: SetAtPathErrorKind,
    value: V,
}

crate::error::messages! {
    /// The reason for a [`SetAtPathError`].
    ///
    /// ```
    /// use gdvariant::{SetAtPathErrorKind, Vector2, variant};
    ///
    /// let mut player = variant!({"position": Vector2::new(1.5, 2.0)});
    /// let error = player.set_at_path(&"position.x".parse()?, "left").unwrap_err();
    /// assert_eq!(error.to_string(), "position.x: expected a value that Vector2 can hold, found String");
    /// assert!(matches!(error.kind(), SetAtPathErrorKind::WrongType { .. }));
    /// # Ok::<(), gdvariant::ParsePathError>(())
    /// ```
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum SetAtPathErrorKind {
        /// The path leads to a key of a Dictionary or into it.
        #[error("a key cannot be changed")]
        #[advice("remove the entry, and set a value with another key")]
        Key,
        /// The last segment of the path is not a key.
        #[error("expected a key")]
        #[advice("a String is written as `[\"text\"]`, and any other key as in scripts")]
        InvalidKey,
        /// The container of the value does not exist.
        #[error("no value, expected the container of the new value")]
        #[advice("set the container first")]
        NoContainer,
        /// An index is beyond the position after the last element.
        #[error("expected an index of at most {length}")]
        #[advice("`[+]` is the position after the last element")]
        OutOfBounds {
            /// The number of elements of the array.
            length: usize,
        },
        /// A value has no such member, such as a String, which has none.
        #[error("{} has no such member", kind.name())]
        NoMember {
            /// The type of the value.
            kind: Kind,
        },
        /// A component of a value, or an element of a packed array, cannot have the new value.
        #[error("expected a value that {} can hold, found {found}", holder.name())]
        WrongType {
            /// The type of the value with components or of the packed array.
            holder: Kind,
            /// The new value, if it is a number, or else the name of its type.
            found: String,
        },
        /// The new value has a precision other than that of the value with the path.
        #[error("expected a value of the same precision")]
        #[advice(Advice::Convert)]
        OtherPrecision,
    }
}

crate::error::advised!(SetAtPathErrorKind);

impl<V> SetAtPathError<V> {
    #[cold]
    pub(crate) fn new(path: Path, kind: SetAtPathErrorKind, value: V) -> Self {
        Self { path, kind, value }
    }

    /// Returns the path up to the first segment that leads to no place for the value.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the reason for the error.
    pub fn kind(&self) -> &SetAtPathErrorKind {
        &self.kind
    }

    /// Returns the value that was not set.
    pub fn into_value(self) -> V {
        self.value
    }

    /// Returns what a developer can do about the error; see
    /// [`DecodeError::advice`](crate::DecodeError::advice).
    ///
    /// ```
    /// use gdvariant::variant;
    ///
    /// let mut names = variant!(["Ada"]);
    /// let error = names.set_at_path(&"[7]".parse()?, "Grace").unwrap_err();
    /// assert_eq!(error.advice().unwrap().to_string(), "`[+]` is the position after the last element");
    /// # Ok::<(), gdvariant::ParsePathError>(())
    /// ```
    pub fn advice(&self) -> Option<Advice> {
        self.kind.advice()
    }

    /// Converts the value.
    pub(crate) fn map<T>(self, convert: impl FnOnce(V) -> T) -> SetAtPathError<T> {
        SetAtPathError {
            path: self.path,
            kind: self.kind,
            value: convert(self.value),
        }
    }
}

impl<V> fmt::Display for SetAtPathError<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.in_message())?;
        self.kind.fmt(f)
    }
}

impl<V> fmt::Debug for SetAtPathError<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SetAtPathError({self:#})")
    }
}

impl<V> Error for SetAtPathError<V> {}
