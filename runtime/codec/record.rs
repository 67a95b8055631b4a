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
        writer.header_with(Kind::Rid, 0);
        writer.shared(|writer| self.encode_body(writer))
    }
}

impl<'de, E: Engine> Decode<'de, E> for Rid {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        reader.expect_header(Kind::Rid)?;
        reader.shared(Self::decode_body)
    }
}

/// Returns the row of a RID's id, or `None` if the layout encodes no id.
fn field_of_rid(layout: &Layout) -> Option<&'static Row> {
    match layout.body_of(layout.number_of(Kind::Rid)?) {
        BodyRules::Record([RecordField::Number(row), ..]) => Some(row),
        _ => None,
    }
}

impl Rid {
    /// Decodes the body. Only some layouts encode the id.
    pub(crate) fn decode_body(reader: &mut Reader<'_, AnyEngine>) -> Result<Self, DecodeError> {
        let id = match field_of_rid(reader.layout()) {
            Some(row) => u64::from_le_bytes(reader.bytes(row)?),
            None => 0,
        };
        Ok(Self { id })
    }

    /// Encodes the body, or returns an error if the layout encodes no id and the id is not 0.
    pub(crate) fn encode_body(self, writer: &mut Writer<'_, AnyEngine>) -> Result<(), EncodeError> {
        match field_of_rid(writer.layout()) {
            Some(_) => writer.bytes(&self.id.to_le_bytes()),
            None if self.id == 0 => {}
            None => return Err(missing_id(writer.layout().name, self.id)),
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
    ($marker:ident $name:ident[$($text:ident)?]) => {
        impl<$($text: AsRef<str>)?> Encode<$marker> for crate::$name<$($text)?> {
            #[inline]
            fn encode(&self, writer: &mut crate::Writer<'_, $marker>) -> Result<(), EncodeError> {
                writer.header_with(crate::Kind::$name, 0);
                self.encode_body(writer)
            }
        }

        impl<'de> Decode<'de, $marker> for crate::$name {
            #[inline]
            fn decode(reader: &mut crate::Reader<'de, $marker>) -> Result<Self, DecodeError> {
                reader.expect_header(crate::Kind::$name)?;
                Self::decode_body(reader)
            }
        }
    };
}

/// Implements the codec of a record's body: `$rule` is the row of a number or the rule of a string.
macro_rules! record_body {
    ($name:ident[$($text:ident)?] $module:ident $($field:ident: $ty:tt = $rule:ident $([$index:literal])?),*) => {
        #[allow(
            unused_variables,
            clippy::elidable_lifetime_names,
            clippy::trivially_copy_pass_by_ref,
            reason = "some records have no strings or no fields"
        )]
        impl<$($text)?> $name<$($text)?> {
            #[inline]
            pub(crate) fn decode_body<'de, E: crate::HasLayout>(
                reader: &mut crate::Reader<'de, E>,
            ) -> Result<Self, crate::DecodeError>
            where
                $($text: crate::codec::string::DecodedText<'de>,)?
            {
                Ok(Self {
                    $($field: crate::codec::record::record_body!(@decode $ty, reader, crate::table::bodies::$module::$rule $([$index])?)),*
                })
            }

            #[inline]
            pub(crate) fn encode_body<E: crate::HasLayout>(
                &self,
                writer: &mut crate::Writer<'_, E>,
            ) -> Result<(), crate::EncodeError>
            where
                $($text: AsRef<str>,)?
            {
                $(crate::codec::record::record_body!(@encode $ty, writer, crate::table::bodies::$module::$rule $([$index])?, self.$field);)*
                Ok(())
            }
        }
    };
    (@decode S, $reader:ident, $rule:expr) => { $reader.text_body($rule)? };
    (@decode $number:ident, $reader:ident, $rule:expr) => {
        $number::from_le_bytes($reader.bytes(&$rule)?)
    };
    (@encode S, $writer:ident, $rule:expr, $field:expr) => {
        $writer.text_body($rule, $field.as_ref())?
    };
    (@encode $number:ident, $writer:ident, $rule:expr, $field:expr) => {
        $writer.bytes(&$field.to_le_bytes())
    };
}

pub(crate) use {record_body, record_codec};

/// Returns the error of a field that a layout lacks, unless its value is the default.
pub(crate) fn missing_field(
    layout: &Layout,
    kind: Kind,
    record: &dyn Record,
) -> Option<EncodeError> {
    let table = layout.type_of(kind)?;
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
