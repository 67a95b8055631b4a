//! NodePaths: counts and flags, then names and sub-names.

use crate::error::Result;
use crate::table::HEADER;
use crate::table::layout::HasLayout;
use crate::table::rule::NodePathRules;
use crate::value::node_path::{Counts, Names};
use crate::wire::cursor::Cursor;
use crate::wire::utf8;
use crate::wire::writer::checked_length;
use crate::{
    Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, Engine, Kind, NodePath, NodePathRef,
    Reader, Segment, Writer,
};
use alloc::vec::Vec;

impl<E: Engine> Encode<E> for NodePath {
    #[inline]
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        self.encode_field([], writer)
    }

    #[inline]
    fn encode_field<const N: usize>(
        &self,
        key: [u8; N],
        writer: &mut Writer<'_, E>,
    ) -> Result<(), EncodeError> {
        writer.node_path(key, self)
    }
}

impl<'de> Cursor<'de> {
    /// Consumes a key and a NodePath without copying its names.
    #[inline(always)]
    pub(crate) fn path<E: Engine, const N: usize>(
        &mut self,
        key: [u8; N],
    ) -> Option<NodePathRef<'de>> {
        let [] = self.field(key, E::const_layout(E::LAYOUT).header_of(Kind::NodePath))?;
        // Only the copy is in memory.
        let mut after = *self;
        let path = after.path_body::<E>()?;
        *self = after;
        Some(path)
    }

    /// Consumes the body of a NodePath.
    #[inline(never)]
    fn path_body<E: Engine>(&mut self) -> Option<NodePathRef<'de>> {
        let rules = E::const_layout(E::LAYOUT).node_path;
        let counts = plain_counts(rules, self.words()?)?;
        let start = self.rest();
        for _ in 0..counts.total() {
            let [length] = self.words()?;
            let name = self.text_after(length, rules.name)?;
            if !utf8::is_plain_ascii(name) {
                utf8::plain(name)?;
            }
        }
        let bytes = start.get(..start.len() - self.rest().len())?;
        Some(NodePathRef::new(bytes, counts))
    }
}

impl<'de, E: Engine> Decode<'de, E> for NodePath {
    const CURSOR_LEVELS: Option<u32> = Some(0);

    #[inline(always)]
    fn take_field<const N: usize>(cursor: &mut Cursor<'de>, key: [u8; N]) -> Option<Self> {
        let (bytes, counts) = cursor.path::<E, N>(key)?.wire();
        Some(Self::from_wire(bytes, counts))
    }

    fn decode(reader: &mut Reader<'de, E>) -> Result<Self> {
        reader.expect_header(Kind::NodePath)?;
        reader.node_path_body()
    }
}

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Decodes the numbers before the names of a NodePath.
    #[inline]
    pub(crate) fn node_path_start(&mut self) -> Result<Counts> {
        let mut cursor = self.cursor();
        if let Some(numbers) = cursor.words()
            && let Some(counts) = plain_counts(self.const_layout().node_path, numbers)
            && counts.total() <= cursor.rest().len() / size_of::<u32>()
        {
            self.set_rest(cursor.rest());
            return Ok(counts);
        }
        self.other_node_path_start()
    }

    #[inline(never)]
    fn other_node_path_start(&mut self) -> Result<Counts> {
        let rules = self.const_layout().node_path;
        let (start, mut numbers) = (self.position(), [0; 3]);
        for (index, rule) in rules.numbers.iter().enumerate() {
            let at = self.position();
            let number = self.number(rule)?;
            if index == rules.format.index && number & rules.format.mask != rules.new_format {
                let error = DecodeError::new(at, DecodeErrorKind::OldNodePath);
                return Err(error.in_field(rule.row.name));
            }
            if let Some(slot) = numbers.get_mut(index) {
                *slot = number;
            }
        }
        let counts = [rules.names, rules.subnames, rules.more].map(|bits| bits.get(&numbers));
        let first = rules.names.index;
        let row = rules.numbers.get(first).map_or(HEADER, |rule| rule.row);
        let at = start + first * size_of::<u32>();
        let all = self.repetitions(at, row, counts, size_of::<u32>())?;
        // Only an input of 16 GiB can contain more names.
        let all = u32::try_from(all.get()).unwrap_or(u32::MAX);
        let names = all.min(counts[0]);
        let is_absolute = rules.absolute.get(&numbers) != 0;
        Ok(Counts::new(names, all - names, is_absolute))
    }

    /// Decodes the counts and flags of a NodePath.
    fn node_path_counts(&mut self) -> Result<Counts> {
        let counts = self.node_path_start()?;
        // Most engines decode an absolute path without names as the empty path.
        if counts.total() == 0 && self.options().lenient && !self.const_layout().keeps_root {
            return Ok(Counts::default());
        }
        Ok(counts)
    }

    /// Skips the body of a NodePath.
    #[inline(never)]
    pub(crate) fn skip_node_path(&mut self) -> Result<()> {
        let count = self.node_path_start()?.total();
        self.skip_texts(self.const_layout().node_path.name, count)
    }

    /// Decodes the body of a NodePath.
    pub(crate) fn node_path_body(&mut self) -> Result<NodePath> {
        let counts = self.node_path_counts()?;
        if self.options().lenient {
            return self.altered_names(counts);
        }
        let bytes = self.rest();
        self.skip_texts(self.const_layout().node_path.name, counts.total())?;
        Ok(NodePath::from_wire(self.consumed(bytes), counts))
    }

    /// Decodes the names of a NodePath leniently; decoded names may differ from the encoded bytes.
    fn altered_names(&mut self, counts: Counts) -> Result<NodePath> {
        let mut names = Vec::new();
        for index in 0..counts.total() {
            let name = self.checked_text(self.const_layout().node_path.name);
            names.push(name.map_err(|error| error.within(Segment::Index(index)))?);
        }
        let subnames = names.split_off(counts.names() as usize);
        Ok(NodePath::new(counts.is_absolute(), names, subnames))
    }

    /// Consumes a name to borrow it, and rejects a name that lenient decoding shortens.
    pub(crate) fn whole_name(&mut self) -> Result<()> {
        if self.take_ascii(self.const_layout().node_path.name) {
            return Ok(());
        }
        let (start, offset) = (self.rest(), self.position());
        let name: &str = self.text_body(self.const_layout().node_path.name)?;
        let length = start
            .first_chunk()
            .map_or(0, |length| u32::from_le_bytes(*length) as usize);
        // Lenient decoding drops a byte order mark, and a NUL with all bytes after it.
        if name.len() == length {
            Ok(())
        } else {
            Err(DecodeError::new(offset, DecodeErrorKind::CannotBorrow))
        }
    }

    /// Fast path: consumes the body of a NodePath without validating its names, or nothing.
    #[cfg(feature = "serde")]
    pub(crate) fn take_node_path(&mut self) -> Option<&'de [u8]> {
        let (body, rules) = (self.rest(), self.const_layout().node_path);
        let mut cursor = self.cursor();
        for _ in 0..plain_counts(rules, cursor.words()?)?.total() {
            let [length] = cursor.words()?;
            cursor.text_after(length, rules.name)?;
        }
        self.set_rest(cursor.rest());
        Some(self.consumed(body))
    }

    /// Decodes the body of a NodePath without copying its names.
    pub(crate) fn node_path_ref(&mut self) -> Result<NodePathRef<'de>, DecodeError> {
        let counts = self.node_path_counts()?;
        let bytes = self.rest();
        for index in 0..counts.total() {
            self.whole_name()
                .map_err(|error| error.within(Segment::Index(index)))?;
        }
        Ok(NodePathRef::new(self.consumed(bytes), counts))
    }
}

impl<E: HasLayout> Writer<'_, E> {
    /// Writes a key and a NodePath.
    #[inline]
    pub(crate) fn node_path<const N: usize>(
        &mut self,
        key: [u8; N],
        path: &NodePath,
    ) -> Result<(), EncodeError> {
        let (bytes, counts) = path.wire();
        // The length of all names bounds the length of each name and both counts.
        checked_length(bytes.len())?;
        let counts = encoded_counts(self.const_layout().node_path, counts);
        self.words(key, Kind::NodePath, 0, counts);
        self.bytes(bytes);
        Ok(())
    }

    /// Writes a NodePath that was borrowed from an input.
    pub(crate) fn borrowed_node_path(&mut self, path: NodePathRef<'_>) -> Result<(), EncodeError> {
        let (bytes, counts) = path.wire();
        let rules = self.const_layout().node_path;
        self.words([], Kind::NodePath, 0, encoded_counts(rules, counts));
        // Names are written one by one, because engines do not clear the padding between them.
        Names::new(bytes).try_for_each(|name| self.text_body(rules.name, name))
    }
}

/// Fast path: returns the counts in the numbers before the names of a NodePath, if every bit is
/// valid.
#[inline]
fn plain_counts(rules: &NodePathRules, numbers: [[u8; 4]; 3]) -> Option<Counts> {
    let numbers = numbers.map(u32::from_le_bytes);
    let mut checks = rules.numbers.iter().zip(numbers);
    if !checks.all(|(rule, number)| number & !rule.known == 0 && number <= rule.max)
        || rules.format.get(&numbers) != rules.format.get(&[rules.new_format; 3])
    {
        return None;
    }
    let more = rules.more.get(&numbers);
    let subnames = rules.subnames.get(&numbers).checked_add(more)?;
    let is_absolute = rules.absolute.get(&numbers) != 0;
    let counts = Counts::new(rules.names.get(&numbers), subnames, is_absolute);
    (counts.subnames() == subnames).then_some(counts)
}

/// Encodes the numbers before the names of a NodePath.
#[inline]
pub(crate) fn encoded_counts(rules: &NodePathRules, counts: Counts) -> [[u8; 4]; 3] {
    let mut numbers = [0; 3];
    if let Some(number) = numbers.get_mut(rules.format.index) {
        *number |= rules.new_format;
    }
    rules.names.put(counts.names(), &mut numbers);
    rules.subnames.put(counts.subnames(), &mut numbers);
    let is_absolute = counts.is_absolute().into();
    rules.absolute.put(is_absolute, &mut numbers);
    numbers.map(u32::to_le_bytes)
}

impl<E: Engine> Encode<E> for NodePathRef<'_> {
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        writer.borrowed_node_path(*self)
    }
}

impl<'de, E: Engine> Decode<'de, E> for NodePathRef<'de> {
    const CURSOR_LEVELS: Option<u32> = Some(0);

    #[inline(always)]
    fn take_field<const N: usize>(cursor: &mut Cursor<'de>, key: [u8; N]) -> Option<Self> {
        cursor.path::<E, N>(key)
    }

    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        reader.expect_header(Kind::NodePath)?;
        reader.node_path_ref()
    }
}
