//! Long paths without their start.

/// The largest number of characters of a path in a line of output.
pub(crate) const LONGEST_PATH: usize = 256;

/// Returns how many segments at the end of a path are longer than this together.
pub(crate) fn segments(longest: usize) -> usize {
    // Every segment but the outermost has at least two characters.
    longest / 2 + 1
}

/// Replaces the start of a path that is longer by `…`, and returns the number of characters.
///
/// The end is kept, because it is more specific.
pub(crate) fn clip(path: &mut String, longest: usize) -> usize {
    let width = path.chars().count();
    let Some(excess) = width.checked_sub(longest.saturating_add(1)) else {
        return width;
    };
    let start = path.char_indices().nth(excess + 2);
    let start = start.map_or(path.len(), |(start, _)| start);
    path.replace_range(..start, "…");
    longest
}
