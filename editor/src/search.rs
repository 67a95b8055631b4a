//! Searches strings and keys.

use crate::fields::Describer;
use crate::fields::value_of_text;
use memchr::memchr2_iter;

/// Returns the rows whose key, name or string contains a text, in the order of their bytes and
/// without regard to the case of ASCII letters, and the number of all such rows.
pub(crate) fn rows(describer: &Describer<'_>, text: &str, limit: usize) -> (Vec<usize>, usize) {
    let wanted = text.as_bytes();
    let (mut rows, mut total, mut last) = (Vec::new(), 0, None);
    let Some(&first) = wanted.first() else {
        return (rows, total);
    };
    let bytes = &describer.content.file.bytes();
    let both = [first.to_ascii_lowercase(), first.to_ascii_uppercase()];
    for start in memchr2_iter(both[0], both[1], bytes) {
        let is_found = bytes
            .get(start..start + wanted.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(wanted));
        if !is_found {
            continue;
        }
        let Some(row) = value_of_text(describer, start).filter(|row| last != Some(*row)) else {
            continue;
        };
        last = Some(row);
        total += 1;
        if rows.len() < limit {
            rows.push(row);
        }
    }
    (rows, total)
}
