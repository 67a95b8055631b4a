use crate::{Decode, DecodeError, Encode, EncodeError, Kind, Layout, Reader, Rid, Writer};

impl<L: Layout> Encode<L> for Rid {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.empty(Kind::Rid);
        Ok(())
    }
}

impl<'de, L: Layout> Decode<'de, L> for Rid {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        reader.header_of(Kind::Rid)?;
        Ok(Self)
    }
}
