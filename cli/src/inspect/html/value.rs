//! The rows of a value, as records.

use super::records::{Kind, Records, Row, Template};
use crate::hints;
use crate::inspect::columns::IGNORED;
use crate::inspect::encoded::{Context, Encoded, FRAME};
use crate::inspect::fault::extent;
use crate::inspect::location::location;
use crate::rows::rows;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::{DecodeError, Layout, Segment};
use std::fmt::{self, Write as _};
use std::io::{self, Write};

/// The number of ignored bytes in a row.
const IGNORED_IN_A_ROW: usize = 16;

/// Writes the rows of a value.
///
/// For an invalid value it writes the rows before the error and the error, and returns the error
/// with an offset from the start of the value.
pub(super) fn write<L: Layout>(
    records: &mut Records<impl Write>,
    input: Encoded<'_>,
    line: Option<usize>,
    context: Context,
) -> io::Result<Result<(), DecodeError>> {
    let frame = input.frame.map(|frame| frame.prefix);
    let prefix = frame.as_ref().map_or(&[][..], |prefix| prefix);
    let offset = input.offset.saturating_sub(prefix.len() as u64);
    records.value(line, offset, [prefix, input.bytes])?;
    let mut tree = Tree {
        records,
        base: usize::from(frame.is_some()),
        deepest: 0,
        label: String::new(),
        value: String::new(),
    };
    if let Some(broken) = input.broken {
        tree.fault(broken, input, context)?;
        return Ok(Err(broken.clone()));
    }
    tree.frame(input)?;
    let mut written = Ok(());
    let result = rows::<L>(input.bytes, context.options, &mut |row| {
        if written.is_ok() {
            written = tree.row(row);
        }
    });
    written?;
    let result = match result {
        Ok(end) => {
            tree.ignored(input.bytes.get(end..).unwrap_or_default())?;
            input.check_frame()
        }
        Err(error) => Err(error),
    };
    if let Err(error) = &result {
        tree.fault(error, input, context)?;
    }
    Ok(result)
}

/// Writes rows with their levels in the tree: a header is above the fields and the members of its
/// value.
struct Tree<'r, W> {
    records: &'r mut Records<W>,
    /// The level of the value.
    base: usize,
    /// The deepest level that the next row can have.
    deepest: usize,
    /// The buffers of a row's texts.
    label: String,
    value: String,
}

impl<W: Write> Tree<'_, W> {
    /// Writes the row of the length that precedes a framed value.
    fn frame(&mut self, input: Encoded<'_>) -> io::Result<()> {
        let Some(frame) = input.frame else {
            return Ok(());
        };
        self.start();
        self.value(frame.length)?;
        let template = Template {
            kind: Kind::Frame,
            field: FRAME,
            wire: "u32",
            about: "The length of the value that follows, in bytes.",
        };
        self.write(template, frame.prefix.len(), 0)
    }

    /// Writes a row of the inspector.
    fn row(&mut self, row: &InspectRow<'_>) -> io::Result<()> {
        self.start();
        let part = row.path.part();
        let is_header = row.kind == RowKind::Header;
        if is_header || part.is_some() {
            format(&mut self.label, row.path.tail(1))?;
        }
        self.value(row.value)?;
        // The name of a property has no header that it could be below.
        let is_member = is_header || matches!(part, Some(Segment::KeyOf(_)));
        let level = self.base + row.path.depth() + usize::from(!is_member);
        let kind = kind(row);
        let template = Template {
            kind,
            field: row.field.name,
            wire: if kind == Kind::Padding {
                ""
            } else {
                row.field.wire.name()
            },
            about: row.field.description,
        };
        self.write(template, row.bytes.len(), level)
    }

    /// Writes the bytes after the value, which the engine ignores.
    fn ignored(&mut self, bytes: &[u8]) -> io::Result<()> {
        let template = Template {
            kind: Kind::Ignored,
            field: IGNORED,
            wire: "",
            about: "Bytes after the value, which the engine ignores.",
        };
        for bytes in bytes.chunks(IGNORED_IN_A_ROW) {
            self.start();
            self.value(Value::Bytes(bytes))?;
            self.write(template, bytes.len(), self.base)?;
        }
        Ok(())
    }

    /// Writes the error that ends an invalid value, with a hint.
    fn fault(
        &mut self,
        error: &DecodeError,
        input: Encoded<'_>,
        context: Context,
    ) -> io::Result<()> {
        self.start();
        let (path, field) = location(error);
        format(&mut self.label, &path)?;
        self.value(hints::message(error))?;
        let template = Template {
            kind: Kind::Fault,
            field,
            wire: "",
            about: "",
        };
        let rest = input.bytes.get(error.offset()..).unwrap_or_default();
        let row = Row {
            template,
            length: extent(error.kind()).min(rest.len()),
            level: (self.base + error.path().segments().len()).min(self.deepest),
            label: &self.label,
            value: &self.value,
        };
        let hint = hints::hint(input.bytes, context.is_raw, context.layout);
        self.records.fault(&row, &hint.unwrap_or_default())
    }

    /// Empties the texts for the next row.
    fn start(&mut self) {
        self.label.clear();
        self.value.clear();
    }

    fn value(&mut self, value: impl fmt::Display) -> io::Result<()> {
        format(&mut self.value, value)
    }

    fn write(&mut self, template: Template, length: usize, level: usize) -> io::Result<()> {
        let is_above = matches!(template.kind, Kind::Frame | Kind::Header);
        self.deepest = level + usize::from(is_above);
        self.records.row(&Row {
            template,
            length,
            level,
            label: &self.label,
            value: &self.value,
        })
    }
}

/// Returns what the bytes of a row are.
fn kind(row: &InspectRow<'_>) -> Kind {
    match (row.kind, row.value) {
        (RowKind::Header, _) => Kind::Header,
        (RowKind::Padding, _) => Kind::Padding,
        (_, Value::Text(_) | Value::Bytes(_)) => Kind::Text,
        _ => Kind::Field,
    }
}

/// Appends a text.
fn format(text: &mut String, shown: impl fmt::Display) -> io::Result<()> {
    write!(text, "{shown}").map_err(io::Error::other)
}
