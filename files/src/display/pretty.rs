//! Breaks JSON, or the text of `var2str`, into indented lines.
//!
//! A container stays on one line if it fits, unless it is a Dictionary or JSON object with several
//! entries.

use std::fmt::{self, Display, Formatter};

/// The maximum width of a line, in characters. Longer strings and numbers are not broken.
const WIDTH: usize = 100;
/// The indentation of a level, in characters.
const INDENT: usize = 2;
/// The maximum number of levels that are indented. The indentation of deeper levels would be longer
/// than their values.
const MAX_LEVELS: usize = 32;

/// Displays the text of a value on several lines, without changing its meaning.
pub struct PrettyText<'t>(pub &'t str);

/// A token of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Space,
    Open,
    Close,
    Comma,
    Colon,
    /// A string, a number or a name.
    Atom,
}

/// The way in which a container is broken into lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BreakStyle {
    /// Each element or entry has its own line.
    Lines,
    /// Each line is filled with elements.
    Fill,
    /// The container stays on the line, and its only element, another container, is broken.
    Tight,
    /// The container fits on the line, and is not broken.
    Inline,
}

impl Display for PrettyText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut printer = Printer {
            f,
            column: 0,
            level: 0,
            open: Vec::new(),
        };
        printer.text(self.0)
    }
}

/// Writes the tokens of a text.
struct Printer<'f, 'b> {
    f: &'f mut Formatter<'b>,
    column: usize,
    level: usize,
    /// The styles of the open containers.
    open: Vec<BreakStyle>,
}

impl Printer<'_, '_> {
    fn text(&mut self, mut text: &str) -> fmt::Result {
        let mut previous = "";
        while let Some((token, piece)) = token(text) {
            let rest = &text[piece.len()..];
            match token {
                Token::Space => {}
                Token::Atom => self.word(piece)?,
                Token::Open => {
                    let is_inline = self.open.last() == Some(&BreakStyle::Inline)
                        || fits(text, WIDTH.saturating_sub(self.column));
                    let style = if is_inline {
                        BreakStyle::Inline
                    } else {
                        BreakStyle::new(previous, text)
                    };
                    self.open(piece, style)?;
                }
                Token::Close => self.close(piece)?,
                Token::Comma => self.comma(rest)?,
                Token::Colon => self.word(": ")?,
            }
            previous = piece;
            text = rest;
        }
        Ok(())
    }

    fn open(&mut self, bracket: &str, style: BreakStyle) -> fmt::Result {
        self.word(bracket)?;
        self.open.push(style);
        if style.is_unbroken() {
            return Ok(());
        }
        self.level += 1;
        self.line()
    }

    fn close(&mut self, bracket: &str) -> fmt::Result {
        if self.open.pop().is_some_and(|style| !style.is_unbroken()) {
            self.level -= 1;
            self.line()?;
        }
        self.word(bracket)
    }

    fn comma(&mut self, rest: &str) -> fmt::Result {
        self.word(",")?;
        let next = rest.trim_ascii_start();
        if next.starts_with(['[', '{'])
            && let Some(style @ BreakStyle::Fill) = self.open.last_mut()
        {
            *style = BreakStyle::Lines;
        }
        let width = || token(next).map_or(0, |(_, piece)| columns(piece));
        match self.open.last() {
            Some(BreakStyle::Lines) => self.line(),
            // The comma after the next element must fit, too.
            Some(BreakStyle::Fill) if self.column + " ,".len() + width() > WIDTH => self.line(),
            _ => self.word(" "),
        }
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        self.f.write_str(word)?;
        // Strings can contain line breaks.
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => columns(last),
            None => self.column + columns(word),
        };
        Ok(())
    }

    fn line(&mut self) -> fmt::Result {
        self.column = INDENT * self.level.min(MAX_LEVELS);
        write!(self.f, "\n{:width$}", "", width = self.column)
    }
}

impl BreakStyle {
    fn is_unbroken(self) -> bool {
        matches!(self, Self::Tight | Self::Inline)
    }

    /// Returns the style of a container at the start of a text that does not fit on the line.
    fn new(previous: &str, container: &str) -> Self {
        let first = container[1..].trim_ascii_start();
        match (&container[..1], token(first)) {
            ("(", Some((Token::Open, _))) => Self::Tight,
            ("(", _) if previous != "Object" => Self::Fill,
            ("[", _) if first.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => Self::Fill,
            _ => Self::Lines,
        }
    }
}

/// Returns the token at the start of a text.
fn token(text: &str) -> Option<(Token, &str)> {
    let is_space = |c: char| c.is_ascii_whitespace();
    let (token, length) = match text.chars().next()? {
        c if is_space(c) => (
            Token::Space,
            text.find(|c| !is_space(c)).unwrap_or(text.len()),
        ),
        '[' | '(' | '{' => (Token::Open, 1),
        ']' | ')' | '}' => (Token::Close, 1),
        ',' => (Token::Comma, 1),
        ':' => (Token::Colon, 1),
        '"' => (Token::Atom, string(text)),
        _ => {
            let is_end = |c: char| is_space(c) || "[]{}():,\"".contains(c);
            (Token::Atom, text.find(is_end).unwrap_or(text.len()))
        }
    };
    Some((token, &text[..length]))
}

/// Returns the length of the string at the start of a text, including its quotes.
fn string(text: &str) -> usize {
    let mut is_escaped = false;
    let is_end = |byte: u8| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    };
    let quote = text.bytes().skip(1).position(is_end);
    quote.map_or(text.len(), |index| index + 2)
}

/// Returns whether the container at the start of a text fits into a number of columns.
fn fits(text: &str, columns_left: usize) -> bool {
    let mut open = Vec::new();
    let (mut length, mut width, mut is_empty) = (0, 0, true);
    while let Some((token, piece)) = token(&text[length..]) {
        length += piece.len();
        width += match token {
            Token::Space => 0,
            Token::Comma | Token::Colon => 2,
            Token::Open | Token::Close | Token::Atom => columns(piece),
        };
        match token {
            Token::Open => {
                is_empty = open.is_empty();
                open.push(piece);
            }
            Token::Close => {
                open.pop();
                // An empty container is never broken.
                if open.is_empty() && (is_empty || width <= columns_left) {
                    return true;
                }
            }
            Token::Comma if open.last() == Some(&"{") => return false,
            Token::Atom if piece.contains('\n') => return false,
            Token::Space => continue,
            _ => is_empty = false,
        }
        if width > columns_left && !is_empty {
            return false;
        }
    }
    false
}

fn columns(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests;
