//! Changes the text of a document at paths.

use super::edits::Edits;
use super::json::{Style, line_indentation, print_key};
use super::syntax::{Form, Item, Node};
use super::value::{has_base64, print, quoted};
use super::{TextDocument, TextError, TextKind, line_ending};
use crate::change::EditError;
use crate::change::difference::{Change, MemberChanges};
use crate::trail::segment_of;
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::{Kind, Path, Segment};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

/// The largest int for which every smaller int is exact as a float.
const MAX_EXACT: u64 = 1 << f64::MANTISSA_DIGITS;

/// Changes of a value or in it.
pub(super) type Changes<'c> = Vec<&'c Change<'c>>;

/// A node, its item in a container, its changes, and the number of segments that lead to it.
type Pending<'d, 'c> = (&'d Node, Option<&'d Item>, Changes<'c>, usize);

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
        }
    }

    /// Returns the edits for changes of the value at `index`.
    pub(super) fn edits(
        mut self,
        index: usize,
        changes: &[Change<'_>],
    ) -> Result<Edits, EditError> {
        if changes.is_empty() {
            return Ok(Edits::new());
        }
        if self.document.has_sections() {
            self.sections(changes)?;
        } else if let Some(node) = self.document.node(index) {
            self.value(node, changes.iter().collect(), 0)?;
        }
        Ok(self.edits)
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

    /// Changes the text of a value. Containers are on a stack, because they can be nested deeply.
    pub(super) fn value(
        &mut self,
        node: &'d Node,
        changes: Changes<'_>,
        depth: usize,
    ) -> Result<(), EditError> {
        let mut pending = vec![(node, None, changes, depth)];
        while let Some((node, item, changes, depth)) = pending.pop() {
            let members = MemberChanges::new(&changes, depth);
            if let Some(new) = members.replacement {
                self.write(node, item, new)?;
                continue;
            }
            // A container without items, or of which no item is left, is written anew.
            let list = container(node);
            let added = members
                .added
                .iter()
                .map(|(_, key, new)| (*key, owned(*new)));
            let new = match list.form {
                Form::Array | Form::Dictionary
                    if self.list(list, &members, depth, &mut pending)? =>
                {
                    continue;
                }
                Form::Array => self.document.layout.new_array(added.map(|(_, new)| new)),
                Form::Dictionary => {
                    let entries = added.filter_map(|(key, new)| Some([owned(key?), new]));
                    self.document.layout.new_dictionary(entries)
                }
                // Components and properties are in one node.
                _ => return Err(EditError::Root),
            };
            self.write(list, item, (&new).into())?;
        }
        Ok(())
    }

    /// Writes a value in the place of another one.
    fn write(
        &mut self,
        node: &Node,
        item: Option<&Item>,
        new: AnyRef<'_>,
    ) -> Result<(), EditError> {
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
        let first = node.items.first().or(item).map(Item::start);
        let lines = first.filter(|first| self.indentation(*first).is_some());
        let indentation = lines.map(|_| line_indentation(self.text, node.range.start));
        let text = self.written(node.range.start, None, new, indentation)?;
        self.replace(node.range.clone(), text);
        Ok(())
    }

    /// Changes the items of a container. Returns false, and changes nothing, if it is no container
    /// with items, or if no item is left.
    fn list<'c>(
        &mut self,
        node: &'d Node,
        members: &MemberChanges<'c>,
        depth: usize,
        pending: &mut Vec<Pending<'d, 'c>>,
    ) -> Result<bool, EditError> {
        let (items, document) = (&node.items[..], self.document);
        let keys = document.keys(node);
        // Verbs report the error with the whole value.
        let find = |segment| {
            let found = places(node, keys.as_ref(), segment);
            Some(found)
                .filter(|it| !it.is_empty())
                .ok_or(EditError::Root)
        };
        let removed = members.removed.iter().map(|it| find(it));
        let removed: Vec<_> = removed.collect::<Result<_, _>>()?;
        let removed: HashSet<_> = removed.into_iter().flatten().collect();
        let kept = (0..items.len()).rfind(|index| !removed.contains(index));
        let Some(kept) = kept else {
            return Ok(false);
        };
        for (segment, changes) in &members.inner {
            if let Some(item) = find(segment)?.last().and_then(|last| items.get(*last)) {
                pending.push((&item.value, Some(item), changes.clone(), depth + 1));
            }
        }
        for (segment, key, _) in &members.renamed {
            let olds = find(segment)?
                .into_iter()
                .filter_map(|it| items[it].key.as_ref());
            for old in olds {
                let new = match self.style {
                    Some(_) => print_key(*key)
                        .map_err(|message| TextError::at(self.text, old.range.start, message))?,
                    None => self.print(*key),
                };
                self.replace(old.range.clone(), new);
            }
        }
        for index in &removed {
            let item = &items[*index];
            let end = self
                .comma(item)
                .map_or(item.value.range.end, |comma| comma + 1);
            self.remove(item.start()..end, kept > *index);
        }
        let mut added: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (place, key, new) in &members.added {
            let place = items.len().min(*place);
            added.entry(place).or_default().push((*key, *new));
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
        Ok(true)
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

/// Returns the node of the brackets in a constructor such as `Array[int]([1])`, or the node itself.
pub(super) fn container(node: &Node) -> &Node {
    match (&node.form, &node.items[..]) {
        (Form::Call(..), [item]) if item.key.is_none() => &item.value,
        _ => node,
    }
}

impl TextDocument {
    /// Returns the indexes of the items of a Dictionary by the segments of their keys.
    pub(super) fn keys(&self, node: &Node) -> Option<HashMap<Segment, Vec<usize>>> {
        let mut keys: HashMap<_, Vec<_>> = HashMap::new();
        for (index, item) in node.items.iter().enumerate() {
            let key = self.node_value(item.key.as_ref()?).ok()?;
            keys.entry(segment_of((&key).into()))
                .or_default()
                .push(index);
        }
        Some(keys)
    }
}

/// Returns the indexes of the items to which a segment leads; equal keys lead to several.
pub(super) fn places(
    node: &Node,
    keys: Option<&HashMap<Segment, Vec<usize>>>,
    segment: &Segment,
) -> Vec<usize> {
    match (&node.form, segment, keys) {
        (Form::Array, Segment::Index(index), _) if *index < node.items.len() => vec![*index],
        (Form::Dictionary, _, Some(keys)) => keys.get(segment).cloned().unwrap_or_default(),
        _ => Vec::new(),
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
