/// The part of a text that stands in the bytes of a line, quoted where the text begins and ends.
///
/// A character belongs to the line of its first byte. Text that is not the bytes it was read from, because an engine dropped some, stands
/// in the first line.
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

/// The first start of a character from here on.
fn boundary(text: &str, at: usize) -> usize {
    (at..text.len())
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(text.len())
}
