//! The meaning of bytes.

use crate::content::Content;
use crate::tree::{NAME_LENGTH, Role, Tree};
use gdvariant::inspect::{InspectRow, RowKind, RowValue};
use gdvariant_files::values::PREFIX_LENGTH;
use serde::Serialize;
use std::ops::{ControlFlow, Range};

/// Describes the rows of a content.
pub(crate) struct Describer<'c> {
    pub(crate) content: &'c Content,
    pub(crate) tree: &'c Tree,
}

/// A field of a value, or a length prefix.
#[derive(Serialize)]
pub(crate) struct Field {
    /// The offset in the content.
    start: usize,
    length: usize,
    /// The class of the bytes in the style sheet.
    kind: &'static str,
    #[serde(rename = "field")]
    name: &'static str,
    wire: &'static str,
    about: &'static str,
    value: String,
}

/// The maximum length of a field's text, in characters.
const MAX_TEXT: usize = 200;

impl Field {
    fn new(row: &InspectRow<'_>, base: usize) -> Self {
        let kind = match (row.kind, row.value) {
            (RowKind::Header, _) => "header",
            (RowKind::Padding, _) => "padding",
            (_, RowValue::Text(_) | RowValue::Bytes(_)) => "text",
            _ => "field",
        };
        Self {
            start: base + row.offset,
            length: row.bytes.len(),
            kind,
            name: row.field.name,
            wire: row.field.wire.name(),
            about: row.field.description(),
            value: match row.value {
                RowValue::Text(text) => text.chars().take(MAX_TEXT).collect(),
                RowValue::Bytes(bytes) => {
                    RowValue::Bytes(&bytes[..bytes.len().min(MAX_TEXT)]).to_string()
                }
                value => value.to_string(),
            },
        }
    }
}

/// Returns the row from which the inspector can explain the bytes at an offset.
fn start_row(describer: &Describer<'_>, offset: usize, file_value: usize) -> Option<usize> {
    let index = &describer.tree.index;
    // A name has no header: its object is inspected. The length of a name precedes its row.
    let row = index.row_at(offset + NAME_LENGTH)?;
    let row = match index.role(row) {
        Role::Name => index.parent(row)?,
        _ => index.row_at(offset)?,
    };
    let row = match index.role(row) {
        Role::Name => index.parent(row)?,
        _ => row,
    };
    (index.value_of(row) == file_value).then_some(row)
}

/// Calls `each` with the fields in a range of the content.
fn for_each(
    describer: &Describer<'_>,
    range: &Range<usize>,
    each: &mut dyn FnMut(&InspectRow<'_>, usize) -> ControlFlow<()>,
) {
    let content = describer.content;
    for file_value in content.value_at(range.start)..content.file.values().len() {
        let value = &content.file.values()[file_value];
        if value.start >= range.end {
            return;
        }
        let mut next = start_row(describer, range.start.max(value.start), file_value);
        let last = describer.tree.index.root(file_value + 1);
        let end = last.unwrap_or(describer.tree.index.len());
        while let Some(row) = next.filter(|row| *row < end) {
            let base = describer.tree.index.start(row);
            if base >= range.end {
                return;
            }
            let bytes = content
                .file
                .bytes()
                .get(base..value.end)
                .unwrap_or_default();
            let mut is_stopped = false;
            let mut reached = base;
            // The fields end at an error, which is shown as the fault of the value.
            let layout = content.file.layout();
            let _ = layout.inspect_while(bytes, content.file.options(), |field| {
                let start = base + field.offset;
                reached = start + field.bytes.len();
                if start >= range.end {
                    is_stopped = true;
                    return ControlFlow::Break(());
                }
                if reached <= range.start {
                    return ControlFlow::Continue(());
                }
                let flow = each(field, base);
                is_stopped = flow.is_break();
                flow
            });
            if is_stopped {
                return;
            }
            // The next value starts after the descendants of this value. A name between them
            // belongs to an enclosing object.
            next = match describer.tree.index.end(row) {
                next if next < end && describer.tree.index.role(next) == Role::Name => {
                    start_row(describer, reached, file_value).filter(|found| *found < row)
                }
                next => Some(next),
            };
        }
    }
}

/// Returns the fields in a range of the content, with the length prefixes.
pub(crate) fn fields(describer: &Describer<'_>, range: &Range<usize>) -> Vec<Field> {
    let content = describer.content;
    let mut fields = Vec::new();
    let mut covered = range.start;
    for_each(describer, range, &mut |row, base| {
        // A row that is inspected from an enclosing object repeats fields.
        if base + row.offset >= covered || fields.is_empty() {
            covered = base + row.offset + row.bytes.len();
            fields.push(Field::new(row, base));
        }
        ControlFlow::Continue(())
    });
    if content.file.is_framed() {
        let values = content.file.values()[content.value_at(range.start)..].iter();
        for value in values.take_while(|value| value.start < range.end + PREFIX_LENGTH) {
            fields.push(Field {
                start: value.start - PREFIX_LENGTH,
                length: PREFIX_LENGTH,
                kind: "frame",
                name: "length",
                wire: "u32",
                about: "The length of the value that follows, in bytes.",
                value: value.len().to_string(),
            });
        }
        fields.sort_by_key(|field| field.start);
    }
    fields
}

/// Returns the row of the value whose string, or whose key, contains the byte at an offset, and the
/// length of the string in bytes.
pub(crate) fn text_at(describer: &Describer<'_>, offset: usize) -> Option<(usize, usize)> {
    let mut length = None;
    for_each(describer, &(offset..offset + 1), &mut |field, _| {
        length = match field.value {
            RowValue::Text(text) => Some(text.len()),
            _ => None,
        };
        ControlFlow::Break(())
    });
    let (row, length) = describer.tree.index.row_at(offset).zip(length)?;
    Some((describer.tree.index.shown_row(row), length))
}
