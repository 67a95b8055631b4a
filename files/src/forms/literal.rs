//! Parses bytes as programming languages print them: `[18, 0]`, `{ 0x12, 0x00 }`, `b'\x12\x00'`,
//! `\x12\x00`, `<Buffer 12 00>`.

use super::{FormAdvice, InvalidInput, count, digit, fault, pair, unexpected};

const LITERAL: &str = "an array, a string or escapes";

/// What Java needs before bytes from 128.
const CAST: &[u8] = b"(byte)";

/// The start of a comment, which Wireshark writes before the bytes of a packet.
const COMMENT: &[u8] = b"/*";

/// Returns whether a line is the length that `xxd -i` prints after an array.
pub(super) fn is_length(line: &[u8]) -> bool {
    line.starts_with(b"unsigned int ") && line.contains(&b'=') && line.ends_with(b";")
}

/// Returns whether a line contains the closing bracket of an array.
pub(super) fn closes(line: &[u8]) -> bool {
    line.iter().copied().any(is_closing)
}

/// Parses the lines of a literal.
#[derive(Default)]
pub(super) struct Literal {
    part: Part,
    /// The number of open brackets.
    depth: usize,
    /// The number of bytes that precedes an array, as in `Uint8Array(8) [`.
    length: Option<usize>,
    /// Whether a comma can follow.
    is_separated: bool,
}

/// The part of a literal at a position.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A declaration or the name of a type.
    #[default]
    Start,
    Numbers,
    /// Pairs of hex digits, as in `<Buffer 12 00>`.
    Digits,
    /// What follows a string in brackets, such as another string.
    AfterString,
    AfterArray,
}

impl Literal {
    /// Returns whether the literal continues in the next line.
    pub(super) fn is_open(&self) -> bool {
        self.depth > 0 || self.is_list() && !self.is_separated
    }

    /// Returns whether the literal is a list without brackets, which can end with a comma.
    pub(super) fn is_list(&self) -> bool {
        self.depth == 0 && self.part == Part::Numbers
    }

    /// Parses a line, and appends its bytes.
    pub(super) fn read(&mut self, line: &[u8], bytes: &mut Vec<u8>) -> Result<(), InvalidInput> {
        let mut at = 0;
        while let Some(&c) = line.get(at) {
            at = match self.part {
                _ if c.is_ascii_whitespace() => at + 1,
                Part::Start => self.start(line, at, bytes)?,
                Part::Numbers | Part::Digits => self.element(line, at, bytes)?,
                Part::AfterString | Part::AfterArray => self.after(line, at, bytes)?,
            };
        }
        // Only the brackets and the members before an array fill lines of their own.
        let is_before = self.depth > 0 && line.last().is_none_or(|c| is_opening(*c) || *c == b',');
        if self.part == Part::Start && !is_before {
            self.depth = 0;
            let indent = count(line, u8::is_ascii_whitespace);
            return Err(unexpected(bytes, LITERAL, line, indent));
        }
        // A line can end after a number or after its comma.
        if self.depth > 0 {
            self.is_separated = true;
        }
        Ok(())
    }

    /// Parses what is at an index before the bytes, and returns the index after it.
    fn start(
        &mut self,
        line: &[u8],
        at: usize,
        bytes: &mut Vec<u8>,
    ) -> Result<usize, InvalidInput> {
        let rest = &line[at..];
        let before = line[..at].trim_ascii_end().last().copied();
        let is_first = before.is_none_or(|before| self.depth > 0 && is_opening(before));
        let is_element =
            |c: u8| starts_number(c) || rest.starts_with(CAST) || rest.starts_with(COMMENT);
        match rest {
            [c, ..] if is_first && is_element(*c) && (self.depth > 0 || is_list(rest)) => {
                self.part = Part::Numbers;
                Ok(at)
            }
            [b'\\', ..] => self.string(line, at, bytes),
            [quote @ (b'"' | b'\''), ..] => {
                let end = closing_quote(rest, *quote).map_or(line.len(), |length| at + length);
                let is_member = self.depth > 0 && before == Some(b':');
                if is_member || !line[end..].iter().all(|c| is_punctuation(*c)) {
                    return Ok(end);
                }
                self.string(line, at, bytes)
            }
            [b'<', after @ ..] => {
                let is_digits = after.starts_with(b"Buffer") || after.get(..2).is_some_and(is_pair);
                if is_digits {
                    self.part = Part::Digits;
                    self.depth += 1;
                }
                Ok(at + 1)
            }
            [c, ..] if is_opening(*c) => {
                if let Some(end) = self.length(line, at) {
                    return Ok(end);
                }
                self.depth += 1;
                let inner = at + 1 + count(&rest[1..], u8::is_ascii_whitespace);
                if line.get(inner).is_some_and(|c| is_closing(*c))
                    && line[inner..].iter().all(|c| is_punctuation(*c))
                {
                    self.part = Part::AfterArray;
                }
                Ok(at + 1)
            }
            [c, ..] if is_closing(*c) => {
                self.depth = self.depth.saturating_sub(1);
                Ok(at + 1)
            }
            _ => {
                let length = count(rest, |c| c.is_ascii_alphanumeric() || *c == b'_');
                let name = rest[..length].to_ascii_lowercase();
                let is_other = match &rest[length..] {
                    [b'"' | b'\'', ..] => length > 0 && name != b"b",
                    // Other types have numbers in parentheses as well.
                    [b'(', inner @ ..] => {
                        let is_numbers = inner.trim_ascii_start().first();
                        length > 0
                            && is_numbers.is_some_and(|c| starts_number(*c))
                            && !name.windows(4).any(|part| part == b"byte")
                            && self.length(line, at + length).is_none()
                    }
                    _ => false,
                };
                if is_other {
                    return Err(unexpected(bytes, LITERAL, line, at));
                }
                Ok(at + length.max(1))
            }
        }
    }

    /// Parses the number of bytes in brackets at an index, and returns the index after it:
    /// `Uint8Array(8) [`, `new byte[8] {`, `a[8] = {` or `[8]byte{`.
    fn length(&mut self, line: &[u8], at: usize) -> Option<usize> {
        let digits = count(&line[at + 1..], u8::is_ascii_digit);
        let end = at + 1 + digits;
        let length = str::from_utf8(&line[at + 1..end]).ok()?.parse().ok()?;
        let after = line.get(end).filter(|c| is_closing(**c)).map(|_| end + 1)?;
        let is_length = match line[after..].trim_ascii_start() {
            [b'[' | b'{' | b'=', ..] => at > 0 && line[at - 1].is_ascii_alphanumeric(),
            [c, ..] => line[at] == b'[' && c.is_ascii_alphabetic(),
            [] => false,
        };
        is_length.then(|| {
            self.length = Some(length);
            after
        })
    }

    /// Parses an element or punctuation at an index, and returns the index after it.
    fn element(
        &mut self,
        line: &[u8],
        at: usize,
        bytes: &mut Vec<u8>,
    ) -> Result<usize, InvalidInput> {
        let rest = &line[at..];
        match rest {
            [b',', ..] if self.is_separated => {
                self.is_separated = false;
                Ok(at + 1)
            }
            [c, ..] if self.depth > 0 && (is_closing(*c) || *c == b'>') => {
                if let Some(length) = self.length.filter(|length| *length != bytes.len()) {
                    let found = bytes.len();
                    return Err(fault(
                        bytes,
                        format!("expected {length} bytes, found {found}"),
                    ));
                }
                self.depth -= 1;
                self.part = Part::AfterArray;
                Ok(at + 1)
            }
            // What Node.js and browsers print instead of further bytes.
            [b'.', b'.', b'.', ..] | [0xe2, 0x80, 0xa6, ..] => Err(InvalidInput {
                advice: vec![FormAdvice::AllBytes],
                ..unexpected(bytes, "all bytes", line, at)
            }),
            _ if rest.starts_with(CAST) => Ok(at + CAST.len()),
            _ if rest.starts_with(COMMENT) => {
                let end = rest.windows(2).position(|end| end == b"*/");
                Ok(end.map_or(line.len(), |end| at + end + 2))
            }
            _ if self.part == Part::Digits => {
                if line[..at].ends_with(b"<") && rest.starts_with(b"Buffer") {
                    return Ok(at + 6);
                }
                let digits = rest.get(..2).filter(|digits| is_pair(digits));
                let digits = digits.ok_or_else(|| unexpected(bytes, "hex digits", line, at))?;
                bytes.extend(pair(digits));
                Ok(at + 2)
            }
            _ => {
                let length = number(line, at, bytes)?;
                self.is_separated = true;
                Ok(at + length)
            }
        }
    }

    /// Parses what is at an index after the bytes, and returns the index after it.
    fn after(
        &mut self,
        line: &[u8],
        at: usize,
        bytes: &mut Vec<u8>,
    ) -> Result<usize, InvalidInput> {
        let c = line[at];
        let is_string = self.depth > 0 && self.part == Part::AfterString;
        match c {
            b'"' | b'\'' if is_string => self.string(line, at, bytes),
            b',' | b';' => Ok(at + 1),
            _ if is_closing(c) => {
                self.depth = self.depth.saturating_sub(1);
                Ok(at + 1)
            }
            // Other members of the object with the bytes.
            _ if self.depth > 0 && !is_opening(c) => Ok(at + 1),
            _ => Err(unexpected(bytes, "the end of the line", line, at)),
        }
    }

    /// Parses the string at an index, which starts with a quote or an escape, and appends its bytes.
    /// Returns the index after it.
    fn string(
        &mut self,
        line: &[u8],
        start: usize,
        bytes: &mut Vec<u8>,
    ) -> Result<usize, InvalidInput> {
        self.part = Part::AfterString;
        let quote = line.get(start).copied().filter(|c| *c != b'\\');
        let mut at = start + usize::from(quote.is_some());
        while let Some(&c) = line.get(at) {
            at += 1;
            match c {
                b'\\' => at += escape(line, at, bytes)?,
                _ if Some(c) == quote => return Ok(at),
                _ if c.is_ascii() => bytes.push(c),
                _ => return Err(unexpected(bytes, "an escape such as \\x12", line, at - 1)),
            }
        }
        match quote {
            None => Ok(at),
            Some(_) => Err(unexpected(bytes, "a closing quote", line, at)),
        }
    }
}

/// Returns whether numbers without brackets start a line: `18, 0` or `18 0`.
fn is_list(line: &[u8]) -> bool {
    let length = count(line, |c| is_number(*c));
    let is_separated = matches!(line.get(length), Some(b',' | b' ' | b'\t'));
    is_separated && byte(&line[..length]).is_some()
}

/// Returns the length of a string with its quotes.
fn closing_quote(string: &[u8], quote: u8) -> Option<usize> {
    let mut at = 1;
    loop {
        match *string.get(at)? {
            b'\\' => at += 2,
            c if c == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
}

fn is_opening(c: u8) -> bool {
    matches!(c, b'[' | b'{' | b'(')
}

fn is_closing(c: u8) -> bool {
    matches!(c, b']' | b'}' | b')')
}

fn is_punctuation(c: u8) -> bool {
    c.is_ascii_whitespace() || is_closing(c) || matches!(c, b',' | b';')
}

fn is_pair(digits: &[u8]) -> bool {
    pair(digits).is_some()
}

fn is_number(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'-'
}

fn starts_number(c: u8) -> bool {
    c.is_ascii_digit() || c == b'-'
}

/// Parses the number at an index, appends it, and returns its length.
fn number(line: &[u8], at: usize, bytes: &mut Vec<u8>) -> Result<usize, InvalidInput> {
    const EXPECTED: &str = "a byte from 0 to 255";

    let rest = &line[at..];
    let length = count(rest, |c| is_number(*c));
    let word = &rest[..length];
    if word.is_empty() {
        return Err(unexpected(bytes, EXPECTED, line, at));
    }
    let byte = byte(word).ok_or_else(|| {
        let (word, column) = (String::from_utf8_lossy(word), at + 1);
        let message = format!("expected {EXPECTED}, found {word} at column {column}");
        fault(bytes, message)
    })?;
    bytes.push(byte);
    Ok(length)
}

/// Parses a decimal number, which can be a signed byte, or a hexadecimal number after `0x`.
///
/// Decimal numbers with a leading zero are rejected: `00` and `09` are probably hex digits.
fn byte(word: &[u8]) -> Option<u8> {
    // Rust prints the type after a number.
    let word = word.strip_suffix(b"u8").unwrap_or(word);
    match word {
        [b'0', b'x' | b'X', low] => digit(*low),
        [b'0', b'x' | b'X', digits @ ..] => pair(digits),
        [b'0', _, ..] => None,
        [b'-', ..] => {
            let signed: i8 = str::from_utf8(word).ok()?.parse().ok()?;
            Some(signed.cast_unsigned())
        }
        digits => str::from_utf8(digits).ok()?.parse().ok(),
    }
}

/// Parses the escape whose backslash precedes an index, and appends its byte. Returns the length
/// without the backslash.
fn escape(line: &[u8], at: usize, bytes: &mut Vec<u8>) -> Result<usize, InvalidInput> {
    let (byte, length) = match line[at..] {
        [b'x', high, low, ..] => (pair(&[high, low]), 3),
        [b'n', ..] => (Some(b'\n'), 1),
        [b'r', ..] => (Some(b'\r'), 1),
        [b't', ..] => (Some(b'\t'), 1),
        [c @ (b'\\' | b'\'' | b'"'), ..] => (Some(c), 1),
        // With more digits, the escape would be an octal number.
        [b'0', ref rest @ ..] if !rest.first().is_some_and(u8::is_ascii_digit) => (Some(0), 1),
        _ => (None, 0),
    };
    let expected = "an escape such as \\x12";
    bytes.push(byte.ok_or_else(|| unexpected(bytes, expected, line, at - 1))?);
    Ok(length)
}
