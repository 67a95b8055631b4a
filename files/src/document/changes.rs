//! Changes at a path, which can lead into the content of values.

use super::TextValue;
use super::encoded::Encoded;
use super::operation::{Edit, Holder, Operation, Splice};
use crate::STRICT;
use crate::change::steps::{self, StepOptions};
use crate::change::{ChangeNote, EditError, note, similar_key};
use crate::merge::canonical;
use crate::text::TextError;
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::{Path, Segment, Step};

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

/// Changes the values at `paths`, which can have steps and refer to the value before the first
/// change: the content of each value that steps open, then the value of `holder`.
pub(super) fn change(
    holder: &mut dyn Holder,
    paths: &[Path],
    operation: &Operation,
    options: StepOptions,
) -> Result<Edit, EditError> {
    let (plain, opened) = grouped(holder, paths)?;
    let mut edits = Vec::new();
    for opened in opened {
        edits.push(within(holder, &opened, operation, options)?);
    }
    if !plain.is_empty() {
        edits.push(holder.change(&plain, operation)?);
    }
    Ok(Edit::joined(edits))
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

/// Changes the content of a value and writes the content back.
fn within(
    holder: &mut dyn Holder,
    Opened {
        outer, step, rests, ..
    }: &Opened,
    operation: &Operation,
    options: StepOptions,
) -> Result<Edit, EditError> {
    let step = *step;
    let place = steps::after(outer, step);
    let old = holder.get(outer)?;
    let old_content = steps::opened((&old).into(), outer, step, &rests[0], options)?;
    let bytes = canonical(&old_content)?;
    let within = StepOptions {
        decode: STRICT,
        ..options
    };
    let mut content = Encoded::new(old.layout(), &bytes, within);
    let inner = change(&mut content, rests, operation, options);
    let mut inner = inner.map_err(|error| error.after(&place))?;
    let notes = inner.notes.into_iter();
    let notes = notes.filter(|note| step != Step::Json || !note.is_of_floats());
    inner.notes = notes.map(|note| note.after(&place)).collect();
    let new_bytes = Splice::applied(&bytes, &inner.splices);
    (inner.splices, inner.members) = (Vec::new(), None);
    if new_bytes != bytes {
        let content = old.layout().decode(&new_bytes, STRICT)?;
        let new = steps::close(step, &old, &old_content, &content, options);
        let new = new.map_err(|error| error.after(&place))?;
        let lengths = [(&old, &new), (&old_content, &content)];
        let lengths = lengths.map(|it| steps::lengths(it.0, it.1));
        if let Some((parent, _)) = outer.split_last().filter(|_| lengths != [None, None]) {
            let container = holder.get(&parent)?;
            let note = steps::size_note(&container, &parent, &place, lengths);
            inner.notes.extend(note);
        }
        let edit = holder.change(std::slice::from_ref(outer), &Operation::Set(new))?;
        (inner.splices, inner.members) = (edit.splices, edit.members);
    }
    Ok(inner)
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

    fn change(&mut self, paths: &[Path], operation: &Operation) -> Result<Edit, EditError> {
        let is_removal = matches!(operation, Operation::Remove);
        let is_set = matches!(operation, Operation::Set(_));
        // Each change parses the text again.
        let are_together = is_removal || is_set && self.text.are_apart(self.index, paths);
        let count = if are_together { paths.len() } else { 1 };
        let edits = paths.chunks(count).map(|paths| {
            let edit = match self.changed(paths, operation) {
                Err(error @ EditError::Text(_)) => Err(error),
                Err(_) => self.encoded(paths, operation),
                edit => edit,
            };
            if is_removal {
                edit
            } else {
                self.with_similar(edit?)
            }
        });
        edits.collect::<Result<_, _>>().map(Edit::joined)
    }
}

impl TextValue<'_> {
    fn changed(&mut self, paths: &[Path], operation: &Operation) -> Result<Edit, EditError> {
        let (text, index, path) = (self.text.to_mut(), self.index, &paths[0]);
        let mut edit = Edit::default();
        match operation {
            Operation::Set(new) => {
                let all = text.set(index, paths, new)?;
                for (path, old) in paths.iter().zip(all) {
                    // The type of a component does not change.
                    let set = text.get(index, path).unwrap_or_else(|_| new.clone());
                    let note = note(path, old.as_ref().map(AnyRef::from), (&set).into());
                    edit.notes.extend(note);
                    (edit.old, edit.new) = (old, Some(set));
                }
                if paths.len() > 1 {
                    (edit.old, edit.new) = (None, None);
                }
            }
            Operation::Remove => text.remove(index, paths)?,
            Operation::Reorder(_) => {
                let message = format!("{path}: values of a text keep their order");
                return Err(TextError::from_message(message).into());
            }
            // The text changes where the value does.
            Operation::Insert(_) | Operation::Rename(_) | Operation::Duplicate => {
                return Err(EditError::NoKey(path.clone()));
            }
        }
        Ok(edit)
    }

    /// Changes the encoding of the value, for what is no item of the text, such as an element of a
    /// packed array, and for the error.
    fn encoded(&mut self, paths: &[Path], operation: &Operation) -> Result<Edit, EditError> {
        let value = self.text.value(self.index)?;
        let bytes = canonical(&value)?;
        let mut encoded = Encoded::new(value.layout(), &bytes, StepOptions::default());
        let edit = encoded.change(paths, operation)?;
        let changed = Splice::applied(&bytes, &edit.splices);
        let changed = value.layout().decode(&changed, STRICT)?;
        self.text.to_mut().replace(self.index, &changed)?;
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
        for note in &mut edit.notes {
            if let ChangeNote::New { path, similar } = note
                && let Some((parent, last)) = path.split_last()
                && let Ok(container) = self.text.get(self.index, &parent)
            {
                *similar = similar_key((&container).into(), &parent, &last, 1);
            }
        }
        Ok(edit)
    }
}
