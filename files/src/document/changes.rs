//! Changes at a path, which can lead into the content of values.

use super::encoded::{Edit, Encoded};
use super::{Splice, TextValue};
use crate::STRICT;
use crate::change::steps::{self, StepOptions};
use crate::change::{ChangeNote, EditError, note, similar_key};
use crate::kept::canonical;
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::convert::ConvertError;
use gdvariant::schema::Layout;
use gdvariant::{Converter, Path, Segment, Step};

/// An edit with notes about what may be mistakes in the content that steps open.
pub(super) type Noted = (Edit, Vec<ChangeNote>);

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
            Operation::Insert(new) => self.insert(path, &new),
            Operation::Rename(key) => self.rename(path, &key),
            Operation::Reorder(to) => self.reorder(path, to),
            Operation::Duplicate => self.duplicate(path),
        }
    }

    fn remove(&mut self, paths: &[Path]) -> Result<Edit, EditError> {
        Encoded::remove(self, paths)
    }
}

/// Returns the value at `path`, which can have steps.
pub(super) fn get(
    holder: &dyn Holder,
    path: &Path,
    options: StepOptions,
) -> Result<AnyVariant, EditError> {
    let Some((outer, step, rest)) = split(path) else {
        return holder.get(path);
    };
    let content = steps::opened((&holder.get(&outer)?).into(), &outer, step, &rest, options)?;
    let found = steps::get((&content).into(), &rest, options);
    found.map_err(|error| error.after(&steps::after(&outer, step)))
}

/// Returns the path with the numbers of members as far as it leads to a value. It can have steps.
pub(super) fn resolved(holder: &dyn Holder, path: &Path, options: StepOptions) -> Path {
    let Some((outer, step, rest)) = split(path) else {
        return holder.resolved(path);
    };
    let content = || {
        let content = steps::opened((&holder.get(&outer)?).into(), &outer, step, &rest, options)?;
        let bytes = canonical(&content)?;
        let content = Encoded::new(content.layout(), &bytes, options);
        Ok::<_, EditError>(resolved(&content, &rest, options))
    };
    let rest = content().unwrap_or_else(|_| rest.clone());
    steps::after(&holder.resolved(&outer), step).join(&rest)
}

/// Changes the value at `path`, which can have steps.
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

/// Changes the values at `paths`, which refer to the value before the first change.
pub(super) fn change_all(
    holder: &mut dyn Holder,
    paths: &[Path],
    operation: &Operation,
    options: StepOptions,
) -> Result<Noted, EditError> {
    each_holder(holder, paths, options, &|holder, paths| {
        let (mut all, mut notes) = Noted::default();
        for path in paths {
            let edit = holder.change(path, operation.clone())?;
            all.splices.extend(edit.splices);
            notes.extend(edit.note);
        }
        Ok((all, notes))
    })
}

/// Removes the values at `paths`, which refer to the value before the first removal.
pub(super) fn remove(
    holder: &mut dyn Holder,
    paths: &[Path],
    options: StepOptions,
) -> Result<Noted, EditError> {
    each_holder(holder, paths, options, &|holder, paths| {
        Ok((holder.remove(paths)?, Vec::new()))
    })
}

/// Calls `change` for each value that is changed, with the rest of each path in it: the content of
/// each value that steps open, then the value of `holder`.
fn each_holder(
    holder: &mut dyn Holder,
    paths: &[Path],
    options: StepOptions,
    change: &impl Fn(&mut dyn Holder, &[Path]) -> Result<Noted, EditError>,
) -> Result<Noted, EditError> {
    let (plain, opened) = grouped(holder, paths)?;
    let (mut splices, mut notes) = (Vec::new(), Vec::new());
    for Opened {
        outer, step, rests, ..
    } in opened
    {
        let (edit, own) = within(holder, &outer, step, &rests[0], options, |content| {
            each_holder(content, &rests, options, change)
        })?;
        splices.extend(edit.splices);
        notes.extend(own);
    }
    let mut all = Edit::default();
    if !plain.is_empty() {
        let (edit, own) = change(holder, &plain)?;
        all = edit;
        notes.extend(own);
    }
    all.splices.extend(splices);
    // An insertion precedes what starts at the same offset.
    all.splices.sort_by_key(|it| (it.range.start, it.range.end));
    Ok((all, notes))
}

/// Paths that lead into the content of one value.
struct Opened {
    outer: Path,
    resolved: Path,
    step: Step,
    rests: Vec<Path>,
}

/// Returns the paths without steps, and groups the others by the value that they open.
fn grouped(holder: &dyn Holder, paths: &[Path]) -> Result<(Vec<Path>, Vec<Opened>), EditError> {
    let (mut plain, mut opened) = (Vec::new(), Vec::<Opened>::new());
    for path in paths {
        let Some((outer, step, rest)) = split(path) else {
            plain.push(path.clone());
            continue;
        };
        let resolved = holder.resolved(&outer);
        let is_same = |it: &&mut Opened| it.resolved == resolved && it.step == step;
        match opened.iter_mut().find(is_same) {
            Some(opened) => opened.rests.push(rest),
            None => opened.push(Opened {
                outer,
                resolved,
                step,
                rests: vec![rest],
            }),
        }
    }
    if !opened.is_empty() {
        for path in &plain {
            let resolved = holder.resolved(path);
            let overlaps = |it: &&Opened| {
                it.resolved.starts_with(&resolved) || resolved.starts_with(&it.resolved)
            };
            if let Some(inner) = opened.iter().find(overlaps) {
                let [path, other] = [&inner.outer, path].map(Path::clone);
                return Err(EditError::Overlap { path, other });
            }
        }
    }
    Ok((plain, opened))
}

/// Changes the content of the value at `outer` and writes the content back. `rest` is a path in
/// the content.
fn within(
    holder: &mut dyn Holder,
    outer: &Path,
    step: Step,
    rest: &Path,
    options: StepOptions,
    edit: impl FnOnce(&mut dyn Holder) -> Result<Noted, EditError>,
) -> Result<Noted, EditError> {
    let place = steps::after(outer, step);
    let old = holder.get(outer)?;
    let old_content = steps::opened((&old).into(), outer, step, rest, options)?;
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
        let new = steps::close(step, &old, &old_content, &content, options);
        let new = new.map_err(|error| error.after(&place))?;
        let lengths = [(&old, &new), (&old_content, &content)];
        let lengths = lengths.map(|it| steps::lengths(it.0, it.1));
        if let Some((parent, _)) = outer.split_last().filter(|_| lengths != [None, None]) {
            notes.extend(steps::size_note(
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
        self.text.get(self.index, path)
    }

    fn resolved(&self, path: &Path) -> Path {
        self.text.resolved(self.index, path)
    }

    fn change(&mut self, path: &Path, operation: Operation) -> Result<Edit, EditError> {
        let (text, index) = (&mut *self.text, self.index);
        let mut edit = Edit::default();
        let changed = match &operation {
            Operation::Set(new) => text.set(index, path, new).map(|old| {
                // The type of a component does not change.
                let set = text.get(index, path).unwrap_or_else(|_| new.clone());
                edit.note = note(path, old.as_ref().map(AnyRef::from), (&set).into());
                (edit.old, edit.new) = (old, Some(set));
            }),
            Operation::Insert(new) => text.insert(index, path, new),
            Operation::Rename(key) => text.rename(index, path, key),
            Operation::Reorder(to) => text.reorder(index, path, *to),
            Operation::Duplicate => Err(EditError::NoKey(path.clone())),
        };
        let edit = match changed {
            Ok(()) => edit,
            Err(EditError::Text(error)) => return Err(error.into()),
            Err(_) => self.encoded(|content| content.change(path, operation))?,
        };
        self.with_similar(edit)
    }

    fn remove(&mut self, paths: &[Path]) -> Result<Edit, EditError> {
        match self.text.remove(self.index, paths) {
            Ok(()) => Ok(Edit::default()),
            Err(EditError::Text(error)) => Err(error.into()),
            Err(_) => self.encoded(|content| content.remove(paths)),
        }
    }
}

impl TextValue<'_> {
    /// Changes the encoding of the value, for what is no item of the text, such as an element of a
    /// packed array, and for the error.
    fn encoded(
        &mut self,
        change: impl FnOnce(&mut Encoded<'_>) -> Result<Edit, EditError>,
    ) -> Result<Edit, EditError> {
        let value = self.text.value(self.index)?;
        let bytes = canonical(&value)?;
        let mut encoded = Encoded::new(value.layout(), &bytes, StepOptions::default());
        let edit = change(&mut encoded)?;
        let changed = Splice::applied(&bytes, &edit.splices);
        let changed = value.layout().decode(&changed, STRICT);
        self.text
            .replace(self.index, &changed.map_err(EditError::Decode)?)?;
        Ok(Edit {
            splices: Vec::new(),
            members: None,
            ..edit
        })
    }

    /// Checks declared types, because engines read a container with other elements as empty, and
    /// completes the note about a new key with a similar one.
    fn with_similar(&self, mut edit: Edit) -> Result<Edit, EditError> {
        let is_typed = |it: &&str| self.text.text().contains(it);
        if ["Array[", "Dictionary["].iter().any(is_typed) {
            canonical(&self.text.value(self.index)?)?;
        }
        if let Some(ChangeNote::New { path, similar }) = &mut edit.note
            && let Some((parent, last)) = path.split_last()
            && let Ok(container) = self.text.get(self.index, &parent)
        {
            *similar = similar_key((&container).into(), &parent, &last, 1);
        }
        Ok(edit)
    }
}
