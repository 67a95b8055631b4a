//! Finds a string that is part of the bytes of every match, so that other bytes need no decoding.

use gdvariant::schema::LAYOUTS;
use memchr::memmem::Finder;

/// The words in the text of numbers, constants and containers. The text also contains the names of
/// types.
const WORDS: [&str; 13] = [
    "true",
    "false",
    "null",
    "inf",
    "nan",
    "NaN",
    "neg",
    "ExtResource",
    "SubResource",
    "EncodedObjectAsID",
    "object",
    "id",
    "script",
];

/// The letters that can end an escape sequence, such as the `t` of `\t` or the `b` of `\u009b`.
const ENDS_OF_ESCAPES: &[char] = &['a', 'b', 'c', 'd', 'e', 'f', 'n', 'r', 't', 'u', 'v', 'x'];

/// Returns a string that the bytes of every value contain in which `pattern` occurs.
///
/// Returns `None` if the pattern can occur in the text of a number, of another constant, or of the
/// name of a type.
pub(crate) fn required(pattern: &str) -> Option<Finder<'static>> {
    let words = || {
        let types = LAYOUTS.iter().flat_map(gdvariant::Layout::types);
        WORDS.into_iter().chain(types.map(|table| table.name))
    };
    // The names in a NodePath are separated only in its text, so letters have to be consecutive.
    let runs = pattern.split(|c: char| !c.is_ascii_alphabetic());
    let runs = runs.filter(|run| !words().any(|word| word.contains(run)));
    // The text of a key that is a container has escape sequences, and the first letter can be one.
    let runs = runs.map(|run| run.trim_start_matches(ENDS_OF_ESCAPES));
    let longest = runs.max_by_key(|run| run.len())?;
    (!longest.is_empty()).then(|| Finder::new(longest).into_owned())
}
