//! Byte arrays as engines and languages print them: `[18, 0]`, `PackedByteArray(18, 0)`, and the C
//! of `xxd -i`.

use super::{NotBytes, count, digit};
use crate::layouts;
use gdvariant::Kind;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The names that the engines write before an array's parenthesis.
static NAMES: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let tables = layouts::tables().into_iter();
    let arrays = tables.filter(|table| table.kind == Kind::PoolByteArray);
    arrays.map(|table| table.name).collect()
});

/// Returns whether the line starts a byte array.
pub(super) fn is_start(line: &[u8]) -> bool {
    opening(line).is_some()
}

/// Returns whether the line ends a byte array.
pub(super) fn is_end(line: &[u8]) -> bool {
    let start = opening(line).unwrap_or_default();
    line[start..].iter().copied().any(is_closing)
}

/// Returns whether the line is the length that `xxd -i` writes after an array.
pub(super) fn is_length(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.starts_with(b"unsigned int ") && line.contains(&b'=') && line.ends_with(b";")
}

/// Returns the index after the opening bracket, which may follow a declaration such as `char a[]
/// =`.
fn opening(line: &[u8]) -> Option<usize> {
    let assigned = declaration(line);
    let start = assigned + count(&line[assigned..], |c| c.is_ascii_whitespace() || *c == b'&');
    let rest = &line[start..];
    if rest.starts_with(b"[") || rest.starts_with(b"{") {
        return Some(start + 1);
    }
    let name = NAMES
        .iter()
        .find(|name| rest.starts_with(name.as_bytes()))?;
    let rest = &rest[name.len()..];
    let spaces = count(rest, u8::is_ascii_whitespace);
    let is_open = rest.get(spaces) == Some(&b'(');
    is_open.then_some(start + name.len() + spaces + 1)
}

/// Returns the length of a declaration with its equals sign, or 0 if the line does not start with
/// one.
///
/// The first word of a declaration is not hex digits, as the offset of a dump is.
fn declaration(line: &[u8]) -> usize {
    let word = count(line, u8::is_ascii_alphanumeric);
    if line[..word].iter().all(u8::is_ascii_hexdigit) {
        return 0;
    }
    line.iter().position(|&c| c == b'=').map_or(0, |at| at + 1)
}

fn is_closing(c: u8) -> bool {
    matches!(c, b']' | b'}' | b')')
}

/// Appends the bytes of a line, which starts the array unless it is open already.
pub(super) fn read(line: &[u8], is_open: bool, bytes: &mut Vec<u8>) -> Result<(), NotBytes> {
    let start = if is_open { None } else { opening(line) };
    let mut at = start.unwrap_or_default();
    // A line break may follow a number or its comma.
    let mut is_separated = is_open;
    while let Some(c) = line.get(at) {
        match c {
            c if c.is_ascii_whitespace() => at += 1,
            b',' if is_separated => {
                is_separated = false;
                at += 1;
            }
            c if is_closing(*c) => return end(line, at + 1, bytes),
            _ => {
                at += number(line, at, bytes)?;
                is_separated = true;
            }
        }
    }
    Ok(())
}

/// Checks that nothing but punctuation follows the closing bracket.
fn end(line: &[u8], at: usize, bytes: &[u8]) -> Result<(), NotBytes> {
    let rest = line.get(at..).unwrap_or_default();
    let skipped = count(rest, |c| {
        c.is_ascii_whitespace() || matches!(c, b',' | b';')
    });
    if skipped == rest.len() {
        return Ok(());
    }
    let expected = "the end of the line after the array";
    Err(NotBytes::unexpected(bytes, expected, line, at + skipped))
}

/// Appends the number at an index, and returns how long it is.
fn number(line: &[u8], at: usize, bytes: &mut Vec<u8>) -> Result<usize, NotBytes> {
    let rest = &line[at..];
    let length = count(rest, |c| c.is_ascii_alphanumeric() || *c == b'-');
    let word = &rest[..length];
    if word.is_empty() {
        return Err(NotBytes::unexpected(bytes, "a byte of 0 to 255", line, at));
    }
    if let Some(byte) = byte(word) {
        bytes.push(byte);
        return Ok(length);
    }
    let advice = if word.len() == 2 && word.iter().all(u8::is_ascii_hexdigit) {
        "; for hex digits leave the brackets out"
    } else {
        ""
    };
    let column = at + 1;
    let word = String::from_utf8_lossy(word);
    let message = format!("expected a byte of 0 to 255, found {word} at column {column}{advice}");
    Err(NotBytes::new(bytes, message))
}

/// Returns the byte of a decimal number, or of a hexadecimal one after `0x`.
///
/// A decimal number has no leading zero: `00` and `09` are hex digits.
fn byte(word: &[u8]) -> Option<u8> {
    match word {
        [b'0', b'x' | b'X', low] => digit(*low),
        [b'0', b'x' | b'X', digits @ ..] => super::pair(digits),
        [b'0', _, ..] => None,
        digits => digits.iter().try_fold(0_u8, |value, c| {
            let digit = c.is_ascii_digit().then(|| c - b'0')?;
            value.checked_mul(10)?.checked_add(digit)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Vec<u8>, NotBytes> {
        let mut bytes = Vec::new();
        assert!(is_start(line.as_bytes()), "{line}");
        read(line.as_bytes(), false, &mut bytes).map(|()| bytes)
    }

    #[test]
    fn arrays_of_engines_and_languages_are_read() {
        for line in [
            "[18, 0, 255]",
            "  [18,0,255,],",
            "[18 0 255]",
            "{ 0x12, 0x0, 0xFF };",
            "PoolByteArray( 18, 0, 255 )",
            "PackedByteArray(18, 0, 255)",
            "unsigned char a[] = { 0x12, 0x00, 0xff };",
            "let a: &[u8] = &[18, 0, 255];",
        ] {
            assert_eq!(parse(line), Ok(vec![18, 0, 255]), "{line}");
        }
        assert_eq!(parse("[]"), Ok(vec![]));
        assert!(!is_start(b"00000000: 3d5b  =["));
    }

    #[test]
    fn numbers_that_are_no_bytes_are_errors() {
        for (line, message) in [
            (
                "[256]",
                "expected a byte of 0 to 255, found 256 at column 2",
            ),
            (
                "[0, -1]",
                "expected a byte of 0 to 255, found -1 at column 5",
            ),
            (
                "[12, 00]",
                "expected a byte of 0 to 255, found 00 at column 6; for hex digits leave the brackets out",
            ),
            (
                "[1,,2]",
                "expected a byte of 0 to 255, found ',' at column 4",
            ),
            (
                "[1] [2]",
                "expected the end of the line after the array, found '[' at column 5",
            ),
        ] {
            assert_eq!(parse(line).expect_err(line).message, message);
        }
    }
}
