//! Finds the values that patterns and conditions select.

use super::{StepOptions, after, missing_from, opened};
use crate::change::EditError;
use gdvariant::any::{AnyRef, AnyVariant, AnyView, SegmentRef};
use gdvariant::generic::structure::Content;
use gdvariant::{Condition, ConditionTest, Kind, Path, Segment};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Returns whether a value satisfies the condition.
///
/// As in scripts, `7` equals `7.0`, and a String equals a StringName with the same characters. A
/// number in single precision equals a float that is rounded to it. If the path of the condition is
/// a pattern, one of its values has to satisfy the condition.
///
/// ```
/// use gdvariant::Condition;
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change::steps::{self, StepOptions};
///
/// let item = layout_named("godot4").unwrap().parse(r#"{"id": 7, "at": Vector2(0.1, 2)}"#)?;
/// for (condition, is_satisfied) in [("id = 7.0", true), ("at.x!=0.1", false), ("name", false)] {
///     let condition: Condition = condition.parse()?;
///     let found = steps::matches((&item).into(), &condition, StepOptions::default())?;
///     assert_eq!(found, is_satisfied);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the layout cannot parse the value of the condition, or if a step of the path
/// cannot open its value.
pub fn matches(
    value: AnyRef<'_>,
    condition: &Condition,
    options: StepOptions,
) -> Result<bool, EditError> {
    let (text, is_equal) = match &condition.test {
        ConditionTest::Equals(text) => (Some(text), true),
        ConditionTest::Differs(text) => (Some(text), false),
        _ => (None, true),
    };
    let mut found = Ok(false);
    let each = &mut |_: &Path, value: AnyRef<'_>| {
        let wanted = text.map(|text| value.layout().parse(text)).transpose();
        found = match wanted {
            Ok(wanted) => Ok(wanted.is_none_or(|it| equals(value, (&it).into()) == is_equal)),
            Err(error) => Err(EditError::InvalidValue {
                condition: condition.clone(),
                error,
            }),
        };
        match found {
            Ok(false) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    };
    match each_selected(value, &condition.path, &[], options, each) {
        Err(error) if error.is_missing() => Ok(false),
        selected => selected.and(found),
    }
}

/// Returns whether values are equal in a script, or as far as the precision of `found` allows.
#[expect(
    clippy::float_cmp,
    reason = "conditions compare exactly, as scripts do"
)]
fn equals(found: AnyRef<'_>, wanted: AnyRef<'_>) -> bool {
    match (found.view(), wanted.view()) {
        (AnyView::Text(found), AnyView::Text(wanted)) => found == wanted,
        (AnyView::Int(number), AnyView::Float(float))
        | (AnyView::Float(float), AnyView::Int(number)) => {
            #[expect(clippy::cast_precision_loss, reason = "as the engines compare them")]
            let number = number as f64;
            number == float
        }
        (AnyView::Float(found), AnyView::Float(wanted)) => {
            #[expect(clippy::cast_possible_truncation, reason = "components are rounded")]
            let rounded = f64::from(wanted as f32);
            found == wanted || found == rounded
        }
        _ => found == wanted,
    }
}

/// Returns the paths of the values that a path and conditions select.
///
/// In a pattern, `[*]` stands for every element of an Array, every entry of a Dictionary, and every
/// property of an object, and a [`Condition`] for those that satisfy it. The members for which the
/// last of them stands must also satisfy all `conditions`; without a pattern, the value itself must.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change::steps::{self, StepOptions};
///
/// let save = layout_named("godot4").unwrap();
/// let save = save.parse(r#"{"a": {"hp": 0, "gold": 1}, "b": {"hp": 7, "gold": 2}}"#)?;
/// for (path, condition, expected) in
///     [("[*]", "hp=0", "a"), ("[*].gold", "hp=0", "a.gold"), ("[?gold=2].hp", "hp=7", "b.hp")]
/// {
///     let (path, conditions) = (path.parse()?, [condition.parse()?]);
///     let found = steps::select((&save).into(), &path, &conditions, StepOptions::default())?;
///     assert_eq!(found, [expected.parse()?]);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if a path without patterns, or the part of a path before its first pattern,
/// leads to no value, if a step cannot open its value, and the errors of [`matches`](fn@matches).
pub fn select(
    value: AnyRef<'_>,
    path: &Path,
    conditions: &[Condition],
    options: StepOptions,
) -> Result<Vec<Path>, EditError> {
    let mut paths = Vec::new();
    each_selected(value, path, conditions, options, &mut |path, _| {
        paths.push(path.clone());
        ControlFlow::Continue(())
    })?;
    Ok(paths)
}

/// Returns the selected paths with positions of members instead of their keys, and as they are shown.
pub(crate) fn positions(
    value: AnyRef<'_>,
    path: &Path,
    conditions: &[Condition],
    options: StepOptions,
) -> Result<Vec<[Path; 2]>, EditError> {
    let mut paths = Vec::new();
    let each = &mut |selected: &Selected, _: AnyRef<'_>| {
        paths.push([selected.position.clone(), selected.shown.clone()]);
        ControlFlow::Continue(())
    };
    selected(&Path::default(), value, path, conditions, options, each)?;
    Ok(paths)
}

/// Calls `each` with the path and the value of everything that a path and conditions [`select`],
/// until it breaks.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change::steps::{self, StepOptions};
/// use std::ops::ControlFlow;
///
/// let save = layout_named("godot4").unwrap().parse(r#"[{"hp": 0}, {"hp": 7}]"#)?;
/// let mut found = Vec::new();
/// steps::each_selected((&save).into(), &"[*].hp".parse()?, &[], StepOptions::default(), &mut |path, hp| {
///     found.push(format!("{path} is {hp}"));
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(found, ["[0].hp is 0", "[1].hp is 7"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`select`].
pub fn each_selected(
    value: AnyRef<'_>,
    path: &Path,
    conditions: &[Condition],
    options: StepOptions,
    each: &mut dyn FnMut(&Path, AnyRef<'_>) -> ControlFlow<()>,
) -> Result<(), EditError> {
    each_selected_after(&Path::default(), value, path, conditions, options, each)
}

/// Selects values as [`each_selected`] does, in the value at `start` of a larger one. The paths have
/// all segments.
///
/// # Errors
///
/// Returns the errors of [`select`].
pub fn each_selected_after(
    start: &Path,
    value: AnyRef<'_>,
    path: &Path,
    conditions: &[Condition],
    options: StepOptions,
    each: &mut dyn FnMut(&Path, AnyRef<'_>) -> ControlFlow<()>,
) -> Result<(), EditError> {
    let each = &mut |selected: &Selected, value: AnyRef<'_>| each(&selected.shown, value);
    selected(start, value, path, conditions, options, each)
}

type Sink<'s> = &'s mut dyn FnMut(&Selected, AnyRef<'_>) -> ControlFlow<()>;

fn selected(
    start: &Path,
    value: AnyRef<'_>,
    path: &Path,
    conditions: &[Condition],
    options: StepOptions,
    each: Sink<'_>,
) -> Result<(), EditError> {
    let segments: Vec<_> = path.segments().collect();
    let mut selection = Selection {
        conditions,
        options,
        each,
    };
    let root = Root {
        value,
        path: &Selected::default(),
        known: start.segments().len(),
    };
    let place = Selected {
        position: start.clone(),
        shown: start.clone(),
    };
    // Whether `each` broke does not matter.
    let _ = selection.follow(root, &place, value, &segments, false)?;
    Ok(())
}

/// The paths of a selected value.
#[derive(Default)]
struct Selected<P = Path> {
    /// The path with positions instead of keys that are not strings, which is followed without
    /// comparing the key with those of all entries.
    position: P,
    /// The path for readers.
    shown: P,
}

impl Selected {
    fn join(&self, position: &Path, shown: &Path) -> Self {
        Self {
            position: self.position.join(position),
            shown: self.shown.join(shown),
        }
    }
}

struct Selection<'s> {
    conditions: &'s [Condition],
    options: StepOptions,
    each: Sink<'s>,
}

/// The value from which the paths in errors start: the whole value, or the content of a step.
#[derive(Clone, Copy)]
struct Root<'r> {
    value: AnyRef<'r>,
    /// The path of the content.
    path: &'r Selected,
    /// The number of segments of a path that lead to `value`.
    known: usize,
}

impl Selection<'_> {
    /// Follows the segments from `value` on, which is at `place` in the root. `is_selected` is
    /// whether a pattern precedes the segments: then, a value that does not exist is no error.
    fn follow(
        &mut self,
        root: Root<'_>,
        place: &Selected,
        value: AnyRef<'_>,
        segments: &[&Segment],
        is_selected: bool,
    ) -> Result<ControlFlow<()>, EditError> {
        let is_plain = |it: &&Segment| !it.is_pattern() && !matches!(it, Segment::Step(_));
        let end = segments.iter().position(|it| !is_plain(it));
        let (plain, rest) = segments.split_at(end.unwrap_or(segments.len()));
        let plain: Path = plain.iter().copied().cloned().collect();
        let place = place.join(&plain, &plain);
        let component;
        let mut found = value.at_path(&plain);
        if found.is_none() {
            component = value.component_at_path(&plain);
            found = component.as_ref().map(AnyRef::from);
        }
        let missing = |path: &Path| Err(missing_from(root.value, path, root.known));
        let Some(found) = found else {
            return if is_selected {
                Ok(ControlFlow::Continue(()))
            } else {
                missing(&place.shown)
            };
        };
        match rest.split_first() {
            None => {
                if !is_selected && !self.satisfies(found)? {
                    return Ok(ControlFlow::Continue(()));
                }
                let path = root.path.join(&place.position, &place.shown);
                Ok((self.each)(&path, found))
            }
            Some((Segment::Step(step), rest)) => {
                let inner: Path = rest.iter().copied().cloned().collect();
                let content = opened(found, &place.shown, *step, &inner, self.options)?;
                let [position, shown] = [&place.position, &place.shown].map(|it| after(it, *step));
                let content = Root {
                    value: (&content).into(),
                    path: &root.path.join(&position, &shown),
                    known: 0,
                };
                let start = Selected::default();
                let followed = self.follow(content, &start, content.value, rest, is_selected);
                followed.map_err(|error| error.after(&shown))
            }
            Some((pattern, rest)) => match members(found) {
                Some(members) => self.members(root, &place, found, &members, pattern, rest),
                None if is_selected => Ok(ControlFlow::Continue(())),
                None => missing(&place.shown.join(&Segment::clone(pattern).into())),
            },
        }
    }

    /// Follows the segments after a pattern from each member on for which the pattern stands.
    fn members(
        &mut self,
        root: Root<'_>,
        place: &Selected,
        container: AnyRef<'_>,
        members: &[Selected<Segment>],
        pattern: &Segment,
        rest: &[&Segment],
    ) -> Result<ControlFlow<()>, EditError> {
        let is_last = !rest.iter().any(|it| it.is_pattern());
        let elements = Elements::of(container);
        for (index, member) in members.iter().enumerate() {
            let element;
            let value = if let Some(member) = container.member(index) {
                member.value
            } else if let Some(found) = elements.at(index) {
                element = found;
                (&element).into()
            } else {
                continue;
            };
            if let Segment::Where(condition) = pattern
                && !matches(value, condition, self.options)?
            {
                continue;
            }
            if is_last && !self.satisfies(value)? {
                continue;
            }
            let [position, shown] = [&member.position, &member.shown].map(|it| it.clone().into());
            let place = place.join(&position, &shown);
            if self.follow(root, &place, value, rest, true)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn satisfies(&self, value: AnyRef<'_>) -> Result<bool, EditError> {
        for condition in self.conditions {
            if !matches(value, condition, self.options)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The elements of a packed array, which is encoded once for all of them.
enum Elements<'v> {
    None,
    Texts(AnyRef<'v>, Vec<&'v str>),
    Numbers(AnyRef<'v>, Vec<u8>, usize),
}

impl<'v> Elements<'v> {
    fn of(array: AnyRef<'v>) -> Self {
        match array.view() {
            AnyView::PackedText(texts) => Self::Texts(array, texts.clone()),
            AnyView::Packed(elements) => {
                let mut bytes = Vec::new();
                elements.encode(&mut bytes);
                let width = bytes.len().checked_div(elements.elements());
                Self::Numbers(array, bytes, width.unwrap_or(0))
            }
            _ => Self::None,
        }
    }

    fn at(&self, index: usize) -> Option<AnyVariant> {
        match self {
            Self::None => None,
            Self::Texts(array, texts) => {
                let text = Content::Text((*texts.get(index)?).to_owned());
                array.layout().build(Kind::String, text)
            }
            Self::Numbers(array, bytes, width) => {
                let start = index.checked_mul(*width)?;
                let bytes = bytes.get(start..start.checked_add(*width)?)?;
                let content = Content::Components(bytes);
                let array = array.layout().build(array.kind(), content)?;
                AnyRef::from(&array).component_at_path(&Segment::Index(0).into())
            }
        }
    }
}

/// Returns the elements, entries or properties of a value, or `None` if it can have none.
fn members(value: AnyRef<'_>) -> Option<Vec<Selected<Segment>>> {
    let same = |segment: Segment| Selected {
        position: segment.clone(),
        shown: segment,
    };
    let texts = value.members().map(|it| text_of_key(it.key()?));
    let texts: Vec<Option<String>> = texts.collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for text in texts.iter().flatten() {
        *counts.entry(text).or_default() += 1;
    }
    let member = |index| {
        let key = match value.member(index).map(|it| it.segment) {
            Some(SegmentRef::Key(key)) => key,
            Some(SegmentRef::Property(name)) => return same(Segment::Name(name.into())),
            _ => return same(Segment::Index(index)),
        };
        let position = Segment::ValueOf(index);
        match &texts[index] {
            None => same(named(value, key, position)),
            Some(text) if counts[&**text] == 1 && is_key(key, text) => Selected {
                position,
                shown: Segment::Key(text.clone()),
            },
            Some(_) => same(position),
        }
    };
    Some((0..value.view().count()?).map(member).collect())
}

/// Returns the text of a key in brackets, or `None` for a string.
fn text_of_key(key: AnyRef<'_>) -> Option<String> {
    match key.view() {
        AnyView::Text(_) => None,
        _ => Some(format!("{key:#}")),
    }
}

/// Returns whether `text` is parsed as `key`.
fn is_key(key: AnyRef<'_>, text: &str) -> bool {
    let parsed = key.layout().parse(text);
    parsed.is_ok_and(|parsed| AnyRef::from(&parsed) == key)
}

/// Returns the name of an entry, or its position if the name leads to another entry.
fn named(dictionary: AnyRef<'_>, key: AnyRef<'_>, position: Segment) -> Segment {
    let AnyView::Text(text) = key.view() else {
        return position;
    };
    let name = Segment::Name(text.into());
    let resolved = dictionary.resolved_path(&name.clone().into());
    if resolved == Some(position.clone().into()) {
        return name;
    }
    position
}
