//! A change of a value, and what it replaces.

use crate::change::{ChangeNote, EditError};
use crate::common_ends::{common_prefix, common_suffix};
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::convert::ConvertError;
use gdvariant::schema::Layout;
use gdvariant::{Converter, Path};
use std::ops::Range;

#[derive(Clone)]
pub(super) enum Operation {
    Set(AnyVariant),
    Insert(AnyVariant),
    Rename(AnyVariant),
    Reorder(usize),
    Duplicate,
    Remove,
}

impl Operation {
    /// Returns the same change of a value in another layout.
    pub(super) fn for_layout(&self, layout: &'static Layout) -> Result<Self, ConvertError> {
        let mut operation = self.clone();
        if let Self::Set(value) | Self::Insert(value) | Self::Rename(value) = &mut operation {
            *value = AnyRef::from(&*value)
                .convert_to(layout, &Converter::new())?
                .0;
        }
        Ok(operation)
    }
}

/// A value that is changed at paths without steps.
pub(super) trait Holder {
    fn get(&self, path: &Path) -> Result<AnyVariant, EditError>;
    /// Returns the path with the numbers of members as far as it leads to a value.
    fn resolved(&self, path: &Path) -> Path;
    /// Changes the values at `paths`, which refer to the value before the first change.
    fn change(&mut self, paths: &[Path], operation: &Operation) -> Result<Edit, EditError>;
}

/// Bytes that replace others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splice {
    /// The range of the old bytes.
    pub range: Range<usize>,
    /// The new bytes.
    pub bytes: Vec<u8>,
}

impl Splice {
    /// Returns bytes in which splices replace others.
    pub(super) fn applied(bytes: &[u8], splices: &[Self]) -> Vec<u8> {
        let mut new = Vec::with_capacity(Self::length_after(bytes.len(), splices));
        let mut end = 0;
        for splice in splices {
            new.extend(&bytes[end..splice.range.start]);
            new.extend(&splice.bytes);
            end = splice.range.end;
        }
        new.extend(&bytes[end..]);
        new
    }

    /// Applies splices to bytes after `start`. Returns what takes the change back.
    pub fn apply(bytes: &mut Vec<u8>, start: usize, splices: &[Self]) -> Vec<Self> {
        let mut undo = Vec::with_capacity(splices.len());
        let mut shift = 0;
        for splice in splices {
            let at = splice.range.start.wrapping_add_signed(shift);
            undo.push(Self {
                range: at..at + splice.bytes.len(),
                bytes: bytes[start + splice.range.start..start + splice.range.end].to_vec(),
            });
            shift += splice.bytes.len().cast_signed() - splice.range.len().cast_signed();
        }
        for splice in splices.iter().rev() {
            let range = start + splice.range.start..start + splice.range.end;
            bytes.splice(range, splice.bytes.iter().copied());
        }
        undo
    }

    /// Returns the splices that replace the bytes in `range` by `new`: only what differs.
    pub fn replaced(bytes: &[u8], range: &Range<usize>, mut new: Vec<u8>) -> Vec<Self> {
        let old = &bytes[range.clone()];
        if old == new {
            return Vec::new();
        }
        let start = common_prefix(old, &new);
        let end = common_suffix(&old[start..], &new[start..]);
        new.truncate(new.len() - end);
        new.drain(..start);
        vec![Self {
            range: range.start + start..range.end - end,
            bytes: new,
        }]
    }

    /// Returns the length of bytes after splices.
    pub(super) fn length_after(length: usize, splices: &[Self]) -> usize {
        let added: usize = splices.iter().map(|it| it.bytes.len()).sum();
        let removed: usize = splices.iter().map(|it| it.range.len()).sum();
        length + added - removed
    }
}

/// What a change replaces in an encoded value.
#[derive(Debug, Default)]
pub(super) struct Edit {
    /// The replaced bytes, in order and without overlaps. Empty if nothing changes.
    pub(super) splices: Vec<Splice>,
    /// The members that are added, removed or replaced, if they are in one container.
    pub(super) members: Option<MemberRange>,
    /// The old value at the path.
    pub(super) old: Option<AnyVariant>,
    /// The new value at the path.
    pub(super) new: Option<AnyVariant>,
    /// Changes that may be mistakes.
    pub(super) notes: Vec<ChangeNote>,
}

impl Edit {
    /// Returns edits of different bytes of a value as one.
    pub(super) fn joined(edits: Vec<Self>) -> Self {
        let all = edits.into_iter().reduce(|mut all, edit| {
            all.splices.extend(edit.splices);
            all.notes.extend(edit.notes);
            (all.members, all.old, all.new) = (None, None, None);
            all
        });
        let mut all = all.unwrap_or_default();
        // An insertion precedes what starts at the same offset.
        all.splices.sort_by_key(|it| (it.range.start, it.range.end));
        all
    }
}

/// Members of a container that a change replaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberRange {
    /// The offset of the container.
    pub container: usize,
    /// The number of the first member.
    pub first: usize,
    /// The offset of the first member; the end of the container if there is none.
    pub start: usize,
    /// The number of members before and after the change.
    pub counts: [usize; 2],
}
