//! Changes at a path, which can lead into the content of values.

use super::encoded::{Edit, Encoded};
use super::{Splice, TextValue};
use crate::STRICT;
use crate::change::deep::{self, StepOptions};
use crate::change::{self, ChangeNote, EditError, MissingPath};
use crate::kept::canonical;
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::convert::ConvertError;
use gdvariant::schema::Layout;
use gdvariant::{Converter, Path, Segment, Step};

/// An edit, and the changes of the content of steps that may be mistakes.
pub(super) type Noted = (Edit, Vec<ChangeNote>);

/// A change of the value at a path.
#[derive(Clone)]
pub(super) enum Operation {
    Set(AnyVariant),
    Insert(AnyVariant),
    Rename(AnyVariant),
    Reorder(usize),
    Duplicate,
}

impl Operation {
    /// Returns the same change of a value in another layout.
    pub(super) fn for_layout(&self, layout: &'static Layout) -> Result<Self, ConvertError> {
        let converted = |value: &AnyVariant| {
            let converted = AnyRef::from(value).convert_to(layout, &Converter::new());
            converted.map(|(value, _)| value)
        };
        Ok(match self {
            Self::Set(value) => Self::Set(converted(value)?),
            Self::Insert(value) => Self::Insert(converted(value)?),
            Self::Rename(key) => Self::Rename(converted(key)?),
            other => other.clone(),
        })
    }
}

/// A value that is changed at paths without steps.
pub(super) trait Holder {
    fn get(&self, path: &Path) -> Result<AnyVariant, EditError>;
    /// Returns the path with the numbers of members as far as it leads to a value.
    fn resolved(&self, path: &Path) -> Path;
    fn change(&mut self, path: &Path, operation: Operation) -> Result<Edit, EditError>;
    fn remove(&mut self, paths: &[Path]) -> Result<Edit, EditError>;
}

impl Holder for Encoded<'_> {
    fn get(&self, path: &Path) -> Result<AnyVariant, EditError> {
        Encoded::get(self, path)
    }

    fn resolved(&self, path: &Path) -> Path {
        Encoded::resolved(self, path)
    }

    fn change(&mut self, path: &Path, operation: Operation) -> Result<Edit, EditError> {
        match operation {
            Operation::Set(new) => self.set(path, new),
            Operation::Insert(new) => self.insert(path, new),
            Operation::Rename(key) => self.rename(path, &key),
            Operation::Reorder(to) => self.reorder(path, to),
            Operation::Duplicate => self.duplicate(path),
        }
    }

    fn remove(&mut self, paths: &[Path]) -> Result<Edit, EditError> {
        Encoded::remove(self, paths)
    }
}

/// Returns the value at a path, which can have steps.
pub(super) fn get(
    holder: &dyn Holder,
    path: &Path,
    options: StepOptions,
) -> Result<AnyVariant, EditError> {
    let Some((outer, step, rest)) = split(path) else {
        return holder.get(path);
    };
    let content = deep::opened((&holder.get(&outer)?).into(), &outer, step, &rest, options)?;
    let found = deep::get((&content).into(), &rest, options);
    found.map_err(|error| error.after(&deep::after(&outer, step)))
}

/// Changes the value at a path, which can have steps.
pub(super) fn change(
    holder: &mut dyn Holder,
    path: &Path,
    operation: Operation,
    options: StepOptions,
) -> Result<Noted, EditError> {
    let Some((outer, step, rest)) = split(path) else {
        let mut edit = holder.change(path, operation)?;
        let note = edit.note.take().into_iter().collect();
        return Ok((edit, note));
    };
    within(holder, &outer, step, &rest, options, |content| {
        change(content, &rest, operation, options)
    })
}

/// Changes the values at several paths, which refer to the value before the first change.
pub(super) fn change_all(
    holder: &mut dyn Holder,
    paths: &[Path],
    operation: &Operation,
    options: StepOptions,
) -> Result<Noted, EditError> {
    let [path] = paths else {
        let (mut all, mut notes) = (Edit::default(), Vec::new());
        for path in paths {
            let (edit, own) = change(holder, path, operation.clone(), options)?;
            all.splices.extend(edit.splices);
            notes.extend(own);
        }
        all.splices.sort_by_key(|it| it.range.start);
        return Ok((all, notes));
    };
    change(holder, path, operation.clone(), options)
}

/// Removes the values at all paths, which refer to the value before the first removal.
pub(super) fn remove(
    holder: &mut dyn Holder,
    paths: &[Path],
    options: StepOptions,
) -> Result<Noted, EditError> {
    let (mut plain, mut opened) = (Vec::new(), Vec::<(Path, Step, Vec<Path>)>::new());
    for path in paths {
        let Some((outer, step, rest)) = split(path) else {
            plain.push(path.clone());
            continue;
        };
        match opened.iter_mut().find(|it| it.0 == outer && it.1 == step) {
            Some((.., rests)) => rests.push(rest),
            None => opened.push((outer, step, vec![rest])),
        }
    }
    let (mut removed, mut notes) = (Edit::default(), Vec::new());
    for (outer, step, rests) in opened {
        if let Some(other) = plain.iter().find(|it| outer.starts_with(it)) {
            let [path, other] = [&outer, other].map(Path::clone);
            return Err(EditError::Overlap { path, other });
        }
        let (edit, own) = within(holder, &outer, step, &rests[0], options, |content| {
            remove(content, &rests, options)
        })?;
        removed.splices.extend(edit.splices);
        notes.extend(own);
    }
    if !plain.is_empty() {
        let edit = holder.remove(&plain)?;
        let splices = [removed.splices, edit.splices].concat();
        removed = Edit { splices, ..edit };
    }
    removed.splices.sort_by_key(|it| it.range.start);
    Ok((removed, notes))
}

/// Changes the content of the value at `outer`, and writes the content back. `rest` is a path in the
/// content.
fn within(
    holder: &mut dyn Holder,
    outer: &Path,
    step: Step,
    rest: &Path,
    options: StepOptions,
    edit: impl FnOnce(&mut dyn Holder) -> Result<Noted, EditError>,
) -> Result<Noted, EditError> {
    let place = deep::after(outer, step);
    let old = holder.get(outer)?;
    let old_content = deep::opened((&old).into(), outer, step, rest, options)?;
    let bytes = canonical(&old_content)?;
    let within = StepOptions {
        decode: STRICT,
        ..options
    };
    let mut content = Encoded::new(old.layout(), &bytes, within);
    let (inner, notes) = edit(&mut content).map_err(|error| error.after(&place))?;
    let notes = notes.into_iter();
    let notes = notes.filter(|note| step != Step::Json || !note.is_of_floats());
    let mut notes: Vec<_> = notes.map(|note| note.after(&place)).collect();
    let mut changed = Edit {
        splices: Vec::new(),
        members: None,
        ..inner
    };
    let new_bytes = Splice::applied(&bytes, &inner.splices);
    if new_bytes != bytes {
        let content = old.layout().decode(&new_bytes, STRICT);
        let content = content.map_err(EditError::Decode)?;
        let new = deep::close(step, &old, &old_content, &content, options);
        let new = new.map_err(|error| error.after(&place))?;
        let lengths = [(&old, &new), (&old_content, &content)];
        let lengths = lengths.map(|it| deep::lengths(it.0, it.1));
        if let Some((parent, _)) = outer.split_last().filter(|_| lengths != [None, None]) {
            notes.extend(deep::size_note(
                &holder.get(&parent)?,
                &parent,
                &place,
                lengths,
            ));
        }
        let edit = holder.change(outer, Operation::Set(new))?;
        (changed.splices, changed.members) = (edit.splices, edit.members);
    }
    Ok((changed, notes))
}

/// Splits a path at its first step.
fn split(path: &Path) -> Option<(Path, Step, Path)> {
    let mut segments = path.segments();
    let mut outer = Vec::new();
    while let Some(segment) = segments.next() {
        if let Segment::Step(step) = segment {
            return Some((Path::from_iter(outer), *step, segments.cloned().collect()));
        }
        outer.push(segment.clone());
    }
    None
}

impl Holder for TextValue<'_> {
    fn get(&self, path: &Path) -> Result<AnyVariant, EditError> {
        let value = self.text.value(self.index)?;
        let value = AnyRef::from(&value);
        let found = value.component_at_path(path);
        found.ok_or_else(|| EditError::Missing(MissingPath::of(value, path, 0)))
    }

    fn resolved(&self, path: &Path) -> Path {
        let value = self.text.value(self.index);
        let resolved = value
            .ok()
            .and_then(|it| AnyRef::from(&it).resolved_path(path));
        resolved.unwrap_or_else(|| path.clone())
    }

    fn change(&mut self, path: &Path, operation: Operation) -> Result<Edit, EditError> {
        self.changed(|value| {
            let mut edit = Edit::default();
            match operation {
                Operation::Set(new) => {
                    let changed = change::set(value, path, new.clone())?;
                    (edit.old, edit.new, edit.note) = (changed.old, Some(new), changed.note);
                }
                Operation::Insert(new) => {
                    let missing = EditError::Missing(MissingPath::of((&*value).into(), path, 0));
                    let (parent, last) = path.split_last().ok_or(EditError::Root)?;
                    let Segment::Index(to) = last else {
                        return Err(missing);
                    };
                    let end = parent.join(&Segment::Append.into());
                    change::set(value, &end, new)?;
                    let array = AnyRef::from(&*value).at_path(&parent);
                    let count = array.and_then(|it| it.view().count()).unwrap_or(0);
                    let last = Segment::Index(count.saturating_sub(1));
                    change::reorder(value, &parent.join(&last.into()), to)?;
                }
                Operation::Rename(key) => change::rename(value, path, key)?,
                Operation::Reorder(to) => change::reorder(value, path, to)?,
                Operation::Duplicate => change::duplicate(value, path)?,
            }
            Ok(edit)
        })
    }

    fn remove(&mut self, paths: &[Path]) -> Result<Edit, EditError> {
        self.changed(|value| {
            deep::remove_all(value, paths, StepOptions::default())?;
            Ok(Edit::default())
        })
    }
}
