//! The tree of values: an index of all headers, and the rows that are visible.
//!
//! The inspector finds the headers. The index has 16 bytes for each value, so that the tree of a
//! large file fits in memory; names and texts are created only for the rows that the page shows.

use crate::failure::Failure;
use gdvariant::inspect::{RowKind, Value};
use gdvariant::{DecodeError, Kind, Segment};
use gdvariant_files::document::{Document, MemberRange};
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

/// What a row is to its container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// An element, the value of an entry or of a property, or a value of the file.
    Value,
    /// The key of an entry.
    Key,
    /// The name of a property, which has no header.
    Name,
}

/// A value, a key or the name of a property.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    /// The offset in the content: of the header, or of the text of a name.
    start: u32,
    /// The row after the last descendant.
    end: u32,
    /// The row of the container, or [`NONE`].
    parent: u32,
    depth: u16,
    role: Role,
}

/// The container of a value of the file.
const NONE: u32 = u32::MAX;

/// The rows of all values of a file, in the order of their bytes.
#[derive(Default)]
pub(crate) struct Index {
    rows: Vec<Row>,
    /// The first row of each value of the file.
    roots: Vec<u32>,
}

/// The length of the length that precedes the text of a name, and the alignment of names, in bytes.
pub(crate) const NAME_LENGTH: usize = size_of::<u32>();

/// The maximum length of a content, in bytes: the offsets of the index have 32 bits.
pub(crate) const MAX_LENGTH: usize = u32::MAX as usize;

/// The maximum depth of a row, as in the engines.
const MAX_DEPTH: usize = 1024;

/// Converts an index or an offset to 32 bits. Contents are limited to [`MAX_LENGTH`].
pub(crate) fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Row {
    fn new(start: usize, role: Role) -> Self {
        Self {
            start: narrow(start),
            end: 0,
            parent: NONE,
            depth: 0,
            role,
        }
    }
}

impl Index {
    /// Appends the rows of a value and returns the error at which the value ends.
    pub(crate) fn add(&mut self, file: &Document, value: Range<usize>) -> Result<(), DecodeError> {
        let (layout, options) = (file.layout(), file.options());
        let first = self.rows.len();
        self.roots.push(narrow(first));
        // The rows of the current value and its containers.
        let mut open: Vec<usize> = Vec::new();
        let base = value.start;
        let bytes = file.bytes().get(value).unwrap_or_default();
        let result = layout.inspect_while(bytes, options, |row| {
            let role = match (row.kind, row.value) {
                // The class of a typed array is not a member.
                (RowKind::Header, _) if row.path.part().is_some() => {
                    return ControlFlow::Continue(());
                }
                (RowKind::Header, _) if row.path.is_key() => Role::Key,
                (RowKind::Header, _) => Role::Value,
                (RowKind::Field, Value::Text(_))
                    if matches!(row.path.part(), Some(Segment::KeyOf(_))) =>
                {
                    Role::Name
                }
                _ => return ControlFlow::Continue(()),
            };
            let depth = row.path.depth();
            self.close(&mut open, depth);
            let parent = open.last().copied().map_or(NONE, narrow);
            open.push(self.rows.len());
            self.rows.push(Row {
                parent,
                depth: u16::try_from(depth).unwrap_or(u16::MAX),
                ..Row::new(base + row.offset, role)
            });
            ControlFlow::Continue(())
        });
        if self.rows.len() == first {
            // An invalid header has no row.
            open.push(first);
            self.rows.push(Row::new(base, Role::Value));
        }
        self.close(&mut open, 0);
        result.map(drop)
    }

    /// Ends the open rows at `depth` and deeper.
    fn close(&mut self, open: &mut Vec<usize>, depth: usize) {
        let end = narrow(self.rows.len());
        for row in open.drain(depth.min(open.len())..) {
            self.rows[row].end = end;
        }
    }

    /// Appends the rows of `count` members of a container, which start at `range`.
    fn add_members(
        &mut self,
        file: &Document,
        container: Kind,
        mut range: Range<usize>,
        count: usize,
    ) -> Result<(), DecodeError> {
        let (layout, options) = (file.layout(), file.options());
        let roles: &[Role] = match container {
            Kind::Dictionary => &[Role::Key, Role::Value],
            Kind::Object => &[Role::Name, Role::Value],
            _ => &[Role::Value],
        };
        for role in roles.iter().cycle().take(count * roles.len()) {
            let first = self.rows.len();
            let bytes = file.bytes().get(range.clone()).unwrap_or_default();
            let length = if *role == Role::Name {
                let length = bytes.first_chunk().copied().map_or(0, u32::from_le_bytes);
                self.rows.push(Row {
                    end: narrow(first + 1),
                    ..Row::new(range.start + NAME_LENGTH, *role)
                });
                NAME_LENGTH + (length as usize).next_multiple_of(NAME_LENGTH)
            } else {
                let length = layout.skip(bytes, options)?;
                self.add(file, range.start..range.start + length)?;
                self.rows[first].role = *role;
                length
            };
            range.start += length;
        }
        Ok(())
    }

    /// Replaces the rows of members of `container`, or of a value of the file, by `new`, and moves the
    /// rows after them, whose bytes have moved by `growth`, modulo 2³².
    fn replace(
        &mut self,
        file_value: usize,
        container: Option<usize>,
        old: Range<usize>,
        new: Self,
        growth: u32,
    ) {
        let (first, end) = (narrow(old.start), narrow(old.end));
        let added = narrow(new.rows.len());
        let moved = |row: u32| row - (end - first) + added;
        if added != end - first || growth != 0 {
            for row in &mut self.rows[old.end..] {
                row.start = row.start.wrapping_add(growth);
                row.end = moved(row.end);
                if row.parent >= end && row.parent != NONE {
                    row.parent = moved(row.parent);
                }
            }
            let mut at = container;
            while let Some(row) = at {
                self.rows[row].end = moved(self.rows[row].end);
                at = self.parent(row);
            }
            let later = self.roots.iter_mut().skip(file_value + 1);
            later.for_each(|root| *root = moved(*root));
        }
        let (parent, depth) = match container {
            Some(row) => (narrow(row), self.rows[row].depth + 1),
            None => (NONE, 0),
        };
        let new = new.rows.into_iter().map(|row| Row {
            end: row.end + first,
            parent: match row.parent {
                NONE => parent,
                inner => inner + first,
            },
            depth: row.depth + depth,
            ..row
        });
        self.rows.splice(old, new);
    }

    /// Returns the row of the container with changed members.
    pub(crate) fn container(
        &self,
        file: &Document,
        file_value: usize,
        members: &MemberRange,
    ) -> Option<usize> {
        self.row_at(file.values().get(file_value)?.start + members.container)
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn start(&self, row: usize) -> usize {
        self.rows[row].start as usize
    }

    /// Returns the kind of a row, which has a header.
    pub(crate) fn kind(&self, file: &Document, row: usize) -> Option<Kind> {
        let number = *file.bytes().get(self.start(row))?;
        let table = file.layout().types().get(usize::from(number));
        table.map(|table| table.kind)
    }

    pub(crate) fn role(&self, row: usize) -> Role {
        self.rows[row].role
    }

    pub(crate) fn depth(&self, row: usize) -> usize {
        self.rows[row].depth.into()
    }

    /// Returns the container of a row.
    pub(crate) fn parent(&self, row: usize) -> Option<usize> {
        let parent = self.rows[row].parent;
        (parent != NONE).then_some(parent as usize)
    }

    /// Returns the row after the last descendant.
    pub(crate) fn end(&self, row: usize) -> usize {
        self.rows[row].end as usize
    }

    /// Returns whether the row has elements, entries or properties.
    pub(crate) fn is_container(&self, row: usize) -> bool {
        self.end(row) > row + 1
    }

    /// Returns the last row that starts at an offset or before it.
    pub(crate) fn row_at(&self, offset: usize) -> Option<usize> {
        let end = self
            .rows
            .partition_point(|row| row.start as usize <= offset);
        end.checked_sub(1)
    }

    /// Returns the index of the value of the file that contains a row.
    pub(crate) fn value_of(&self, row: usize) -> usize {
        let end = self.roots.partition_point(|root| *root as usize <= row);
        end.saturating_sub(1)
    }

    /// Returns the row of a value of the file.
    pub(crate) fn root(&self, value: usize) -> Option<usize> {
        self.roots.get(value).map(|root| *root as usize)
    }

    /// Returns the elements, or the values of the entries or properties, of a row.
    pub(crate) fn members(&self, row: usize) -> impl Iterator<Item = usize> {
        let (mut at, end) = (row + 1, self.end(row));
        let all = std::iter::from_fn(move || {
            let row = at;
            at = if row < end { self.end(row) } else { end };
            (row < end).then_some(row)
        });
        all.filter(|row| self.role(*row) == Role::Value)
    }

    /// Returns the members of a row in 32 bits.
    fn children(&self, row: usize) -> Vec<u32> {
        self.members(row).map(narrow).collect()
    }

    /// Returns a member of a container by its number.
    pub(crate) fn member(&self, row: usize, number: usize) -> Option<usize> {
        self.members(row).nth(number)
    }

    /// Returns the first row of a member: its key, its name or its value.
    pub(crate) fn entry_row(&self, member: usize) -> usize {
        self.key_of(member).unwrap_or(member)
    }

    /// Returns the offset of a member with its key or name.
    pub(crate) fn entry_start(&self, member: usize) -> usize {
        let row = self.entry_row(member);
        match self.role(row) {
            Role::Name => self.start(row) - NAME_LENGTH,
            _ => self.start(row),
        }
    }

    /// Returns the row of the key or the name of a value.
    pub(crate) fn key_of(&self, row: usize) -> Option<usize> {
        let parent = self.parent(row)?;
        // The rows before a value are its key and the descendants of the key.
        let mut key = row - 1;
        while key > parent && self.parent(key) != Some(parent) {
            key = self.parent(key)?;
        }
        (self.role(key) != Role::Value && key > parent).then_some(key)
    }

    /// Returns the row of the value that a key or a name belongs to.
    ///
    /// A row within a key belongs to that key.
    pub(crate) fn shown_row(&self, row: usize) -> usize {
        let (mut shown, mut at) = (row, row);
        while let Some(parent) = self.parent(at) {
            if self.role(at) != Role::Value {
                let value = self.end(at);
                // The value is missing if its file value is invalid.
                shown = if value < self.end(parent) {
                    value
                } else {
                    parent
                };
            }
            at = parent;
        }
        shown
    }
}

/// A container whose members are visible.
#[derive(Default)]
struct Unfolded {
    members: Vec<u32>,
    /// The unfolded members, by their number.
    inner: BTreeMap<u32, Unfolded>,
    /// The number of visible rows below the container.
    visible: usize,
}

impl Unfolded {
    fn new(members: Vec<u32>) -> Self {
        Self {
            visible: members.len(),
            members,
            inner: BTreeMap::new(),
        }
    }

    fn count(&mut self) {
        let below: usize = self.inner.values().map(|it| it.visible).sum();
        self.visible = self.members.len() + below;
    }

    /// Returns the same rows unfolded below `members` of a changed file, as far as they have members.
    fn of_changed(self, index: &Index, members: Vec<u32>) -> Self {
        let inner = self.inner.into_iter().filter_map(|(number, below)| {
            let row = *members.get(number as usize)? as usize;
            let children = index.is_container(row).then(|| index.children(row))?;
            Some((number, below.of_changed(index, children)))
        });
        let mut changed = Self {
            inner: inner.collect(),
            ..Self::new(members)
        };
        changed.count();
        changed
    }

    /// Returns the number of the member that is a row or contains it.
    fn number_of(&self, row: usize) -> Option<usize> {
        let end = self.members.partition_point(|it| *it as usize <= row);
        end.checked_sub(1)
    }
}

/// A visible row, with its place among its siblings.
#[derive(Debug, Clone)]
pub(crate) struct VisibleRow {
    pub(crate) row: usize,
    /// The container; `None` for a value of the file.
    pub(crate) parent: Option<usize>,
    /// The number among the members of the container, from 0.
    pub(crate) number: usize,
    pub(crate) siblings: usize,
    pub(crate) level: usize,
    pub(crate) is_unfolded: bool,
}

/// The members of containers, by the row of the container.
pub(crate) type Members = BTreeMap<usize, Vec<u32>>;

/// The tree of a file.
#[derive(Default)]
pub(crate) struct Tree {
    pub(crate) index: Index,
    roots: Unfolded,
}

impl Tree {
    pub(crate) fn new(index: Index) -> Self {
        let roots = Unfolded::new(index.roots.clone());
        Self { index, roots }
    }

    /// Updates the rows of the changed members of a container, or of a whole value, and keeps
    /// unfolded rows unfolded. The file had `old_length` bytes.
    pub(crate) fn update(
        &mut self,
        file: &Document,
        file_value: usize,
        members: Option<MemberRange>,
        old_length: usize,
    ) -> Result<(), Failure> {
        let value = file.values().get(file_value).cloned().unwrap_or_default();
        let failure = |error| Failure::decode(&error, 0);
        let mut new = Index::default();
        let mut path = vec![file_value];
        let (container, old, counts) = if let Some(members) = members {
            let container = self.index.container(file, file_value, &members);
            let container = container.unwrap_or(0);
            let [old, count] = members.counts;
            let range = value.start + members.start..value.end;
            let kind = self.index.kind(file, container).unwrap_or(Kind::Nil);
            let added = new.add_members(file, kind, range, count);
            added.map_err(failure)?;
            let depths = new.rows.iter().map(|row| usize::from(row.depth));
            if depths.max() >= Some(MAX_DEPTH.saturating_sub(self.index.depth(container))) {
                return Err(Failure::of("the value would be nested too deeply"));
            }
            let mut rows = self.index.members(container).skip(members.first).peekable();
            let first = rows.peek().map(|row| self.index.entry_row(*row));
            let first = first.unwrap_or(self.index.end(container));
            let last = rows.take(old).last();
            let end = last.map_or(first, |row| self.index.end(row));
            path.extend(self.numbers(container).iter().map(|(_, number)| number));
            path.push(members.first);
            (Some(container), first..end, members.counts)
        } else {
            new.add(file, value).map_err(failure)?;
            let root = self.index.root(file_value).unwrap_or(0);
            (None, root..self.index.end(root), [1, 1])
        };
        let growth = narrow(file.bytes().len()).wrapping_sub(narrow(old_length));
        self.index.replace(file_value, container, old, new, growth);
        let first = path.pop().map_or(0, narrow);
        let mut holder = Some(&mut self.roots);
        for number in path {
            holder = holder.and_then(|it| it.inner.get_mut(&narrow(number)));
        }
        if let Some(holder) = holder {
            let [old, new] = counts.map(narrow);
            for (number, below) in holder.inner.split_off(&first) {
                if number >= first + old {
                    holder.inner.insert(number - old + new, below);
                } else if number < first + new {
                    holder.inner.insert(number, below);
                }
            }
        }
        let roots = std::mem::take(&mut self.roots);
        self.roots = roots.of_changed(&self.index, self.index.roots.clone());
        Ok(())
    }

    /// Returns the number of visible rows.
    pub(crate) fn visible(&self) -> usize {
        self.roots.visible
    }

    /// Returns the visible row at an index.
    pub(crate) fn at(&self, index: usize) -> Option<VisibleRow> {
        let (mut holder, mut parent, mut level, mut index) = (&self.roots, None, 0, index);
        'levels: loop {
            // The number of rows before the members after the last unfolded member.
            let mut skipped = 0;
            for (number, below) in &holder.inner {
                let at = *number as usize + skipped;
                if index <= at {
                    break;
                }
                if index <= at + below.visible {
                    parent = holder
                        .members
                        .get(*number as usize)
                        .map(|row| *row as usize);
                    index -= at + 1;
                    holder = below;
                    level += 1;
                    continue 'levels;
                }
                skipped += below.visible;
            }
            let number = index - skipped;
            let row = *holder.members.get(number)? as usize;
            return Some(VisibleRow {
                row,
                parent,
                number,
                siblings: holder.members.len(),
                level,
                is_unfolded: holder.inner.contains_key(&narrow(number)),
            });
        }
    }

    /// Returns the visible rows in a range.
    pub(crate) fn window(&self, range: Range<usize>) -> Vec<VisibleRow> {
        range.map_while(|index| self.at(index)).collect()
    }

    /// Unfolds the containers of a row, and returns the index of the row among the visible rows.
    pub(crate) fn reveal(&mut self, row: usize) -> usize {
        self.walk(row, None)
    }

    /// Unfolds the containers of a row, and folds or unfolds the row.
    pub(crate) fn fold(&mut self, row: usize, is_folded: bool) {
        self.walk(row, Some(is_folded));
    }

    fn walk(&mut self, row: usize, is_folded: Option<bool>) -> usize {
        let (mut at, mut index) = (&mut self.roots, 0);
        let index_of_rows = &self.index;
        let mut path = Vec::new();
        while let Some(number) = at.number_of(row) {
            let member = at.members[number] as usize;
            let is_last = member == row || !index_of_rows.is_container(member);
            let number = narrow(number);
            path.push(number);
            let before = at.inner.range(..number).map(|(_, below)| below.visible);
            index += number as usize + before.sum::<usize>();
            if is_last && is_folded == Some(true) {
                at.inner.remove(&number);
            }
            if !index_of_rows.is_container(member) || is_last && is_folded != Some(false) {
                break;
            }
            let inner = at.inner.entry(number);
            at = inner.or_insert_with(|| Unfolded::new(index_of_rows.children(member)));
            if is_last {
                break;
            }
            index += 1;
        }
        Self::recount(&mut self.roots, &path);
        index
    }

    /// Counts the visible rows of the containers on a path of numbers.
    fn recount(holder: &mut Unfolded, path: &[u32]) {
        if let Some((first, rest)) = path.split_first()
            && let Some(below) = holder.inner.get_mut(first)
        {
            Self::recount(below, rest);
        }
        holder.count();
    }

    /// Returns the row and its containers below the value of the file, outermost first, with their
    /// numbers among their siblings.
    pub(crate) fn numbers(&self, row: usize) -> Vec<(usize, usize)> {
        self.numbers_among(row, &mut Members::new())
    }

    /// Returns what `numbers` does. Rows that share containers share their members.
    pub(crate) fn numbers_among(&self, row: usize, known: &mut Members) -> Vec<(usize, usize)> {
        let mut numbers = Vec::new();
        let mut at = row;
        while let Some(container) = self.index.parent(at) {
            let members = known
                .entry(container)
                .or_insert_with(|| self.index.children(container));
            let number = members.partition_point(|it| (*it as usize) < at);
            numbers.push((at, number));
            at = container;
        }
        numbers.reverse();
        numbers
    }

    /// Folds all rows.
    pub(crate) fn fold_all(&mut self) {
        self.roots = Unfolded::new(self.index.roots.clone());
    }

    /// Unfolds containers, level by level, while at most `limit` rows are visible.
    pub(crate) fn unfold_some(&mut self, limit: usize) {
        let mut rows: Vec<u32> = self.index.roots.iter().copied().take(limit).collect();
        let mut shown = self.visible();
        while !rows.is_empty() {
            let mut below = Vec::new();
            for row in rows {
                let children = self.index.children(row as usize);
                let is_alone = self.index.roots.len() == 1 && self.index.depth(row as usize) == 0;
                if children.is_empty() || (shown + children.len() > limit && !is_alone) {
                    continue;
                }
                shown += children.len();
                self.fold(row as usize, false);
                below.extend(children.into_iter().take(limit));
            }
            rows = below;
        }
    }
}
