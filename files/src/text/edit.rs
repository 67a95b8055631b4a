//! Changes the text of a document at paths.

use super::edits::Edits;
use super::json::{Style, line_indentation, print_key};
use super::syntax::{Grouping, Item, NodeKind, container};
use super::value::{Place, has_base64, key_text, print, quoted, segment_name};
use super::{TextDocument, TextError, TextKind, line_ending};
use crate::change::difference::{Change, MemberChanges};
use crate::change::{EditError, or_root};
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::{Kind, Path, Segment};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Display;
use std::mem;
use std::ops::Range;

/// The largest int for which every smaller int is exact as a float.
const MAX_EXACT: u64 = 1 << f64::MANTISSA_DIGITS;

/// A new member: its index, its key and its value.
pub(super) type Added<'v> = (usize, Option<AnyRef<'v>>, AnyRef<'v>);

/// Keys with their values, in order.
pub(super) type Keys<'v> = Vec<(&'v str, AnyRef<'v>)>;

pub(super) struct Editor<'d> {
    pub(super) document: &'d TextDocument,
    pub(super) text: &'d str,
    pub(super) line_ending: &'static str,
    has_base64: bool,
    pub(super) edits: Edits,
    /// The white space of JSON; `None` for text of an engine.
    style: Option<Style<'d>>,
    /// The path of the changed value.
    path: Path,
}

impl<'d> Editor<'d> {
    pub(super) fn new(document: &'d TextDocument) -> Self {
        Self {
            document,
            text: &document.text,
            line_ending: line_ending(&document.text),
            has_base64: has_base64(document),
            edits: Vec::new(),
            style: (document.kind() == TextKind::Json).then(|| Style::new(document)),
            path: Path::default(),
        }
    }

    /// Returns an error about the value at the path.
    pub(super) fn error(&self, message: impl Display) -> TextError {
        let path = or_root(&self.path, "the whole value");
        TextError::from_message(format!("{path}: {message}"))
    }

    pub(super) fn wrong_type(&self, expected: &str, found: AnyRef<'_>) -> TextError {
        let found = found.layout().name_of(found.kind());
        self.error(format_args!("expected {expected}, found {found}"))
    }

    /// Makes changes of the value at `index`. What is inside other values is changed first, so that
    /// text that is added at the same offset is in order.
    pub(super) fn edits(
        mut self,
        index: usize,
        changes: &[Change<'_>],
    ) -> Result<Edits, EditError> {
        if changes.is_empty() {
            return Ok(Edits::new());
        }
        let tree = self.document.tree()?;
        let mut pending = vec![(tree.root(index)?, changes.iter().collect::<Vec<_>>(), 0)];
        let (mut all, mut renamed) = (Vec::new(), Vec::new());
        while let Some((place, changes, depth)) = pending.pop() {
            let path = changes.first().map(|change| change.path.segments());
            self.path = path.into_iter().flatten().take(depth).cloned().collect();
            let mut members = MemberChanges::new(&changes, depth);
            if let Some(new) = members.replacement {
                self.write(place, new, depth > 0)?;
                all.push(mem::take(&mut self.edits));
                continue;
            }
            let own = tree.members(place)?;
            // Verbs report the error with the whole value.
            let find = |segment: &Segment| match (place, own.get(segment)) {
                (_, []) => Err(EditError::Root),
                (Place::Group(_), [Place::Section(tag), _, ..]) => {
                    Err(self.document.several(&tree.sections, &tag.id).into())
                }
                (_, places) => Ok(places.to_vec()),
            };
            for (old, key, value) in mem::take(&mut members.renamed) {
                if self.can_rename(place, old, key) {
                    renamed.extend(find(old)?.into_iter().map(|old| (old, key)));
                } else {
                    members.removed.push(old);
                    members.added.push((usize::MAX, Some(key), value));
                    members.inner.retain(|(other, _)| *other != old);
                }
            }
            for (segment, changes) in members.inner {
                let inner = find(segment)?.pop();
                pending.extend(inner.map(|inner| (inner, changes, depth + 1)));
            }
            let removed = members.removed.into_iter();
            let removed = removed.map(|it| Ok((it, find(it)?)));
            let removed = removed.collect::<Result<Vec<_>, EditError>>()?;
            for (old, key) in renamed.drain(..) {
                self.rename(place, old, key)?;
            }
            if let Place::Value(..) = place {
                let removed = removed.into_iter().flat_map(|(_, places)| places);
                self.items(place, depth > 0, removed, members.added)?;
            } else {
                self.remove_all(&tree, place, removed);
                self.add(&tree, place, &own, members.added)?;
            }
            all.push(mem::take(&mut self.edits));
        }
        Ok(all.into_iter().rev().flatten().collect())
    }

    /// Returns whether the text can have another key in the same place.
    fn can_rename(&self, place: Place<'_>, old: &Segment, new: AnyRef<'_>) -> bool {
        match place {
            Place::Value(..) => true,
            Place::Group(_) => false,
            Place::Root => !self.document.is_resource(),
            Place::Section(section) => {
                let tag = section.id.0;
                let new = self.name(Some(new)).unwrap_or_default();
                self.is_attribute(tag, segment_name(old)) == self.is_attribute(tag, new)
            }
        }
    }

    fn rename(
        &mut self,
        container: Place<'_>,
        old: Place<'_>,
        key: AnyRef<'_>,
    ) -> Result<(), EditError> {
        match (container, old) {
            (Place::Value(..), Place::Value(Some(old), _)) => {
                let new = match self.style {
                    Some(_) => print_key(key)
                        .map_err(|message| TextError::at(self.text, old.start, message))?,
                    None => self.print(key),
                };
                self.replace(old.clone(), new);
            }
            (_, Place::Value(Some(old), _)) => {
                let name = self.name(Some(key))?;
                self.replace(old.clone(), key_text(self.unmarked(name)));
            }
            (_, Place::Section(section)) => {
                let name = self.name(Some(key))?;
                for run in &section.runs {
                    let header = &self.document.syntax.parts[run.start];
                    self.replace(header.range(), format!("[{}]", self.escaped(name)));
                }
            }
            _ => return Err(EditError::Root),
        }
        Ok(())
    }

    /// Returns the text of a new value, or of an entry, near the offset `place`.
    fn written(
        &self,
        place: usize,
        key: Option<AnyRef<'_>>,
        value: AnyRef<'_>,
        indentation: Option<&str>,
    ) -> Result<String, TextError> {
        let Some(style) = &self.style else {
            let texts = key.into_iter().chain([value]).map(|it| self.print(it));
            return Ok(texts.collect::<Vec<_>>().join(": "));
        };
        let printed = style.print(key, value, indentation);
        printed.map_err(|message| TextError::at(self.text, place, message))
    }

    pub(super) fn print(&self, value: AnyRef<'_>) -> String {
        print(value, self.line_ending, self.has_base64)
    }

    pub(super) fn replace(&mut self, range: Range<usize>, new: impl Into<String>) {
        self.edits.push((range, new.into()));
    }

    /// Writes a value in the place of another one.
    fn write(
        &mut self,
        place: Place<'_>,
        new: AnyRef<'_>,
        is_inner: bool,
    ) -> Result<(), EditError> {
        let (start, node) = match place {
            Place::Value(key, node) => (key.unwrap_or(&node.range).start, node),
            Place::Group(name) => {
                let is_list = self.document.grouping(name) == Some(Grouping::List);
                let container = if is_list { "an Array" } else { "a Dictionary" };
                return Err(self.wrong_type(container, new).into());
            }
            Place::Section(_) | Place::Root => {
                self.keys(new)?;
                return Ok(());
            }
        };
        let source = &self.text[node.range.clone()];
        if self.style.is_some()
            && let AnyView::Int(int) = new.view()
            && source.contains(['.', 'e', 'E'])
            && int.unsigned_abs() <= MAX_EXACT
            && let old = self.document.node_value(node)?
            && old.kind() == Kind::Float
        {
            let float = format!("{int}.0");
            if float != source && float != self.print((&old).into()) {
                self.replace(node.range.clone(), float);
            }
            return Ok(());
        }
        let first = node.items.first().map(Item::start);
        let first = first.or(is_inner.then_some(start));
        let lines = first.filter(|first| self.indentation(*first).is_some());
        let indentation = lines.map(|_| line_indentation(self.text, node.range.start));
        let text = self.written(node.range.start, None, new, indentation)?;
        self.replace(node.range.clone(), text);
        Ok(())
    }

    /// Removes and adds items of a container. One without items, or of which no item is left, is
    /// written anew.
    fn items<'p>(
        &mut self,
        place: Place<'p>,
        is_inner: bool,
        removed: impl Iterator<Item = Place<'p>>,
        members: Vec<Added<'_>>,
    ) -> Result<(), EditError> {
        let Place::Value(key, node) = place else {
            return Err(EditError::Root);
        };
        let list = container(node);
        let items = &list.items[..];
        let removed: HashSet<_> = removed.filter_map(Place::start).collect();
        let is_kept = |item: &Item| !removed.contains(&item.start());
        let Some(kept) = items.iter().rposition(is_kept) else {
            let added = members.iter().map(|(_, key, new)| (*key, owned(*new)));
            let layout = self.document.layout;
            let new = match list.kind {
                NodeKind::Array => layout.new_array(added.map(|(_, new)| new)),
                NodeKind::Dictionary => {
                    layout.new_dictionary(added.filter_map(|(key, new)| Some([owned(key?), new])))
                }
                // Components and properties are in one node.
                _ => return Err(EditError::Root),
            };
            return self.write(Place::Value(key, list), (&new).into(), is_inner);
        };
        for (index, item) in items.iter().enumerate().filter(|(_, item)| !is_kept(item)) {
            let end = self
                .comma(item)
                .map_or(item.value.range.end, |comma| comma + 1);
            self.remove(item.start()..end, kept > index);
        }
        let mut added: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (place, key, new) in members {
            let place = items.len().min(place);
            added.entry(place).or_default().push((key, new));
        }
        let at_end = added.remove(&items.len()).unwrap_or_default();
        for (place, added) in added {
            let start = items[place].start();
            let separator = match self.indentation(start) {
                Some(indentation) => format!(",{}{indentation}", self.line_ending),
                None => format!(",{}", self.space()),
            };
            let added = self.new_items(items, place, added)?;
            self.replace(start..start, added.join(&separator) + &separator);
        }
        if !(removed.is_empty() && at_end.is_empty()) {
            let added = self.new_items(items, items.len(), at_end)?;
            self.append(items, kept, &added);
        }
        Ok(())
    }

    fn space(&self) -> &'d str {
        self.style.as_ref().map_or(" ", |style| style.space)
    }

    /// Returns the texts of new items before the one at `place`.
    fn new_items(
        &self,
        items: &[Item],
        place: usize,
        added: Vec<(Option<AnyRef<'_>>, AnyRef<'_>)>,
    ) -> Result<Vec<String>, TextError> {
        let start = items[0].start();
        // A new container of JSON is in a line if the one beside it is.
        let is_in_line = items.get(place.saturating_sub(1)).is_some_and(|it| {
            let text = &self.text[it.value.range.clone()];
            !it.value.items.is_empty() && !text.contains('\n')
        });
        let indentation = self.indentation(start).filter(|_| !is_in_line);
        let added = added.into_iter();
        added
            .map(|(key, value)| self.written(start, key, value, indentation))
            .collect()
    }

    /// Adds items after the last one that is kept, which gets or loses its comma.
    fn append(&mut self, items: &[Item], kept: usize, added: &[String]) {
        let has_comma = items.last().is_some_and(|last| self.comma(last).is_some());
        let anchor = &items[kept];
        let end = anchor.value.range.end;
        let comma = self.comma(anchor);
        match comma {
            Some(comma) if added.is_empty() && !has_comma => self.replace(comma..comma + 1, ""),
            None if !added.is_empty() => self.replace(end..end, ","),
            _ => {}
        }
        let after = comma.map_or(end, |comma| comma + 1);
        let (place, before) = match (self.indentation(anchor.start()), self.line_end(after)) {
            (Some(indentation), Some(end)) => (end, format!("{}{indentation}", self.line_ending)),
            _ => (after, self.space().to_owned()),
        };
        if !added.is_empty() {
            let end = if has_comma { "," } else { "" };
            let added = added.join(&format!(",{before}"));
            self.replace(place..place, before + &added + end);
        }
    }

    /// Removes a range, and its line if nothing else is in it.
    ///
    /// `has_next` is whether something of the same container can follow in the line.
    pub(super) fn remove(&mut self, range: Range<usize>, has_next: bool) {
        let Range { start, end } = range;
        match (self.indentation(start), self.line_end(end)) {
            (Some(_), Some(_)) => {
                self.replace(self.line_start(start)..self.after_line(end), "");
            }
            (indentation, None) if indentation.is_some() || has_next => {
                self.replace(start..self.after_spaces(end), "");
            }
            _ => {
                let before = self.text[..start].trim_end_matches([' ', '\t']).len();
                self.replace(before..end, "");
            }
        }
    }

    /// Returns the offset of the comma after an item.
    fn comma(&self, item: &Item) -> Option<usize> {
        let mut offset = item.value.range.end;
        loop {
            let rest = self.text[offset..].trim_start_matches(|c| c <= ' ');
            offset = self.text.len() - rest.len();
            match rest.chars().next()? {
                ',' => return Some(offset),
                ';' => offset += rest.find('\n')?,
                _ => return None,
            }
        }
    }

    /// Returns the white space before an offset, if nothing else precedes it in its line.
    pub(super) fn indentation(&self, offset: usize) -> Option<&'d str> {
        let before = &self.text[..offset];
        let line = before.trim_end_matches([' ', '\t']);
        (line.ends_with('\n') || line.is_empty()).then(|| &before[line.len()..])
    }

    pub(super) fn after_spaces(&self, offset: usize) -> usize {
        self.text.len() - self.text[offset..].trim_start_matches([' ', '\t']).len()
    }

    /// Returns the end of a line without its line break, if only a comment follows in it.
    pub(super) fn line_end(&self, offset: usize) -> Option<usize> {
        let start = self.after_spaces(offset);
        let rest = &self.text[start..];
        let is_comment = rest.starts_with(';');
        let line = if is_comment {
            let end = rest.find('\n').unwrap_or(rest.len());
            rest[..end].trim_end_matches('\r')
        } else {
            ""
        };
        // A line without a comment is not scanned to its end: all items can be in one line.
        let after = rest[line.len()..].trim_start_matches('\r');
        (after.is_empty() || after.starts_with('\n')).then_some(start + line.len())
    }
}

fn owned(value: AnyRef<'_>) -> AnyVariant {
    let copy = value.component_at_path(&Path::default());
    copy.unwrap_or_else(|| value.layout().new_array([]))
}

/// Returns the text of a key, which is the same for a String and a StringName.
pub(super) fn key_of(key: AnyRef<'_>) -> String {
    match key.view() {
        AnyView::Text(text) => quoted(text),
        _ => print(key, "\n", false),
    }
}
