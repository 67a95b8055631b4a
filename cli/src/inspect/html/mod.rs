//! `gdvariant inspect --html`: a page with the bytes and the tree of their values.

mod packed;
mod page;
mod records;

use super::columns::IGNORED;
use super::encoded::{Context, Encoded, FRAME, Frame};
use super::fault::extent;
use super::location::location;
use super::print::Form;
use super::selection::Selection;
use crate::hints;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::{DecodeError, DecodeOptions, Layout, Segment};
use records::{Kind, Records, Row, Template};
use std::fmt::{Display, Write as _};
use std::io::{self, Write};

/// The number of ignored bytes in a row.
const IGNORED_IN_A_ROW: usize = 16;

/// A page that starts with its first value: without one there is no output.
///
/// The rows have levels in the tree: a header is above the fields and the members of its value.
pub(super) struct Page {
    /// What precedes the data, until it is written.
    start: Option<String>,
    end: String,
    records: Records,
    /// The level of the value.
    base: usize,
    /// The deepest level that the next row can have.
    deepest: usize,
    /// The buffers of a row's texts.
    label: String,
    value: String,
}

impl Page {
    /// Creates a page with a title.
    pub(super) fn new(title: &str) -> Self {
        let [start, end] = page::around(title);
        Self {
            start: Some(start),
            end,
            records: Records::default(),
            base: 0,
            deepest: 0,
            label: String::new(),
            value: String::new(),
        }
    }

    /// Sets the texts of the next row.
    fn set(&mut self, label: impl Display, value: impl Display) {
        self.label.clear();
        self.value.clear();
        // Writing to a String cannot fail.
        let _ = write!(self.label, "{label}");
        let _ = write!(self.value, "{value}");
    }

    fn write(
        &mut self,
        out: &mut impl Write,
        template: Template,
        length: usize,
        level: usize,
    ) -> io::Result<()> {
        let is_above = matches!(template.kind, Kind::Frame | Kind::Header);
        self.deepest = level + usize::from(is_above);
        self.records.row(&Row {
            template,
            length,
            level,
            label: &self.label,
            value: &self.value,
        })?;
        self.records.out.drain(out)
    }
}

impl Form for Page {
    fn start<L: Layout>(
        &mut self,
        out: &mut impl Write,
        input: Encoded<'_>,
        _: DecodeOptions,
        _: &Selection,
    ) -> io::Result<()> {
        if let Some(start) = self.start.take() {
            out.write_all(start.as_bytes())?;
        }
        self.base = usize::from(input.frame.is_some());
        self.deepest = 0;
        let frame = input.frame.map(|frame| frame.prefix);
        let prefix = frame.as_ref().map_or(&[][..], |prefix| prefix);
        self.records
            .value(input.line, input.start(), [prefix, input.bytes])
    }

    fn frame(&mut self, out: &mut impl Write, frame: Frame, _: Encoded<'_>) -> io::Result<()> {
        self.set("", frame.length);
        let template = Template {
            kind: Kind::Frame,
            field: FRAME,
            wire: "u32",
            about: "The length of the value that follows, in bytes.",
        };
        self.write(out, template, frame.prefix.len(), 0)
    }

    fn row(
        &mut self,
        out: &mut impl Write,
        row: &InspectRow<'_>,
        _: u64,
        _: u64,
    ) -> io::Result<()> {
        let part = row.path.part();
        let kind = kind(row);
        if kind == Kind::Header || part.is_some() {
            self.set(row.path.tail(1), row.value);
        } else {
            self.set("", row.value);
        }
        // The name of a property has no header that it could be below.
        let is_member = kind == Kind::Header || matches!(part, Some(Segment::KeyOf(_)));
        let level = self.base + row.path.depth() + usize::from(!is_member);
        let wire = row.field.wire.name();
        let template = Template {
            kind,
            field: row.field.name,
            wire: if kind == Kind::Padding { "" } else { wire },
            about: row.field.description,
        };
        self.write(out, template, row.bytes.len(), level)
    }

    fn ignored(&mut self, out: &mut impl Write, bytes: &[u8], _: u64, _: u64) -> io::Result<()> {
        let template = Template {
            kind: Kind::Ignored,
            field: IGNORED,
            wire: "",
            about: "Bytes after the value, which the engine ignores.",
        };
        for bytes in bytes.chunks(IGNORED_IN_A_ROW) {
            self.set("", Value::Bytes(bytes));
            self.write(out, template, bytes.len(), self.base)?;
        }
        Ok(())
    }

    fn fault(
        &mut self,
        out: &mut impl Write,
        error: &DecodeError,
        input: Encoded<'_>,
        context: Context,
    ) -> io::Result<()> {
        let (path, field) = location(error);
        self.set(path, hints::message(error));
        let template = Template {
            kind: Kind::Fault,
            field,
            wire: "",
            about: "",
        };
        let rest = input.bytes.get(error.offset()..).unwrap_or_default();
        let level = self.base + error.path().segments().len();
        let length = extent(error.kind()).min(rest.len());
        let hint = hints::hint(input.bytes, context.is_raw, context.layout);
        self.write(out, template, length, level.min(self.deepest))?;
        self.records.text(&hint.unwrap_or_default())
    }

    fn end(self, out: &mut impl Write) -> io::Result<()> {
        if self.start.is_some() {
            return Ok(());
        }
        self.records.out.end(out)?;
        out.write_all(self.end.as_bytes())
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
