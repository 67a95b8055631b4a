//! The quotes in the text of a value.

/// Follows the quotes in the text of a value, to tell its structure from its strings.
#[derive(Default)]
pub(crate) struct Quotes {
    is_quoted: bool,
    is_after_backslash: bool,
}

impl Quotes {
    /// Advances over a character, and returns whether it is in a string.
    pub(crate) fn advance(&mut self, c: char) -> bool {
        let is_escaped = std::mem::take(&mut self.is_after_backslash);
        match c {
            '"' if !is_escaped => self.is_quoted = !self.is_quoted,
            '\\' if self.is_quoted && !is_escaped => self.is_after_backslash = true,
            _ => {}
        }
        self.is_quoted
    }
}
