//! Names that paths and texts contain without quotes.

/// Returns whether a string is a name that needs no quotes.
pub(crate) fn is_identifier(text: &str) -> bool {
    text.starts_with(is_identifier_start) && text.chars().all(is_identifier_part)
}

/// Returns whether a name can start with a character.
pub(crate) fn is_identifier_start(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

/// Returns whether a name can contain a character.
pub(crate) fn is_identifier_part(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Returns the longest prefix of which every character is accepted.
pub(crate) fn leading(text: &str, mut is_accepted: impl FnMut(char) -> bool) -> &str {
    let end = text.find(|c| !is_accepted(c)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}
