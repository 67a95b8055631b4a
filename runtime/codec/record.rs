//! Encodes and decodes records, such as RIDs, and rejects fields that a layout lacks.

use crate::table::layout_info::LayoutInfo;
use crate::value::record::{Record, has_field};
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

/// Implements `Encode` and `Decode` for a record in one layout.
macro_rules! record_codec {
    ($marker:ident $name:ident[$($text:ident)?] $($module:ident)::+) => {
        impl<$($text: AsRef<str>)?> crate::Encode<$marker> for crate::$name<$($text)?> {
            #[inline]
            fn encode(
                &self,
                writer: &mut crate::Writer<'_, $marker>,
            ) -> Result<(), crate::EncodeError> {
                writer.header_with(crate::Kind::$name, 0);
                $($module)::+::encode(self, writer)
            }
        }

        impl<'de> crate::Decode<'de, $marker> for crate::$name {
            #[inline]
            fn decode(
                reader: &mut crate::Reader<'de, $marker>,
            ) -> Result<Self, crate::DecodeError> {
                reader.header_of(crate::Kind::$name)?;
                $($module)::+::decode(reader)
            }
        }
    };
}

pub(crate) use record_codec;

impl<L: Layout> Writer<'_, L> {
    /// Returns an error if the layout lacks a field of the record, and its value is not the default.
    pub(crate) fn check_missing(kind: Kind, record: &dyn Record) -> Result<(), EncodeError> {
        missing_field(L::INFO, kind, record).map_or(Ok(()), Err)
    }
}

/// Returns the error of a field that a layout lacks, unless its value is the default.
pub(crate) fn missing_field(
    layout: &LayoutInfo,
    kind: Kind,
    record: &dyn Record,
) -> Option<EncodeError> {
    let table = layout.table_of(kind)?;
    let mut fields = record.fields();
    let (field, value) =
        fields.find(|(name, value)| !value.is_default() && !has_field(table, name))?;
    Some(EncodeError::new(EncodeErrorKind::MissingField {
        kind,
        layout: layout.name,
        field,
        value: value.to_string(),
    }))
}
