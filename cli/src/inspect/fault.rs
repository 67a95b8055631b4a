//! The row of an error, with a mark below its bytes.

use super::columns::{self, Columns};
use super::encoded::{Context, Encoded};
use crate::hints;
use crate::styles;
use anstyle::Style;
use gdvariant::{DecodeError, DecodeErrorKind};
use std::io::{self, Write};

/// The length of a header, a count or flags, which most errors are about.
const WORD: usize = size_of::<u32>();

/// Longer messages continue in the next line.
const LONGEST_MESSAGE: usize = 66;

/// Replaces the bytes of an error at the end of the input.
const END: &str = "end of input";

/// Writes the row of the error, a mark below its bytes, its message and a hint.
pub(super) fn print(
    out: &mut impl Write,
    columns: &Columns,
    (path, field): (&str, &str),
    error: &DecodeError,
    input: Encoded<'_>,
    context: Context,
) -> io::Result<()> {
    let rest = input.bytes.get(error.offset()..).unwrap_or_default();
    let shown = rest.get(..columns::BYTES).unwrap_or(rest);
    let marked = extent(error.kind()).min(shown.len());
    let mut line = columns.start(out, input.offset + error.offset() as u64, styles::ERROR)?;
    if shown.is_empty() {
        line.cell(styles::ERROR, END, columns.bytes)?;
    } else {
        columns.bytes(&mut line, shown, marked, styles::ERROR)?;
    }
    line.cell(styles::PATH, path, columns.path)?;
    line.cell(Style::new(), field, columns.field)?;
    line.end()?;

    let carets = if shown.is_empty() {
        END.len()
    } else {
        columns::width(marked)
    };
    let mut marks = "^".repeat(carets);
    for part in wrapped(&hints::message(error), LONGEST_MESSAGE) {
        let mut line = columns.below(out);
        line.part(styles::ERROR, &marks)?;
        line.space(1 + carets - marks.len());
        line.part(styles::ERROR, &part)?;
        line.end()?;
        marks.clear();
    }
    if let Some(hint) = hints::hint(input.bytes, context.is_raw, context.layout) {
        let mut line = columns.below(out);
        line.part(Style::new(), &format!("hint: {hint}"))?;
        line.end()?;
    }
    Ok(())
}

/// Returns how many bytes the error is about.
pub(super) fn extent(kind: &DecodeErrorKind) -> usize {
    match *kind {
        DecodeErrorKind::UnexpectedEnd { left, .. }
        | DecodeErrorKind::TrailingBytes { left, .. } => left,
        DecodeErrorKind::InvalidString | DecodeErrorKind::NulInString => 1,
        _ => WORD,
    }
}

/// Wraps the text at this many characters; longer words stay whole.
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
