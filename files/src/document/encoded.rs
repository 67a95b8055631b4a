//! Changes to an encoded value, as replacements of its bytes: no tree of the whole value is built.

use super::operation::{Edit, Holder, MemberRange, Operation, Splice};
use crate::change::{EditError, missing, not_removed, note, remove_in, set_in};
use crate::common_ends::common_prefix;
use crate::document::StepOptions;
use crate::merge::{canonical, edited};
use crate::walk_path::segment_of;
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::generic::structure::Content;
use gdvariant::schema::Layout;
use gdvariant::{DecodeOptions, EncodeOptions, Kind, Path, Segment};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::rc::Rc;

/// The length of a header and of a count, in bytes.
const WORD: usize = size_of::<u32>();

pub(super) struct Encoded<'b> {
    layout: &'static Layout,
    bytes: &'b [u8],
    decode: DecodeOptions,
    encode: EncodeOptions,
    /// Whether entries are numbered as they are encoded, although a key occurs twice.
    has_raw_numbers: bool,
    /// The containers by their offset, because changes at several paths need them again.
    containers: RefCell<HashMap<usize, Option<Rc<Container>>>>,
}

/// The longest part of a path that leads to an encoded value.
struct Located {
    range: Range<usize>,
    /// The container of the value, and the number of the value in it.
    member: Option<(Rc<Container>, usize)>,
    /// The path of the value, with numbers of members.
    resolved: Vec<Segment>,
    rest: Vec<Segment>,
}

struct Container {
    range: Range<usize>,
    /// The same container without members.
    empty: AnyVariant,
    /// The number of each key or property name; `None` for an Array.
    numbers: Option<AnyVariant>,
    /// The offsets of the members, and of their end. Each entry and each property has two.
    offsets: Vec<usize>,
    /// Whether the numbers of members are those of a decoded container: a Dictionary in which a key
    /// occurs twice has fewer.
    is_numbered: bool,
}

impl Container {
    fn is_object(&self) -> bool {
        matches!(AnyRef::from(&self.empty).view(), AnyView::Object { .. })
    }

    /// Returns the number of offsets of a member.
    fn stride(&self) -> usize {
        if self.numbers.is_some() { 2 } else { 1 }
    }

    fn count(&self) -> usize {
        (self.offsets.len() - 1) / self.stride()
    }

    /// Returns the range of an element, or of a key and its value.
    fn entry(&self, number: usize) -> Range<usize> {
        self.start(number)..self.start(number + 1)
    }

    fn value(&self, number: usize) -> Range<usize> {
        self.offsets[(number + 1) * self.stride() - 1]..self.start(number + 1)
    }

    fn key(&self, number: usize) -> Range<usize> {
        self.start(number)..self.value(number).start
    }

    /// Returns the offset of a member; the end of the container if there is none.
    fn start(&self, number: usize) -> usize {
        let end = self.offsets.len() - 1;
        self.offsets[end.min(number.saturating_mul(self.stride()))]
    }

    /// Returns the segment of a member by its number.
    fn position(&self, number: usize) -> Segment {
        match self.numbers {
            Some(_) => Segment::ValueOf(number),
            None => Segment::Index(number),
        }
    }

    /// Returns the number of the member at `segment`.
    fn number(&self, segment: &Segment) -> Option<usize> {
        let number = match (&self.numbers, segment) {
            (None, Segment::Index(index)) => *index,
            (None, Segment::Key(text)) => {
                let from_end = text.strip_prefix('-')?.parse().ok()?;
                self.count().checked_sub(from_end)?
            }
            (Some(_), Segment::ValueOf(number)) if self.is_numbered => *number,
            (Some(_), Segment::Index(_) | Segment::Key(_)) if self.is_object() => return None,
            (Some(numbers), Segment::Name(_) | Segment::Index(_) | Segment::Key(_)) => {
                let at = |it: Segment| AnyRef::from(numbers).at_path(&it.into());
                let number = at(segment.clone()).or_else(|| {
                    // In most layouts, a String and a StringName are the same key.
                    let Segment::Key(text) = segment else {
                        return None;
                    };
                    match numbers.layout().parse(text).ok()?.view() {
                        AnyView::Text(text) => at(Segment::Name(text.into())),
                        _ => None,
                    }
                });
                match number?.view() {
                    AnyView::Int(number) => usize::try_from(number).ok()?,
                    _ => return None,
                }
            }
            _ => return None,
        };
        (number < self.count()).then_some(number)
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

impl Holder for Encoded<'_> {
    fn get(&self, path: &Path) -> Result<AnyVariant, EditError> {
        let Located { range, rest, .. } = self.locate(path);
        let value = self.decoded(&self.bytes[range]);
        let rest = rest.into_iter().collect();
        let found = value.and_then(|value| AnyRef::from(&value).component_at_path(&rest));
        found.ok_or_else(|| self.failure(|whole| Err(missing((&*whole).into(), path, 0))))
    }

    fn resolved(&self, path: &Path) -> Path {
        let Located { resolved, rest, .. } = self.locate(path);
        resolved.into_iter().chain(rest).collect()
    }

    fn change(&mut self, paths: &[Path], operation: &Operation) -> Result<Edit, EditError> {
        let edits = paths.iter().map(|path| match operation {
            Operation::Set(new) => self.set(path, new),
            Operation::Insert(new) => self.insert(path, new),
            Operation::Rename(key) => self.rename(path, key),
            Operation::Reorder(to) => self.reorder(path, *to),
            Operation::Duplicate => self.duplicate(path),
            Operation::Remove => self.remove(paths),
        });
        let count = match operation {
            Operation::Remove => 1,
            _ => paths.len(),
        };
        edits
            .take(count)
            .collect::<Result<_, _>>()
            .map(Edit::joined)
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
            containers: RefCell::default(),
        }
    }

    /// Numbers entries as they are encoded.
    pub(super) fn with_raw_numbers(self, has_raw_numbers: bool) -> Self {
        Self {
            has_raw_numbers,
            ..self
        }
    }

    fn set(&self, path: &Path, new: &AnyVariant) -> Result<Edit, EditError> {
        let edit = self.try_set(path, new);
        edit.ok_or_else(|| self.failure(|whole| set_in(whole, path, new.clone()).map(drop)))
    }

    fn try_set(&self, path: &Path, new: &AnyVariant) -> Option<Edit> {
        let is_key = |it: &Segment| matches!(it, Segment::KeyOf(_));
        if path.segments().any(is_key) || !self.is_shallow(path, new) {
            return None;
        }
        let Located {
            range,
            member,
            rest,
            ..
        } = self.locate(path);
        let container = self.container(&range);
        let mut edit = if let ([last], Some(container)) = (&rest[..], container) {
            self.insert_at(&container, container.count(), last, new)?
        } else if let ([], Some((container, number))) = (&rest[..], &member) {
            let first = container.position(0);
            let (old, [_, value]) = self.with_member(container, Some(*number), &first, new)?;
            Edit {
                splices: Splice::replaced(self.bytes, &range, value),
                old,
                ..Edit::default()
            }
        } else {
            let mut value = self.decoded(&self.bytes[range.clone()])?;
            let old_bytes = canonical(&value).ok()?;
            let rest = rest.into_iter().collect();
            let old = value.set_at_path(&rest, new.clone()).ok()?;
            let splices = self.rewritten(&range, &old_bytes, &value).or_else(|| {
                // Nothing of a whole value has to be kept.
                let new = value.to_vec(self.encode).ok().filter(|_| rest.is_empty())?;
                Some(Splice::replaced(self.bytes, &range, new))
            });
            Edit {
                splices: splices?,
                old,
                new: AnyRef::from(&value).component_at_path(&rest),
                ..Edit::default()
            }
        };
        if let (None, Some((container, number))) = (edit.members, member) {
            edit.members = Some(container.members(number, [1, 1]));
        }
        let shown = edit.new.get_or_insert_with(|| new.clone());
        let old = edit.old.as_ref().map(AnyRef::from);
        edit.notes.extend(note(path, old, (&*shown).into()));
        Some(edit)
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

    /// Sets a member in a container with only this member, which has the declared types. Returns the
    /// old value, and the encoded key and value.
    fn with_member(
        &self,
        container: &Container,
        number: Option<usize>,
        segment: &Segment,
        new: &AnyVariant,
    ) -> Option<(Option<AnyVariant>, [Vec<u8>; 2])> {
        let count = usize::from(number.is_some());
        let entry = number.map_or(0..0, |number| container.entry(number));
        let head = self.head(container, count)?;
        let mut one = self.decoded(&[&head, &self.bytes[entry]].concat())?;
        let old = one.set_at_path(&segment.clone().into(), new.clone()).ok()?;
        if old.is_some() != number.is_some() {
            return None;
        }
        let bytes = one.to_vec(self.encode).ok()?;
        let encoded = Encoded {
            bytes: &bytes,
            containers: RefCell::default(),
            ..*self
        };
        let one = encoded.container(&(0..bytes.len()))?;
        Some((old, [one.key(0), one.value(0)].map(|it| bytes[it].to_vec())))
    }

    /// Inserts a member at `segment`, before the member with a number.
    fn insert_at(
        &self,
        container: &Container,
        number: usize,
        segment: &Segment,
        new: &AnyVariant,
    ) -> Option<Edit> {
        let first = match segment {
            Segment::Index(index) if container.numbers.is_none() => {
                Segment::Index(index.checked_sub(number)?)
            }
            last => last.clone(),
        };
        let (_, entry) = self.with_member(container, None, &first, new)?;
        let edit = self.members_replaced(container, number..number, 1, entry.concat());
        Some(Edit {
            new: Some(new.clone()),
            ..edit?
        })
    }

    /// Inserts a value before the element at the end of `path`, or at the end of its Array.
    fn insert(&self, path: &Path, new: &AnyVariant) -> Result<Edit, EditError> {
        let inserted = || {
            let (container, last) = self.container_at(path)?;
            let index = match last {
                Segment::Index(index) => index,
                last => container.number(&last)?,
            };
            let is_place = container.numbers.is_none() && index <= container.count();
            is_place.then_some(())?;
            self.insert_at(&container, index, &Segment::Index(index), new)
        };
        if let Some(edit) = inserted() {
            return Ok(edit);
        }
        let edit = self.set(path, new)?;
        match path.segments().last() {
            Some(Segment::Append) => Ok(edit),
            _ => Err(EditError::NoElement(path.clone())),
        }
    }

    /// Removes the values at all `paths`, which refer to the value before the first removal.
    fn remove(&self, paths: &[Path]) -> Result<Edit, EditError> {
        let edit = self.try_remove(paths);
        edit.ok_or_else(|| self.failure(|whole| remove_in(whole, paths).map(drop)))
    }

    fn try_remove(&self, paths: &[Path]) -> Option<Edit> {
        let mut members = BTreeMap::<_, (Rc<Container>, Vec<usize>)>::new();
        // Elements of packed arrays, and of containers whose members only decoding finds.
        let mut elements = BTreeMap::<_, (Range<usize>, Vec<Path>)>::new();
        for path in paths {
            let at = self.locate(path);
            match at.member {
                _ if !at.rest.is_empty() => {
                    let start = at.range.start;
                    let (_, rests) = elements.entry(start).or_insert((at.range, Vec::new()));
                    rests.push(at.rest.into_iter().collect());
                }
                Some((container, number)) if container.is_numbered => {
                    let start = container.range.start;
                    let (_, numbers) = members.entry(start).or_insert((container, Vec::new()));
                    numbers.push(number);
                }
                _ => return None,
            }
        }
        let mut edit = Edit::default();
        for (range, rests) in elements.into_values() {
            let mut value = self.decoded(&self.bytes[range.clone()])?;
            let old_bytes = canonical(&value).ok()?;
            edit.old = remove_in(&mut value, &rests).ok()?;
            edit.splices
                .extend(self.rewritten(&range, &old_bytes, &value)?);
        }
        for (container, mut numbers) in members.into_values() {
            numbers.sort_unstable();
            let rest = container.count().checked_sub(numbers.len())?;
            edit.splices.extend(self.count_replaced(&container, rest));
            for run in numbers.chunk_by(|a, b| a + 1 == *b) {
                let (first, last) = (run[0], run[run.len() - 1]);
                edit.members = Some(container.members(first, [run.len(), 0]));
                edit.splices.push(Splice {
                    range: container.start(first)..container.start(last + 1),
                    bytes: Vec::new(),
                });
            }
            if let [number] = numbers[..] {
                edit.old = self.decoded(&self.bytes[container.value(number)]);
            }
        }
        let mut edit = Edit::joined(vec![edit]);
        let is_apart = |pair: &[Splice]| pair[0].range.end <= pair[1].range.start;
        edit.splices.windows(2).all(is_apart).then_some(())?;
        if paths.len() > 1 {
            (edit.members, edit.old) = (None, None);
        }
        Some(edit)
    }

    /// Changes the key of an entry or the name of a property, which keeps its position.
    fn rename(&self, path: &Path, key: &AnyVariant) -> Result<Edit, EditError> {
        let (container, number) = self.member_at(path)?;
        if container.numbers.is_none() {
            return Err(EditError::NoKey(path.clone()));
        }
        let mut new = key.to_vec(self.encode)?;
        if container.is_object() {
            if !matches!(AnyRef::from(key).view(), AnyView::Text(_)) {
                return Err(EditError::Name(path.clone()));
            }
            new.drain(..WORD);
        }
        let segment = segment_of(key.into());
        if container.number(&segment).is_some_and(|it| it != number) {
            return Err(EditError::KeyExists(key.to_string()));
        }
        let is_typed = match AnyRef::from(&container.empty).view() {
            AnyView::Dictionary { declared, .. } => !declared.iter().all(|it| it.is_any()),
            _ => false,
        };
        let value = self.decoded(&self.bytes[container.value(number)]);
        if let Some(value) = value.filter(|_| is_typed) {
            let mut one = container.empty.clone();
            let name = Segment::Key(format!("{key:#}"));
            set_in(&mut one, &name.into(), value)?;
            one.to_vec(self.encode)?;
        }
        Ok(Edit {
            splices: Splice::replaced(self.bytes, &container.key(number), new),
            members: Some(container.members(number, [1, 1])),
            old: self.key_in(&container, number),
            new: Some(key.clone()),
            ..Edit::default()
        })
    }

    fn reorder(&self, path: &Path, to: usize) -> Result<Edit, EditError> {
        let (container, number) = self.member_at(path)?;
        let length = container.count();
        if to >= length {
            return Err(EditError::NoIndex { index: to, length });
        }
        let (first, last) = (number.min(to), number.max(to));
        let range = container.start(first)..container.start(last + 1);
        let mut bytes = self.bytes[range.clone()].to_vec();
        let moved = container.entry(number).len();
        if number > to {
            bytes.rotate_right(moved);
        } else {
            bytes.rotate_left(moved);
        }
        let count = last + 1 - first;
        Ok(Edit {
            splices: Splice::replaced(self.bytes, &range, bytes),
            members: Some(container.members(first, [count, count])),
            ..Edit::default()
        })
    }

    /// Inserts a copy of a member after it. The copy of an entry gets the next free key: `slot2`
    /// after `slot1`, 8 after 7.
    fn duplicate(&self, path: &Path) -> Result<Edit, EditError> {
        let (container, number) = self.member_at(path)?;
        let no_key = || EditError::NoNextKey(path.clone());
        let mut bytes = self.bytes[container.entry(number)].to_vec();
        if container.numbers.is_some() {
            let next = self.next_key(&container, number).ok_or_else(no_key)?;
            let header = if container.is_object() { WORD } else { 0 };
            let next = next.to_vec(self.encode)?.split_off(header);
            bytes.splice(..container.key(number).len(), next);
        }
        let next = number + 1;
        let edit = self.members_replaced(&container, next..next, 1, bytes);
        Ok(Edit {
            new: self.decoded(&self.bytes[container.value(number)]),
            ..edit.ok_or_else(no_key)?
        })
    }

    /// Returns the first unused key after a member's key.
    fn next_key(&self, container: &Container, number: usize) -> Option<AnyVariant> {
        let key = self.key_in(container, number)?;
        let is_free = |key: &AnyVariant| container.number(&segment_of(key.into())).is_none();
        match AnyRef::from(&key).view() {
            AnyView::Text(name) => names_after(name)
                .map_while(|name| self.layout.build(key.kind(), Content::Text(name)))
                .find(is_free),
            AnyView::Int(int) => (int..=i64::MAX)
                .skip(1)
                .map_while(|int| self.layout.parse(&int.to_string()).ok())
                .find(is_free),
            _ => None,
        }
    }

    /// Returns the key of an entry, or the name of a property as a String.
    fn key_in(&self, container: &Container, number: usize) -> Option<AnyVariant> {
        self.key(&self.bytes[container.key(number)], container.is_object())
    }

    fn key(&self, key: &[u8], is_name: bool) -> Option<AnyVariant> {
        if !is_name {
            return self.decoded(key);
        }
        let header = u32::from(self.layout.number_of(Kind::String)?).to_le_bytes();
        self.decoded(&[&header, key].concat())
    }

    fn member_at(&self, path: &Path) -> Result<(Rc<Container>, usize), EditError> {
        let found = self.container_at(path).and_then(|(container, last)| {
            let number = container.number(&last)?;
            Some((container, number))
        });
        found.ok_or_else(|| self.failure(|whole| Err(not_removed((&*whole).into(), path))))
    }

    /// Returns the container of the member at `path`, and the last segment.
    fn container_at(&self, path: &Path) -> Option<(Rc<Container>, Segment)> {
        let (parent, last) = path.split_last()?;
        let at = self.locate(&parent);
        let container = self.container(&at.range)?;
        (at.rest.is_empty() && container.is_numbered).then_some((container, last))
    }

    fn locate(&self, path: &Path) -> Located {
        let mut located = Located {
            range: 0..self.bytes.len(),
            member: None,
            resolved: Vec::new(),
            rest: Vec::new(),
        };
        let mut segments = path.segments();
        while let Some(segment) = segments.next() {
            let container = self.container(&located.range);
            let number = container.as_ref().and_then(|it| match segment {
                Segment::KeyOf(number) => {
                    let has_keys = it.is_numbered && it.numbers.is_some() && !it.is_object();
                    Some(*number).filter(|number| has_keys && *number < it.count())
                }
                segment => it.number(segment),
            });
            let (Some(container), Some(number)) = (container, number) else {
                located.rest = [segment].into_iter().chain(segments).cloned().collect();
                break;
            };
            if let Segment::KeyOf(_) = segment {
                located.range = container.key(number);
                located.resolved.push(segment.clone());
                located.member = None;
            } else {
                located.range = container.value(number);
                located.resolved.push(container.position(number));
                located.member = Some((container, number));
            }
        }
        located
    }

    /// Returns the container in `range`; `None` for other values, and for containers with elements
    /// that lenient decoding converts.
    fn container(&self, range: &Range<usize>) -> Option<Rc<Container>> {
        let known = self.containers.borrow().get(&range.start).cloned();
        known.unwrap_or_else(|| {
            let container = self.new_container(range).map(Rc::new);
            let containers = &mut self.containers.borrow_mut();
            containers.insert(range.start, container.clone());
            container
        })
    }

    fn new_container(&self, range: &Range<usize>) -> Option<Container> {
        let bytes = &self.bytes[range.clone()];
        let mut offsets = self.layout.member_offsets(bytes, self.decode)?;
        // Other bytes follow an invalid value.
        (offsets.last() == Some(&bytes.len())).then_some(())?;
        let is_a = |kind| self.layout.number_of(kind) == bytes.first().copied();
        let (is_object, is_dictionary) = (is_a(Kind::Object), is_a(Kind::Dictionary));
        let stride = if is_object || is_dictionary { 2 } else { 1 };
        let count = (offsets.len() - 1) / stride;
        let empty = self.decoded(&with_count(&bytes[..offsets[0]], count, 0)?)?;
        let is_exact = match AnyRef::from(&empty).view() {
            AnyView::Object { class, .. } => !class.is_empty(),
            AnyView::Array { declared, .. } => !self.decode.is_lenient() || declared.is_any(),
            AnyView::Dictionary { declared, .. } => {
                !self.decode.is_lenient() || declared.iter().all(|it| it.is_any())
            }
            _ => false,
        };
        is_exact.then_some(())?;
        let numbers = (stride == 2).then(|| {
            let entry = |index: usize| {
                // The first of several properties has a name, but the last of several entries a key.
                let number = if is_object { count - 1 - index } else { index };
                let key = &bytes[offsets[2 * number]..offsets[2 * number + 1]];
                let number = Content::Int(i64::try_from(number).ok()?);
                Some([
                    self.key(key, is_object)?,
                    self.layout.build(Kind::Int, number)?,
                ])
            };
            self.layout.new_dictionary((0..count).filter_map(entry))
        });
        let distinct = numbers.as_ref().and_then(|it| it.view().count());
        for offset in &mut offsets {
            *offset += range.start;
        }
        Some(Container {
            range: range.clone(),
            is_numbered: is_object || self.has_raw_numbers || distinct.is_none_or(|it| it == count),
            empty,
            numbers,
            offsets,
        })
    }

    fn head(&self, container: &Container, count: usize) -> Option<Vec<u8>> {
        let head = &self.bytes[container.range.start..container.offsets[0]];
        with_count(head, container.count(), count)
    }

    fn decoded(&self, bytes: &[u8]) -> Option<AnyVariant> {
        self.layout.decode(bytes, self.decode).ok()
    }

    /// Returns the edit that replaces the members with the numbers `old` by `count` members.
    fn members_replaced(
        &self,
        container: &Container,
        old: Range<usize>,
        count: usize,
        bytes: Vec<u8>,
    ) -> Option<Edit> {
        let new = container.count() - old.len() + count;
        let range = container.start(old.start)..container.start(old.end);
        let members = Splice { range, bytes };
        Some(Edit {
            splices: vec![self.count_replaced(container, new)?, members],
            members: Some(container.members(old.start, [old.len(), count])),
            ..Edit::default()
        })
    }

    fn count_replaced(&self, container: &Container, count: usize) -> Option<Splice> {
        let head = self.head(container, count)?;
        let end = container.offsets[0];
        let bytes = head.last_chunk::<WORD>()?.to_vec();
        Some(Splice {
            range: end - WORD..end,
            bytes,
        })
    }

    /// Returns the splices of a changed value, `old` before the change as this crate encodes it.
    fn rewritten(
        &self,
        range: &Range<usize>,
        old: &[u8],
        value: &AnyVariant,
    ) -> Option<Vec<Splice>> {
        let new = value.to_vec(self.encode).ok()?;
        let bytes = &self.bytes[range.clone()];
        let new = edited(self.layout, bytes, old, &new, self.decode).ok()?;
        Some(Splice::replaced(self.bytes, range, new))
    }

    /// Returns the error of a change, which the tree of the whole value shows.
    #[cold]
    fn failure(&self, change: impl FnOnce(&mut AnyVariant) -> Result<(), EditError>) -> EditError {
        let failed = || {
            let decoded = || self.layout.decode(self.bytes, self.decode);
            let mut whole = decoded()?;
            change(&mut whole)?;
            whole.to_vec(self.encode)?;
            let whole = canonical(&decoded()?)?;
            let offset = common_prefix(self.bytes, &whole);
            Ok(EditError::Unkept { offset })
        };
        failed().unwrap_or_else(|error| error)
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
