//! Finds and removes the values that patterns and conditions select.

use super::path::find_outside;
use super::{DeepPath, ParseDeepPathError, StepOptions, get, missing, opened, remove_all};
use crate::change::{ChangeNote, EditError};
use gdvariant::any::{AnyRef, AnyVariant, AnyView, SegmentRef};
use gdvariant::generic::structure::Content;
use gdvariant::{Kind, Path, Segment};
use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// A condition on a value.
///
/// | condition | is satisfied if |
/// | --- | --- |
/// | `id=7` | the value at the path `id` is 7, in the notation of scripts |
/// | `id!=7` | there is a value at the path `id`, and it is not 7 |
/// | `id` | there is a value at the path `id` |
/// | `=7`, `!=7` | the value itself is 7, or is not 7 |
///
/// As in scripts, `7` equals `7.0`, and a String equals a StringName with the same characters. A
/// number in single precision equals a float that is rounded to it.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change::deep::{Condition, StepOptions};
///
/// let item = layout_named("godot4").unwrap().parse(r#"{"id": 7, "at": Vector2(0.1, 2)}"#)?;
/// for (condition, is_satisfied) in [("id = 7.0", true), ("at.x!=0.1", false), ("name", false)] {
///     let condition: Condition = condition.parse()?;
///     assert_eq!(condition.matches((&item).into(), StepOptions::default())?, is_satisfied);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    path: DeepPath,
    test: Test,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Test {
    Exists,
    /// The value is that of the text if the bool is true, or else another one.
    Equals(bool, String),
}

impl Condition {
    /// Returns whether a value satisfies the condition.
    ///
    /// # Errors
    ///
    /// Returns an error if the layout cannot parse the value of the condition, or if a step of the
    /// path cannot open its value.
    pub fn matches(&self, value: AnyRef<'_>, options: StepOptions) -> Result<bool, EditError> {
        let found = match get(value, &self.path, options) {
            Err(error) if error.is_missing() => return Ok(false),
            found => found?,
        };
        let Test::Equals(is_equal, text) = &self.test else {
            return Ok(true);
        };
        let wanted = value.layout().parse(text);
        let wanted = wanted.map_err(|error| EditError::InvalidValue {
            condition: self.to_string(),
            error,
        })?;
        Ok(equals(&found, &wanted) == *is_equal)
    }
}

/// Returns whether values are equal in a script, or as far as the precision of `found` allows.
#[expect(
    clippy::float_cmp,
    reason = "conditions compare exactly, as scripts do"
)]
fn equals(found: &AnyVariant, wanted: &AnyVariant) -> bool {
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

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.path.fmt(f)?;
        match &self.test {
            Test::Exists => Ok(()),
            Test::Equals(true, text) => write!(f, "={text}"),
            Test::Equals(false, text) => write!(f, "!={text}"),
        }
    }
}

impl FromStr for Condition {
    type Err = ParseDeepPathError;

    /// # Errors
    ///
    /// Returns an error if the path is invalid, or if the condition or its value is empty.
    fn from_str(condition: &str) -> Result<Self, ParseDeepPathError> {
        let error = |offset, expected: &str| Err(ParseDeepPathError::new(offset, expected));
        let (path, test) = match condition.split_at_checked(find_outside(condition, '=')) {
            None => (condition, Test::Exists),
            Some((before, value)) => {
                let path = before.strip_suffix('!');
                let value = value[1..].strip_prefix('=').unwrap_or(&value[1..]).trim();
                if value.is_empty() {
                    return error(condition.len(), "a value, such as 7 or \"text\"");
                }
                let test = Test::Equals(path.is_none(), value.into());
                (path.unwrap_or(before), test)
            }
        };
        if path.trim().is_empty() && test == Test::Exists {
            return error(0, "a condition, such as id=7, id!=7 or id");
        }
        let path = path.trim().parse()?;
        Ok(Self { path, test })
    }
}

/// Returns the paths of the values that patterns and conditions select.
///
/// In a pattern, `[*]` stands for every element of an Array, every entry of a Dictionary, and every
/// property of an object. A value is selected if it satisfies all conditions.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change::deep::{self, StepOptions};
///
/// let save = layout_named("godot4").unwrap().parse(r#"{"a": {"hp": 0}, "b": {"hp": 7}}"#)?;
/// let (patterns, conditions) = (["[*]".parse()?], ["hp=0".parse()?]);
/// let found = deep::select((&save).into(), &patterns, &conditions, StepOptions::default())?;
/// assert_eq!(found, ["a".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if a path without `[*]`, or the part of a path before its first `[*]`, leads to
/// no value, if a step cannot open its value, and the errors of [`Condition::matches`].
pub fn select(
    value: AnyRef<'_>,
    patterns: &[DeepPath],
    conditions: &[Condition],
    options: StepOptions,
) -> Result<Vec<DeepPath>, EditError> {
    let selected = selected(value, patterns, conditions, options)?;
    Ok(selected.into_iter().map(|it| it.shown).collect())
}

/// Returns the values that patterns and conditions select.
fn selected(
    value: AnyRef<'_>,
    patterns: &[DeepPath],
    conditions: &[Condition],
    options: StepOptions,
) -> Result<Vec<Selected<DeepPath>>, EditError> {
    let selection = Selection {
        conditions,
        options,
    };
    let mut selected = Vec::new();
    for path in patterns {
        selected.extend(selection.deep(value, path, false)?);
    }
    Ok(selected)
}

/// The paths of a selected value.
#[derive(Default)]
struct Selected<P> {
    /// The path with positions instead of keys that are not strings, which is followed without
    /// comparing the key with those of all entries.
    position: P,
    /// The path for readers.
    shown: P,
}

impl Selected<Path> {
    /// Adds segments to both paths.
    fn with(&self, position: &Segment, shown: &Segment) -> Self {
        let longer = |path: &Path, last| path.segments().chain([last]).cloned().collect();
        Self {
            position: longer(&self.position, position),
            shown: longer(&self.shown, shown),
        }
    }
}

/// The values that [`remove_where`] removed.
///
/// [`remove_where`] has an example.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Removed {
    /// The paths before the first removal.
    pub paths: Vec<DeepPath>,
    /// Changes that may be mistakes.
    pub notes: Vec<ChangeNote>,
}

/// Removes the values that patterns and conditions [`select`].
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change::deep::{self, StepOptions};
///
/// let layout = layout_named("godot4").unwrap();
/// let mut save = layout.parse(r#"{"items": [{"id": 7}, {"id": 8}, {"id": 7}]}"#)?;
/// let (patterns, conditions) = (["items[*]".parse()?], ["id=7".parse()?]);
/// let removed =
///     deep::remove_where(&mut save, &patterns, &conditions, StepOptions::default())?;
/// assert_eq!(removed.paths, ["items[0]".parse()?, "items[2]".parse()?]);
/// assert_eq!(save, layout.parse(r#"{"items": [{"id": 8}]}"#)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`select`] and [`remove_all`]. Values at other paths may then have been
/// removed.
pub fn remove_where(
    value: &mut AnyVariant,
    patterns: &[DeepPath],
    conditions: &[Condition],
    options: StepOptions,
) -> Result<Removed, EditError> {
    let selected = selected((&*value).into(), patterns, conditions, options)?;
    let (positions, paths): (Vec<_>, _) = selected
        .into_iter()
        .map(|it| (it.position, it.shown))
        .unzip();
    let notes = remove_all(value, &positions, options)?;
    Ok(Removed { paths, notes })
}

struct Selection<'c> {
    conditions: &'c [Condition],
    options: StepOptions,
}

impl Selection<'_> {
    /// Returns the selected paths. `is_pattern` is whether `[*]` precedes this path.
    fn deep(
        &self,
        value: AnyRef<'_>,
        path: &DeepPath,
        is_pattern: bool,
    ) -> Result<Vec<Selected<DeepPath>>, EditError> {
        let outers = expanded(value, &path.outer, is_pattern)?;
        let is_pattern = is_pattern || path.outer.segments().any(is_any);
        let mut elements = Elements::default();
        let mut selected = Vec::new();
        for outer in outers {
            let Some((step, rest)) = path.inner.as_deref() else {
                if self.conditions.is_empty()
                    || self.is_selected((&elements.at(value, &outer)?).into())?
                {
                    selected.push(Selected {
                        position: outer.position.into(),
                        shown: outer.shown.into(),
                    });
                }
                continue;
            };
            let found = elements.at(value, &outer)?;
            let content = opened((&found).into(), &outer.shown, *step, rest, self.options)?;
            let inner = self.deep((&content).into(), rest, is_pattern);
            let inner = inner.map_err(|error| error.after(&step.after(&outer.shown)))?;
            let after = |outer: &Path, inner: DeepPath| DeepPath {
                outer: outer.clone(),
                ..inner.inside(*step)
            };
            selected.extend(inner.into_iter().map(|inner| Selected {
                position: after(&outer.position, inner.position),
                shown: after(&outer.shown, inner.shown),
            }));
        }
        Ok(selected)
    }

    fn is_selected(&self, value: AnyRef<'_>) -> Result<bool, EditError> {
        for condition in self.conditions {
            if !condition.matches(value, self.options)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl DeepPath {
    /// Returns whether a segment of the path is `[*]`, for which [`select`] puts any key.
    ///
    /// ```
    /// use gdvariant_files::change::deep::DeepPath;
    ///
    /// assert!("items[*].id".parse::<DeepPath>()?.is_pattern());
    /// assert!(!r#"items["*"]"#.parse::<DeepPath>()?.is_pattern());
    /// # Ok::<(), gdvariant_files::change::deep::ParseDeepPathError>(())
    /// ```
    #[must_use]
    pub fn is_pattern(&self) -> bool {
        let inner = self.inner.as_deref();
        self.outer.segments().any(is_any) || inner.is_some_and(|(_, inner)| inner.is_pattern())
    }
}

fn is_any(segment: &Segment) -> bool {
    matches!(segment, Segment::Any)
}

/// The elements of the packed array that was read last, which is encoded once for all of them.
#[derive(Default)]
struct Elements {
    container: Option<Path>,
    kind: Option<Kind>,
    bytes: Vec<u8>,
    width: usize,
}

impl Elements {
    /// Returns the value at a path.
    fn at(&mut self, value: AnyRef<'_>, path: &Selected<Path>) -> Result<AnyVariant, EditError> {
        let found = self.element(value, &path.position);
        let found = found.or_else(|| value.component_at_path(&path.position));
        found.ok_or_else(|| missing(value, &path.shown))
    }

    /// Returns an element of a packed array, or `None` for other values.
    fn element(&mut self, value: AnyRef<'_>, path: &Path) -> Option<AnyVariant> {
        let (container, Segment::Index(index)) = path.split_last()? else {
            return None;
        };
        if self.container.as_ref() != Some(&container) {
            let array = value.at_path(&container)?;
            *self = Self::default();
            if let AnyView::Packed(elements) = array.view() {
                elements.encode(&mut self.bytes);
                self.width = self.bytes.len().checked_div(elements.elements())?;
                self.kind = Some(array.kind());
            }
            self.container = Some(container);
        }
        let start = index.checked_mul(self.width)?;
        let bytes = self.bytes.get(start..start.checked_add(self.width)?)?;
        let array = value
            .layout()
            .build(self.kind?, Content::Components(bytes))?;
        let first = Path::from_iter([Segment::Index(0)]);
        AnyRef::from(&array).component_at_path(&first)
    }
}

/// Replaces each `[*]` in a path. Paths that do not exist are omitted if `[*]` precedes their end.
fn expanded(
    value: AnyRef<'_>,
    path: &Path,
    mut is_pattern: bool,
) -> Result<Vec<Selected<Path>>, EditError> {
    let mut paths = vec![Selected::default()];
    let mut is_complete = false;
    for segment in path.segments() {
        is_complete = is_any(segment);
        if !is_complete {
            paths = paths.iter().map(|it| it.with(segment, segment)).collect();
            continue;
        }
        let mut next = Vec::new();
        for start in &paths {
            match value.at_path(&start.position).and_then(members) {
                Some(members) => {
                    next.extend(members.iter().map(|it| start.with(&it.position, &it.shown)));
                }
                None if is_pattern => {}
                None => return Err(missing(value, &start.with(segment, segment).shown)),
            }
        }
        (paths, is_pattern) = (next, true);
    }
    if is_pattern && !is_complete {
        let exists =
            |path: &Path| value.at_path(path).is_some() || value.component_at_path(path).is_some();
        paths.retain(|it| exists(&it.position));
    }
    Ok(paths)
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
    let resolved = dictionary.resolved_path(&Path::from_iter([name.clone()]));
    if resolved == Some(Path::from_iter([position.clone()])) {
        return name;
    }
    position
}
