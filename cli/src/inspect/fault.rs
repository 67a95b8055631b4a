use super::columns::{self, Columns};
use super::print::{Context, Encoded};
use crate::hints;
use crate::styles;
use anstyle::Style;
use gdvariant::{DecodeError, DecodeErrorKind, Path, Segment};
use std::io::{self, Write};

/// Bytes of a header, a count or flags: what most faults are about.
const WORD: usize = size_of::<u32>();

/// Longer messages go on in the next line.
const LONGEST_MESSAGE: usize = 66;

/// What a header is called, as in the rows.
const HEADER: &str = "header";

/// What stands where no byte is.
const END: &str = "end of input";

/// Writes the fault in a row of its own, points at its bytes, and says what is wrong and what to do.
pub(super) fn print(
    out: &mut impl Write,
    columns: &Columns,
    error: &DecodeError,
    input: Encoded<'_>,
    context: Context,
) -> io::Result<()> {
    let rest = input.bytes.get(error.offset()..).unwrap_or_default();
    let shown = rest.get(..columns::BYTES).unwrap_or(rest);
    let marked = extent(error.kind()).min(shown.len());
    let (path, field) = place(error);
    let mut line = columns.start(out, input.offset + error.offset() as u64, styles::ERROR)?;
    if shown.is_empty() {
        line.cell(styles::ERROR, END, columns.bytes)?;
    } else {
        columns.bytes(&mut line, shown, marked, styles::ERROR)?;
    }
    line.cell(styles::PATH, &columns.clipped(&path), columns.path)?;
    line.cell(Style::new(), field, columns.field)?;
    line.end()?;

    let carets = if shown.is_empty() {
        END.len()
    } else {
        columns::width(marked)
    };
    let mut marks = "^".repeat(carets);
    for part in wrapped(&hints::message(error), LONGEST_MESSAGE) {
        let mut line = columns.below(out)?;
        line.part(styles::ERROR, &marks)?;
        line.space(1 + carets - marks.len());
        line.part(styles::ERROR, &part)?;
        line.end()?;
        marks.clear();
    }
    if let Some(hint) = hints::hint(input.bytes, context.is_raw, context.layout) {
        let mut line = columns.below(out)?;
        line.part(Style::new(), &format!("hint: {hint}"))?;
        line.end()?;
    }
    Ok(())
}

/// How many bytes the fault is about.
fn extent(kind: &DecodeErrorKind) -> usize {
    match *kind {
        DecodeErrorKind::UnexpectedEnd { left, .. } | DecodeErrorKind::TrailingBytes { left } => {
            left
        }
        DecodeErrorKind::InvalidText | DecodeErrorKind::NulInText => 1,
        _ => WORD,
    }
}

/// The path of the value, and the field of it.
pub(super) fn place(error: &DecodeError) -> (Path, &'static str) {
    let path = error.path();
    let outer = path.segments().len().saturating_sub(1);
    match (path.segments().next_back(), error.kind()) {
        (Some(&Segment::Field(field)), _) => {
            (path.segments().take(outer).cloned().collect(), field)
        }
        // A header stands in no path.
        (
            _,
            DecodeErrorKind::UnexpectedEnd { .. }
            | DecodeErrorKind::UnknownType { .. }
            | DecodeErrorKind::UnknownFlags { .. }
            | DecodeErrorKind::ObjectsNotAllowed,
        ) => (path.clone(), HEADER),
        _ => (path.clone(), ""),
    }
}

/// The text in lines of about this length.
fn wrapped(text: &str, length: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= length => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
