//! Changes of ranges of a text.

use std::ops::Range;

/// Replacements of ranges.
pub(super) type Edits = Vec<(Range<usize>, String)>;

/// Returns a text after edits; where deletions overlap, the text is deleted once.
pub(super) fn applied(text: &str, mut edits: Edits) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    let all = (text.len()..text.len(), String::new());
    for (range, new) in edits.into_iter().chain([all]) {
        let kept = text.get(end..range.start).unwrap_or_default();
        // A key can follow a string or a bracket without white space, but not a word.
        let is_joined = end > 0 && out.ends_with(is_word) && kept.starts_with(is_word);
        out += if is_joined { " " } else { "" };
        out += kept;
        out += &new;
        end = end.max(range.end);
    }
    out
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || "_.+-".contains(c)
}
