//! Reads and encodes the fields of files, which the schema lists, and limits their lengths.

use crate::error::{Error, ErrorKind};
use gdvariant::format::FileRow;
use std::io::{self, Read};

/// Reads a file from its start, and tracks the offset for error messages.
#[derive(Debug)]
pub(super) struct Input<R> {
    reader: R,
    offset: u64,
}

impl<R: Read> Input<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, offset: 0 }
    }

    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Reads the rows of a table and checks those that have only some values.
    pub(super) fn fields(
        &mut self,
        rows: &[&'static FileRow],
        max_length: u64,
    ) -> Result<Fields, Error> {
        let mut fields = Fields(Vec::new());
        for row in rows {
            let length = match (row.length, fields.0.last()) {
                (0, Some(length)) => {
                    check_length(length.number(), max_length, length.row.name, length.offset)?
                }
                (length, _) => length.into(),
            };
            let (row, offset) = (*row, self.offset);
            let bytes = self.field(row, length)?;
            let field = Field { row, offset, bytes };
            field.check()?;
            fields.0.push(field);
        }
        Ok(fields)
    }

    /// Reads exactly `length` bytes of a field. Memory grows only as bytes arrive, in case `length`
    /// is exaggerated.
    pub(super) fn field(&mut self, row: &FileRow, length: u64) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        (&mut self.reader).take(length).read_to_end(&mut bytes)?;
        let left = bytes.len() as u64;
        if left < length {
            return Err(ErrorKind::Truncated {
                offset: self.offset,
                field: row.name,
                needed: length,
                left,
            }
            .into());
        }
        self.offset += length;
        Ok(bytes)
    }
}

/// The fields of a table, in the order of the bytes.
#[derive(Debug)]
pub(super) struct Fields(Vec<Field>);

#[derive(Debug)]
struct Field {
    row: &'static FileRow,
    offset: u64,
    bytes: Vec<u8>,
}

impl Fields {
    /// Creates the fields of a table, each with the first value of its row.
    pub(super) fn new(rows: &[&'static FileRow]) -> Self {
        let field = |row: &&'static FileRow| Field {
            row,
            offset: 0,
            bytes: row
                .values
                .first()
                .map_or_else(Vec::new, |value| value.to_le_bytes().into()),
        };
        Self(rows.iter().map(field).collect())
    }

    /// Returns the index of a row of the table.
    fn index(&self, row: &FileRow) -> usize {
        let index = self.0.iter().position(|field| field.row.name == row.name);
        index.expect("a row of the table")
    }

    pub(super) fn offset(&self, row: &FileRow) -> u64 {
        self.0[self.index(row)].offset
    }

    pub(super) fn bytes(&mut self, row: &FileRow) -> Vec<u8> {
        let index = self.index(row);
        std::mem::take(&mut self.0[index].bytes)
    }

    pub(super) fn number(&self, row: &FileRow) -> u64 {
        self.0[self.index(row)].number()
    }

    /// Checks the number of a field, a length, against the limit.
    pub(super) fn length(&self, row: &FileRow, max_length: u64) -> Result<u64, Error> {
        let field = &self.0[self.index(row)];
        check_length(field.number(), max_length, field.row.name, field.offset)
    }

    /// Sets the bytes of a field, and their length if the preceding field holds it.
    pub(super) fn set(&mut self, row: &FileRow, bytes: Vec<u8>) -> io::Result<()> {
        let index = self.index(row);
        if self.0[index].row.length == 0 {
            let length = &mut self.0[index - 1];
            length.bytes = encoded(length.row, bytes.len() as u64)?;
        }
        self.0[index].bytes = bytes;
        Ok(())
    }

    pub(super) fn set_number(&mut self, row: &FileRow, number: impl Into<u64>) -> io::Result<()> {
        let index = self.index(row);
        self.0[index].bytes = encoded(self.0[index].row, number.into())?;
        Ok(())
    }

    /// Returns the encoding of the fields up to and including one.
    pub(super) fn through(mut self, row: &FileRow) -> Vec<u8> {
        self.0.truncate(self.index(row) + 1);
        self.concat()
    }

    /// Returns the encoding of the fields.
    pub(super) fn concat(self) -> Vec<u8> {
        self.0.into_iter().flat_map(|field| field.bytes).collect()
    }
}

impl Field {
    fn number(&self) -> u64 {
        decoded(&self.bytes)
    }

    /// Checks that the field has one of the values of its row; the first row of a file is its magic.
    fn check(&self) -> Result<(), Error> {
        let (number, values) = (self.number(), self.row.values);
        let [expected, ..] = *values else {
            return Ok(());
        };
        // The values have 4 bytes.
        let found = u32::try_from(number).unwrap_or(u32::MAX);
        if values.contains(&found) {
            Ok(())
        } else if self.offset == 0 {
            let [expected, found] = [expected, found].map(u32::to_le_bytes);
            Err(ErrorKind::Magic { expected, found }.into())
        } else {
            Err(ErrorKind::Mode {
                offset: self.offset,
                mode: found,
            }
            .into())
        }
    }
}

/// Decodes a little-endian number.
pub(super) fn decoded(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().rev();
    bytes.fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Encodes a little-endian number of the length of the row.
pub(super) fn encoded(row: &FileRow, number: u64) -> io::Result<Vec<u8>> {
    let mut bytes = number.to_le_bytes().to_vec();
    if bytes
        .split_off(row.length as usize)
        .iter()
        .any(|byte| *byte > 0)
    {
        let message = format!("{}: {number} exceeds {} bytes", row.name, row.length);
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    Ok(bytes)
}

/// Checks a length, which the field at `offset` states, against the limit.
pub(super) fn check_length(
    length: u64,
    limit: u64,
    field: &'static str,
    offset: u64,
) -> Result<u64, Error> {
    if length > limit {
        return Err(ErrorKind::LongField {
            offset,
            field,
            length,
            limit,
        }
        .into());
    }
    Ok(length)
}
