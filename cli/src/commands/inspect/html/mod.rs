//! `gdvariant inspect --html`: writes a page with the bytes and the tree of values.

mod packed;
mod page;
mod records;

use super::selection::RowSelection;
use super::{FRAME, IGNORED, RowForm, ValuePart, first_offset};
use crate::commands::decoder::Decoder;
use gdvariant::Segment;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant_files::values::Entry;
use records::{RecordKind, Records, Template, TreeRow};
use std::fmt::{Display, Write as _};
use std::io::{self, Write};

/// The number of ignored bytes that a row shows.
const IGNORED_PER_ROW: usize = 16;

/// A page that is written only if there is a value.
///
/// Rows have levels in the tree: a header is the parent of the fields and members of its value.
pub(super) struct Page {
    /// The HTML before the data; `None` once it is written.
    start: Option<String>,
    end: String,
    records: Records,
    /// The level of a value's header: 1 if its parent is the length of a framed value, otherwise 0.
    base: usize,
    /// The maximum level of the next row.
    max_level: usize,
    /// The buffer of a row's label.
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
            max_level: 0,
            label: String::new(),
            value: String::new(),
        }
    }

    /// Sets the texts of the next row.
    fn set(&mut self, label: impl Display, value: impl Display) {
        self.label.clear();
        self.value.clear();
        // Writing to a String does not fail.
        let _ = write!(self.label, "{label}");
        let _ = write!(self.value, "{value}");
    }

    fn record(
        &mut self,
        out: &mut impl Write,
        template: Template,
        length: usize,
        level: usize,
    ) -> io::Result<()> {
        let is_above = matches!(template.kind, RecordKind::Frame | RecordKind::Header);
        self.max_level = level + usize::from(is_above);
        self.records.row(&TreeRow {
            template,
            length,
            level,
            label: &self.label,
            value: &self.value,
        })?;
        self.records.out.drain(out)
    }
}

impl RowForm for Page {
    fn start(
        &mut self,
        out: &mut impl Write,
        value: &Entry<'_>,
        _: Decoder<'_>,
        _: &RowSelection,
    ) -> io::Result<()> {
        if let Some(start) = self.start.take() {
            out.write_all(start.as_bytes())?;
        }
        self.base = usize::from(value.frame.is_some());
        self.max_level = 0;
        let prefix = value.frame.as_ref().map_or(&[][..], |frame| &frame.prefix);
        let start = first_offset(value) as u64;
        self.records
            .value(value.line, start, [prefix, value.available])
    }

    fn write(
        &mut self,
        out: &mut impl Write,
        _: &Entry<'_>,
        part: ValuePart<'_>,
    ) -> io::Result<()> {
        match part {
            ValuePart::Frame(frame) => {
                self.set("", frame.length);
                let template = Template {
                    kind: RecordKind::Frame,
                    field: FRAME,
                    wire: "u32",
                    about: "The length of the value that follows, in bytes.",
                };
                self.record(out, template, frame.prefix.len(), 0)
            }
            ValuePart::Row(row) => self.row(out, row),
            ValuePart::Ignored(bytes, _) => {
                let template = Template {
                    kind: RecordKind::Ignored,
                    field: IGNORED,
                    wire: "",
                    about: "Bytes after the value, which the engine ignores.",
                };
                for bytes in bytes.chunks(IGNORED_PER_ROW) {
                    self.set("", Value::Bytes(bytes));
                    self.record(out, template, bytes.len(), self.base)?;
                }
                Ok(())
            }
            ValuePart::Error(shown) => {
                self.set(shown.path, shown.message);
                let template = Template {
                    kind: RecordKind::Fault,
                    field: shown.field,
                    wire: "",
                    about: "",
                };
                let level = self.base + shown.error.path().segments().len();
                self.record(out, template, shown.length, level.min(self.max_level))?;
                self.records.text(&shown.hint.unwrap_or_default())
            }
        }
    }

    fn end(self, out: &mut impl Write) -> io::Result<()> {
        if self.start.is_some() {
            return Ok(());
        }
        self.records.out.end(out)?;
        out.write_all(self.end.as_bytes())
    }
}

impl Page {
    fn row(&mut self, out: &mut impl Write, row: &InspectRow<'_>) -> io::Result<()> {
        let part = row.path.part();
        let kind = kind(row);
        if kind == RecordKind::Header || part.is_some() {
            self.set(row.path.tail(1), row.value);
        } else {
            self.set("", row.value);
        }
        // The name of a property has no header, so the row of the name is the member.
        let is_member = kind == RecordKind::Header || matches!(part, Some(Segment::KeyOf(_)));
        let level = self.base + row.path.depth() + usize::from(!is_member);
        let wire = row.field.wire.name();
        let template = Template {
            kind,
            field: row.field.name,
            wire: if kind == RecordKind::Padding {
                ""
            } else {
                wire
            },
            about: row.field.description(),
        };
        self.record(out, template, row.bytes.len(), level)
    }
}

fn kind(row: &InspectRow<'_>) -> RecordKind {
    match (row.kind, row.value) {
        (RowKind::Header, _) => RecordKind::Header,
        (RowKind::Padding, _) => RecordKind::Padding,
        (_, Value::Text(_) | Value::Bytes(_)) => RecordKind::Text,
        _ => RecordKind::Field,
    }
}
