//! Reads and changes the values at paths, without a tree of the whole value.

use super::edit::Editor;
use super::edits::{Edits, applied};
use super::syntax::Grouping;
use super::value::segment_name;
use super::{TextDocument, TextError, TextKind, json, line_ending};
use crate::change::difference::{Change, Edit, changes};
use crate::change::{EditError, missing, or_root, remove_in, set_in};
use crate::walk_path::segment_of;
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::{Path, Segment};
use std::collections::HashSet;

/// The attributes in the path of a tag.
const KEY_ATTRIBUTES: [&str; 4] = ["@name", "@parent", "@id", "id"];

impl TextDocument {
    /// Replaces the value at `index` by changing only the text of what differs.
    ///
    /// Equal elements and entries keep their notation, comments and order. What differs is written
    /// as the engine writes it, with every digit of floats. New entries follow the last entry of
    /// their Dictionary or section, and new sections are at the end of the text. The order of entries
    /// is not compared.
    ///
    /// ```
    /// use gdvariant_files::text::TextDocument;
    ///
    /// let mut document = TextDocument::parse("{\n\t\"a\": 16, ; sixteen\n\t\"b\": 2,\n}", None)?;
    /// document.replace(0, &document.layout().parse(r#"{"a": 16, "c": [3]}"#)?)?;
    /// assert_eq!(document.text(), "{\n\t\"a\": 16, ; sixteen\n\t\"c\": [3],\n}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the text cannot contain the value, such as a ConfigFile whose value is not
    /// a Dictionary, if a tag refers to one that is removed, or if there are fewer values. The text is unchanged then.
    pub fn replace(&mut self, index: usize, value: &AnyVariant) -> Result<(), TextError> {
        self.edit(|text| text.replaced(index, value))
    }

    pub(crate) fn get(&self, index: usize, path: &Path) -> Result<AnyVariant, EditError> {
        let (known, path) = (self.known(index)?, self.normal(path));
        let value = AnyRef::from(&known.1);
        let found = value.component_at_path(&path);
        found.ok_or_else(|| missing(value, &path, 0))
    }

    /// Sets the values at `paths` in the value at `index` and returns the old ones. Several paths have
    /// to be [apart](Self::are_apart).
    pub(crate) fn set(
        &mut self,
        index: usize,
        paths: &[Path],
        new: &AnyVariant,
    ) -> Result<Vec<Option<AnyVariant>>, EditError> {
        let known = self.known(index)?;
        let old = &known.1;
        let mut value = old.clone();
        let paths: Vec<_> = paths.iter().map(|path| self.normal(path)).collect();
        let mut previous = Vec::new();
        for path in &paths {
            // A new section or group.
            let (first, rest) = split(path, 1);
            if self.has_sections()
                && !rest.is_empty()
                && AnyRef::from(old).at_path(&first).is_none()
            {
                let name = first.segments().next().map(segment_name);
                let group = match name.and_then(|name| self.grouping(name)) {
                    Some(Grouping::List) => self.layout.new_array([]),
                    _ => self.layout.new_dictionary([]),
                };
                set_in(&mut value, &first, group)?;
            }
            previous.push(set_in(&mut value, path, new.clone())?);
        }
        // Only the innermost values that contain the changes are compared.
        let (old, new) = (AnyRef::from(old), AnyRef::from(&value));
        let mut all = Vec::new();
        for path in &paths {
            let lengths = (0..=path.segments().len()).rev();
            let mut outer = lengths.map(|length| split(path, length).0);
            let outer = outer
                .find(|outer| old.at_path(outer).is_some())
                .unwrap_or_default();
            if let [Some(old), Some(new)] = [old, new].map(|it| it.at_path(&outer)) {
                let changes = changes(old, new).into_iter().map(|change| Change {
                    path: outer.join(&change.path),
                    ..change
                });
                all.extend(changes);
            }
        }
        self.change(index, &all, |changed| changed.has_value(index, &value))?;
        Ok(previous)
    }

    /// Returns whether a change at one of `paths` changes no value or container at another.
    pub(crate) fn are_apart(&self, index: usize, paths: &[Path]) -> bool {
        let Ok(known) = self.known(index) else {
            return false;
        };
        let value = AnyRef::from(&known.1);
        let found = |path| {
            let path = self.normal(path);
            let resolved = value.resolved_path(&path);
            resolved.or_else(|| value.resolved_path(&path.split_last()?.0))
        };
        let Some(resolved) = paths.iter().map(found).collect::<Option<HashSet<_>>>() else {
            return false;
        };
        let contains = |path: &Path| {
            let mut outer = (0..path.segments().len()).map(|length| split(path, length).0);
            outer.any(|outer| resolved.contains(&outer))
        };
        resolved.len() == paths.len() && !resolved.iter().any(contains)
    }

    /// Removes the values at `paths` in the value at `index`. Each path refers to the value before the
    /// first removal.
    pub(crate) fn remove(&mut self, index: usize, paths: &[Path]) -> Result<(), EditError> {
        let mut value = self.known(index)?.1.clone();
        let paths: Vec<_> = paths.iter().map(|path| self.normal(path)).collect();
        remove_in(&mut value, &paths)?;
        let removed = |path| Change {
            path,
            edit: Edit::Remove,
        };
        let changes: Vec<_> = paths.into_iter().map(removed).collect();
        self.change(index, &changes, |changed| changed.has_value(index, &value))
    }

    /// Returns the document of the same kind in which the value at `index` is replaced.
    pub(crate) fn replaced(&self, index: usize, value: &AnyVariant) -> Result<Self, TextError> {
        let old = self.value(index)?;
        let changed = self.changed(index, &changes((&old).into(), value.into()), |changed| {
            changed.has_value(index, value)
        });
        changed.map_err(|error| match error {
            EditError::Text(error) => error,
            error => TextError::from_message(error.to_string()),
        })
    }

    /// Returns the document with changes of the value at `index`, or an error unless `is_done`.
    fn changed(
        &self,
        index: usize,
        changes: &[Change<'_>],
        is_done: impl Fn(&Self) -> Result<bool, TextError>,
    ) -> Result<Self, EditError> {
        let new = self.edited(Editor::new(self).edits(index, changes)?);
        let new = new.map_err(|_| self.misfit(changes))?;
        if new.count() != self.count() || !is_done(&new).unwrap_or_default() {
            return Err(self.misfit(changes).into());
        }
        self.check_references(&new)?;
        Ok(new)
    }

    pub(super) fn has_value(&self, index: usize, value: &AnyVariant) -> Result<bool, TextError> {
        let known = self.known(index)?;
        let own = &known.1;
        Ok(own == value || self.is_same(own.into(), value.into()))
    }

    /// Edits the text. JSON that an engine could have written can become the text of values, which
    /// can contain values that JSON cannot.
    fn edit<E>(&mut self, edited: impl Fn(&Self) -> Result<Self, E>) -> Result<(), E> {
        let in_engine_text = || {
            let is_engine_text = json::is_engine_text(&self.text, true);
            let is_open = self.kind() == TextKind::Json && is_engine_text;
            let text = self.text.clone();
            let text = is_open.then(|| Self::scan(text, self.layout, TextKind::Values));
            edited(&text?.ok()?).ok()
        };
        *self = edited(self).or_else(|error| in_engine_text().ok_or(error))?;
        Ok(())
    }

    /// Returns the document after edits of its values.
    pub(super) fn edited(&self, edits: Edits) -> Result<Self, TextError> {
        let mut text = applied(&self.text, edits);
        // The last tag leaves the blank lines before it.
        let is_blank = |text: &str| text.ends_with("\n\n") || text.ends_with("\n\r\n");
        if self.is_resource() && is_blank(&text) && !is_blank(&self.text) {
            text.truncate(text.trim_end().len());
            text += line_ending(&self.text);
        }
        Self::scan(text, self.layout, self.kind())
    }

    /// Returns the error for changes after which the text has another value.
    pub(super) fn misfit(&self, changes: &[Change<'_>]) -> TextError {
        let path = |change: &Change<'_>| match change.edit {
            Edit::Insert(_, Some(key), _) => change.path.join(&segment_of(key).into()),
            _ => change.path.clone(),
        };
        let rank = |path: &Path| {
            let is_key = self.is_key_attribute(path);
            (!is_key, path.segments().len(), path.to_string())
        };
        let path = changes
            .iter()
            .map(path)
            .min_by_key(rank)
            .unwrap_or_default();
        let is_tag = |change: &Change<'_>| match (change.edit, change.path.segments().len()) {
            (Edit::Insert(_, Some(_), tag), 1) | (Edit::Rename(_, tag), 2) => {
                let mut keys = tag.members().filter_map(|it| it.key().map(segment_of));
                keys.any(|key| KEY_ATTRIBUTES.contains(&segment_name(&key)))
            }
            _ => false,
        };
        let is_tag = self.is_resource() && changes.iter().any(is_tag);
        let reason = if is_tag || self.is_key_attribute(&path) {
            "the id, the name and the parent of a tag are in its path, to which others refer; rename, move or copy the tag in the engine's editor"
        } else {
            "engines would read the text as another value; choose another name or value"
        };
        let path = or_root(&path, "the whole value");
        TextError::from_message(format!("{path}: {reason}"))
    }

    /// Returns whether `path` leads to an attribute that is in the path of its tag.
    fn is_key_attribute(&self, path: &Path) -> bool {
        let names: Vec<_> = path.segments().map(segment_name).collect();
        self.is_resource() && matches!(names[..], [_, _, name] if KEY_ATTRIBUTES.contains(&name))
    }

    /// Returns whether the value at `outer` is as `new`, apart from what the text does not have: floats
    /// stay floats in JSON, a new tag has the attributes of its key, and no tags have no name.
    fn is_same(&self, value: AnyRef<'_>, new: AnyRef<'_>) -> bool {
        changes(value, new).iter().all(|change| match change.edit {
            Edit::Replace(new) => match (value.at_path(&change.path).map(AnyRef::view), new.view())
            {
                (Some(AnyView::Float(float)), AnyView::Int(int)) => {
                    self.kind() == TextKind::Json && format!("{float:?}") == format!("{int}.0")
                }
                _ => false,
            },
            Edit::Remove => self.is_key_attribute(&change.path),
            Edit::Insert(_, Some(_), new) => {
                self.is_resource() && change.path.is_empty() && new.view().count() == Some(0)
            }
            _ => false,
        })
    }

    /// Returns `path` with its keys in the notation of the text.
    fn normal(&self, path: &Path) -> Path {
        let segments = path.segments().map(|segment| match segment {
            Segment::Key(key) => self.layout.parse(key).map(|key| segment_of((&key).into())),
            _ => Ok(segment.clone()),
        });
        let pairs = segments.zip(path.segments());
        pairs
            .map(|(new, old)| new.unwrap_or_else(|_| old.clone()))
            .collect()
    }

    /// Returns the path with the keys of entries and the indexes of elements, so that two paths to one
    /// value are equal.
    pub(crate) fn resolved(&self, index: usize, path: &Path) -> Path {
        let path = self.normal(path);
        let Ok(known) = self.known(index) else {
            return path;
        };
        let mut container = Some(AnyRef::from(&known.1));
        let segments = path.segments().map(|segment| {
            let found = container.and_then(|it| it.resolved_path(&segment.clone().into()));
            let found = found.and_then(|found| match (found.segments().next()?, segment) {
                (_, Segment::KeyOf(_)) => None,
                (Segment::Index(number) | Segment::ValueOf(number), _) => {
                    container?.member(*number)
                }
                _ => None,
            });
            container = found.map(|found| found.value);
            let own = found.map(|it| it.key().map_or_else(|| it.segment.to_segment(), segment_of));
            own.unwrap_or_else(|| segment.clone())
        });
        segments.collect()
    }

    /// Makes changes. Returns an error unless `is_done` for the changed document.
    fn change(
        &mut self,
        index: usize,
        changes: &[Change<'_>],
        is_done: impl Fn(&Self) -> Result<bool, TextError>,
    ) -> Result<(), EditError> {
        self.edit(|text| text.changed(index, changes, &is_done))
    }
}

fn split(path: &Path, length: usize) -> (Path, Path) {
    let mut segments = path.segments().cloned();
    (segments.by_ref().take(length).collect(), segments.collect())
}
