//! Strings that take several lines.

use std::fmt::Write;

/// Appends the part of a string in the bytes of a line, with the quotes at its start and its end.
///
/// A character belongs to the line of its first byte. A string that lenient decoding altered, so
/// that the bytes are not its own, is shown in the first line.
pub(super) fn push_part(
    out: &mut String,
    text: &str,
    is_altered: bool,
    start: usize,
    length: usize,
) {
    if is_altered {
        if start == 0 {
            push_quoted(out, text);
        }
        return;
    }
    if start > 0 && start >= text.len() {
        return;
    }
    let end = start + length;
    if start == 0 {
        out.push('"');
    }
    let part = text.get(boundary(text, start)..boundary(text, end));
    push_escaped(out, part.unwrap_or_default());
    if end >= text.len() {
        out.push('"');
    }
}

/// Appends a string with quotes and escapes.
fn push_quoted(out: &mut String, text: &str) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{text:?}");
}

/// Appends a string with escapes, without quotes.
fn push_escaped(out: &mut String, text: &str) {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    if text.bytes().all(is_plain) {
        out.push_str(text);
        return;
    }
    let before = out.len();
    push_quoted(out, text);
    out.pop();
    out.remove(before);
}

/// Returns the next character boundary at or after `at`.
fn boundary(text: &str, at: usize) -> usize {
    (at..text.len())
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(text.len())
}
