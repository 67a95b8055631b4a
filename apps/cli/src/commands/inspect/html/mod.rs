//! `gdvariant inspect --html`: writes a page with the bytes and the tree of values.

mod page;
mod records;

use super::{FRAME, IGNORED, RowForm, ShownError, ShownRow, first_offset};
use gdvariant::Segment;
use gdvariant::inspect::Value;
use gdvariant_files::values::Entry;
use records::{Records, Template};
use std::io::{self, Write};

/// The number of ignored bytes that a row shows.
const IGNORED_PER_ROW: usize = 16;

/// A page that is written only if there is a value.
///
/// Rows have levels in the tree: a header is the parent of the fields and members of its value.
pub(super) struct Page {
    title: String,
    has_values: bool,
    records: Records,
    /// The level of a value's header: 1 if its parent is the length of a framed value, otherwise 0.
    base: usize,
    /// The maximum level of the next row.
    max_level: usize,
}

impl Page {
    /// Creates a page with a title.
    pub(super) fn new(title: String) -> Self {
        Self {
            title,
            has_values: false,
            records: Records::new(),
            base: 0,
            max_level: 0,
        }
    }

    fn record(
        &mut self,
        template: Template,
        [length, level]: [usize; 2],
        texts: [&str; 3],
    ) -> io::Result<()> {
        let is_above = matches!(template.name, FRAME | "header");
        self.max_level = level + usize::from(is_above);
        self.records.row(template, [length, level], texts)
    }
}

impl RowForm for Page {
    fn start(&mut self, value: &Entry<'_>) -> io::Result<()> {
        self.has_values = true;
        self.base = usize::from(value.frame.is_some());
        self.max_level = 0;
        let prefix = value.frame.as_ref().map_or(&[][..], |frame| &frame.prefix);
        let bytes = [prefix, value.available].concat();
        let start = first_offset(value);
        self.records.value(value.line, start, &bytes)
    }

    fn row(&mut self, _: &mut impl Write, _: &Entry<'_>, row: &ShownRow<'_>) -> io::Result<()> {
        let template = Template {
            name: match row.value {
                Value::Text(_) | Value::Bytes(_) if row.path.is_some() => "text",
                _ => row.kind,
            },
            field: row.field,
            wire: row.shown_wire(),
            about: row.about,
        };
        let length = row.bytes.len();
        if row.kind == IGNORED {
            for bytes in row.bytes.chunks(IGNORED_PER_ROW) {
                let text = Value::Bytes(bytes).to_string();
                self.record(template, [bytes.len(), self.base], ["", &text, ""])?;
            }
            return Ok(());
        }
        let is_header = row.kind == "header";
        let (mut label, mut level) = (String::new(), 0);
        if let Some(path) = row.path {
            let part = path.part();
            if is_header || part.is_some() {
                label = path.tail(1).to_string();
            }
            // The name of a property has no header, so the row of the name is the member.
            let is_member = is_header || matches!(part, Some(Segment::KeyOf(_)));
            level = self.base + path.depth() + usize::from(!is_member);
        }
        let value = row.value.to_string();
        self.record(template, [length, level], [&label, &value, ""])
    }

    fn error(
        &mut self,
        _: &mut impl Write,
        _: &Entry<'_>,
        shown: &ShownError<'_>,
    ) -> io::Result<()> {
        let template = Template {
            name: "fault",
            field: shown.field,
            wire: "",
            about: "",
        };
        let level = self.base + shown.error.path().segments().len();
        let level = level.min(self.max_level);
        let (path, hint) = (shown.path.to_string(), shown.hint.as_deref());
        let texts = [&*path, &*shown.message, hint.unwrap_or_default()];
        self.record(template, [shown.length, level], texts)
    }

    fn end(self, out: &mut impl Write) -> io::Result<()> {
        if !self.has_values {
            return Ok(());
        }
        let page = page::html(&self.title, &self.records.into_base64()?);
        out.write_all(page.as_bytes())
    }
}
