//! Changes to an encoded value, as replacements of its bytes: no tree of the whole value is built.

use crate::change::{ChangeNote, EditError, MissingPath, not_removed, note, remove_in, set_in};
use crate::common_ends::{common_prefix, common_suffix};
use crate::document::StepOptions;
use crate::kept::{canonical, edited};
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::generic::structure::Content;
use gdvariant::schema::Layout;
use gdvariant::{DecodeError, DecodeOptions, EncodeOptions, Kind, Path, Segment};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

/// The length of a header and of a count, in bytes.
const WORD: usize = size_of::<u32>();

/// The encoding of Nil, which stands for the values in a Dictionary of keys.
const NIL: [u8; WORD] = [0; WORD];

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
    pub(super) fn apply(bytes: &mut Vec<u8>, start: usize, splices: &[Self]) -> Vec<Self> {
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
    /// A change that may be a mistake.
    pub(super) note: Option<ChangeNote>,
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

pub(super) struct Encoded<'b> {
    layout: &'static Layout,
    bytes: &'b [u8],
    decode: DecodeOptions,
    encode: EncodeOptions,
    /// Whether entries are numbered as they are encoded, although a key occurs twice.
    has_raw_numbers: bool,
    /// What changes at several paths need again: the containers with numbered members, by their
    /// offset, and the values at other segments.
    known: Option<RefCell<Known>>,
}

#[derive(Default)]
struct Known {
    containers: HashMap<usize, Option<Rc<Container>>>,
    members: HashMap<(usize, Segment), Option<Range<usize>>>,
}

/// The longest part of a path that leads to an encoded value.
struct Located {
    range: Range<usize>,
    /// The container of the value, and the number of the value in it.
    parent: Option<Range<usize>>,
    rest: Vec<Segment>,
}

struct Container {
    range: Range<usize>,
    empty: AnyVariant,
    /// The offsets of the members, and of their end. Each entry and each property has two.
    offsets: Vec<usize>,
    /// Whether a key occurs twice, so that decoding numbers the members in another way.
    has_duplicates: bool,
}

impl Container {
    fn is_array(&self) -> bool {
        matches!(AnyRef::from(&self.empty).view(), AnyView::Array { .. })
    }

    fn is_object(&self) -> bool {
        matches!(AnyRef::from(&self.empty).view(), AnyView::Object { .. })
    }

    /// Returns the number of offsets of a member.
    fn stride(&self) -> usize {
        if self.is_array() { 1 } else { 2 }
    }

    fn count(&self) -> usize {
        (self.offsets.len() - 1) / self.stride()
    }

    /// Returns the range of an element, or of a key and its value.
    fn entry(&self, number: usize) -> Option<Range<usize>> {
        let index = number.checked_mul(self.stride())?;
        Some(*self.offsets.get(index)?..*self.offsets.get(index + self.stride())?)
    }

    fn value(&self, number: usize) -> Option<Range<usize>> {
        let entry = self.entry(number)?;
        Some(self.offsets[(number + 1) * self.stride() - 1]..entry.end)
    }

    fn key(&self, number: usize) -> Option<Range<usize>> {
        let (entry, value) = (self.entry(number)?, self.value(number)?);
        (!self.is_array()).then_some(entry.start..value.start)
    }

    /// Returns the offset of a member; the end of the container if there is none.
    fn start(&self, number: usize) -> usize {
        let end = self.offsets.len() - 1;
        self.offsets[end.min(number.saturating_mul(self.stride()))]
    }

    fn members(&self, first: usize, counts: [usize; 2]) -> MemberRange {
        MemberRange {
            container: self.range.start,
            first,
            start: self.start(first),
            counts,
        }
    }
}

impl<'b> Encoded<'b> {
    pub(super) fn new(layout: &'static Layout, bytes: &'b [u8], options: StepOptions) -> Self {
        Self {
            layout,
            bytes,
            decode: options.decode,
            encode: options.encode,
            has_raw_numbers: false,
            known: None,
        }
    }

    /// Numbers entries as they are encoded.
    pub(super) fn with_raw_numbers(self, has_raw_numbers: bool) -> Self {
        Self {
            has_raw_numbers,
            ..self
        }
    }

    /// Prepares for changes at several paths.
    pub(super) fn with_several(self) -> Self {
        let known = Some(RefCell::default());
        Self { known, ..self }
    }

    pub(super) fn get(&self, path: &Path) -> Result<AnyVariant, EditError> {
        let located = self.locate(path).and_then(|it| {
            let value = self.value(&it.range)?;
            match &it.rest[..] {
                [] => Some(value),
                rest => AnyRef::from(&value).component_at_path(&rest.iter().cloned().collect()),
            }
        });
        located.map_or_else(|| self.whole_get(path), Ok)
    }

    #[cold]
    fn whole_get(&self, path: &Path) -> Result<AnyVariant, EditError> {
        let whole = self.whole()?;
        let found = AnyRef::from(&whole).component_at_path(path);
        found.ok_or_else(|| EditError::Missing(MissingPath::of((&whole).into(), path, 0)))
    }

    pub(super) fn set(&self, path: &Path, new: AnyVariant) -> Result<Edit, EditError> {
        if let Some(edit) = self.spliced(path, &new) {
            return Ok(edit);
        }
        let shown = new.clone();
        let mut edit = self.rewritten(|whole| set_in(whole, path, new))?;
        edit.note = note(path, edit.old.as_ref().map(AnyRef::from), (&shown).into());
        edit.new = Some(shown);
        Ok(edit)
    }

    /// Returns the splices of a new value, or `None` if only the tree of the whole value shows them,
    /// or the error.
    fn spliced(&self, path: &Path, new: &AnyVariant) -> Option<Edit> {
        if path.segments().any(|it| matches!(it, Segment::KeyOf(_))) {
            return None;
        }
        if !self.is_shallow(path, new) {
            return None;
        }
        let located = self.locate(path)?;
        let Located { range, rest, .. } = &located;
        let parent = located.parent.as_ref();
        let parent = parent.and_then(|it| self.container(it));
        let number = match &parent {
            Some(parent) => parent.offsets.binary_search(&range.start).ok()? / parent.stride(),
            None => 0,
        };
        let members = parent.as_ref().map(|it| it.members(number, [1, 1]));
        if rest.is_empty() {
            let old = self.value(range);
            if path.is_empty() && old.is_none() {
                return None;
            }
            let bytes = match &parent {
                None => new.to_vec(self.encode).ok()?,
                Some(parent) => self.member(parent, number, new)?,
            };
            return Some(Edit {
                splices: self.replaced(range, bytes),
                members,
                note: note(path, old.as_ref().map(AnyRef::from), new.into()),
                old,
                new: Some(new.clone()),
            });
        }
        if let ([last], Some(container)) = (&rest[..], self.container(range)) {
            if container.has_duplicates {
                return None;
            }
            return self.added(&container, path, last, new);
        }
        let mut value = self.value(range)?;
        let rest: Path = rest.iter().cloned().collect();
        let old = value.set_at_path(&rest, new.clone()).ok()?;
        let shown = AnyRef::from(&value).component_at_path(&rest);
        Some(Edit {
            splices: self.replaced(range, value.to_vec(self.encode).ok()?),
            members,
            old,
            new: shown.or_else(|| Some(new.clone())),
            note: None,
        })
    }

    /// Returns whether a value at `path` is not nested deeper than engines read.
    fn is_shallow(&self, path: &Path, new: &AnyVariant) -> bool {
        if AnyRef::from(new).view().count().is_none() {
            return true;
        }
        let one = self.layout.new_array([self.layout.new_array([])]);
        let [one, new] = [&one, new].map(|it| it.to_vec(self.encode).unwrap_or_default());
        let outer = one[..2 * WORD].repeat(path.segments().len());
        let nested = [outer, new].concat();
        self.layout.check(&nested, self.decode).is_ok()
    }

    /// Returns the bytes of a member that replaces another one, if the container can have it.
    fn member(&self, container: &Container, number: usize, new: &AnyVariant) -> Option<Vec<u8>> {
        if self.is_plain(container) {
            return new.to_vec(self.encode).ok();
        }
        // A container with only this member has the declared types.
        let entry = &self.bytes[container.entry(number)?];
        let mut one = self.decoded(&[&self.head(container, 1), entry].concat())?;
        let first = if container.is_array() {
            Segment::Index(0)
        } else {
            Segment::ValueOf(0)
        };
        one.set_at_path(&Path::from_iter([first]), new.clone())
            .ok()?;
        let encoded = one.to_vec(self.encode).ok()?;
        let one = self.of(&encoded).container(&(0..encoded.len()))?;
        Some(encoded[one.value(0)?].to_vec())
    }

    /// Returns the splices of a new member at the end of a container.
    fn added(
        &self,
        container: &Container,
        path: &Path,
        last: &Segment,
        new: &AnyVariant,
    ) -> Option<Edit> {
        let count = container.count();
        let first = match last {
            Segment::Index(index) if container.is_array() => {
                Segment::Index(index.checked_sub(count)?)
            }
            last => last.clone(),
        };
        let mut empty = self.decoded(&self.head(container, 0))?;
        let old = empty.set_at_path(&Path::from_iter([first]), new.clone());
        old.ok()?.is_none().then_some(())?;
        let encoded = empty.to_vec(self.encode).ok()?;
        let one = self.of(&encoded).container(&(0..encoded.len()))?;
        let entry = encoded[one.entry(0)?].to_vec();
        Some(Edit {
            note: note(path, None, new.into()),
            new: Some(new.clone()),
            ..self.members_replaced(container, count..count, 1, entry)
        })
    }

    /// Inserts a value before the element at the end of `path`, or at the end of its Array.
    pub(super) fn insert(&self, path: &Path, new: &AnyVariant) -> Result<Edit, EditError> {
        let inserted = || {
            let (container, Segment::Index(index)) = self.container_at(path)? else {
                return None;
            };
            if !container.is_array() || index > container.count() {
                return None;
            }
            let end = Segment::Index(container.count());
            let edit = self.added(&container, path, &end, new)?;
            let element = edit.splices.into_iter().next_back()?.bytes;
            Some(Edit {
                new: Some(new.clone()),
                ..self.members_replaced(&container, index..index, 1, element)
            })
        };
        inserted()
            .ok_or_else(|| self.error(|whole| EditError::Missing(MissingPath::of(whole, path, 0))))
    }

    /// Removes the values at all `paths`, which refer to the value before the first removal.
    pub(super) fn remove(&self, paths: &[Path]) -> Result<Edit, EditError> {
        if let Some(edit) = self.removed(paths) {
            return Ok(edit);
        }
        self.rewritten(|whole| remove_in(whole, paths))
    }

    fn removed(&self, paths: &[Path]) -> Option<Edit> {
        let split = paths.iter().map(Path::split_last);
        let split = split.collect::<Option<Vec<_>>>()?;
        let mut edit = Edit::default();
        for siblings in split.chunk_by(|(parent, _), (other, _)| parent == other) {
            let parent = self.locate(&siblings[0].0)?;
            if !parent.rest.is_empty() {
                return None;
            }
            let container = self.container(&parent.range);
            if container.as_ref().is_some_and(|it| it.has_duplicates) {
                return None;
            }
            let Some(container) = container else {
                edit.splices
                    .extend(self.elements_removed(&parent.range, siblings)?);
                continue;
            };
            let numbers = siblings
                .iter()
                .map(|(_, last)| self.number(&container, last));
            let mut numbers = numbers.collect::<Option<Vec<_>>>()?;
            numbers.sort_unstable();
            let count = container.count();
            let rest = count.checked_sub(numbers.len())?;
            edit.splices.extend(self.count_replaced(&container, rest));
            for run in numbers.chunk_by(|a, b| a + 1 == *b) {
                let (first, last) = (run[0], run[run.len() - 1]);
                let range = container.entry(first)?.start..container.entry(last)?.end;
                edit.members = Some(container.members(first, [run.len(), 0]));
                edit.splices.push(Splice {
                    range,
                    bytes: Vec::new(),
                });
            }
            if let [number] = numbers[..] {
                edit.old = self.value(&container.value(number)?);
            }
        }
        edit.splices
            .sort_by_key(|it| (it.range.start, it.range.end));
        let is_apart = |pair: &[Splice]| pair[0].range.end <= pair[1].range.start;
        (edit.splices.windows(2).all(is_apart)).then_some(())?;
        if paths.len() > 1 {
            (edit.members, edit.old) = (None, None);
        }
        Some(edit)
    }

    fn elements_removed(
        &self,
        range: &Range<usize>,
        elements: &[(Path, Segment)],
    ) -> Option<Vec<Splice>> {
        let mut array = self.value(range)?;
        let indexes = elements.iter().map(|(_, last)| {
            let path = AnyRef::from(&array).resolved_path(&Path::from_iter([last.clone()]))?;
            match path.segments().next()? {
                Segment::Index(index) => Some(*index),
                _ => None,
            }
        });
        let indexes = indexes.collect::<Option<HashSet<_>>>()?;
        (indexes.len() == elements.len()).then_some(())?;
        let view = AnyRef::from(&array);
        let new = match view.view() {
            AnyView::PackedText(texts) => {
                let kept = texts.iter().enumerate();
                let kept = kept.filter(|(index, _)| !indexes.contains(index));
                let kept = kept.map(|(_, text)| text.to_string()).collect();
                self.layout.build(array.kind(), Content::Texts(kept))?
            }
            AnyView::Packed(elements) => {
                let mut bytes = Vec::new();
                elements.encode(&mut bytes);
                let width = bytes.len().checked_div(elements.elements())?;
                let kept = bytes.chunks(width).enumerate();
                let kept = kept.filter(|(index, _)| !indexes.contains(index));
                let kept: Vec<_> = kept.flat_map(|(_, it)| it).copied().collect();
                self.layout
                    .build(array.kind(), Content::Components(&kept))?
            }
            _ => return None,
        };
        array = new;
        Some(self.replaced(range, array.to_vec(self.encode).ok()?))
    }

    /// Changes the key of an entry or the name of a property, which keeps its position.
    pub(super) fn rename(&self, path: &Path, key: &AnyVariant) -> Result<Edit, EditError> {
        let (container, number) = self.member_at(path)?;
        let Some(range) = container.key(number) else {
            return Err(EditError::NoKey(path.clone()));
        };
        let mut new = key.to_vec(self.encode)?;
        if container.is_object() {
            if !matches!(AnyRef::from(key).view(), AnyView::Text(_)) {
                return Err(EditError::Name(path.clone()));
            }
            new.drain(..WORD);
        }
        let old = self.key_in(&container, number);
        let taken = (0..container.count()).filter(|it| *it != number);
        let mut taken = taken.filter_map(|it| Some(&self.bytes[container.key(it)?]));
        if taken.any(|it| self.is_same_key(&container, it, &new)) {
            return Err(EditError::KeyExists(key.to_string()));
        }
        // The Dictionary can have a declared type of keys.
        if !container.is_object() && !self.is_plain(&container) {
            let value = container.value(number).and_then(|it| self.value(&it));
            let mut one = container.empty.clone();
            let name = Path::from(Segment::Key(format!("{key:#}")));
            if let Some(value) = value {
                set_in(&mut one, &name, value)?;
            }
            one.to_vec(self.encode)?;
        }
        Ok(Edit {
            splices: self.replaced(&range, new),
            members: Some(container.members(number, [1, 1])),
            old,
            new: Some(key.clone()),
            note: None,
        })
    }

    pub(super) fn reorder(&self, path: &Path, to: usize) -> Result<Edit, EditError> {
        let (container, number) = self.member_at(path)?;
        let length = container.count();
        if to >= length {
            return Err(EditError::NoIndex { index: to, length });
        }
        let (first, last) = (number.min(to), number.max(to));
        let range = container.start(first)..container.start(last + 1);
        let mut bytes = self.bytes[range.clone()].to_vec();
        let moved = container.entry(number).unwrap_or_default().len();
        if number > to {
            bytes.rotate_right(moved);
        } else {
            bytes.rotate_left(moved);
        }
        let count = last + 1 - first;
        Ok(Edit {
            splices: self.replaced(&range, bytes),
            members: Some(container.members(first, [count, count])),
            ..Edit::default()
        })
    }

    /// Inserts a copy of a member after it. The copy of an entry gets the next free key: `slot2`
    /// after `slot1`, 8 after 7.
    pub(super) fn duplicate(&self, path: &Path) -> Result<Edit, EditError> {
        let (container, number) = self.member_at(path)?;
        let mut bytes = self.bytes[container.entry(number).unwrap_or_default()].to_vec();
        if let Some(old) = container.key(number) {
            let next = self.next_key(&container, number);
            let next = next.ok_or_else(|| EditError::NoNextKey(path.clone()))?;
            bytes.splice(..old.len(), next);
        }
        let next = number + 1;
        let mut edit = self.members_replaced(&container, next..next, 1, bytes);
        edit.new = container.value(number).and_then(|it| self.value(&it));
        Ok(edit)
    }

    /// Returns the first unused key after a member's key.
    fn next_key(&self, container: &Container, number: usize) -> Option<Vec<u8>> {
        let key = self.key_in(container, number)?;
        let taken = (0..container.count()).filter_map(|it| container.key(it));
        let taken: HashSet<_> = taken
            .map(|it| self.identity(container, &self.bytes[it]))
            .collect();
        let encoded = |key: &AnyVariant| {
            let mut bytes = key.to_vec(self.encode).ok()?;
            if container.is_object() {
                bytes.drain(..WORD);
            }
            let is_free = !taken.contains(self.identity(container, &bytes));
            is_free.then_some(bytes)
        };
        match AnyRef::from(&key).view() {
            AnyView::Text(name) => names_after(name)
                .find_map(|name| encoded(&self.layout.build(key.kind(), Content::Text(name))?)),
            AnyView::Int(int) => (int..=i64::MAX)
                .skip(1)
                .find_map(|int| encoded(&self.layout.parse(&int.to_string()).ok()?)),
            _ => None,
        }
    }

    /// Returns the key of an entry, or the name of a property as a String.
    fn key_in(&self, container: &Container, number: usize) -> Option<AnyVariant> {
        let key = &self.bytes[container.key(number)?];
        if !container.is_object() {
            return self.layout.decode(key, self.decode).ok();
        }
        let header = u32::from(self.layout.number_of(Kind::String)?).to_le_bytes();
        self.layout
            .decode(&[&header, key].concat(), self.decode)
            .ok()
    }

    fn is_same_key(&self, container: &Container, key: &[u8], other: &[u8]) -> bool {
        self.identity(container, key) == self.identity(container, other)
    }

    /// Returns the bytes that two encodings of a key have in common: a String and a StringName with
    /// the same text are the same key.
    fn identity<'k>(&self, container: &Container, key: &'k [u8]) -> &'k [u8] {
        let is_text = |kind| {
            let number = self.layout.number_of(kind).map(u32::from);
            number.is_some_and(|it| key.starts_with(&it.to_le_bytes()))
        };
        let has_header = !container.is_object();
        if has_header && [Kind::String, Kind::StringName].into_iter().any(is_text) {
            return &key[WORD..];
        }
        key
    }

    fn member_at(&self, path: &Path) -> Result<(Container, usize), EditError> {
        let found = self.container_at(path).and_then(|(container, last)| {
            let number = self.number(&container, &last)?;
            Some((container, number))
        });
        found.ok_or_else(|| self.error(|whole| not_removed(whole, path)))
    }

    fn container_at(&self, path: &Path) -> Option<(Container, Segment)> {
        let (parent, last) = path.split_last()?;
        let parent = self.locate(&parent)?;
        let container = self
            .numbered(&parent.range)
            .filter(|_| parent.rest.is_empty());
        Some((container?, last))
    }

    /// Returns the path with the numbers of members, as far as it leads to a value.
    pub(super) fn resolved(&self, path: &Path) -> Path {
        let mut range = 0..self.bytes.len();
        let mut segments = path.segments();
        let mut resolved = Vec::new();
        while let Some(segment) = segments.next() {
            let next = self.step(&range, segment).ok().flatten();
            let container = next.as_ref().and_then(|_| self.container(&range));
            let (Some(next), Some(container)) = (next, container) else {
                resolved.extend([segment].into_iter().chain(segments).cloned());
                break;
            };
            let index = container.offsets.partition_point(|it| *it < next.start);
            let number = index / container.stride();
            resolved.push(match segment {
                Segment::KeyOf(_) => Segment::KeyOf(number),
                _ if container.is_array() => Segment::Index(number),
                _ => Segment::ValueOf(number),
            });
            range = next;
        }
        resolved.into_iter().collect()
    }

    fn locate(&self, path: &Path) -> Option<Located> {
        let mut located = Located {
            range: 0..self.bytes.len(),
            parent: None,
            rest: Vec::new(),
        };
        let mut segments = path.segments();
        while let Some(segment) = segments.next() {
            let Some(range) = self.step(&located.range, segment).ok()? else {
                located.rest = [segment].into_iter().chain(segments).cloned().collect();
                break;
            };
            located.parent = Some(located.range);
            located.range = range;
        }
        Some(located)
    }

    /// Returns the range of a member of a value, if there is one; an error if the value is invalid.
    fn step(
        &self,
        range: &Range<usize>,
        segment: &Segment,
    ) -> Result<Option<Range<usize>>, DecodeError> {
        let Some(known) = &self.known else {
            return self.unknown_step(range, segment);
        };
        if let Segment::Index(number) | Segment::ValueOf(number) = segment
            && let Some(container) = self.known_container(range)
            && container.is_array() == matches!(segment, Segment::Index(_))
        {
            return Ok(container.value(*number));
        }
        let key = (range.start, segment.clone());
        if let Some(step) = known.borrow().members.get(&key) {
            return Ok(step.clone());
        }
        let step = self.unknown_step(range, segment)?;
        known.borrow_mut().members.insert(key, step.clone());
        Ok(step)
    }

    fn known_container(&self, range: &Range<usize>) -> Option<Rc<Container>> {
        let known = self.known.as_ref()?;
        if let Some(container) = known.borrow().containers.get(&range.start) {
            return container.clone();
        }
        let container = self.numbered(range).map(Rc::new);
        let containers = &mut known.borrow_mut().containers;
        containers.insert(range.start, container.clone());
        container
    }

    fn unknown_step(
        &self,
        range: &Range<usize>,
        segment: &Segment,
    ) -> Result<Option<Range<usize>>, DecodeError> {
        let value = &self.bytes[range.clone()];
        let path = Path::from_iter([segment.clone()]);
        let found = self.layout.bytes_at_path(value, &path, self.decode)?;
        if found.rest.is_empty() {
            let start = range.start + found.start;
            return Ok(Some(start..start + found.bytes.len()));
        }
        let is_numbered = matches!(segment, Segment::ValueOf(_) | Segment::KeyOf(_));
        if !is_numbered && !matches!(segment, Segment::Key(_)) {
            return Ok(None);
        }
        let Some(container) = self.numbered(range) else {
            return Ok(None);
        };
        let number = match segment {
            Segment::ValueOf(number) if !container.is_array() => Some(*number),
            Segment::KeyOf(number) if !container.is_object() => {
                return Ok(container.key(*number));
            }
            // Keys with the type of a container are only compared after decoding.
            Segment::Key(_) if !container.is_array() && !container.is_object() => {
                self.number_of_key(&container, &path)
            }
            _ => None,
        };
        Ok(number.and_then(|it| container.value(it)))
    }

    /// Returns the number of the entry at `path`, which has one segment.
    fn number_of_key(&self, container: &Container, path: &Path) -> Option<usize> {
        let header = u32::from(self.layout.number_of(Kind::Dictionary)?);
        let count = u32::try_from(container.count()).ok()?;
        let mut keys = [header, count].map(u32::to_le_bytes).concat();
        for number in 0..container.count() {
            keys.extend(&self.bytes[container.key(number)?]);
            keys.extend(NIL);
        }
        let keys = self.decoded(&keys)?;
        let resolved = AnyRef::from(&keys).resolved_path(path);
        let last = resolved.as_ref().and_then(|it| it.segments().next());
        if let Some(Segment::ValueOf(number)) = last {
            return Some(*number);
        }
        // A String and a StringName are the same key.
        let Some(Segment::Key(wanted)) = path.segments().next() else {
            return None;
        };
        let wanted = self.layout.parse(wanted).ok()?;
        let AnyView::Text(_) = AnyRef::from(&wanted).view() else {
            return None;
        };
        let wanted = wanted.to_vec(self.encode).ok()?;
        (0..container.count()).find(|number| {
            let key = container.key(*number);
            key.is_some_and(|key| self.is_same_key(container, &self.bytes[key], &wanted))
        })
    }

    fn number(&self, container: &Container, segment: &Segment) -> Option<usize> {
        if matches!(segment, Segment::KeyOf(_)) {
            return None;
        }
        let value = self.step(&container.range, segment).ok()??;
        let index = container.offsets.binary_search(&value.start).ok()?;
        Some(index / container.stride())
    }

    /// Returns the container in `range`; `None` for other values, and for containers with elements
    /// that lenient decoding converts.
    fn container(&self, range: &Range<usize>) -> Option<Container> {
        let offsets = self
            .layout
            .member_offsets(&self.bytes[range.clone()], self.decode)?;
        let offsets: Vec<_> = offsets.iter().map(|it| range.start + it).collect();
        let head = &self.bytes[range.start..offsets[0]];
        // The members of an Array have one offset each, all others two.
        let container = [1, 2].into_iter().find_map(|stride| {
            let empty = self.decoded(&with_count(head, (offsets.len() - 1) / stride, 0)?)?;
            let container = Container {
                range: range.clone(),
                empty,
                offsets: offsets.clone(),
                has_duplicates: false,
            };
            (container.stride() == stride).then_some(container)
        });
        let mut container = container?;
        let mut keys = HashSet::new();
        let mut all = (0..container.count()).filter_map(|it| container.key(it));
        container.has_duplicates = !self.has_raw_numbers
            && !all.all(|key| keys.insert(self.identity(&container, &self.bytes[key])));
        let is_null = matches!(
            AnyRef::from(&container.empty).view(),
            AnyView::Object { class, .. } if class.is_empty()
        );
        let is_exact = !self.decode.is_lenient() || self.is_plain(&container);
        (!is_null && is_exact).then_some(container)
    }

    /// Returns the container in `range`, if decoding numbers its members in the same way.
    fn numbered(&self, range: &Range<usize>) -> Option<Container> {
        self.container(range).filter(|it| !it.has_duplicates)
    }

    /// Returns whether a container has no declared types.
    fn is_plain(&self, container: &Container) -> bool {
        let number = self.layout.number_of(container.empty.kind());
        let number = number.map(|it| u32::from(it).to_le_bytes());
        container.is_object()
            || number.is_some_and(|it| self.bytes[container.range.clone()].starts_with(&it))
    }

    fn head(&self, container: &Container, count: usize) -> Vec<u8> {
        let head = &self.bytes[container.range.start..container.offsets[0]];
        with_count(head, container.count(), count).unwrap_or_default()
    }

    fn value(&self, range: &Range<usize>) -> Option<AnyVariant> {
        self.decoded(&self.bytes[range.clone()])
    }

    fn decoded(&self, bytes: &[u8]) -> Option<AnyVariant> {
        self.layout.decode(bytes, self.decode).ok()
    }

    fn of<'o>(&self, bytes: &'o [u8]) -> Encoded<'o> {
        Encoded {
            bytes,
            known: None,
            ..*self
        }
    }

    /// Returns the edit that replaces the members with the numbers `old` by `count` members.
    fn members_replaced(
        &self,
        container: &Container,
        old: Range<usize>,
        count: usize,
        bytes: Vec<u8>,
    ) -> Edit {
        let new = container.count() - old.len() + count;
        let range = container.start(old.start)..container.start(old.end);
        let splices = self.count_replaced(container, new);
        let members = Splice { range, bytes };
        Edit {
            splices: splices.into_iter().chain([members]).collect(),
            members: Some(container.members(old.start, [old.len(), count])),
            ..Edit::default()
        }
    }

    fn count_replaced(&self, container: &Container, count: usize) -> Option<Splice> {
        let head = self.head(container, count);
        let end = container.offsets[0];
        let bytes = head.last_chunk::<WORD>()?.to_vec();
        Some(Splice {
            range: end - WORD..end,
            bytes,
        })
    }

    /// Returns the splices that replace the bytes in `range` by `new`: only what differs.
    pub(super) fn replaced(&self, range: &Range<usize>, mut new: Vec<u8>) -> Vec<Splice> {
        let old = &self.bytes[range.clone()];
        if old == new {
            return Vec::new();
        }
        let start = common_prefix(old, &new);
        let end = common_suffix(&old[start..], &new[start..]);
        new.truncate(new.len() - end);
        new.drain(..start);
        vec![Splice {
            range: range.start + start..range.end - end,
            bytes: new,
        }]
    }

    fn whole(&self) -> Result<AnyVariant, EditError> {
        let decoded = self.layout.decode(self.bytes, self.decode);
        decoded.map_err(EditError::Decode)
    }

    /// Returns the error of a path, which can describe the whole value.
    #[cold]
    fn error(&self, error: impl FnOnce(AnyRef<'_>) -> EditError) -> EditError {
        match self.whole() {
            Ok(whole) => error((&whole).into()),
            Err(error) => error,
        }
    }

    /// Changes the tree of the whole value: for changes that fail, and for containers whose members
    /// only decoding finds.
    #[cold]
    fn rewritten(
        &self,
        change: impl FnOnce(&mut AnyVariant) -> Result<Option<AnyVariant>, EditError>,
    ) -> Result<Edit, EditError> {
        let mut value = self.whole()?;
        let old_bytes = canonical(&value)?;
        let old = change(&mut value)?;
        let new = value.to_vec(self.encode)?;
        let new = edited(self.layout, self.bytes, &old_bytes, &new, self.decode)?;
        Ok(Edit {
            splices: self.replaced(&(0..self.bytes.len()), new.bytes),
            old,
            ..Edit::default()
        })
    }
}

/// Returns the bytes before the members of a container with another count.
fn with_count(head: &[u8], old: usize, new: usize) -> Option<Vec<u8>> {
    let mut head = head.to_vec();
    let count = head.last_chunk_mut::<WORD>()?;
    // A flag of the number is kept.
    let number = u32::from_le_bytes(*count) as usize;
    let number = u32::try_from(number.checked_sub(old)? + new).ok()?;
    *count = number.to_le_bytes();
    Some(head)
}

/// Increments the number at the end of `name`, or appends 2 and greater numbers.
fn names_after(name: &str) -> impl Iterator<Item = String> {
    let start = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &name[start.len()..];
    let (start, width, number) = match digits.parse::<u32>() {
        Ok(number) => (start, digits.len(), u64::from(number)),
        Err(_) => (name, 0, 1),
    };
    (number + 1..).map(move |number| format!("{start}{number:0width$}"))
}
