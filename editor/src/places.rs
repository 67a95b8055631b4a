//! Finds rows by path, and the bytes of rows, in the index.

use crate::fields::Describer;
use crate::tree::Role;
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::{Kind, Path, Segment};
use std::ops::Range;

/// The innermost value on a path that has a row.
pub(crate) struct Found {
    pub(crate) row: usize,
    /// The numbers of the value and its containers among their siblings, outermost first.
    pub(crate) numbers: Vec<usize>,
    /// The segments that lead to the value, and those after it.
    pub(crate) outer: Path,
    pub(crate) rest: Path,
}

/// Consecutive members of a container, or a value of the file.
pub(crate) struct Site {
    /// The row that contains the members; `None` for a value of the file.
    pub(crate) container: Option<usize>,
    /// The rows of the members, with their keys and names.
    pub(crate) rows: Range<usize>,
    pub(crate) bytes: Range<usize>,
}

impl Describer<'_> {
    /// Returns the offset after a valid value.
    pub(crate) fn end(&self, row: usize) -> usize {
        let index = &self.tree.index;
        // The last descendant has no members, so that skipping it takes little time.
        let last = index.end(row) - 1;
        let start = index.start(last);
        let file_value = self.content.file.values().get(index.value_of(row));
        let bytes = file_value.and_then(|value| self.content.file.bytes().get(start..value.end));
        let (layout, options) = (self.content.file.layout(), self.content.file.options());
        let length = layout.skip(bytes.unwrap_or_default(), options);
        start + length.unwrap_or(0)
    }

    /// Returns the bytes of a container from its header to its count, which precedes its members.
    pub(crate) fn head(&self, container: usize) -> &[u8] {
        let index = &self.tree.index;
        let end = match index.member(container, 0) {
            Some(first) => index.entry_start(first),
            None => self.end(container),
        };
        self.bytes(index.start(container)..end)
    }

    pub(crate) fn bytes(&self, range: Range<usize>) -> &[u8] {
        self.content.file.bytes().get(range).unwrap_or_default()
    }

    /// Returns the bytes of a member with its key or name.
    pub(crate) fn entry(&self, member: usize) -> &[u8] {
        self.bytes(self.tree.index.entry_start(member)..self.end(member))
    }

    /// Finds `count` members from `numbers` on; no numbers lead to the value of the file.
    pub(crate) fn site(&self, file_value: usize, numbers: &[usize], count: usize) -> Option<Site> {
        let index = &self.tree.index;
        let root = index.root(file_value)?;
        let Some((number, numbers)) = numbers.split_last() else {
            return Some(Site {
                container: None,
                rows: root..index.end(root),
                bytes: index.start(root)..self.end(root),
            });
        };
        let container = index.row_of(root, numbers)?;
        let mut members = index.members(container).skip(number.saturating_sub(1));
        // Members at the end start where the member before them ends.
        let before = if *number > 0 {
            Some(members.next()?)
        } else {
            None
        };
        let first = members.next();
        let (rows_start, start) = match (first, before) {
            (Some(first), _) => (index.entry_row(first), index.entry_start(first)),
            (None, Some(last)) => (index.end(last), self.end(last)),
            (None, None) => (
                container + 1,
                index.start(container) + self.head(container).len(),
            ),
        };
        let last = match count {
            0 => None,
            count => Some(first.into_iter().chain(members).nth(count - 1)?),
        };
        Some(Site {
            container: Some(container),
            rows: rows_start..last.map_or(rows_start, |last| index.end(last)),
            bytes: start..last.map_or(start, |last| self.end(last)),
        })
    }

    /// Follows a path from a value of the file on, as far as values have rows.
    pub(crate) fn resolve(&self, file_value: usize, path: &Path) -> Option<Found> {
        let mut row = self.tree.index.root(file_value)?;
        let mut numbers = Vec::new();
        let mut segments = path.segments();
        let mut outer = Vec::new();
        let mut rest = Vec::new();
        for segment in segments.by_ref() {
            let Some((number, member)) = self.member_at(row, segment) else {
                rest.push(segment.clone());
                break;
            };
            numbers.push(number);
            outer.push(segment.clone());
            row = member;
        }
        rest.extend(segments.cloned());
        Some(Found {
            row,
            numbers,
            outer: outer.into_iter().collect(),
            rest: rest.into_iter().collect(),
        })
    }

    /// Returns the number and the row of the member of a container at a segment.
    fn member_at(&self, container: usize, segment: &Segment) -> Option<(usize, usize)> {
        let index = &self.tree.index;
        let first = index.member(container, 0)?;
        let key = index.key_of(first);
        let number = match (segment, key) {
            (Segment::Index(number), None) | (Segment::ValueOf(number), Some(_)) => *number,
            (_, None) => return None,
            (segment, Some(key)) if index.role(key) == Role::Name => {
                let mut members = index.members(container).enumerate();
                members
                    .find(|(number, member)| self.segment(*member, *number) == *segment)?
                    .0
            }
            (segment, Some(_)) => self.number_of_key(container, segment)?,
        };
        Some((number, index.member(container, number)?))
    }

    /// Returns the number of the entry of a Dictionary at a segment.
    fn number_of_key(&self, container: usize, segment: &Segment) -> Option<usize> {
        let members: Vec<_> = self.tree.index.members(container).collect();
        let keys = self.keys(container, &members)?;
        let keys = AnyRef::from(&keys);
        if keys.view().count() == Some(members.len()) {
            let path = keys.resolved_path(&[segment.clone()].into_iter().collect())?;
            return match path.segments().next() {
                Some(Segment::ValueOf(number)) => Some(*number),
                _ => None,
            };
        }
        // Of equal keys, the last one has the value of the Dictionary.
        let mut numbered = members.into_iter().enumerate().rev();
        let found = numbered.find(|(number, member)| self.segment(*member, *number) == *segment);
        found.map(|(number, _)| number)
    }

    /// Returns a Dictionary or an Object with the keys or the names of `members` alone, which finds them
    /// as the container does. The values are null.
    pub(crate) fn keys(&self, container: usize, members: &[usize]) -> Option<AnyVariant> {
        const NIL: [u8; 4] = [0; 4];
        let index = &self.tree.index;
        let (layout, options) = (self.content.file.layout(), self.content.file.options());
        let is_object = index.role(index.key_of(*members.first()?)?) == Role::Name;
        let mut keys = if is_object {
            let mut head = self.head(container).to_vec();
            set_count(&mut head, index.members(container).count(), members.len());
            head
        } else {
            // Declared types would reject null.
            let number = u32::from(layout.number_of(Kind::Dictionary)?);
            let count = u32::try_from(members.len()).ok()?;
            [number, count].map(u32::to_le_bytes).concat()
        };
        for member in members {
            keys.extend(self.bytes(index.entry_start(*member)..index.start(*member)));
            keys.extend(NIL);
        }
        layout.decode(&keys, options).ok()
    }
}

/// Changes the count at the end of a container's head, and keeps the flags in it.
pub(crate) fn set_count(head: &mut [u8], old: usize, new: usize) {
    if let Some(count) = head.last_chunk_mut() {
        let number = u32::from_le_bytes(*count) as usize;
        // Counts have 32 bits: the members have at least 4 bytes each.
        let number = u32::try_from(number.wrapping_sub(old).wrapping_add(new));
        *count = number.unwrap_or(u32::MAX).to_le_bytes();
    }
}
