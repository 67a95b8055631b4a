//! Changes to values, and the list of changes that can be undone.

use crate::content::Content;
use crate::failure::Failure;
use crate::fields::Describer;
use crate::text;
use crate::tree::{MAX_LENGTH, Tree};
use gdvariant::any::{AnyVariant, AnyView};
use gdvariant::{Kind, Path, Segment};
use gdvariant_files::change::EditError;
use gdvariant_files::display::DisplayOptions;
use gdvariant_files::document::{ChangeReport, Document, MemberRange, Splice};
use serde::Serialize;

/// A change to a row's value.
pub(crate) enum Change {
    Set(AnyVariant),
    /// Add a member, with its key unless the container is an array.
    Add(Option<AnyVariant>, AnyVariant),
    Remove,
    Rename(AnyVariant),
    /// Move to an index among the siblings.
    Reorder(usize),
    Duplicate,
}

/// A change that was made, as the page lists it.
#[derive(Default, Serialize)]
pub(crate) struct Step {
    /// How the page lists the change.
    kind: &'static str,
    pub(crate) path: String,
    /// The number of the value in the file, from 0.
    pub(crate) file_value: usize,
    /// `None` if the value is new.
    pub(crate) old: Option<String>,
    /// `None` if the value was removed.
    pub(crate) new: Option<String>,
    /// A change that may be a mistake.
    note: Option<String>,
    /// The changed members; `None` if the whole value changed.
    #[serde(skip)]
    members: Option<MemberRange>,
    /// The number of the member that the page selects, before and after; `None` selects the container.
    #[serde(skip)]
    selected: [Option<usize>; 2],
    /// What undoes the change of the value or of the text, or repeats it after it was undone.
    #[serde(skip)]
    splices: Vec<Splice>,
}

/// The form of values in the list of changes.
const LISTED: DisplayOptions = DisplayOptions::up_to(160, false);

impl Change {
    /// Changes the row at `path`, which has `number` among its siblings, and updates the tree.
    pub(crate) fn apply(
        &self,
        content: &mut Content,
        tree: &mut Tree,
        (file_value, path, number): (usize, &Path, usize),
    ) -> Result<Step, Failure> {
        let path = self.target(path);
        if let Some(text) = &mut content.text {
            let mut file = text.file.clone();
            let mut changed = self.made(&mut file, file_value, &path)?;
            content.file = text::encoded(&file)?;
            changed.undo = text.set(file);
            tree.rebuild(&content.file);
            let describer = Describer { content, tree };
            let row = describer.row_at_path(file_value, &path);
            let index = &tree.index;
            let new = match self {
                Self::Rename(_) => index.member(row, number),
                Self::Add(None, _) => index.members(row).last(),
                Self::Duplicate => index
                    .parent(row)
                    .and_then(|parent| match index.key_of(row) {
                        Some(_) => index.members(parent).last(),
                        None => index.member(parent, number + 1),
                    }),
                _ => None,
            };
            let path = new.map_or(path, |row| describer.paths(row)[0].clone());
            return Ok(self.step(changed, file_value, &path, number));
        }
        let changed = content.file.edit(|file| {
            let length = file.bytes().len();
            let changed = self.made(file, file_value, &path)?;
            if file.bytes().len() > MAX_LENGTH {
                return Err(Failure::new("the content would exceed the limit of 4 GiB"));
            }
            tree.update(file, file_value, changed.members, length)?;
            Ok(changed)
        })?;
        Ok(self.step(changed, file_value, &path, number))
    }

    fn step(&self, changed: ChangeReport, file_value: usize, path: &Path, number: usize) -> Step {
        let texts = match (self, &changed.old, &changed.new) {
            (Self::Reorder(to), ..) => [number, *to].map(|number| Some(format!("[{number}]"))),
            (_, Some(old), Some(new)) => LISTED.pair(old.into(), new.into()).map(Some),
            (_, old, new) => [old, new].map(|it| it.as_ref().map(|it| LISTED.value(it.into()))),
        };
        let [old, new] = texts;
        let note = changed.notes.first();
        Step {
            kind: match self {
                Self::Rename(_) => "renamed",
                Self::Reorder(_) => "moved",
                _ => "set",
            },
            path: path.to_string(),
            file_value,
            old,
            new,
            note: note.map(ToString::to_string),
            members: changed.members,
            selected: match (self, changed.members) {
                (Self::Reorder(to), _) => [number, *to].map(Some),
                (Self::Rename(_), None) => [Some(number), None],
                (Self::Duplicate, Some(_)) => [number, number + 1].map(Some),
                (_, Some(members)) => {
                    let first = members.first;
                    members.counts.map(|count| (count > 0).then_some(first))
                }
                (_, None) => [None; 2],
            },
            splices: changed.undo,
        }
    }

    /// Returns the path of the changed value; `path` is the row's path.
    fn target(&self, path: &Path) -> Path {
        let Self::Add(key, _) = self else {
            return path.clone();
        };
        let last = match key {
            Some(key) => match key.view() {
                AnyView::Text(text) if key.kind() == Kind::String => Segment::Name(text.into()),
                _ => Segment::Key(format!("{key:#}")),
            },
            None => Segment::Append,
        };
        path.join(&last.into())
    }

    fn made(
        &self,
        file: &mut Document,
        file_value: usize,
        path: &Path,
    ) -> Result<ChangeReport, EditError> {
        match self {
            Self::Set(new) => file.set(file_value, path, new.clone()),
            Self::Add(key, new) => {
                let mut changed = file.set(file_value, path, new.clone())?;
                if let Some(key) = key.as_ref().filter(|_| changed.old.is_some()) {
                    return Err(EditError::KeyExists(format!("{key:#}")));
                }
                changed.notes.clear();
                Ok(changed)
            }
            Self::Remove => {
                let old = file.get(file_value, path)?;
                let mut changed = file.remove(file_value, std::slice::from_ref(path))?;
                changed.old = Some(old);
                Ok(changed)
            }
            Self::Rename(key) => file.rename(file_value, path, key.clone()),
            Self::Reorder(to) => file.reorder(file_value, path, *to),
            Self::Duplicate => file.duplicate(file_value, path),
        }
    }
}

impl Step {
    /// Creates the step of an edited text.
    pub(crate) fn of_text(splices: Vec<Splice>) -> Self {
        Self {
            kind: "text",
            splices,
            ..Self::default()
        }
    }

    /// Undoes or repeats the change and returns the row that the page selects.
    pub(crate) fn toggle(
        &mut self,
        is_undo: bool,
        content: &mut Content,
        tree: &mut Tree,
    ) -> usize {
        if let Some(text) = &mut content.text {
            self.splices = text.splice(&self.splices);
            content.encode();
            tree.rebuild(&content.file);
            return self.row(is_undo, content, tree);
        }
        let mut members = self.members;
        if let Some(members) = members.as_mut().filter(|_| is_undo) {
            members.counts.reverse();
        }
        let length = content.file.bytes().len();
        // The bytes were valid before, so that neither fails.
        if let Ok(undo) = content.file.splice(self.file_value, &self.splices) {
            self.splices = undo;
            let _ = tree.update(&content.file, self.file_value, members, length);
        }
        self.row(is_undo, content, tree)
    }

    /// Returns the row that the page selects after the change, or after it was undone.
    pub(crate) fn row(&self, is_undo: bool, content: &Content, tree: &Tree) -> usize {
        let index = &tree.index;
        let container = if let Some(members) = &self.members {
            let container = index.container(&content.file, self.file_value, members);
            container.unwrap_or(0)
        } else {
            let path = self.path.parse().unwrap_or_default();
            Describer { content, tree }.row_at_path(self.file_value, &path)
        };
        let selected = self.selected[usize::from(!is_undo)];
        let member = selected.and_then(|number| index.member(container, number));
        member.unwrap_or(container)
    }
}
