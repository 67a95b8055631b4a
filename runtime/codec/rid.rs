//! RIDs, whose id only Godot 4 encodes.

use crate::{
    Decode, DecodeError, Encode, EncodeError, EncodeErrorKind, Kind, Layout, Reader, Rid, Writer,
};

impl<L: Layout> Encode<L> for Rid {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.header_with(Kind::Rid, 0);
        L::put_rid(self.id(), writer)
    }
}

impl<'de, L: Layout> Decode<'de, L> for Rid {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        reader.header_of(Kind::Rid)?;
        L::rid(reader).map(Self::new)
    }
}

impl<L: Layout> Writer<'_, L> {
    /// Encodes the id of a value in a layout that has none; fails unless it is 0.
    pub(crate) fn no_id(kind: Kind, id: u64) -> Result<(), EncodeError> {
        if id == 0 {
            return Ok(());
        }
        Err(EncodeError::new(EncodeErrorKind::MissingId {
            kind,
            layout: L::NAME,
            id,
        }))
    }
}
