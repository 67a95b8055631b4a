//! Reads and changes the values at paths, without a tree of the whole value.

use super::edit::{Editor, container, places};
use super::edits::{Edits, applied};
use super::resource::{Grouping, by_path};
use super::syntax::{Form, Node};
use super::value::segment_name;
use super::{TextDocument, TextError, TextKind, json};
use crate::change::difference::{Change, Edit, changes};
use crate::change::{EditError, MissingPath, set_in};
use crate::trail::segment_of;
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::{Path, Segment};
use std::collections::HashSet;
use std::iter;
use std::ops::Range;

/// The innermost part of a text to which the first segments of a path lead.
enum Found<'d> {
    Node(&'d Node),
    /// The value of a section or a tag.
    Section(AnyVariant),
    /// The whole value, or all tags with a name.
    Sections,
    /// What stands for a container that lacks the next key, without its other members.
    Lacking(AnyVariant),
}

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
        let replaced = self.replaced(index, value);
        let in_engine_text = || self.engine_text()?.replaced(index, value).ok();
        *self = replaced.or_else(|error| in_engine_text().ok_or(error))?;
        Ok(())
    }

    pub(crate) fn get(&self, index: usize, path: &Path) -> Result<AnyVariant, EditError> {
        let path = &self.normal(path);
        if let Some(value) = self.at_path(index, path)? {
            return Ok(value);
        }
        let value = self.value(index)?;
        let found = AnyRef::from(&value).component_at_path(path);
        found.ok_or_else(|| EditError::Missing(MissingPath::of((&value).into(), path, 0)))
    }

    /// Sets the value at `path` in the value at `index` and returns the old one.
    pub(crate) fn set(
        &mut self,
        index: usize,
        path: &Path,
        new: &AnyVariant,
    ) -> Result<Option<AnyVariant>, EditError> {
        self.try_set(index, &self.normal(path), new)
    }

    /// Removes the values at `paths` in the value at `index`. Each path refers to the value before the
    /// first removal.
    pub(crate) fn remove(&mut self, index: usize, paths: &[Path]) -> Result<(), EditError> {
        let paths: Vec<_> = paths.iter().map(|path| self.normal(path)).collect();
        self.try_remove(index, &paths)
    }

    /// Changes the key at the end of `path` in the value at `index`. The entry keeps its position.
    pub(crate) fn rename(
        &mut self,
        index: usize,
        path: &Path,
        key: &AnyVariant,
    ) -> Result<(), EditError> {
        self.try_rename(index, &self.normal(path), key)
    }

    pub(crate) fn insert(
        &mut self,
        index: usize,
        path: &Path,
        new: &AnyVariant,
    ) -> Result<(), EditError> {
        let old = self.get(index, path)?;
        let Some((outer, Segment::Index(place))) = path.split_last() else {
            return Err(EditError::NoKey(path.clone()));
        };
        let edit = Edit::Insert(place, None, new.into());
        let change = Change { path: outer, edit };
        self.change(index, &[change], |changed| {
            let next = path.segments().rev().skip(1).rev().cloned();
            let next = next.chain([Segment::Index(place + 1)]).collect();
            Ok(changed.is_at(index, path, new)? && changed.is_at(index, &next, &old)?)
        })
    }

    /// Moves an element, an entry or a section to the index `to` of its container. The text between
    /// the members, such as comments, keeps its position.
    pub(crate) fn reorder(
        &mut self,
        index: usize,
        path: &Path,
        to: usize,
    ) -> Result<(), EditError> {
        let path = &self.normal(path);
        self.get(index, path)?;
        let Some((outer, last)) = path.split_last() else {
            return Err(EditError::Root);
        };
        let shown = |value: &AnyVariant| -> Vec<String> {
            let members = AnyRef::from(value).members();
            let shown = members.map(|it| (it.key().map(|key| key.to_string()), it.value));
            shown
                .map(|(key, value)| format!("{key:?} {value:#}"))
                .collect()
        };
        let mut expected = shown(&self.get(index, &outer)?);
        let members = self.members(index, &outer)?;
        let from = members.iter().position(|(segment, _)| *segment == last);
        let mut edits = Edits::new();
        let length = expected.len();
        if to >= length {
            return Err(EditError::NoIndex { index: to, length });
        }
        let from = from.filter(|_| length == members.len());
        if let Some(from) = from {
            let moved = expected.remove(from);
            expected.insert(to, moved);
            let mut order: Vec<_> = (0..members.len()).collect();
            let moved = order.remove(from);
            order.insert(to, moved);
            for ((_, range), old) in members.iter().zip(order) {
                let source = self.text[members[old].1.clone()].to_owned();
                edits.push((range.clone(), source));
            }
        }
        let changed = self.edited(edits)?;
        if from.is_none() || shown(&changed.get(index, &outer)?) != expected {
            let message = format!("{path}: the text has a fixed order of these values");
            return Err(self.value_error(index, message).into());
        }
        *self = changed;
        Ok(())
    }

    /// Returns the document of the same kind in which the value at `index` is replaced.
    pub(crate) fn replaced(&self, index: usize, value: &AnyVariant) -> Result<Self, TextError> {
        let old = self.value(index)?;
        let changed = self.changed(index, &changes((&old).into(), value.into()), |changed| {
            Ok(changed.has_value(index, value)?)
        });
        changed.map_err(|error| match error {
            EditError::Text(error) => error,
            error => self.value_error(index, error.to_string()),
        })
    }

    /// Returns the document with changes of the value at `index`, or an error unless `is_done`.
    fn changed(
        &self,
        index: usize,
        changes: &[Change<'_>],
        is_done: impl Fn(&Self) -> Result<bool, EditError>,
    ) -> Result<Self, EditError> {
        let new = self.edited(Editor::new(self).edits(index, changes)?)?;
        if new.count() != self.count() || !is_done(&new).unwrap_or_default() {
            return Err(self.misfit(index).into());
        }
        self.check_references(&new)?;
        Ok(new)
    }

    pub(super) fn has_value(&self, index: usize, value: &AnyVariant) -> Result<bool, TextError> {
        let own = self.read(index)?;
        Ok(self.is_same((&own).into(), value.into(), &Path::default()))
    }

    /// Returns JSON that an engine could have written as the text of values, which can contain values
    /// that JSON cannot.
    fn engine_text(&self) -> Option<Self> {
        if self.kind() != TextKind::Json || !json::is_engine_text(&self.text, true) {
            return None;
        }
        Self::scan(self.text.clone(), self.layout, TextKind::Values).ok()
    }

    /// Returns the document after edits of its values.
    pub(super) fn edited(&self, edits: Edits) -> Result<Self, TextError> {
        Self::scan(applied(&self.text, edits), self.layout, self.kind())
    }

    /// Returns the error for a value at `index` that the text does not have after a change.
    pub(super) fn misfit(&self, index: usize) -> TextError {
        let mut message = "the text cannot contain the new value, or one of its names".to_owned();
        if self.is_resource() {
            message += "; the id, the name and the parent of a tag are in its path: move the tag to change them";
        }
        self.value_error(index, message)
    }

    /// Returns whether the value at `outer` is as `new`, apart from what the text does not have: floats
    /// stay floats in JSON, a new tag has the attributes of its key, and no tags have no name.
    fn is_same(&self, value: AnyRef<'_>, new: AnyRef<'_>, outer: &Path) -> bool {
        changes(value, new).iter().all(|change| match change.edit {
            Edit::Replace(new) => match (value.at_path(&change.path).map(AnyRef::view), new.view())
            {
                (Some(AnyView::Float(float)), AnyView::Int(int)) => {
                    self.kind() == TextKind::Json && format!("{float:?}") == format!("{int}.0")
                }
                _ => false,
            },
            Edit::Remove => {
                let path = outer.segments().chain(change.path.segments()).cloned();
                self.is_key_attribute(&path.collect())
            }
            Edit::Insert(_, Some(_), new) => {
                let is_root = outer.is_empty() && change.path.is_empty();
                self.is_resource() && is_root && new.view().count() == Some(0)
            }
            _ => false,
        })
    }

    /// Returns whether the path of a tag has the attribute at `path`.
    fn is_key_attribute(&self, path: &Path) -> bool {
        let names: Vec<_> = path.segments().map(segment_name).collect();
        self.is_resource() && matches!(names[..], [_, _, "@name" | "@parent" | "@id" | "id"])
    }

    /// Returns an error at the start of the value at `index`.
    pub(super) fn value_error(&self, index: usize, message: String) -> TextError {
        let part = self.syntax.parts.get(index);
        TextError::at(
            &self.text,
            part.map_or(0, |part| part.range().start),
            message,
        )
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
        let mut resolved = Path::default();
        for segment in self.normal(path).segments() {
            let container = match segment {
                Segment::Name(_) => None,
                _ => self.get(index, &resolved).ok(),
            };
            let member = container.and_then(|container| {
                let container = AnyRef::from(&container);
                let found = container.resolved_path(&segment.clone().into())?;
                match (found.segments().next()?, segment) {
                    (_, Segment::KeyOf(_)) => None,
                    (Segment::Index(number), _) => Some(Segment::Index(*number)),
                    (Segment::ValueOf(number), _) => {
                        let member = container.member(*number)?;
                        Some(
                            member
                                .key()
                                .map_or_else(|| member.segment.to_segment(), segment_of),
                        )
                    }
                    _ => None,
                }
            });
            resolved = resolved.join(&member.unwrap_or_else(|| segment.clone()).into());
        }
        resolved
    }

    fn try_set(
        &mut self,
        index: usize,
        path: &Path,
        new: &AnyVariant,
    ) -> Result<Option<AnyVariant>, EditError> {
        let (found, depth) = self.find(index, path)?;
        let [outer, rest] = split(path, depth);
        // The other members of a container that lacks a key are not parsed.
        let (old, is_new) = match (found, rest.segments().len()) {
            (Found::Lacking(container), _) => (container, true),
            (Found::Node(node), 1)
                if !node.items.is_empty()
                    && matches!(node.form, Form::Array | Form::Dictionary) =>
            {
                (self.lacking(&node.form, node.items.len()), true)
            }
            (Found::Node(node), _) => (self.node_value(node)?, false),
            (Found::Section(value), _) => (value, false),
            (Found::Sections, _) => return Err(missing(path)),
        };
        let mut value = old.clone();
        if is_new && depth == 0 && rest.segments().len() > 1 {
            let section = self.lacking(&Form::Dictionary, 0);
            set_in(&mut value, &split(&rest, 1)[0], section)?;
        }
        let previous = AnyRef::from(&old).component_at_path(&rest);
        set_in(&mut value, &rest, new.clone())?;
        let mut changes = changes((&old).into(), (&value).into());
        for change in &mut changes {
            change.path = joined(&outer, &change.path);
        }
        let is_end = path.segments().last() == Some(&Segment::Append);
        self.change(index, &changes, |it| {
            if is_new {
                Ok(is_end || it.is_at(index, path, new)?)
            } else {
                it.is_at(index, &outer, &value)
            }
        })?;
        Ok(previous)
    }

    /// Returns a container without its members: nulls are elements.
    fn lacking(&self, form: &Form, length: usize) -> AnyVariant {
        match (form, self.layout.parse("null")) {
            (Form::Array, Ok(null)) => self.layout.new_array(iter::repeat_n(null, length)),
            _ => self.layout.new_dictionary([]),
        }
    }

    fn try_remove(&mut self, index: usize, paths: &[Path]) -> Result<(), EditError> {
        self.check(index)?;
        let all: HashSet<_> = paths.iter().collect();
        let mut changes = Vec::new();
        for path in paths {
            let mut outer = (0..path.segments().len()).map(|depth| split(path, depth));
            if self.is_key_attribute(path) || outer.any(|[outer, _]| all.contains(&outer)) {
                return Err(missing(path));
            }
            let (path, edit) = (path.clone(), Edit::Remove);
            changes.push(Change { path, edit });
        }
        if all.len() < paths.len() || all.contains(&Path::default()) {
            return Err(EditError::Root);
        }
        self.change(index, &changes, |_| Ok(true))
    }

    fn try_rename(&mut self, index: usize, path: &Path, key: &AnyVariant) -> Result<(), EditError> {
        let (Some(value), Some((outer, last))) = (self.at_path(index, path)?, path.split_last())
        else {
            return Err(missing(path));
        };
        let new = segment_of(key.into());
        let to = joined(&outer, &Path::from_iter([new.clone()]));
        if self.is_resource() && self.move_tag(path, &to)?.is_some() {
            return Ok(());
        }
        // Elements have no keys.
        if matches!(last, Segment::Index(_)) {
            return Err(missing(path));
        }
        if new != last && self.at_path(index, &to)?.is_some() {
            return Err(EditError::KeyExists(key.to_string()));
        }
        let edit = Edit::Rename(key.into(), (&value).into());
        let path = path.clone();
        self.change(index, &[Change { path, edit }], |it| {
            it.is_at(index, &to, &value)
        })
    }

    /// Makes changes. Returns an error unless `is_done` for the changed document.
    fn change(
        &mut self,
        index: usize,
        changes: &[Change<'_>],
        is_done: impl Fn(&Self) -> Result<bool, EditError>,
    ) -> Result<(), EditError> {
        let edited = |text: &Self| text.changed(index, changes, &is_done);
        let in_engine_text = || edited(&self.engine_text()?).ok();
        *self = edited(self).or_else(|error| in_engine_text().ok_or(error))?;
        Ok(())
    }

    /// Returns whether the value at `path` is as `new`.
    fn is_at(&self, index: usize, path: &Path, new: &AnyVariant) -> Result<bool, EditError> {
        let value = self.at_path(index, path)?;
        Ok(value.is_some_and(|value| self.is_same((&value).into(), new.into(), path)))
    }

    fn at_path(&self, index: usize, path: &Path) -> Result<Option<AnyVariant>, EditError> {
        let (found, depth) = self.find(index, path)?;
        let value = match found {
            Found::Node(node) => self.node_value(node)?,
            Found::Section(value) => value,
            Found::Sections | Found::Lacking(_) => return Ok(None),
        };
        Ok(AnyRef::from(&value).component_at_path(&split(path, depth)[1]))
    }

    /// Returns the innermost part to which a path leads, and the number of segments to it.
    fn find(&self, index: usize, path: &Path) -> Result<(Found<'_>, usize), TextError> {
        self.check(index)?;
        let segments: Vec<_> = path.segments().cloned().collect();
        let (mut node, mut depth) = (self.node(index), 0);
        if self.has_sections() {
            let Some(first) = segments.first() else {
                return Ok((Found::Sections, 0));
            };
            let sections = self.sections()?;
            let tags = by_path(&sections[1..]);
            let name = segment_name(first);
            let form = match self.grouping(name) {
                Some(Grouping::Keyed) => Some(Form::Dictionary),
                Some(Grouping::List) => Some(Form::Array),
                _ => None,
            };
            let length = 1 + usize::from(form.is_some());
            let tags = segments.get(..length).and_then(|path| tags.get(path));
            let section = match (tags, form) {
                (Some(tags), _) => self.single(tags)?,
                (None, Some(form)) => {
                    let count = sections.iter().filter(|it| it.id.0 == name).count();
                    return Ok(match segments.len() {
                        1 if count > 0 => (Found::Sections, 1),
                        1 => (Found::Lacking(self.lacking(&Form::Dictionary, 0)), 0),
                        _ => (Found::Lacking(self.lacking(&form, count)), 1),
                    });
                }
                (None, None) => &sections[0],
            };
            depth = tags.map_or(0, |_| length);
            let Some(key) = segments.get(depth) else {
                let value = self.layout.new_dictionary(self.entries(section)?);
                return Ok((Found::Section(value), depth));
            };
            node = section
                .fields(segment_name(key))
                .last()
                .map(|(_, node)| *node);
            depth += usize::from(node.is_some());
        }
        let Some(mut node) = node else {
            return Ok((Found::Lacking(self.lacking(&Form::Dictionary, 0)), depth));
        };
        while let Some(segment) = segments.get(depth) {
            let list = container(node);
            let places = places(list, self.keys(list).as_ref(), segment);
            let Some(item) = places.last().and_then(|place| list.items.get(*place)) else {
                break;
            };
            (node, depth) = (&item.value, depth + 1);
        }
        Ok((Found::Node(node), depth))
    }

    fn members(
        &self,
        index: usize,
        path: &Path,
    ) -> Result<Vec<(Segment, Range<usize>)>, TextError> {
        let (found, _) = self.find(index, path)?;
        if let Found::Node(node) = found {
            let items = container(node).items.iter().enumerate();
            let members = items.map(|(index, item)| {
                let key = item
                    .key
                    .as_ref()
                    .map(|key| self.node_value(key))
                    .transpose()?;
                let segment = key.map_or(Segment::Index(index), |key| segment_of((&key).into()));
                Ok((segment, item.start()..item.value.range.end))
            });
            return members.collect();
        }
        let own: Vec<_> = path.segments().cloned().collect();
        let mut members = Vec::new();
        for section in self.sections()? {
            let path = section.path();
            if path == own || own.is_empty() && section.id.0.is_empty() {
                let fields = section.keys.iter().filter_map(|(key, fields)| {
                    let (name, node) = fields.last()?;
                    Some((Segment::Name(key.clone()), name.start..node.range.end))
                });
                members.extend(fields);
            } else if let [outer @ .., last] = &path[..]
                && outer == own
                && let [run] = &section.runs[..]
                && let parts = &self.syntax.parts[run.clone()]
                && let (Some(first), Some(end)) = (parts.first(), parts.last())
            {
                members.push((last.clone(), first.range().start..end.range().end));
            }
        }
        Ok(members)
    }
}

fn split(path: &Path, depth: usize) -> [Path; 2] {
    [
        path.segments().take(depth).cloned().collect(),
        path.segments().skip(depth).cloned().collect(),
    ]
}

fn joined(outer: &Path, inner: &Path) -> Path {
    outer.segments().chain(inner.segments()).cloned().collect()
}

/// Returns an error that stands for one with the whole value.
fn missing(path: &Path) -> EditError {
    EditError::Missing(MissingPath::after(path, 0))
}
