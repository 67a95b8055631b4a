//! Parses bytes as programming languages print them: `[18, 0]`, `{ 0x12, 0x00 }`, `b'\x12\x00'`,
//! `\x12\x00`.

use super::{InvalidInput, count, digit, fault, pair, unexpected};

/// Returns whether a line is the length that `xxd -i` prints after an array.
pub(super) fn is_length(line: &[u8]) -> bool {
    line.starts_with(b"unsigned int ") && line.contains(&b'=') && line.ends_with(b";")
}

/// Returns whether a line contains the closing bracket of an array.
pub(super) fn closes(line: &[u8]) -> bool {
    line.iter().copied().any(is_closing)
}

/// Parses a line, and appends its bytes. `is_open` tracks whether the line is within an array.
pub(super) fn read(
    line: &[u8],
    is_open: &mut bool,
    bytes: &mut Vec<u8>,
) -> Result<(), InvalidInput> {
    let mut at = 0;
    // A line can end after a number or after its comma.
    let mut is_separated = *is_open;
    if !*is_open {
        at = start(line);
        match line.get(at) {
            Some(b'[' | b'{' | b'(') => *is_open = true,
            Some(b'"' | b'\'' | b'\\') => return string(line, at, bytes),
            _ => {
                let expected = "an array, a string or escapes";
                return Err(unexpected(bytes, expected, line, at));
            }
        }
        at += 1;
    }
    while let Some(c) = line.get(at) {
        match c {
            c if c.is_ascii_whitespace() => at += 1,
            b',' if is_separated => {
                is_separated = false;
                at += 1;
            }
            c if is_closing(*c) => {
                *is_open = false;
                return end(line, at + 1, bytes);
            }
            _ => {
                at += number(line, at, bytes)?;
                is_separated = true;
            }
        }
    }
    Ok(())
}

/// Returns the index of the first bracket, quote or escape. Skips a declaration such as `char a[]
/// =`, the name of an array's type, and the `b` of a string.
fn start(line: &[u8]) -> usize {
    let blank = |at: usize| at + count(&line[at..], |c| c.is_ascii_whitespace() || *c == b'&');
    let unquoted = count(line, |c| !matches!(c, b'"' | b'\'' | b'\\'));
    let assignment = line[..unquoted].iter().position(|c| *c == b'=');
    let start = blank(assignment.map_or(0, |at| at + 1));
    let length = count(&line[start..], u8::is_ascii_alphanumeric);
    let name = line[start..start + length].to_ascii_lowercase();
    let at = start + length;
    match line.get(at) {
        Some(b'"' | b'\'') if name == b"b" => at,
        // Python prints `bytearray(b'..')`.
        Some(b'(') if name == b"bytes" || name.ends_with(b"bytearray") => {
            let inner = blank(at + 1);
            match &line[inner..] {
                [b'b', b'"' | b'\'', ..] => inner + 1,
                [b'[', ..] => inner,
                _ => at,
            }
        }
        _ => start,
    }
}

fn is_closing(c: u8) -> bool {
    matches!(c, b']' | b'}' | b')')
}

/// Checks that only punctuation follows an array or a string.
fn end(line: &[u8], at: usize, bytes: &[u8]) -> Result<(), InvalidInput> {
    let rest = line.get(at..).unwrap_or_default();
    let skipped = count(rest, |c| {
        c.is_ascii_whitespace() || matches!(c, b',' | b';' | b')')
    });
    if skipped == rest.len() {
        return Ok(());
    }
    Err(unexpected(bytes, "the end of the line", line, at + skipped))
}

/// Parses the number at an index, appends it, and returns its length.
fn number(line: &[u8], at: usize, bytes: &mut Vec<u8>) -> Result<usize, InvalidInput> {
    let rest = &line[at..];
    let length = count(rest, |c| c.is_ascii_alphanumeric() || *c == b'-');
    let word = &rest[..length];
    if word.is_empty() {
        return Err(unexpected(bytes, "a byte from 0 to 255", line, at));
    }
    let byte = byte(word).ok_or_else(|| {
        let (word, column) = (String::from_utf8_lossy(word), at + 1);
        let message = format!("expected a byte from 0 to 255, found {word} at column {column}");
        fault(bytes, message)
    })?;
    bytes.push(byte);
    Ok(length)
}

/// Parses a decimal number, or a hexadecimal number after `0x`.
///
/// Decimal numbers with a leading zero are rejected: `00` and `09` are probably hex digits.
fn byte(word: &[u8]) -> Option<u8> {
    match word {
        [b'0', b'x' | b'X', low] => digit(*low),
        [b'0', b'x' | b'X', digits @ ..] => pair(digits),
        [b'0', _, ..] => None,
        digits => str::from_utf8(digits).ok()?.parse().ok(),
    }
}

/// Parses the string at an index, which starts with a quote or an escape, and appends its bytes.
fn string(line: &[u8], start: usize, bytes: &mut Vec<u8>) -> Result<(), InvalidInput> {
    let quote = line.get(start).copied().filter(|c| *c != b'\\');
    let mut at = start + usize::from(quote.is_some());
    while let Some(&c) = line.get(at) {
        at += 1;
        match c {
            b'\\' => at += escape(line, at, bytes)?,
            _ if Some(c) == quote => return end(line, at, bytes),
            _ if c.is_ascii() => bytes.push(c),
            _ => return Err(unexpected(bytes, "an escape such as \\x12", line, at - 1)),
        }
    }
    match quote {
        None => Ok(()),
        Some(_) => Err(unexpected(bytes, "a closing quote", line, at)),
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
