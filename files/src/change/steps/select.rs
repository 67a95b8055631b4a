//! Finds the values that patterns and conditions select.

use super::{StepOptions, after, opened};
use crate::change::EditError;
use crate::change::missing;
use gdvariant::any::{AnyRef, AnyVariant, AnyView, SegmentRef};
use gdvariant::generic::structure::Content;
use gdvariant::{Condition, ConditionTest, Path, Segment};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Returns whether a value satisfies the condition.
///
/// If the path of the condition is a pattern, one of its values has to satisfy the condition.
fn matches(
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
    let start = Path::default();
    match each_selected(&start, value, &condition.path, &[], options, each) {
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

/// Calls `each` with the path and the value of everything that a path and conditions select, until it
/// breaks. The paths start with `start`, the path of `value`.
///
/// In a pattern, `[*]` stands for every element of an Array, every entry of a Dictionary, and every
/// property of an object, and a [`Condition`] for those that satisfy it. The members for which the
/// last of them stands must also satisfy all `conditions`; without a pattern, the value itself must.
///
/// As in scripts, `7` equals `7.0` in a condition, and a String equals a StringName with the same
/// characters. A number in single precision equals a float that is rounded to it.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change::steps::{self, StepOptions};
/// use std::ops::ControlFlow;
///
/// let save = layout_named("godot4").unwrap();
/// let save = save.parse(r#"{"a": {"hp": 0, "gold": 1}, "b": {"hp": 7, "gold": 2}}"#)?;
/// for (path, condition, expected) in
///     [("[*]", "hp=0", "a"), ("[*].gold", "hp=0.0", "a.gold"), ("[?gold=2].hp", "hp=7", "b.hp")]
/// {
///     let (path, conditions) = (path.parse()?, [condition.parse()?]);
///     let (start, options) = ("".parse()?, StepOptions::default());
///     steps::each_selected(&start, (&save).into(), &path, &conditions, options, &mut |path, _| {
///         assert_eq!(path.to_string(), expected);
///         ControlFlow::Continue(())
///     })?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if a path without patterns, or the part of a path before its first pattern,
/// leads to no value, if a step cannot open its value, or if the layout cannot parse the value of a
/// condition.
pub fn each_selected(
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
        let missing = |path: &Path| Err(missing(root.value, path, root.known));
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
        let elements = elements(container);
        for (index, member) in members.iter().enumerate() {
            let element;
            let value = if let Some(member) = container.member(index) {
                member.value
            } else if let Some(found) = elements(index) {
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

/// Returns the elements of a packed array by their index. Its numbers are encoded once for all of
/// them.
fn elements(array: AnyRef<'_>) -> impl Fn(usize) -> Option<AnyVariant> {
    let (mut bytes, mut width) = (Vec::new(), 0);
    if let AnyView::Packed(elements) = array.view() {
        elements.encode(&mut bytes);
        width = bytes.len().checked_div(elements.elements()).unwrap_or(0);
    }
    move |index| {
        if width == 0 {
            return array.component_at_path(&Segment::Index(index).into());
        }
        let bytes = bytes.chunks(width).nth(index)?;
        let content = Content::Components(bytes);
        let array = array.layout().build(array.kind(), content)?;
        AnyRef::from(&array).component_at_path(&Segment::Index(0).into())
    }
}

/// Returns the elements, entries or properties of a value, or `None` if it can have none.
fn members(value: AnyRef<'_>) -> Option<Vec<Selected<Segment>>> {
    let same = |segment: Segment| Selected {
        position: segment.clone(),
        shown: segment,
    };
    // The texts of keys in brackets; strings have none.
    let texts = value.members().map(|it| {
        let key = it.key()?;
        (!matches!(key.view(), AnyView::Text(_))).then(|| format!("{key:#}"))
    });
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
        let is_key = |text: &str| {
            let parsed = value.layout().parse(text);
            parsed.is_ok_and(|parsed| AnyRef::from(&parsed) == key)
        };
        match &texts[index] {
            None => same(named(value, key, position)),
            Some(text) if counts[&**text] == 1 && is_key(text) => Selected {
                position,
                shown: Segment::Key(text.clone()),
            },
            Some(_) => same(position),
        }
    };
    Some((0..value.view().count()?).map(member).collect())
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
