//! Writes the rows of values as JSON, one object per line.

use super::{RowFormat, ShownError, ShownRow};
use gdvariant::inspect::RowValue;
use gdvariant_files::display::MAX_PATH_CHARS;
use gdvariant_files::display::escape::write_json;
use gdvariant_files::notation::hex_digits;
use gdvariant_files::values::Entry;
use serde::{Serialize, Serializer};
use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};

/// Writes rows as JSON. Long strings are written as they are formatted, so objects are never
/// buffered as a whole.
pub(super) struct Json {
    pub(super) is_terminal: bool,
}

#[derive(Serialize)]
struct JsonRow<'r> {
    value: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    offset: usize,
    length: usize,
    #[serde(serialize_with = "collect")]
    bytes: Hex<'r>,
    path: &'r str,
    field: &'r str,
    r#type: &'r str,
    kind: &'r str,
    #[serde(serialize_with = "collect")]
    meaning: &'r RowValue<'r>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<JsonData<'r>>,
}

#[derive(Serialize)]
struct JsonError<'e> {
    value: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    offset: usize,
    path: String,
    field: &'e str,
    error: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'e str>,
}

/// The meaning as data.
#[derive(Serialize)]
#[serde(untagged)]
enum JsonData<'r> {
    Text(&'r str),
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Single(f32),
    Double(f64),
}

impl<'r> JsonData<'r> {
    fn from_value(value: &RowValue<'r>) -> Option<Self> {
        Some(match *value {
            RowValue::Text(text) => Self::Text(text),
            RowValue::Type { name, .. } => Self::Text(name),
            RowValue::Bool(value) => Self::Bool(value),
            RowValue::Unsigned(number) => Self::Unsigned(number),
            RowValue::Signed(number) | RowValue::Flags { number, .. } => Self::Signed(number),
            RowValue::F32(number) if number.is_finite() => Self::Single(number),
            RowValue::Double(number) if number.is_finite() => Self::Double(number),
            _ => return None,
        })
    }
}

fn collect<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

struct Hex<'r>(&'r [u8]);

impl Display for Hex<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // A few long strings are faster than many short ones.
        self.0.chunks(64).try_for_each(|bytes| {
            let digits = bytes.iter().copied().flat_map(hex_digits);
            f.write_str(&digits.map(char::from).collect::<String>())
        })
    }
}

impl Json {
    fn write(&self, out: &mut impl Write, row: &impl Serialize) -> io::Result<()> {
        write_json(out, row, self.is_terminal)?;
        out.write_all(b"\n")
    }
}

impl RowFormat for Json {
    fn row(
        &mut self,
        out: &mut impl Write,
        entry: &Entry<'_>,
        row: &ShownRow<'_>,
    ) -> io::Result<()> {
        let row = JsonRow {
            value: entry.number,
            line: entry.line,
            offset: row.offset,
            length: row.bytes.len(),
            bytes: Hex(row.bytes),
            path: &row.path(MAX_PATH_CHARS),
            field: row.field,
            r#type: row.wire,
            kind: row.kind,
            meaning: &row.value,
            data: JsonData::from_value(&row.value),
        };
        self.write(out, &row)
    }

    fn error(
        &mut self,
        out: &mut impl Write,
        entry: &Entry<'_>,
        shown: &ShownError,
    ) -> io::Result<()> {
        let row = JsonError {
            value: entry.number,
            line: entry.line,
            offset: shown.offset,
            path: shown.path.to_string(),
            field: shown.field,
            error: &shown.message,
            hint: shown.hint.as_deref(),
        };
        self.write(out, &row)
    }
}
