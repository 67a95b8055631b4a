//! Records: RIDs, which every layout has, and fields that a layout lacks.

use crate::value::record::RecordField;
use crate::{
    Decode, DecodeError, Encode, EncodeError, EncodeErrorKind, Kind, Layout, Reader, Rid, Writer,
};
use alloc::string::ToString;

impl<L: Layout> Encode<L> for Rid {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.header_with(Kind::Rid, 0);
        L::put_rid(self, writer)
    }
}

impl<'de, L: Layout> Decode<'de, L> for Rid {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        reader.header_of(Kind::Rid)?;
        L::rid(reader)
    }
}

impl<L: Layout> Writer<'_, L> {
    /// Returns an error for a field that the layout lacks, unless it has its default.
    #[allow(dead_code, reason = "some builds have only layouts with every field")]
    pub(crate) fn check_missing(
        kind: Kind,
        field: &'static str,
        value: RecordField<&str>,
    ) -> Result<(), EncodeError> {
        if value.is_default() {
            return Ok(());
        }
        Err(EncodeError::new(EncodeErrorKind::MissingField {
            kind,
            layout: L::NAME,
            field,
            value: value.to_string(),
        }))
    }
}
