//! Shortens paths of values.

/// The maximum length of a path in a line of output, in characters.
pub const MAX_PATH_CHARS: usize = 256;

/// The maximum length of a path in a note, which can name several paths, in characters.
pub(crate) const MAX_NOTED_PATH_CHARS: usize = 100;

/// Shortens a path to `max_chars` characters, and returns its length in characters.
///
/// `…` replaces the start, because the end is more specific.
pub fn clip(path: &mut String, max_chars: usize) -> usize {
    let width = path.chars().count();
    let Some(excess) = width.checked_sub(max_chars.saturating_add(1)) else {
        return width;
    };
    let start = path.char_indices().nth(excess + 2);
    let start = start.map_or(path.len(), |(start, _)| start);
    path.replace_range(..start, "…");
    max_chars
}

/// Returns a count with a noun, which is in the plural unless the count is 1.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
