//! NodePaths: counts and flags, then names and sub-names.

use crate::codec::bodies::node_path;
use crate::error::Result;
use crate::table::rule::CountedText;
use crate::value::node_path::{Counts, Names};
use crate::wire::reader::CheckedCount;
use crate::wire::writer::checked_length;
use crate::{
    Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, Kind, Layout, NodePath, NodePathRef,
    Reader, Segment, Writer,
};
use alloc::borrow::Cow;
use alloc::vec::Vec;

const NAME: &CountedText = &node_path::COUNTED_EACH_NAME_NAME;

impl<L: Layout> Encode<L> for NodePath {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        self.encode_with_key([], writer)
    }

    #[inline]
    fn encode_with_key<const N: usize>(
        &self,
        key: [u8; N],
        writer: &mut Writer<'_, L>,
    ) -> Result<(), EncodeError> {
        let (bytes, counts) = self.wire();
        // The length of all names bounds the length of each name and both counts.
        checked_length(bytes.len())?;
        writer.start(key, Kind::NodePath, L::put_node_path_start(counts));
        writer.bytes(bytes);
        Ok(())
    }
}

impl<'de, L: Layout> Decode<'de, L> for NodePath {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self> {
        reader.header_of(Kind::NodePath)?;
        reader.node_path_body()
    }
}

impl<'de, L: Layout> Reader<'de, L> {
    /// Decodes the counts and flags of a NodePath.
    fn node_path_counts(&mut self) -> Result<Counts> {
        let counts = L::node_path_start(self)?;
        // Most engines decode an absolute path without names as the empty path.
        if counts.total() == 0 && self.options().lenient && !L::KEEPS_ROOT {
            return Ok(Counts::default());
        }
        Ok(counts)
    }

    /// Decodes the body of a NodePath.
    pub(crate) fn node_path_body(&mut self) -> Result<NodePath> {
        let counts = self.node_path_counts()?;
        if self.options().lenient {
            return self.altered_names(counts);
        }
        let bytes = self.rest();
        self.skip_texts(NAME, counts.total())?;
        Ok(NodePath::of_wire(self.consumed(bytes), counts))
    }

    /// Decodes the names of a NodePath leniently; decoded names may differ from the encoded bytes.
    fn altered_names(&mut self, counts: Counts) -> Result<NodePath> {
        let mut names = Vec::new();
        for index in 0..counts.total() {
            let name = self.text_body::<Cow<'_, str>>(NAME);
            names.push(name.map_err(|error| error.within(Segment::Index(index)))?);
        }
        let subnames = names.split_off(counts.names() as usize);
        Ok(NodePath::new(counts.is_absolute(), names, subnames))
    }

    /// Consumes a name to borrow it, and rejects a name that lenient decoding shortens.
    pub(crate) fn whole_name(&mut self) -> Result<()> {
        if self.take_ascii(NAME) {
            return Ok(());
        }
        let (start, offset) = (self.rest(), self.position());
        let name: &str = self.text_body(NAME)?;
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

    /// Consumes the body of a NodePath without checking its names; the caller has to check them.
    pub(crate) fn node_path_bytes(&mut self) -> Result<&'de [u8]> {
        let body = self.rest();
        for _ in 0..L::node_path_start(self)?.total() {
            self.text_bytes(NAME)?;
        }
        Ok(self.consumed(body))
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

impl Counts {
    /// Converts the decoded start of a NodePath; `repetitions` is the number of names and
    /// sub-names.
    #[inline]
    pub(crate) fn of_start(count: u32, repetitions: CheckedCount, is_absolute: bool) -> Self {
        // Only an input of 16 GiB can contain more names.
        let all = u32::try_from(repetitions.get()).unwrap_or(u32::MAX);
        let names = all.min(count);
        Self::new(names, all - names, is_absolute)
    }
}

impl<L: Layout> Encode<L> for NodePathRef<'_> {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        let (bytes, counts) = self.wire();
        writer.start([], Kind::NodePath, L::put_node_path_start(counts));
        // Names are written one by one, because engines do not clear the padding between them.
        Names::new(bytes).try_for_each(|name| writer.text_body(NAME, name))
    }
}

impl<'de, L: Layout> Decode<'de, L> for NodePathRef<'de> {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        reader.header_of(Kind::NodePath)?;
        reader.node_path_ref()
    }
}
