//! The bodies, each read as decoding reads it, and its bytes handed out in rows up to its end or its fault.

use super::place::{Part, Step};
use super::walk::Walk;
use super::{InspectRow, RowKind, Value};
use crate::reader::Header;
use crate::table::{Body, Row, TypeTable, Wire};
use crate::{DecodeError, Layout, Reader, Segment, format, rows};
use alloc::borrow::Cow;
use core::cell::OnceCell;

/// How many bytes of a PoolByteArray are one row.
const BYTES_IN_A_ROW: usize = 16;

impl<'de, L: Layout, F: FnMut(&InspectRow<'_>)> Walk<'_, 'de, L, F> {
    /// Takes a body that holds no other values.
    pub(super) fn leaf(
        &mut self,
        ty: &'static TypeTable,
        header: Header,
    ) -> Result<(), DecodeError> {
        match ty.body {
            Body::Bool => self.bool_body(ty),
            Body::Number => self.fields(ty, usize::from(header.is_wide())),
            Body::Text => {
                let read = |reader: &mut Reader<'de, L>| {
                    reader.text_body(rows::string::LENGTH, rows::string::TEXT)
                };
                self.text(
                    ty,
                    [rows::string::LENGTH, rows::string::TEXT],
                    Part::Whole,
                    read,
                )
                .map(drop)
            }
            // Of an Object only the id comes here, which is its first table.
            Body::Fields | Body::Object => self.fields(ty, 0),
            Body::Pool => self.pool(ty),
            Body::PoolText => self.pool_text(ty),
            Body::NodePath => self.node_path(ty),
            Body::Empty | Body::Array | Body::Dictionary => Ok(()),
        }
    }

    fn bool_body(&mut self, ty: &'static TypeTable) -> Result<(), DecodeError> {
        let start = self.reader.position();
        let value = self.reader.bool_body()?;
        let end = self.reader.position();
        self.row(
            RowKind::Field,
            ty,
            rows::bool::VALUE,
            start..end,
            Part::Whole,
            Value::Bool(value),
        );
        Ok(())
    }

    /// Takes the fields of a table, all of fixed length.
    fn fields(&mut self, ty: &'static TypeTable, table: usize) -> Result<(), DecodeError> {
        for field in ty
            .tables
            .get(table)
            .map_or::<&[_], _>(&[], |table| table.rows)
        {
            let start = self.reader.position();
            self.reader.raw(field)?;
            self.field_row(ty, field, start, Part::Whole);
        }
        Ok(())
    }

    /// Takes a length and a text.
    fn text(
        &mut self,
        ty: &'static TypeTable,
        [length, text]: [&'static Row; 2],
        part: Part,
        read: impl FnOnce(&mut Reader<'de, L>) -> Result<Cow<'de, str>, DecodeError>,
    ) -> Result<Cow<'de, str>, DecodeError> {
        let start = self.reader.position();
        let result = read(self.reader);
        let end = self.end(&result);
        let text_start = start + length.fixed_length();
        if end < text_start {
            return result;
        }
        self.field_row(ty, length, start, part);
        let Value::Unsigned(counted) = Value::of(length, self.bytes(start..text_start)) else {
            return result;
        };
        let counted = usize::try_from(counted).unwrap_or(usize::MAX);
        let text_end = text_start.saturating_add(counted).min(end);
        let bytes = self.bytes(text_start..text_end);
        let value = match &result {
            Ok(text) => Value::Text(text),
            // What comes before the fault.
            Err(_) => core::str::from_utf8(bytes).map_or(Value::Bytes(bytes), Value::Text),
        };
        self.row(RowKind::Field, ty, text, text_start..text_end, part, value);
        self.padding_row(ty, text_end..end, part);
        result
    }

    /// Takes a count and elements of fixed length.
    fn pool(&mut self, ty: &'static TypeTable) -> Result<(), DecodeError> {
        let fields = ty.tables.first().and_then(|table| table.rows.split_first());
        let Some((count, fields)) = fields else {
            return Ok(());
        };
        let each = fields.iter().map(|field| field.fixed_length()).sum();
        let start = self.reader.position();
        let result = self.reader.pool_bytes(each);
        let end = self.end(&result);
        let first = start + count.fixed_length();
        if end < first {
            return result.map(drop);
        }
        self.field_row(ty, count, start, Part::Whole);
        let elements_end = result.as_ref().map_or(end, |bytes| first + bytes.len());
        match fields {
            [field] if field.wire == Wire::Byte => self.byte_rows(ty, field, first, elements_end),
            _ => self.element_rows(ty, fields, first, elements_end),
        }
        self.padding_row(ty, elements_end..end, Part::Whole);
        result.map(drop)
    }

    fn byte_rows(&mut self, ty: &'static TypeTable, field: &'static Row, first: usize, end: usize) {
        for start in (first..end).step_by(BYTES_IN_A_ROW) {
            let range = start..end.min(start + BYTES_IN_A_ROW);
            let value = Value::Bytes(self.bytes(range.clone()));
            let part = Part::Elements(start - first, range.end - first);
            self.row(RowKind::Field, ty, field, range, part, value);
        }
    }

    fn element_rows(
        &mut self,
        ty: &'static TypeTable,
        fields: &[&'static Row],
        first: usize,
        end: usize,
    ) {
        let mut start = first;
        for index in 0.. {
            for field in fields {
                if start >= end {
                    return;
                }
                self.field_row(ty, field, start, Part::Element(index));
                start += field.fixed_length();
            }
        }
    }

    fn pool_text(&mut self, ty: &'static TypeTable) -> Result<(), DecodeError> {
        let rows = [
            rows::pool_string_array::EACH_STRING_LENGTH,
            rows::pool_string_array::EACH_STRING_TEXT,
        ];
        let [least, _] = rows.map(Row::fixed_length);
        let count = self.count(ty, rows::pool_string_array::LENGTH, |reader| {
            reader.lenient_count(rows::pool_string_array::LENGTH, least)
        })?;
        for index in 0..count {
            self.text(ty, rows, Part::Element(index), Reader::pool_text_body)
                .map_err(|error| error.within(Segment::Index(index)))?;
        }
        Ok(())
    }

    fn node_path(&mut self, ty: &'static TypeTable) -> Result<(), DecodeError> {
        let start = self.reader.position();
        let result = self.reader.node_path_counts();
        let end = self.end(&result);
        self.node_path_rows(ty, start, end);
        let rows = [
            rows::node_path::EACH_NAME_LENGTH,
            rows::node_path::EACH_NAME_NAME,
        ];
        let [length, name] = rows;
        for index in 0..result?.total() {
            self.text(ty, rows, Part::Element(index), |reader| {
                reader.text_body(length, name)
            })
            .map_err(|error| error.within(Segment::Index(index)))?;
        }
        Ok(())
    }

    /// The counts and the flags, as far as they end before the fault.
    fn node_path_rows(&mut self, ty: &'static TypeTable, mut start: usize, end: usize) {
        use rows::node_path::{NAME_COUNT, NEW_FORMAT_FLAGS, NEW_FORMAT_SUBNAME_COUNT};
        for field in [NAME_COUNT, NEW_FORMAT_SUBNAME_COUNT, NEW_FORMAT_FLAGS] {
            let field_end = start + field.fixed_length();
            if field_end > end {
                return;
            }
            let word = self.word(start);
            let value = if field == NAME_COUNT {
                Value::Marked {
                    number: (word & format::NODE_PATH_COUNT_MASK).into(),
                    mark: "new format",
                }
            } else if field == NEW_FORMAT_FLAGS {
                Value::Marked {
                    number: word.into(),
                    mark: node_path_flags(word),
                }
            } else {
                Value::Unsigned(word.into())
            };
            self.row(
                RowKind::Field,
                ty,
                field,
                start..field_end,
                Part::Whole,
                value,
            );
            start = field_end;
        }
    }

    /// Takes the class and the number of properties of a whole object: none where the class is empty.
    pub(super) fn property_count(&mut self, ty: &'static TypeTable) -> Result<usize, DecodeError> {
        use rows::object::{WHOLE_CLASS, WHOLE_CLASS_LENGTH, WHOLE_PROPERTY_COUNT};
        let class = self.text(
            ty,
            [WHOLE_CLASS_LENGTH, WHOLE_CLASS],
            Part::Whole,
            Reader::object_class,
        )?;
        if class.is_empty() {
            return Ok(0);
        }
        self.count(ty, WHOLE_PROPERTY_COUNT, Reader::property_count)
    }

    /// Takes the name of a property.
    pub(super) fn property(&mut self, index: usize) -> Result<Step<'de>, DecodeError> {
        use rows::object::{EACH_PROPERTY_NAME, EACH_PROPERTY_NAME_LENGTH};
        let rows = [EACH_PROPERTY_NAME_LENGTH, EACH_PROPERTY_NAME];
        let Some(ty) = L::table_of(crate::Kind::Object) else {
            return Ok(Step::Element(index));
        };
        let name = self.text(ty, rows, Part::KeyOf(index), |reader| {
            reader.property_name(index)
        })?;
        Ok(Step::Property {
            index,
            name,
            segment: OnceCell::new(),
        })
    }

    /// Takes the count of an Array.
    pub(super) fn array_count(&mut self, ty: &'static TypeTable) -> Result<usize, DecodeError> {
        self.count(ty, rows::array::COUNT, Reader::array_count)
    }

    /// Takes the count of a Dictionary.
    pub(super) fn dictionary_count(
        &mut self,
        ty: &'static TypeTable,
    ) -> Result<usize, DecodeError> {
        self.count(ty, rows::dictionary::COUNT, Reader::dictionary_count)
    }

    fn count(
        &mut self,
        ty: &'static TypeTable,
        field: &'static Row,
        read: impl FnOnce(&mut Reader<'de, L>) -> Result<usize, DecodeError>,
    ) -> Result<usize, DecodeError> {
        let start = self.reader.position();
        let count = read(self.reader)?;
        let end = self.reader.position();
        let word = self.word(start);
        let value = match (ty.body, word & format::COUNT_SHARED != 0) {
            (Body::Array | Body::Dictionary, true) => Value::Marked {
                number: (word & format::COUNT_MASK).into(),
                mark: "shared",
            },
            (_, true) => Value::Marked {
                number: word.cast_signed().into(),
                mark: "taken as 0",
            },
            (_, false) => Value::Unsigned(word.into()),
        };
        self.row(RowKind::Field, ty, field, start..end, Part::Whole, value);
        Ok(count)
    }
}

fn node_path_flags(flags: u32) -> &'static str {
    match (
        flags & format::NODE_PATH_ABSOLUTE != 0,
        flags & format::NODE_PATH_PROPERTY != 0,
    ) {
        (true, false) => "absolute",
        (false, false) => "relative",
        (true, true) => "absolute, one more sub-name",
        (false, true) => "relative, one more sub-name",
    }
}
