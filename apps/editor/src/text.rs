//! Text as the field of a page edits it: with line feeds alone, and without a byte order mark.

use gdvariant_files::notation::without_byte_order_mark;

/// Returns the text of a file for the field.
pub(crate) fn shown(file: &str) -> String {
    let text = without_byte_order_mark(file);
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Returns the file for an edited text of the field.
///
/// The unchanged start and end keep their line ends. New line ends are the most frequent ones of the
/// file.
pub(crate) fn edited(file: &str, text: &str) -> Vec<u8> {
    let old = shown(file);
    let new = shown(text);
    let body = without_byte_order_mark(file);
    let mark = &file.as_bytes()[..file.len() - body.len()];
    let line_end = line_end(body);
    let (old, new) = (old.as_bytes(), new.as_bytes());
    let equal = old.iter().zip(new).take_while(|(old, new)| old == new);
    let start = equal.count();
    let rest = old[start..].iter().rev().zip(new[start..].iter().rev());
    let end = rest.take_while(|(old, new)| old == new).count();
    let changed = with_line_ends(&new[start..new.len() - end], line_end);
    let start = &body.as_bytes()[..offset(body, start)];
    let end = &body.as_bytes()[offset(body, old.len() - end)..];
    // A return before a line feed would become one line end.
    if start.ends_with(b"\r") && [&changed[..], end].concat().starts_with(b"\n")
        || changed.ends_with(b"\r") && end.starts_with(b"\n")
    {
        return [mark, &with_line_ends(new, line_end)].concat();
    }
    [mark, start, &changed, end].concat()
}

/// Returns the offset in a file without a byte order mark of a byte of the shown text.
fn offset(file: &str, shown: usize) -> usize {
    let bytes = file.as_bytes();
    let is_shown = |it: &usize| *it == 0 || !bytes[it - 1..].starts_with(b"\r\n");
    let mut offsets = (0..bytes.len()).filter(is_shown);
    offsets.nth(shown).unwrap_or(bytes.len())
}

/// Returns the most frequent line end.
fn line_end(file: &str) -> &'static str {
    let count = |end: &str| file.matches(end).count();
    let both = count("\r\n");
    let ends = [
        ("\r\n", both),
        ("\r", count("\r") - both),
        ("\n", count("\n") - both),
    ];
    ends.into_iter()
        .max_by_key(|(_, count)| *count)
        .map_or("\n", |(end, _)| end)
}

fn with_line_ends(text: &[u8], line_end: &str) -> Vec<u8> {
    let lines: Vec<_> = text.split(|byte| *byte == b'\n').collect();
    lines.join(line_end.as_bytes())
}
