use crate::node_path::Parts;
use crate::rows::node_path as rows;
use crate::writer::checked_length;
use crate::{Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, Kind, Layout, NodePath, Reader, Segment, Writer, format};
use alloc::borrow::Cow;

impl<L: Layout> Encode<L> for NodePath {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.node_path(self.is_absolute(), || self.names(), || self.subnames())
    }
}

impl<L: Layout> Writer<'_, L> {
    /// Writes a NodePath.
    pub(crate) fn node_path<'n, N: Iterator<Item = &'n str>, S: Iterator<Item = &'n str>>(
        &mut self,
        is_absolute: bool,
        names: impl Fn() -> N,
        subnames: impl Fn() -> S,
    ) -> Result<(), EncodeError> {
        self.header(Kind::NodePath);
        self.number(checked_length(names().count())? | format::NODE_PATH_NEW_FORMAT);
        self.number(checked_length(subnames().count())?);
        self.number(if is_absolute { format::NODE_PATH_ABSOLUTE } else { 0 });
        names().chain(subnames()).try_for_each(|name| self.text_body(name))
    }
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
        let total = counts.total();
        let mut parts = Parts::with_capacity(total.saturating_mul(16).min(self.rest().len()));
        for index in 0..total {
            let name = self.path_name(index)?;
            if index < counts.names {
                parts.name(&name);
            } else {
                parts.subname(&name);
            }
        }
        // The engine makes the empty path of an absolute one without names; a strict reader keeps what the wire says.
        let is_dropped = total == 0 && self.options().lenient;
        Ok(parts.finish(counts.absolute && !is_dropped))
    }

    /// Takes a name or a sub-name, the one of this index.
    pub(crate) fn path_name(&mut self, index: usize) -> Result<Cow<'de, str>, DecodeError> {
        self.text_body(rows::EACH_NAME_LENGTH, rows::EACH_NAME_NAME).map_err(|error| error.within(Segment::Index(index)))
    }

    /// Takes the counts and the flags in front of the names.
    pub(crate) fn node_path_counts(&mut self) -> Result<Counts, DecodeError> {
        let start = self.position();
        let names = self.u32(rows::NAME_COUNT)?;
        if names & format::NODE_PATH_NEW_FORMAT == 0 {
            return Err(DecodeError::new(start, DecodeErrorKind::OldNodePath).in_field(rows::NAME_COUNT.name));
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
        self.check_count(start, rows::NAME_COUNT, all, rows::EACH_NAME_LENGTH.fixed_length())?;
        let all = usize::try_from(all).unwrap_or(usize::MAX);
        let names = all.min(names as usize);
        Ok(Counts { names, subnames: all - names, absolute: flags & format::NODE_PATH_ABSOLUTE != 0 })
    }
}

/// What stands in front of the names of a NodePath; so many names are really left to read.
pub(crate) struct Counts {
    pub(crate) names: usize,
    pub(crate) subnames: usize,
    pub(crate) absolute: bool,
}

impl Counts {
    pub(crate) fn total(&self) -> usize {
        self.names + self.subnames
    }
}
