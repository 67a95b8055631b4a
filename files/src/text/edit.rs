//! Changes the text of a document so that it has another value.

use super::edits::Edits;
use super::json::{Style, line_indentation, print_key};
use super::syntax::{Form, Item, Node};
use super::value::{has_base64, print, quoted};
use super::{TextDocument, TextError, TextKind, line_ending};
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::iter::zip;
use std::ops::Range;

/// The largest int for which every smaller int is exact as a float.
const MAX_EXACT: u64 = 1 << f64::MANTISSA_DIGITS;

/// A node, its item in a container, and the old and the new value.
type Change<'d, 'v> = (&'d Node, Option<&'d Item>, AnyRef<'v>, AnyRef<'v>);

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
    /// Whether the document is a changed one, where new tags have the attributes of their keys.
    pub(super) is_check: bool,
    /// The first error of a new value that JSON cannot contain.
    error: Option<TextError>,
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
            is_check: false,
            error: None,
        }
    }

    /// Creates an editor that has no edits if a changed document has the value.
    pub(super) fn of_change(document: &'d TextDocument) -> Self {
        Self {
            is_check: true,
            ..Self::new(document)
        }
    }

    /// Returns the edits that replace the value at `index`; none if the document has this value, apart
    /// from the order of entries.
    pub(super) fn edits(mut self, index: usize, new: &AnyVariant) -> Result<Edits, TextError> {
        let old = self.document.read(index)?;
        match self.document.kind() {
            TextKind::Config | TextKind::Resource => self.sections((&old).into(), new.into())?,
            _ => {
                if let Some(node) = self.document.node(index) {
                    self.value(node, (&old).into(), new.into());
                }
            }
        }
        self.error.map_or(Ok(self.edits), Err)
    }

    /// Returns the text of a new value, or of an entry, near the offset `place`.
    fn written(
        &mut self,
        place: usize,
        key: Option<AnyRef<'_>>,
        value: AnyRef<'_>,
        indentation: Option<&str>,
    ) -> String {
        let Some(style) = &self.style else {
            let texts = key.into_iter().chain([value]).map(|it| self.print(it));
            return texts.collect::<Vec<_>>().join(": ");
        };
        let printed = style.print(key, value, indentation);
        self.checked(place, printed)
    }

    fn checked(&mut self, place: usize, printed: Result<String, String>) -> String {
        printed.unwrap_or_else(|message| {
            let error = || TextError::at(self.text, place, message);
            self.error.get_or_insert_with(error);
            String::new()
        })
    }

    pub(super) fn print(&self, value: AnyRef<'_>) -> String {
        print(value, self.line_ending, self.has_base64)
    }

    pub(super) fn replace(&mut self, range: Range<usize>, new: impl Into<String>) {
        self.edits.push((range, new.into()));
    }

    /// Changes the text of a value. Containers are on a stack, because they can be nested deeply.
    pub(super) fn value<'v>(&mut self, node: &'d Node, old: AnyRef<'v>, new: AnyRef<'v>) {
        let mut pending = vec![(node, None, old, new)];
        while let Some(change) = pending.pop() {
            self.change(change, &mut pending);
        }
    }

    /// Changes a value, except for the values in it.
    fn change<'v>(
        &mut self,
        (node, item, old, new): Change<'d, 'v>,
        pending: &mut Vec<Change<'d, 'v>>,
    ) {
        let is_changed = match (old.view(), new.view()) {
            (
                AnyView::Array { kind, declared, .. },
                AnyView::Array {
                    kind: other,
                    declared: of,
                    ..
                },
            ) if (kind, declared) == (other, of) => {
                self.elements(container(node), old, new, pending)
            }
            (AnyView::Dictionary { declared, .. }, AnyView::Dictionary { declared: of, .. })
                if declared == of =>
            {
                self.entries(container(node), old, new, pending)
            }
            _ => false,
        };
        if is_changed || self.print(new) == self.print(old) {
            return;
        }
        let source = &self.text[node.range.clone()];
        if self.style.is_some()
            && let (AnyView::Float(_), AnyView::Int(int)) = (old.view(), new.view())
            && source.contains(['.', 'e', 'E'])
            && int.unsigned_abs() <= MAX_EXACT
        {
            let float = format!("{int}.0");
            if float != source && float != self.print(old) {
                self.replace(node.range.clone(), float);
            }
            return;
        }
        let first = node.items.first().or(item).map(Item::start);
        let lines = first.filter(|first| self.indentation(*first).is_some());
        let indentation = lines.map(|_| line_indentation(self.text, node.range.start));
        let text = self.written(node.range.start, None, new, indentation);
        self.replace(node.range.clone(), text);
    }

    /// Changes the elements of an Array, unless it is not written in brackets.
    fn elements<'v>(
        &mut self,
        node: &'d Node,
        old: AnyRef<'v>,
        new: AnyRef<'v>,
        pending: &mut Vec<Change<'d, 'v>>,
    ) -> bool {
        let [olds, news] = [old, new].map(elements);
        let items = &node.items[..];
        if !matches!(node.form, Form::Array) || items.len() != olds.len() {
            return false;
        }
        let matches = self.matched(&olds, &news);
        let mut removed: HashSet<_> = (0..olds.len()).collect();
        let mut added = Vec::new();
        for (new, index) in zip(news, &matches) {
            let Some(index) = *index else {
                added.push((None, new));
                continue;
            };
            removed.remove(&index);
            let item = &items[index];
            pending.push((&item.value, Some(item), olds[index], new));
        }
        let mut after = matches.into_iter().skip_while(Option::is_some);
        let place = after.find_map(|index| index).unwrap_or(olds.len());
        self.list(node, &removed, place, added)
    }

    /// Returns the index of the old element that each new one replaces.
    pub(super) fn matched(&self, olds: &[AnyRef<'_>], news: &[AnyRef<'_>]) -> Vec<Option<usize>> {
        let (old_len, len) = (olds.len(), news.len());
        let mut end = 0;
        if old_len != len {
            let [olds, news] =
                [olds, news].map(|it| it.iter().map(|it| self.print(*it)).collect::<Vec<_>>());
            let mut rest = olds.iter().enumerate();
            let kept = news.iter().map(|new| rest.find(|(_, old)| *old == new));
            if let Some(kept) = kept.collect::<Option<Vec<_>>>() {
                return kept.into_iter().map(|(index, _)| Some(index)).collect();
            }
            let same = |(a, b): &(&String, &String)| a == b;
            let start = zip(&olds, &news).take_while(same).count();
            let (a, b) = (olds[start..].iter().rev(), news[start..].iter().rev());
            end = zip(a, b).take_while(same).count();
        }
        let both = old_len.min(len) - end;
        let matches = (0..len).map(|index| match len - index {
            _ if index < both => Some(index),
            after if after <= end => Some(old_len - after),
            _ => None,
        });
        matches.collect()
    }

    /// Changes the entries of a Dictionary, unless it is not written in braces.
    fn entries<'v>(
        &mut self,
        node: &'d Node,
        old: AnyRef<'v>,
        new: AnyRef<'v>,
        pending: &mut Vec<Change<'d, 'v>>,
    ) -> bool {
        if !matches!(node.form, Form::Dictionary) {
            return false;
        }
        let mut items: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, item) in node.items.iter().enumerate() {
            let key = item.key.as_ref();
            let Some(key) = key.and_then(|key| self.document.node_value(key).ok()) else {
                return false;
            };
            items.entry(key_of((&key).into())).or_default().push(index);
        }
        let [old, new] = [old, new].map(|dictionary| {
            let entries = dictionary.members();
            let entries = entries.filter_map(|it| Some((key_of(it.key()?), [it.key()?, it.value])));
            entries.collect::<Vec<_>>()
        });
        let names: HashSet<_> = new.iter().map(|(key, _)| key).collect();
        if names.len() != new.len() || items.len() != old.len() {
            return false;
        }
        let (changes, added) = paired(old, new, true);
        let mut removed = HashSet::new();
        for (key, [_, old], new) in changes {
            let Some(indexes) = items.get(&key) else {
                return false;
            };
            let Some((name, [new_key, new])) = new else {
                removed.extend(indexes);
                continue;
            };
            for index in indexes {
                let item = &node.items[*index];
                if let Some(text) = item.key.as_ref().filter(|_| name != key) {
                    let new = match self.style {
                        Some(_) => self.checked(text.range.start, print_key(new_key)),
                        None => self.print(new_key),
                    };
                    self.replace(text.range.clone(), new);
                }
            }
            if let Some(last) = indexes.last() {
                let item = &node.items[*last];
                pending.push((&item.value, Some(item), old, new));
            }
        }
        let added = added.into_iter();
        let added = added.map(|(_, [key, value])| (Some(key), value));
        self.list(node, &removed, node.items.len(), added.collect())
    }

    /// Removes items of a container, and adds items before the one at `place`. A container without
    /// items, or of which no item is left, is written anew by the caller.
    fn list(
        &mut self,
        node: &Node,
        removed: &HashSet<usize>,
        place: usize,
        added: Vec<(Option<AnyRef<'_>>, AnyRef<'_>)>,
    ) -> bool {
        let items = &node.items[..];
        let kept = (0..items.len()).rfind(|index| !removed.contains(index));
        let (Some(kept), Some(last)) = (kept, items.last()) else {
            return false;
        };
        if removed.is_empty() && added.is_empty() {
            return true;
        }
        let start = items[0].start();
        // A new container of JSON is in a line if the one beside it is.
        let is_in_line = items.get(place.saturating_sub(1)).is_some_and(|it| {
            let text = &self.text[it.value.range.clone()];
            !it.value.items.is_empty() && !text.contains('\n')
        });
        let indentation = self.indentation(start).filter(|_| !is_in_line);
        let added = added.into_iter();
        let added = added.map(|(key, value)| self.written(start, key, value, indentation));
        let added: Vec<_> = added.collect();
        let space = self.style.as_ref().map_or(" ", |style| style.space);
        let has_comma = self.comma(last).is_some();
        for index in removed {
            let item = &items[*index];
            let end = self
                .comma(item)
                .map_or(item.value.range.end, |comma| comma + 1);
            self.remove(item.start()..end, kept > *index);
        }
        if let Some(next) = items.get(place).filter(|_| !added.is_empty()) {
            let start = next.start();
            let separator = match self.indentation(start) {
                Some(indentation) => format!(",{}{indentation}", self.line_ending),
                None => format!(",{space}"),
            };
            self.replace(start..start, added.join(&separator) + &separator);
            return true;
        }
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
            _ => (after, space.to_owned()),
        };
        if !added.is_empty() {
            let end = if has_comma { "," } else { "" };
            let added = added.join(&format!(",{before}"));
            self.replace(place..place, before + &added + end);
        }
        true
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
fn container(node: &Node) -> &Node {
    match (&node.form, &node.items[..]) {
        (Form::Call(..), [item]) if item.key.is_none() => &item.value,
        _ => node,
    }
}

/// The old entries, each with the new entry that replaces it, and the new entries that are left.
type Paired<K, O, N> = (Vec<(K, O, Option<(K, N)>)>, Vec<(K, N)>);

/// Pairs entries of the same key, and those of keys that only one side has at the same position.
pub(super) fn paired<K: Clone + Eq + Hash, O, N>(
    olds: Vec<(K, O)>,
    news: Vec<(K, N)>,
    has_renames: bool,
) -> Paired<K, O, N> {
    let has_renames = has_renames && olds.len() == news.len();
    let known: HashSet<_> = olds.iter().map(|(key, _)| key.clone()).collect();
    let places = news.iter().enumerate();
    let places: HashMap<_, _> = places
        .map(|(place, (key, _))| (key.clone(), place))
        .collect();
    let mut news: Vec<_> = news.into_iter().map(Some).collect();
    let olds = olds.into_iter().enumerate();
    let pairs = olds.map(|(index, (key, old))| {
        let place = places.get(&key).copied().unwrap_or(index);
        let new = news.get_mut(place).and_then(|new| {
            new.take_if(|(it, _)| *it == key || has_renames && !known.contains(it))
        });
        (key, old, new)
    });
    let pairs = pairs.collect();
    (pairs, news.into_iter().flatten().collect())
}

/// Returns the elements of an Array.
pub(super) fn elements(array: AnyRef<'_>) -> Vec<AnyRef<'_>> {
    array.members().map(|member| member.value).collect()
}

/// Returns the text of a key, which is the same for a String and a StringName.
pub(super) fn key_of(key: AnyRef<'_>) -> String {
    match key.view() {
        AnyView::Text(text) => quoted(text),
        _ => print(key, "\n", false),
    }
}
