//! The files around values, with their offset tables.

use super::schema::Wire;
use super::tables::{Length, Offset};
use crate::parse::{record, scalars};

record! {
    /// The contents of `files.yaml`.
    pub struct Files(context) {
        /// The encodings of fields.
        wires as "wire_types": Vec<Wire>,
        /// The forms of files, in the order of the file.
        forms as "files": Vec<FileFormat>,
    }

    /// A form of file.
    pub struct FileFormat(context, entry name) {
        /// The description, in one sentence.
        description: String,
        /// The offset tables, in the order of the bytes; the first one has an empty name.
        tables: Vec<FileTable>,
    }

    /// An offset table of a file.
    pub struct FileTable(context) {
        /// The name, unique in its file.
        name as "table": String = String::new(),
        /// The rows, in the order of the bytes.
        rows: Vec<FileRow>,
    }

    /// A row of a file's offset table.
    pub struct FileRow(context) {
        /// The offset, from the start of the file or of the repeated fields.
        offset: Offset,
        /// The length in bytes, without padding.
        length: Length,
        /// The name of the field's wire type.
        wire: String,
        /// The name of the field, unique in its file.
        name: String,
        /// The values that readers accept; empty for any value.
        values: Vec<FileValue> = Vec::new(),
        /// The number that engines write, if they write no other.
        initial: Option<u32>,
        /// The padding ends at a multiple of this many bytes.
        pad: u32 = 1,
        /// The description, a short sentence.
        description: String,
    }
}

/// A value that a field can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileValue {
    /// The name of its constant in Rust.
    pub name: String,
    /// The number, or the characters.
    pub text: String,
    /// The number; of characters, the little-endian number that they form.
    pub number: u32,
}

scalars! {
    FileValue, entry => "a number or four ASCII characters", |text, context| {
        let characters = || Some(u32::from_le_bytes(text.as_bytes().try_into().ok()?));
        let number = text.parse().ok().or_else(characters).filter(|_| text.is_ascii())?;
        Some(Self { name: context.key.to_owned(), text: text.to_owned(), number })
    };
}

impl FileFormat {
    /// Returns the rows of all tables.
    pub fn rows(&self) -> impl Iterator<Item = &FileRow> {
        self.tables.iter().flat_map(|table| &table.rows)
    }
}
