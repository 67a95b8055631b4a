//! The tree of values: an index of all headers, and the rows that are visible.
//!
//! The inspector finds the headers. The index has 16 bytes for each value, so that the tree of a
//! large file fits in memory; names and texts are created only for the rows that the page shows.

use crate::failure::Failure;
use gdvariant::any::AnyRef;
use gdvariant::inspect::{RowKind, RowValue};
use gdvariant::{DecodeError, Kind, Segment};
use gdvariant_files::document::{Document, MemberRange};
use std::mem;
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
    /// Whether the members are visible if the row is.
    is_unfolded: bool,
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
            is_unfolded: false,
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
        let is_constructor = |object: &Row| {
            let bytes = &bytes[object.start as usize - base..];
            let length = layout.skip(bytes, options).unwrap_or(0);
            let object = layout.decode(&bytes[..length], options);
            object.is_ok_and(|object| AnyRef::from(&object).constructor().is_some())
        };
        // The depth of a constructor in a text: its property is not shown.
        let mut hidden = usize::MAX;
        let result = layout.inspect_while(bytes, options, |row| {
            let role = match (row.kind, row.value) {
                // The class of a typed array is not a member.
                (RowKind::Header, _) if row.path.part().is_some() => {
                    return ControlFlow::Continue(());
                }
                (RowKind::Header, _) if row.path.is_key() => Role::Key,
                (RowKind::Header, _) => Role::Value,
                (RowKind::Field, RowValue::Text(_))
                    if matches!(row.path.part(), Some(Segment::KeyOf(_))) =>
                {
                    Role::Name
                }
                _ => return ControlFlow::Continue(()),
            };
            let depth = row.path.depth();
            if depth > hidden {
                return ControlFlow::Continue(());
            }
            hidden = usize::MAX;
            self.close(&mut open, depth);
            if role == Role::Name
                && let Some(object) = open.last()
                && is_constructor(&self.rows[*object])
            {
                hidden = depth - 1;
                return ControlFlow::Continue(());
            }
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

    /// Unfolds what is unfolded below `old_row` of the rows before a change.
    fn unfold_like(&mut self, row: usize, old: &Self, old_row: usize) {
        if old.rows[old_row].is_unfolded && self.is_container(row) {
            self.rows[row].is_unfolded = true;
            let members: Vec<_> = self.members(row).zip(old.members(old_row)).collect();
            for (row, old_row) in members {
                self.unfold_like(row, old, old_row);
            }
        }
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
        let parent = self.rows.get(row)?.parent;
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

    pub(crate) fn is_unfolded(&self, row: usize) -> bool {
        self.rows[row].is_unfolded && self.is_container(row)
    }

    /// Folds or unfolds a row and returns whether this is a change.
    fn set_unfolded(&mut self, row: usize, is_unfolded: bool) -> bool {
        mem::replace(&mut self.rows[row].is_unfolded, is_unfolded) != is_unfolded
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

/// A visible row, with its place among its siblings.
#[derive(Debug, Clone)]
pub(crate) struct VisibleRow {
    pub(crate) row: usize,
    /// The number among the members of the container, from 0.
    pub(crate) number: usize,
    pub(crate) siblings: usize,
}

/// The tree of a file.
#[derive(Default)]
pub(crate) struct Tree {
    pub(crate) index: Index,
    visible: Vec<VisibleRow>,
}

impl Tree {
    /// Lists the rows whose containers are all unfolded.
    fn arrange(&mut self) {
        self.visible.clear();
        let roots = self.index.roots.clone();
        Self::show(&self.index, &roots, &mut self.visible);
    }

    fn show(index: &Index, members: &[u32], visible: &mut Vec<VisibleRow>) {
        for (number, row) in members.iter().enumerate() {
            let (row, siblings) = (*row as usize, members.len());
            visible.push(VisibleRow {
                row,
                number,
                siblings,
            });
            if index.is_unfolded(row) {
                Self::show(index, &index.children(row), visible);
            }
        }
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
        let (container, old) = if let Some(members) = members {
            let container = self.index.container(file, file_value, &members);
            let container = container.unwrap_or(0);
            let [old, count] = members.counts;
            let range = value.start + members.start..value.end;
            let kind = self.index.kind(file, container).unwrap_or(Kind::Nil);
            let added = new.add_members(file, kind, range, count);
            added.map_err(failure)?;
            let depths = new.rows.iter().map(|row| usize::from(row.depth));
            if depths.max() >= Some(MAX_DEPTH.saturating_sub(self.index.depth(container))) {
                return Err(Failure::new("the value would be nested too deeply"));
            }
            let mut rows = self.index.members(container).skip(members.first).peekable();
            let first = rows.peek().map(|row| self.index.entry_row(*row));
            let first = first.unwrap_or(self.index.end(container));
            let last = rows.take(old).last();
            let end = last.map_or(first, |row| self.index.end(row));
            (Some(container), first..end)
        } else {
            new.add(file, value).map_err(failure)?;
            let root = self.index.root(file_value).unwrap_or(0);
            (None, root..self.index.end(root))
        };
        let changed = new.roots.clone().into_iter().map(|row| row as usize);
        let changed = changed.filter(|row| new.role(*row) == Role::Value);
        let same = old.clone().filter(|row| {
            self.index.parent(*row) == container && self.index.role(*row) == Role::Value
        });
        for (row, old_row) in changed.collect::<Vec<_>>().into_iter().zip(same) {
            new.unfold_like(row, &self.index, old_row);
        }
        let growth = narrow(file.bytes().len()).wrapping_sub(narrow(old_length));
        self.index.replace(file_value, container, old, new, growth);
        self.arrange();
        Ok(())
    }

    /// Shows a file, and keeps unfolded rows unfolded. Returns the invalid values of the file: their
    /// numbers and errors.
    pub(crate) fn rebuild(&mut self, file: &Document) -> Vec<(usize, DecodeError)> {
        /// The number of rows that are unfolded at first.
        const UNFOLDED: usize = 100;
        let (old, mut faults) = (mem::take(&mut self.index), Vec::new());
        for (number, value) in file.values().iter().enumerate() {
            let added = self.index.add(file, value.clone());
            faults.extend(added.err().map(|error| (number, error)));
        }
        for (row, old_row) in self.index.roots.clone().into_iter().zip(&old.roots) {
            self.index
                .unfold_like(row as usize, &old, *old_row as usize);
        }
        self.arrange();
        if old.rows.is_empty() {
            self.unfold_some(UNFOLDED);
        }
        faults
    }

    /// Returns the number of visible rows.
    pub(crate) fn visible(&self) -> usize {
        self.visible.len()
    }

    /// Returns the number of visible containers that are folded.
    pub(crate) fn folded(&self) -> usize {
        let rows = self.visible.iter().map(|it| it.row);
        let folded =
            rows.filter(|row| self.index.is_container(*row) && !self.index.is_unfolded(*row));
        folded.count()
    }

    /// Returns the visible rows in a range.
    pub(crate) fn window(&self, range: Range<usize>) -> &[VisibleRow] {
        let end = range.end.min(self.visible.len());
        self.visible.get(range.start..end).unwrap_or_default()
    }

    /// Unfolds the containers of a row, and returns the index of the row among the visible rows.
    pub(crate) fn reveal(&mut self, row: usize) -> usize {
        let mut is_changed = false;
        let mut at = row;
        while let Some(container) = self.index.parent(at) {
            is_changed |= self.index.set_unfolded(container, true);
            at = container;
        }
        if is_changed {
            self.arrange();
        }
        // The rows are in the order of their bytes.
        let end = self.visible.partition_point(|it| it.row <= row);
        end.saturating_sub(1)
    }

    /// Unfolds the containers of a row, and folds the row and all rows below it, or unfolds the row.
    pub(crate) fn fold(&mut self, row: usize, is_folded: bool) {
        self.reveal(row);
        let end = if is_folded {
            self.index.end(row)
        } else {
            row + 1
        };
        for row in row..end {
            self.index.set_unfolded(row, !is_folded);
        }
        self.arrange();
    }

    /// Returns the row and its containers below the value of the file, outermost first, with their
    /// numbers among their siblings.
    pub(crate) fn numbers(&self, row: usize) -> Vec<(usize, usize)> {
        let mut numbers = Vec::new();
        let mut at = row;
        while let Some(container) = self.index.parent(at) {
            let members = self.index.members(container);
            numbers.push((at, members.take_while(|it| *it < at).count()));
            at = container;
        }
        numbers.reverse();
        numbers
    }

    /// Folds all rows.
    pub(crate) fn fold_all(&mut self) {
        let rows = self.index.rows.iter_mut();
        rows.for_each(|row| row.is_unfolded = false);
        self.arrange();
    }

    /// Unfolds containers, level by level, while at most `limit` rows are visible.
    pub(crate) fn unfold_some(&mut self, limit: usize) {
        let mut rows: Vec<u32> = self.index.roots.iter().copied().take(limit).collect();
        let is_alone = self.index.roots.len() == 1;
        let mut shown = self.visible();
        while !rows.is_empty() {
            let mut below = Vec::new();
            for row in rows.into_iter().map(|row| row as usize) {
                let children = self.index.children(row);
                let is_root = is_alone && self.index.depth(row) == 0;
                if children.is_empty() || (shown + children.len() > limit && !is_root) {
                    continue;
                }
                shown += children.len();
                self.index.set_unfolded(row, true);
                below.extend(children.into_iter().take(limit));
            }
            rows = below;
        }
        self.arrange();
    }
}
