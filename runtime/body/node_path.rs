use crate::node_path::{Counts, Parts};
use crate::rows::node_path as rows;
use crate::writer::{checked_length, fill};
use crate::{
    Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, Kind, Layout, NodePath, Reader,
    Segment, Writer, format,
};
use alloc::borrow::Cow;

impl<L: Layout> Encode<L> for NodePath {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        self.encode_behind([], writer)
    }

    #[inline]
    fn encode_behind<const N: usize>(
        &self,
        key: [u8; N],
        writer: &mut Writer<'_, L>,
    ) -> Result<(), EncodeError> {
        let (parts, counts) = self.parts();
        // No name and no count is longer than all of them.
        checked_length(parts.len())?;
        writer.node_path_head(key, counts);
        writer.bytes(parts);
        Ok(())
    }
}

impl<L: Layout> Writer<'_, L> {
    /// Writes a key, the header and the counts of a NodePath, whose names have to follow.
    #[inline]
    pub(crate) fn node_path_head<const N: usize>(&mut self, key: [u8; N], counts: Counts) {
        let counts = counts_of_path(counts);
        self.behind(key, Kind::NodePath, counts.len(), |body| fill(body, counts));
    }
}

/// Bytes of the counts and the flags in front of the names of a NodePath.
const PATH_COUNTS: usize = rows::NAME_COUNT.fixed_length()
    + rows::NEW_FORMAT_SUBNAME_COUNT.fixed_length()
    + rows::NEW_FORMAT_FLAGS.fixed_length();

/// The counts and the flags in front of the names of a NodePath.
pub(crate) fn counts_of_path(counts: Counts) -> [u8; PATH_COUNTS] {
    let names = counts.names() | format::NODE_PATH_NEW_FORMAT;
    let flags = if counts.is_absolute() {
        format::NODE_PATH_ABSOLUTE
    } else {
        0
    };
    let mut bytes = [0; PATH_COUNTS];
    for (slot, word) in bytes
        .as_chunks_mut()
        .0
        .iter_mut()
        .zip([names, counts.subnames(), flags])
    {
        *slot = word.to_le_bytes();
    }
    bytes
}

impl<'de, L: Layout> Decode<'de, L> for NodePath {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        reader.header_of(Kind::NodePath)?;
        reader.node_path_body()
    }
}

impl<'de, L: Layout> Reader<'de, L> {
    /// Takes the body of a NodePath.
    pub(crate) fn node_path_body(&mut self) -> Result<NodePath, DecodeError> {
        let counts = self.node_path_counts()?;
        if self.options().lenient {
            return self.lenient_names(counts);
        }
        let parts = self.rest();
        self.skip_names(counts)?;
        let taken = parts.len() - self.rest().len();
        Ok(NodePath::of_wire(
            parts.get(..taken).unwrap_or_default(),
            counts,
        ))
    }

    /// Takes the names behind the counts, and makes nothing of them.
    pub(crate) fn skip_names(&mut self, counts: Counts) -> Result<(), DecodeError> {
        for index in 0..counts.total() {
            let name = self.skip_text(rows::EACH_NAME_LENGTH, rows::EACH_NAME_NAME);
            name.map_err(|error| error.within(Segment::Index(index)))?;
        }
        Ok(())
    }

    /// Takes the body of a NodePath, whose names somebody else looks at.
    #[cfg(feature = "serde")]
    pub(crate) fn node_path_bytes(&mut self) -> Result<&'de [u8], DecodeError> {
        let body = self.rest();
        for _ in 0..self.node_path_counts()?.total() {
            self.text_bytes(rows::EACH_NAME_LENGTH, rows::EACH_NAME_NAME)?;
        }
        Ok(body
            .get(..body.len() - self.rest().len())
            .unwrap_or_default())
    }

    /// Takes names that may be others as the engine reads them.
    fn lenient_names(&mut self, counts: Counts) -> Result<NodePath, DecodeError> {
        let mut parts = Parts::default();
        for index in 0..counts.total() {
            let name = self.path_name(index)?;
            if index < counts.names() as usize {
                parts.name(&name);
            } else {
                parts.subname(&name);
            }
        }
        // The engine makes the empty path of an absolute one without names; a strict reader keeps what the wire says.
        Ok(parts.finish(counts.is_absolute() && counts.total() > 0))
    }

    /// Takes a name or a sub-name, the one of this index.
    pub(crate) fn path_name(&mut self, index: usize) -> Result<Cow<'de, str>, DecodeError> {
        self.text_body(rows::EACH_NAME_LENGTH, rows::EACH_NAME_NAME)
            .map_err(|error| error.within(Segment::Index(index)))
    }

    /// Takes the counts and the flags in front of the names.
    pub(crate) fn node_path_counts(&mut self) -> Result<Counts, DecodeError> {
        let start = self.position();
        let names = self.u32(rows::NAME_COUNT)?;
        if names & format::NODE_PATH_NEW_FORMAT == 0 {
            return Err(DecodeError::new(start, DecodeErrorKind::OldNodePath)
                .in_field(rows::NAME_COUNT.name));
        }
        let names = names & format::NODE_PATH_COUNT_MASK;
        let subnames = self.u32(rows::NEW_FORMAT_SUBNAME_COUNT)?;
        let flags_at = self.position();
        let flags = self.u32(rows::NEW_FORMAT_FLAGS)?;
        let unknown = flags & !(format::NODE_PATH_ABSOLUTE | format::NODE_PATH_PROPERTY);
        if unknown != 0 && !self.options().lenient {
            let kind = DecodeErrorKind::UnknownFlags { flags: unknown };
            return Err(DecodeError::new(flags_at, kind).in_field(rows::NEW_FORMAT_FLAGS.name));
        }
        let property = u32::from(flags & format::NODE_PATH_PROPERTY != 0);
        let all = if self.options().lenient {
            // The engine adds in 32 bits, and what overflows is lost.
            names.wrapping_add(subnames).wrapping_add(property).into()
        } else {
            u64::from(names) + u64::from(subnames) + u64::from(property)
        };
        self.check_count(
            start,
            rows::NAME_COUNT,
            all,
            rows::EACH_NAME_LENGTH.fixed_length(),
        )?;
        // There are no more than the input has bytes.
        let all = u32::try_from(all).unwrap_or(u32::MAX);
        let names = all.min(names);
        Ok(Counts::new(
            names,
            all - names,
            flags & format::NODE_PATH_ABSOLUTE != 0,
        ))
    }
}
