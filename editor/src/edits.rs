//! Changes to values, as replacements of members that can be undone.
//!
//! A change touches the bytes of the changed members and the counts and lengths before them. Only
//! the changed members are decoded, encoded and indexed: the time hardly depends on the file.

use crate::content::Content;
use crate::describe::key_segment;
use crate::failure::Failure;
use crate::fields::Describer;
use crate::form::Input;
use crate::places::{Found, Site, set_count};
use crate::tree::{Index, MAX_LENGTH, NewRows, Row, Tree, narrow};
use gdvariant::any::{AnyRef, AnyVariant, AnyView, SegmentRef};
use gdvariant::generic::structure;
use gdvariant::{EncodeOptions, Kind, Path, Segment};
use gdvariant_files::change::{self, Changed, EditError};
use gdvariant_files::display::DisplayOptions;
use gdvariant_files::document::{common_prefix, common_suffix};
use serde::Serialize;

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

/// A replacement of consecutive members of a container by others, or of a value of the file.
pub(crate) struct Patch {
    pub(crate) file_value: usize,
    /// The number of the first member, after those of its containers, outermost first. Without
    /// numbers, the patch replaces the value of the file.
    pub(crate) numbers: Vec<usize>,
    /// The numbers of old and new members.
    pub(crate) counts: [usize; 2],
    /// The number of the member that the page selects, before and after; `None` selects the container.
    shown: [Option<usize>; 2],
    /// The offset in the members of the bytes that differ.
    start: usize,
    /// The old and the new bytes that differ.
    bytes: [Vec<u8>; 2],
}

/// A change as the page lists it.
#[derive(Clone, Serialize)]
pub(crate) struct Step {
    kind: StepKind,
    pub(crate) path: String,
    /// The number of the value in the file, from 0.
    pub(crate) file_value: usize,
    /// `None` if the value is new.
    old: Option<String>,
    /// `None` if the value was removed.
    new: Option<String>,
    /// A change that may be a mistake.
    note: Option<String>,
}

/// A change that can be applied.
pub(crate) struct Edit {
    pub(crate) step: Step,
    pub(crate) patch: Patch,
}

/// The form of values in the list of changes.
const LISTED: DisplayOptions = DisplayOptions::up_to(160, false);

/// Changes a value of the file.
pub(crate) fn changed(
    describer: &Describer<'_>,
    file_value: usize,
    path: &Path,
    change: &Change<'_>,
) -> Result<Edit, Failure> {
    let layout = describer.content.file.layout();
    let edit = match change {
        Change::Set(input) => set(describer, file_value, path, |old| input.value(layout, old)),
        Change::Add(key, input) => add(describer, file_value, path, *key, input),
        Change::Remove => remove(describer, file_value, path),
        change => arrange(describer, file_value, path, change),
    };
    edit.map_err(|failure| match &failure.path[..] {
        "" => failure.at_path(path),
        _ => failure,
    })
}

/// Sets the value at a path in a value of the file. `new` gets the old value.
pub(crate) fn set(
    describer: &Describer<'_>,
    file_value: usize,
    path: &Path,
    new: impl FnOnce(Option<AnyRef<'_>>) -> Result<AnyVariant, Failure>,
) -> Result<Edit, Failure> {
    let found = describer.resolve(file_value, path);
    let found = found.ok_or_else(|| Failure::of("the file has no such value"))?;
    let Found { row, numbers, .. } = &found;
    let part = Part::of(describer, &found);
    let mut part = part.ok_or_else(|| Failure::of("the value is invalid"))?;
    let old = AnyRef::from(&part.value).component_at_path(&part.path);
    let new = new(old.as_ref().map(AnyRef::from))?;
    let shown = new.clone();
    let Changed { old, note, .. } =
        change::set_below(&found.outer, &mut part.value, &part.path, new)
            .map_err(|error| rejected(describer, file_value, path, shown.clone(), error))?;
    let encoded = part.value.to_vec(EncodeOptions::new());
    let encoded = encoded.map_err(|error| Failure::of(error).at_path(path))?;
    let new = AnyRef::from(&part.value).component_at_path(&part.path);
    let new = new.unwrap_or(shown);
    let mut numbers = numbers.clone();
    let index = &describer.tree.index;
    let replacement = if part.is_container {
        numbers.push(index.members(*row).count());
        let start = head_length(describer, &encoded);
        Patch::new(file_value, numbers, [0, 1], &[], &encoded[start..])
    } else {
        let start = match numbers[..] {
            [] => index.start(*row),
            _ => index.entry_start(*row),
        };
        let key = describer.bytes(start..index.start(*row));
        let old = describer.bytes(start..describer.end(*row));
        let new = [key, &encoded].concat();
        Patch::new(file_value, numbers, [1, 1], old, &new)
    };
    let [old, new] = match &old {
        Some(old) => LISTED.pair(old.into(), (&new).into()).map(Some),
        None => [None, Some(LISTED.value((&new).into()))],
    };
    let step = Step {
        kind: StepKind::Set,
        path: path.to_string(),
        file_value,
        old,
        new,
        note: note.map(|note| note.to_string()),
    };
    Ok(Edit {
        step,
        patch: replacement,
    })
}

/// Adds a member with a value to the container at a path.
fn add(
    describer: &Describer<'_>,
    file_value: usize,
    path: &Path,
    key: Option<&Input>,
    input: &Input,
) -> Result<Edit, Failure> {
    let layout = describer.content.file.layout();
    let within = |last| path.segments().cloned().chain([last]).collect::<Path>();
    let new = input.value(layout, None)?;
    let [exact, shown] = if let Some(key) = key {
        let key = key.value(layout, None)?;
        let last = match key.view() {
            AnyView::Text(text) if key.kind() == Kind::String => Segment::Name(text.into()),
            _ => Segment::Key(format!("{key:#}")),
        };
        let exact = within(last.clone());
        let found = describer.resolve(file_value, &exact);
        if found.is_some_and(|found| found.rest.is_empty()) {
            return Err(EditError::KeyExists(format!("{key:#}")).into());
        }
        [exact, within(key_segment(&key).unwrap_or(last))]
    } else {
        let found = describer.resolve(file_value, path);
        let found = found.filter(|found| found.rest.is_empty());
        let row = found.map(|found| found.row).ok_or_else(no_member)?;
        let index = &describer.tree.index;
        let count = if index.is_container(row) {
            index.members(row).count()
        } else {
            let container = describer.decoded(row);
            container.and_then(|it| it.view().count()).unwrap_or(0)
        };
        [Segment::Append, Segment::Index(count)].map(within)
    };
    let Edit { step, patch } = set(describer, file_value, &exact, |_| Ok(new))?;
    let step = Step {
        path: shown.to_string(),
        note: None,
        ..step
    };
    Ok(Edit { step, patch })
}

/// Removes the value at a path.
fn remove(describer: &Describer<'_>, file_value: usize, path: &Path) -> Result<Edit, Failure> {
    let found = describer.resolve(file_value, path);
    let found = found.filter(|found| found.rest.is_empty());
    let Found { row, numbers, .. } = found.ok_or_else(no_member)?;
    if numbers.is_empty() {
        return Err(EditError::Root.into());
    }
    let old = describer.decoded(row);
    Ok(Edit {
        patch: Patch::new(file_value, numbers, [1, 0], describer.entry(row), &[]),
        step: Step {
            kind: StepKind::Set,
            path: path.to_string(),
            file_value,
            old: old.map(|old| LISTED.value((&old).into())),
            new: None,
            note: None,
        },
    })
}

/// Renames, moves or copies the member at a path, in its container.
fn arrange(
    describer: &Describer<'_>,
    file_value: usize,
    path: &Path,
    change: &Change<'_>,
) -> Result<Edit, Failure> {
    let found = describer.resolve(file_value, path);
    let found = found.filter(|found| found.rest.is_empty());
    let Found { row, numbers, .. } = found.ok_or_else(no_member)?;
    let (number, outer) = numbers.split_last().ok_or_else(no_member)?;
    let segments: Vec<_> = path.segments().collect();
    let (last, containers) = segments.split_last().ok_or_else(no_member)?;
    let member = Member {
        describer,
        row,
        number: *number,
        segment: last,
    };
    let arranged = match change {
        Change::Rename(input) => member.renamed(input)?,
        Change::Reorder(to) => member.moved(file_value, outer, *to)?,
        _ => member.copied()?,
    };
    let numbers = outer.iter().copied().chain([arranged.first]).collect();
    let segments = containers.iter().copied().chain([&arranged.segment]);
    Ok(Edit {
        patch: Patch {
            shown: [Some(*number), Some(arranged.number)],
            ..Patch::new(
                file_value,
                numbers,
                arranged.counts,
                arranged.old,
                &arranged.new,
            )
        },
        step: Step {
            kind: arranged.kind,
            path: segments.cloned().collect::<Path>().to_string(),
            file_value,
            old: arranged.texts[0].clone(),
            new: arranged.texts[1].clone(),
            note: None,
        },
    })
}

/// A member of a container that is renamed, moved or copied.
struct Member<'d> {
    describer: &'d Describer<'d>,
    row: usize,
    number: usize,
    /// The end of the path.
    segment: &'d Segment,
}

/// The consecutive members that replace those of a container.
struct Arranged<'d> {
    kind: StepKind,
    /// The number of the first member that is replaced.
    first: usize,
    counts: [usize; 2],
    old: &'d [u8],
    new: Vec<u8>,
    /// The number of the changed member, and the end of its path as the page shows it.
    number: usize,
    segment: Segment,
    /// The texts before and after the change.
    texts: [Option<String>; 2],
}

impl<'d> Member<'d> {
    fn renamed(&self, input: &Input) -> Result<Arranged<'d>, Failure> {
        let path = Path::from_iter([self.segment.clone()]);
        let Some((mut keys, path)) = self.keys()? else {
            return Err(EditError::NoKey(path).into());
        };
        let old = key_of((&keys).into(), 0).ok_or_else(no_member)?;
        let key = input.value(keys.layout(), Some((&old).into()))?;
        let texts = LISTED.pair((&old).into(), (&key).into()).map(Some);
        change::rename(&mut keys, &path, key)?;
        let new = [&self.key_bytes(&keys, 0)?, self.value_bytes()].concat();
        Ok(Arranged {
            kind: StepKind::Renamed,
            first: self.number,
            counts: [1, 1],
            old: self.describer.entry(self.row),
            new,
            number: self.number,
            segment: segment_of_key(&keys, 0, self.number),
            texts,
        })
    }

    fn moved(
        &self,
        file_value: usize,
        outer: &[usize],
        to: usize,
    ) -> Result<Arranged<'d>, Failure> {
        let index = &self.describer.tree.index;
        let container = index.parent(self.row).ok_or_else(no_member)?;
        let length = index.members(container).count();
        if to >= length {
            return Err(EditError::NoIndex { index: to, length }.into());
        }
        let first = self.number.min(to);
        let count = self.number.abs_diff(to) + 1;
        let numbers: Vec<_> = outer.iter().copied().chain([first]).collect();
        let site = self.describer.site(file_value, &numbers, count);
        let old = self.describer.bytes(site.ok_or_else(no_member)?.bytes);
        let mut new = old.to_vec();
        if first == to {
            new.rotate_right(self.describer.entry(self.row).len());
        } else {
            new.rotate_left(self.describer.entry(self.row).len());
        }
        Ok(Arranged {
            kind: StepKind::Moved,
            first,
            counts: [count, count],
            old,
            new,
            number: to,
            segment: self.describer.segment(self.row, to),
            texts: [self.number, to].map(|number| Some(format!("[{number}]"))),
        })
    }

    fn copied(&self) -> Result<Arranged<'d>, Failure> {
        let number = self.number + 1;
        let (new, segment) = if let Some((mut keys, path)) = self.keys()? {
            change::duplicate(&mut keys, &path)?;
            let new = [&self.key_bytes(&keys, 1)?, self.value_bytes()].concat();
            (new, segment_of_key(&keys, 1, number))
        } else {
            (
                self.describer.entry(self.row).to_vec(),
                Segment::Index(number),
            )
        };
        let copied = self.describer.decoded(self.row);
        Ok(Arranged {
            kind: StepKind::Set,
            first: number,
            counts: [0, 1],
            old: &[],
            new,
            number,
            segment,
            texts: [None, copied.map(|it| LISTED.value((&it).into()))],
        })
    }

    /// Returns the keys of the container, starting with that of the member, and the path of the member
    /// among them. The elements of an array have no keys.
    fn keys(&self) -> Result<Option<(AnyVariant, Path)>, Failure> {
        let index = &self.describer.tree.index;
        let Some(container) = index.parent(self.row) else {
            return Err(no_member());
        };
        if index.key_of(self.row).is_none() {
            return Ok(None);
        }
        let others = index.members(container).filter(|it| *it != self.row);
        let members: Vec<_> = [self.row].into_iter().chain(others).collect();
        let keys = self.describer.keys(container, &members);
        let keys = keys.ok_or_else(|| Failure::of("the value is invalid"))?;
        let segment = match self.segment {
            Segment::ValueOf(_) => Segment::ValueOf(0),
            other => other.clone(),
        };
        Ok(Some((keys, Path::from_iter([segment]))))
    }

    /// Returns the bytes of the key at `number`.
    fn key_bytes(&self, keys: &AnyVariant, number: usize) -> Result<Vec<u8>, Failure> {
        let mut encoded = keys.to_vec(EncodeOptions::new()).map_err(Failure::of)?;
        let index = indexed(self.describer, &encoded);
        let member = index.as_ref().and_then(|index| index.member(0, number));
        let (index, member) = index.as_ref().zip(member).ok_or_else(no_member)?;
        encoded.truncate(index.start(member));
        encoded.drain(..index.entry_start(member));
        Ok(encoded)
    }

    fn value_bytes(&self) -> &'d [u8] {
        let start = self.describer.tree.index.start(self.row);
        self.describer.bytes(start..self.describer.end(self.row))
    }
}

/// Returns the end of the path of the member of a container at `number`, whose key is that of `keys` at
/// `index`.
fn segment_of_key(keys: &AnyVariant, index: usize, number: usize) -> Segment {
    let key = key_of(keys.into(), index);
    let segment = key.and_then(|key| key_segment(&key));
    segment.unwrap_or(Segment::ValueOf(number))
}

fn no_member() -> Failure {
    Failure::of("the value is not a member of a container")
}

/// Returns the key of the entry or the name of the property of `container` at `index`.
pub(crate) fn key_of(container: AnyRef<'_>, index: usize) -> Option<AnyVariant> {
    match container.member(index)?.segment {
        SegmentRef::Key(key) => key.component_at_path(&Path::default()),
        SegmentRef::Property(name) => {
            let name = structure::Content::Text(name.into());
            container.layout().build(Kind::String, name)
        }
        SegmentRef::Index(_) => None,
    }
}

/// Returns the failure of a change that a part rejects, with the message for the whole value: it names
/// keys and counts near the path.
fn rejected(
    describer: &Describer<'_>,
    file_value: usize,
    path: &Path,
    new: AnyVariant,
    error: EditError,
) -> Failure {
    let value = describer.content.file.value(file_value);
    let error = match value.and_then(|mut value| change::set(&mut value, path, new)) {
        Err(whole) => whole,
        Ok(_) => error,
    };
    Failure::from(error).at_path(path)
}

/// The part of a value that a change decodes.
struct Part {
    value: AnyVariant,
    /// The path to set in the part.
    path: Path,
    /// Whether the part is a container without its members, which gets a member.
    is_container: bool,
}

impl Part {
    fn of(describer: &Describer<'_>, found: &Found) -> Option<Self> {
        let index = &describer.tree.index;
        let file = &describer.content.file;
        let Found { row, rest, .. } = found;
        let has_members = index.is_container(*row);
        let Some(first) = rest.segments().next() else {
            return Some(Self {
                value: describer.decoded(*row)?,
                path: rest.clone(),
                is_container: false,
            });
        };
        let value = if has_members {
            let mut head = describer.head(*row).to_vec();
            set_count(&mut head, index.members(*row).count(), 0);
            file.layout().decode(&head, file.options()).ok()?
        } else {
            describer.decoded(*row)?
        };
        let is_container = match value.view() {
            AnyView::Array { .. } | AnyView::Dictionary { .. } => true,
            AnyView::Object { class, .. } => !class.is_empty(),
            _ => false,
        };
        let mut path = rest.clone();
        // The index after the last element is the first one of the container without elements.
        if matches!(value.view(), AnyView::Array { .. })
            && *first == Segment::Index(index.members(*row).count())
        {
            let later = rest.segments().skip(1).cloned();
            path = std::iter::once(Segment::Index(0)).chain(later).collect();
        }
        Some(Self {
            value,
            path,
            is_container,
        })
    }
}

/// Returns the length of the header, the declared types and the count of a container with a member.
fn head_length(describer: &Describer<'_>, encoded: &[u8]) -> usize {
    let index = indexed(describer, encoded);
    let member = index.and_then(|index| Some(index.entry_start(index.member(0, 0)?)));
    member.unwrap_or(encoded.len())
}

/// Returns the index of an encoded value, or `None` if the value is invalid.
fn indexed(describer: &Describer<'_>, encoded: &[u8]) -> Option<Index> {
    let file = &describer.content.file;
    let mut index = Index::default();
    let error = index.add(file.layout(), encoded, 0..encoded.len(), file.options());
    error.is_none().then_some(index)
}

impl Patch {
    fn new(
        file_value: usize,
        numbers: Vec<usize>,
        counts: [usize; 2],
        old: &[u8],
        new: &[u8],
    ) -> Self {
        let start = common_prefix(old, new);
        let rests = [&old[start..], &new[start..]];
        let end = common_suffix(rests[0], rests[1]);
        let bytes = rests.map(|rest| rest[..rest.len() - end].to_vec());
        let last = numbers.last().copied();
        Self {
            file_value,
            numbers,
            counts,
            shown: counts.map(|count| last.filter(|_| count > 0)),
            start,
            bytes,
        }
    }

    /// Returns the numbers of the row that the patch leaves, or of its container.
    pub(crate) fn shown(&self, is_undo: bool) -> Vec<usize> {
        let mut numbers = self.numbers.clone();
        numbers.pop();
        numbers.extend(self.shown[usize::from(!is_undo)]);
        numbers
    }
}

/// What a patch, or undoing it, does to a content.
pub(crate) struct Prepared {
    site: Site,
    /// The first byte that differs, and the number of bytes that are replaced.
    start: usize,
    removed: usize,
    added: Vec<u8>,
    rows: Vec<Row>,
    /// The offset of the count of the container, and its new bytes.
    count: Option<(usize, [u8; 4])>,
}

impl Patch {
    /// Returns the numbers of old and new members, and the bytes that differ.
    fn sides(&self, is_undo: bool) -> ([usize; 2], [&[u8]; 2]) {
        let ([old, new], [old_bytes, new_bytes]) = (self.counts, &self.bytes);
        if is_undo {
            return ([new, old], [new_bytes, old_bytes]);
        }
        ([old, new], [old_bytes, new_bytes])
    }

    /// Finds and checks what the patch replaces. `path` is the path of the change, for errors.
    pub(crate) fn prepare(
        &self,
        describer: &Describer<'_>,
        is_undo: bool,
        path: &Path,
    ) -> Result<Prepared, Failure> {
        let missing = || Failure::of("the path leads to no row").at_path(path);
        let (counts, [old, new]) = self.sides(is_undo);
        let site = describer.site(self.file_value, &self.numbers, counts[0]);
        let site = site.ok_or_else(missing)?;
        let current = describer.bytes(site.bytes.clone());
        let end = current.get(self.start + old.len()..).ok_or_else(missing)?;
        let members = [&current[..self.start], new, end].concat();
        let small = self.skeleton(describer, counts[1], &members);
        let small = small.ok_or_else(missing)?;
        let mut index = Index::default();
        let file = &describer.content.file;
        let error = index.add(file.layout(), &small, 0..small.len(), file.options());
        if let Some(error) = error {
            let offset = (error.offset() + members.len()).saturating_sub(small.len());
            let below = error.path().segments().skip(self.numbers.len());
            let path: Path = path.segments().chain(below).cloned().collect();
            return Err(Failure {
                offset: Some(site.bytes.start + offset),
                ..Failure::of(error.kind()).at_path(&path)
            });
        }
        let below = self.numbers.len().checked_sub(1);
        let container = below.map(|depth| index.row_of(0, &vec![0; depth]).unwrap_or(0));
        if container.is_some_and(|it| index.members(it).count() != counts[1]) {
            return Err(Failure::of("the container has another count than members").at_path(path));
        }
        let start = site.bytes.start;
        let rows = index.into_rows(container, site.rows.start, site.container, start);
        let count = site
            .container
            .filter(|_| counts[0] != counts[1])
            .map(|row| {
                let mut head = describer.head(row).to_vec();
                let members = describer.tree.index.members(row).count();
                set_count(&mut head, members, members - counts[0] + counts[1]);
                let count = head.last_chunk().copied().unwrap_or_default();
                (
                    describer.tree.index.start(row) + head.len() - count.len(),
                    count,
                )
            });
        Ok(Prepared {
            start: start + self.start,
            removed: old.len(),
            added: new.to_vec(),
            rows,
            count,
            site,
        })
    }

    /// Returns a value with these members in the containers of the patch, and no other members: what
    /// is invalid in the whole value is invalid in it, and it has the same rows.
    fn skeleton(&self, describer: &Describer<'_>, count: usize, members: &[u8]) -> Option<Vec<u8>> {
        let index = &describer.tree.index;
        let mut skeleton = Vec::new();
        let mut row = index.root(self.file_value)?;
        for (depth, number) in self.numbers.iter().enumerate() {
            let is_last = depth + 1 == self.numbers.len();
            skeleton.extend(describer.head(row));
            let old = index.members(row).count();
            set_count(&mut skeleton, old, if is_last { count } else { 1 });
            if !is_last {
                row = index.member(row, *number)?;
                skeleton.extend(describer.bytes(index.entry_start(row)..index.start(row)));
            }
        }
        skeleton.extend(members);
        Some(skeleton)
    }
}

impl Prepared {
    /// Returns an error if the file cannot have the new length.
    pub(crate) fn check_length(&self, content: &Content, file_value: usize) -> Result<(), Failure> {
        let added = self.added.len();
        if added == self.removed {
            return Ok(());
        }
        let file = &content.file;
        if file.bytes().len() - self.removed + added > MAX_LENGTH {
            return Err(Failure::of("the content would exceed the limit of 4 GiB"));
        }
        let length = file.values()[file_value].len() - self.removed + added;
        Ok(file.check_length(file_value, length)?)
    }

    /// Replaces the bytes and the rows.
    pub(crate) fn apply(
        self,
        patch: &Patch,
        is_undo: bool,
        content: &mut Content,
        tree: &mut Tree,
    ) {
        let (counts, _) = patch.sides(is_undo);
        let range = self.start..self.start + self.removed;
        content.splice(patch.file_value, range, &self.added);
        if let Some((at, count)) = self.count {
            content.splice(patch.file_value, at..at + count.len(), &count);
        }
        let growth = narrow(self.added.len()).wrapping_sub(narrow(self.removed));
        let new = NewRows {
            rows: self.rows,
            growth,
        };
        let Site {
            container, rows, ..
        } = self.site;
        tree.replace(
            patch.file_value,
            &patch.numbers,
            counts,
            container,
            rows,
            new,
        );
    }
}
