//! Strings that take several lines.

/// Returns the part of a string in the bytes of a line, with the quotes at its start and its end.
///
/// A character belongs to the line of its first byte. A string that lenient decoding altered is
/// shown in the first line.
pub(super) fn part(text: &str, bytes: &[u8], start: usize, length: usize) -> String {
    if !bytes.starts_with(text.as_bytes()) {
        return if start == 0 {
            format!("{text:?}")
        } else {
            String::new()
        };
    }
    if start > 0 && start >= text.len() {
        return String::new();
    }
    let end = start + length;
    let part = text
        .get(boundary(text, start)..boundary(text, end))
        .unwrap_or_default();
    let quoted = format!("{part:?}");
    let inner = quoted
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .unwrap_or(&quoted);
    let open = if start == 0 { "\"" } else { "" };
    let close = if end >= text.len() { "\"" } else { "" };
    format!("{open}{inner}{close}")
}

/// Returns the next character boundary at or after `at`.
fn boundary(text: &str, at: usize) -> usize {
    (at..text.len())
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(text.len())
}
