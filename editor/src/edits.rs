//! Changes to values, as replacements of bytes that can be undone.

use crate::content::Content;
use crate::describe::key_segment;
use crate::failure::Failure;
use crate::form::Input;
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::generic::structure::{self, build_any};
use gdvariant::{EncodeOptions, Kind, Path, Segment};
use gdvariant_files::change::{self, Changed, EditError, MissingPath};
use gdvariant_files::display::DisplayOptions;
use gdvariant_files::document::{common_prefix, common_suffix};
use gdvariant_files::packages::build::Leaf;
use gdvariant_files::values::PREFIX_LENGTH;
use serde::Serialize;
use std::ops::Range;

/// A change of a value.
pub(crate) enum Change<'t> {
    Set(&'t Input),
    /// Add a member with the value to the container at the path.
    Add(Option<&'t Input>, &'t Input),
    Remove,
    Rename(&'t Input),
    /// Move to an index among the siblings.
    Reorder(usize),
    Duplicate,
}

/// The words with which the page lists a change.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StepKind {
    Set,
    Renamed,
    Moved,
}

/// A replacement of bytes of the content.
pub(crate) struct Splice {
    pub(crate) start: usize,
    pub(crate) old: Vec<u8>,
    pub(crate) new: Vec<u8>,
}

/// A change as the page lists it.
#[derive(Clone, Serialize)]
pub(crate) struct Step {
    kind: StepKind,
    pub(crate) path: String,
    /// The path of numbers after the change, if the value exists then.
    #[serde(skip)]
    pub(crate) numbers: Option<Path>,
    /// The number of the value in the file, from 0.
    pub(crate) file_value: usize,
    /// `None` if the value is new.
    old: Option<String>,
    /// `None` if the value was removed.
    new: Option<String>,
    /// A change that may be a mistake.
    note: Option<String>,
}

/// The encoded result of a change.
pub(crate) struct EncodedChange {
    pub(crate) step: Step,
    /// The part of the value whose bytes change, as a path of numbers.
    pub(crate) part: Path,
    /// The new bytes of the part.
    pub(crate) bytes: Vec<u8>,
}

/// The form of values in the list of changes.
const LISTED: DisplayOptions = DisplayOptions::up_to(160, false);

/// Changes a value of the file, and encodes the part that changed.
pub(crate) fn changed(
    content: &Content,
    file_value: usize,
    path: &Path,
    change: &Change<'_>,
) -> Result<EncodedChange, Failure> {
    let range = content.file.values().get(file_value).cloned();
    let range = range.ok_or_else(|| Failure::of("the file has no such value"))?;
    let start = range.start;
    let bytes = content.file.bytes().get(range).unwrap_or_default();
    let value = &mut content
        .file
        .layout()
        .decode(bytes, content.file.options())
        .map_err(|error| Failure::decode(&error, start))?;
    let at_path = |failure: Failure| Failure {
        path: path.to_string(),
        ..failure
    };
    let Outcome {
        part,
        kind,
        path: shown,
        exact,
        texts: [old, new],
        note,
    } = apply(value, path, change).map_err(at_path)?;
    let value = AnyRef::from(&*value);
    let target = value.at_path(&part).unwrap_or(value);
    Ok(EncodedChange {
        bytes: target.to_vec(EncodeOptions::new()).map_err(Failure::of)?,
        part,
        step: Step {
            kind,
            path: shown.to_string(),
            numbers: value.resolved_path(&exact),
            file_value,
            old,
            new,
            note,
        },
    })
}

/// What a change did to a value of the file.
struct Outcome {
    /// The part whose bytes change, as a path of numbers.
    part: Path,
    kind: StepKind,
    /// The path of the changed value after the change, as the page shows it.
    path: Path,
    /// The same path without ambiguity.
    exact: Path,
    /// The texts before and after the change.
    texts: [Option<String>; 2],
    note: Option<String>,
}

fn apply(value: &mut AnyVariant, path: &Path, change: &Change<'_>) -> Result<Outcome, Failure> {
    let layout = value.layout();
    let root = AnyRef::from(&*value);
    // Setting an existing value changes its bytes only. Otherwise the count of the container
    // changes, or the components around the path.
    let existing = root.resolved_path(path);
    let existing = existing.filter(|it| root.at_path(it).is_some());
    let part = match (existing, change) {
        (Some(existing), Change::Set(_) | Change::Add(..)) => existing,
        _ => container(root, path),
    };
    let mut outcome = Outcome {
        part,
        kind: StepKind::Set,
        path: path.clone(),
        exact: path.clone(),
        texts: [None, None],
        note: None,
    };
    match change {
        Change::Set(input) => {
            let old = root.component_at_path(path);
            let new = input.value(layout, old.as_ref().map(AnyRef::from))?;
            outcome.set(value, path, new)?;
        }
        Change::Add(key, input) => {
            let new = input.value(layout, None)?;
            let [exact, shown] = added_path(root, path, *key)?;
            outcome.set(value, &exact, new)?;
            outcome.note = None;
            outcome.exact = if key.is_some() { exact } else { shown.clone() };
            outcome.path = shown;
        }
        Change::Remove => {
            let removed = change::remove(value, path)?;
            outcome.texts[0] = Some(LISTED.value((&removed).into()));
        }
        Change::Rename(input) => {
            let (parent, index) = place(root, path).ok_or_else(no_member)?;
            let old = key_of(root, &parent, index);
            let old = old.ok_or_else(|| EditError::NoKey(path.clone()))?;
            let key = input.value(layout, Some((&old).into()))?;
            outcome.kind = StepKind::Renamed;
            outcome.texts = LISTED.pair((&old).into(), (&key).into()).map(Some);
            change::rename(value, path, key)?;
            [outcome.path, outcome.exact] = member_paths((&*value).into(), &parent, index);
        }
        Change::Reorder(index) => {
            let (parent, old) = place(root, path).ok_or_else(no_member)?;
            outcome.kind = StepKind::Moved;
            outcome.texts = [old, *index].map(|index| Some(format!("[{index}]")));
            change::reorder(value, path, *index)?;
            [outcome.path, outcome.exact] = member_paths((&*value).into(), &parent, *index);
        }
        Change::Duplicate => {
            let (parent, index) = place(root, path).ok_or_else(no_member)?;
            let copied = root.component_at_path(path);
            outcome.texts[1] = copied.map(|it| LISTED.value((&it).into()));
            change::duplicate(value, path)?;
            [outcome.path, outcome.exact] = member_paths((&*value).into(), &parent, index + 1);
        }
    }
    Ok(outcome)
}

impl Outcome {
    fn set(&mut self, value: &mut AnyVariant, path: &Path, new: AnyVariant) -> Result<(), Failure> {
        let shown = new.clone();
        let Changed { old, note, .. } = change::set(value, path, new)?;
        let new = AnyRef::from(&*value).component_at_path(path);
        let new = new.unwrap_or(shown);
        self.note = note.map(|note| note.to_string());
        self.texts = match &old {
            Some(old) => LISTED.pair(old.into(), (&new).into()).map(Some),
            None => [None, Some(LISTED.value((&new).into()))],
        };
        Ok(())
    }
}

fn no_member() -> Failure {
    Failure::of("the value is not a member of a container")
}

/// Returns the path of the container of a value, and the index of the value in it.
fn place(root: AnyRef<'_>, path: &Path) -> Option<(Path, usize)> {
    let resolved = root.resolved_path(path)?;
    let (Segment::Index(index) | Segment::ValueOf(index)) = resolved.segments().last()? else {
        return None;
    };
    let mut parent: Vec<_> = path.segments().cloned().collect();
    parent.pop();
    Some((parent.into_iter().collect(), *index))
}

/// Returns the key of an entry, or the name of a property.
pub(crate) fn key_of(root: AnyRef<'_>, parent: &Path, index: usize) -> Option<AnyVariant> {
    match root.at_path(parent)?.view() {
        AnyView::Dictionary { entries, .. } => {
            let key = entries.get(index)?.key;
            key.component_at_path(&Path::default())
        }
        AnyView::Object(_, properties) => {
            let (name, _) = properties.get(index)?;
            let name = Leaf(Kind::String, structure::Content::Text((*name).into()));
            build_any(root.layout(), name).ok()
        }
        _ => None,
    }
}

/// Returns the path of a member of a container as the page shows it, and without ambiguity.
fn member_paths(root: AnyRef<'_>, parent: &Path, index: usize) -> [Path; 2] {
    let view = root.at_path(parent).map(AnyRef::view);
    let exact = match view {
        Some(AnyView::Dictionary { .. } | AnyView::Object(..)) => Segment::ValueOf(index),
        _ => Segment::Index(index),
    };
    let key = key_of(root, parent, index);
    let shown = key.and_then(|key| key_segment(&key));
    let shown = shown.unwrap_or_else(|| exact.clone());
    [shown, exact].map(|last| parent.segments().cloned().chain([last]).collect())
}

/// Returns the path at which a member is added to a container, and the path that the page shows.
fn added_path(
    root: AnyRef<'_>,
    container: &Path,
    key: Option<&Input>,
) -> Result<[Path; 2], Failure> {
    let within = |last| {
        container
            .segments()
            .cloned()
            .chain([last])
            .collect::<Path>()
    };
    let found = root.component_at_path(container);
    let found = found.ok_or_else(|| EditError::Missing(MissingPath::of(root, container, 0)))?;
    let Some(key) = key else {
        let count = found.view().count().unwrap_or(0);
        return Ok([Segment::Key("+".into()), Segment::Index(count)].map(within));
    };
    let key = key.value(root.layout(), None)?;
    let last = match key.view() {
        AnyView::Text(text) if key.kind() == Kind::String => Segment::Name(text.into()),
        _ => Segment::Key(format!("{key:#}")),
    };
    let exact = within(last.clone());
    if root.component_at_path(&exact).is_some() {
        return Err(EditError::KeyExists(format!("{key:#}")).into());
    }
    Ok([exact, within(key_segment(&key).unwrap_or(last))])
}

/// Returns the innermost existing value that contains the end of a path, as a path of numbers.
fn container(value: AnyRef<'_>, path: &Path) -> Path {
    let mut segments: Vec<_> = path.segments().cloned().collect();
    loop {
        segments.pop();
        let start: Path = segments.iter().cloned().collect();
        if segments.is_empty() || value.at_path(&start).is_some() {
            return value.resolved_path(&start).unwrap_or_default();
        }
    }
}

/// Returns the replacements that change a range of a value of the file, without equal bytes at
/// both ends, and with the length prefix of the value.
pub(crate) fn splices(
    content: &Content,
    file_value: usize,
    range: &Range<usize>,
    new: &[u8],
) -> Result<Vec<Splice>, Failure> {
    let old = content.file.bytes().get(range.clone()).unwrap_or_default();
    let mut splices = vec![trimmed(range.start, old, new)];
    let value = &content.file.values()[file_value];
    let prefix = if content.file.is_framed() {
        PREFIX_LENGTH
    } else {
        0
    };
    let framed = value.start - prefix..value.end;
    let length = framed.len() - old.len() + new.len();
    content.file.check_counts(framed, length)?;
    if content.file.is_framed() && old.len() != new.len() {
        let start = value.start - PREFIX_LENGTH;
        let length = value.len() - old.len() + new.len();
        splices.push(Splice {
            start,
            old: content.file.bytes()[start..value.start].to_vec(),
            new: content.file.prefix(length)?.to_vec(),
        });
    }
    Ok(splices)
}

fn trimmed(start: usize, old: &[u8], new: &[u8]) -> Splice {
    let before = common_prefix(old, new);
    let (old, new) = (&old[before..], &new[before..]);
    let after = common_suffix(old, new);
    Splice {
        start: start + before,
        old: old[..old.len() - after].to_vec(),
        new: new[..new.len() - after].to_vec(),
    }
}
