use gdvariant::ParseError;
use std::fmt::{self, Display, Formatter};

/// The reason why a text cannot be read or changed, with its position.
///
/// ```
/// use gdvariant_files::text::TextDocument;
///
/// let error = TextDocument::parse("[1,\n2", None).unwrap_err();
/// assert_eq!((error.line(), error.column()), (2, 2));
/// assert_eq!(error.message(), "expected `,` or `]`, found the end of the text");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct TextError {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) message: String,
}

impl TextError {
    /// Creates the error at an offset in a text.
    #[cold]
    pub fn at(text: &str, offset: usize, message: String) -> Self {
        let (line, column) = position_after((1, 1), &text.as_bytes()[..offset]);
        Self {
            line,
            column,
            message,
        }
    }

    /// Creates the error of a change, which names a path instead of a position.
    pub(crate) fn from_message(message: String) -> Self {
        let (line, column) = (0, 0);
        Self {
            line,
            column,
            message,
        }
    }

    /// Returns the number of the line, from 1, or 0 if the error has no position.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the number of the character in the line, from 1, or 0 if the error has no position.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Returns the reason without the position.
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// The advice of the parser is about the notation of scripts.
impl From<ParseError> for TextError {
    fn from(error: ParseError) -> Self {
        Self {
            line: error.line(),
            column: error.column(),
            message: error.kind().to_string(),
        }
    }
}

crate::debug::debug!(TextError);

impl Display for TextError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            message,
        } = self;
        if *line > 0 {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(message)
    }
}

impl std::error::Error for TextError {}

/// Returns the line and the column after `part` of a text, which starts at the given ones.
pub(crate) fn position_after((line, column): (usize, usize), part: &[u8]) -> (usize, usize) {
    let mut lines = part.rsplit(|byte| *byte == b'\n');
    let last = lines.next().unwrap_or_default();
    let chars = last.iter().filter(|byte| is_char_start(**byte)).count();
    match lines.count() {
        0 => (line, column + chars),
        breaks => (line + breaks, 1 + chars),
    }
}

/// Returns whether a byte of UTF-8 is the first one of a character.
pub(crate) fn is_char_start(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}
