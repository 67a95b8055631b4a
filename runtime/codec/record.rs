//! Encodes and decodes records, such as RIDs, and rejects fields that a layout lacks.

use crate::table::Row;
use crate::table::layout::{AnyEngine, Layout};
use crate::table::rule::{BodyRules, RecordField};
use crate::value::record::{Record, has_field};
use crate::{
    Decode, DecodeError, Encode, EncodeError, EncodeErrorKind, Engine, Kind, Reader, Rid, Writer,
};
use alloc::string::ToString;

impl<E: Engine> Encode<E> for Rid {
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        writer.shared(|writer| writer.rid(*self))
    }
}

impl<'de, E: Engine> Decode<'de, E> for Rid {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        reader.header_of(Kind::Rid)?;
        reader.shared(Reader::rid_body)
    }
}

/// Returns the row of a RID's id, or `None` if the layout encodes no id.
fn field_of_rid(layout: &Layout) -> Option<&'static Row> {
    match layout.body_of(layout.number_of(Kind::Rid)?) {
        BodyRules::Record([RecordField::Number(row), ..]) => Some(row),
        _ => None,
    }
}

impl Reader<'_, AnyEngine> {
    /// Decodes the body of a RID. Only some layouts encode the id.
    pub(crate) fn rid_body(&mut self) -> Result<Rid, DecodeError> {
        let id = match field_of_rid(self.layout()) {
            Some(row) => u64::from_le_bytes(self.bytes(row)?),
            None => 0,
        };
        Ok(Rid { id })
    }
}

impl Writer<'_, AnyEngine> {
    /// Encodes a RID, or returns an error if the layout encodes no id and the id is not 0.
    pub(crate) fn rid(&mut self, rid: Rid) -> Result<(), EncodeError> {
        self.header_with(Kind::Rid, 0);
        match field_of_rid(self.layout()) {
            Some(_) => self.bytes(&rid.id.to_le_bytes()),
            None if rid.id == 0 => {}
            None => return Err(missing_id(self.layout().name, rid.id)),
        }
        Ok(())
    }
}

/// Creates the error for a RID with an id, which the layout does not encode.
#[cold]
fn missing_id(layout: &'static str, id: u64) -> EncodeError {
    EncodeError::new(EncodeErrorKind::MissingField {
        kind: Kind::Rid,
        layout,
        field: "id",
        value: id.to_string(),
    })
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

/// Returns the error of a field that a layout lacks, unless its value is the default.
pub(crate) fn missing_field(
    layout: &Layout,
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
