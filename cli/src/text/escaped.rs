//! Bytes as escapes, with quotes or without: `\x12\x00`, `b'\x04\x00id'`.

use super::{NotBytes, count, pair};

/// Returns whether the line has escapes or is a literal.
pub(super) fn is_escaped(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.starts_with(b"\\") || quote(line).is_some()
}

/// Returns the quote of a literal, and its length with the prefix.
fn quote(line: &[u8]) -> Option<(u8, usize)> {
    match *line {
        [b'b', quote @ (b'"' | b'\''), ..] => Some((quote, 2)),
        [quote @ (b'"' | b'\''), ..] => Some((quote, 1)),
        _ => None,
    }
}

/// Appends the bytes of a line.
pub(super) fn read(line: &[u8], bytes: &mut Vec<u8>) -> Result<(), NotBytes> {
    let start = count(line, u8::is_ascii_whitespace);
    let quote = quote(&line[start..]);
    let mut at = start + quote.map_or(0, |(_, length)| length);
    while let Some(c) = line.get(at) {
        match (c, quote) {
            (b'\\', _) => at += escape(line, at, bytes)?,
            (c, Some((quote, _))) if *c == quote => return end(line, at + 1, bytes),
            (c, Some(_)) => {
                bytes.push(*c);
                at += 1;
            }
            (c, None) if c.is_ascii_whitespace() => at += 1,
            (_, None) => return Err(NotBytes::unexpected(bytes, "\\x", line, at)),
        }
    }
    match quote {
        None => Ok(()),
        Some(_) => Err(NotBytes::unexpected(bytes, "a closing quote", line, at)),
    }
}

/// Checks that nothing but punctuation follows the closing quote.
fn end(line: &[u8], at: usize, bytes: &[u8]) -> Result<(), NotBytes> {
    let rest = line.get(at..).unwrap_or_default();
    let skipped = count(rest, |c| {
        c.is_ascii_whitespace() || matches!(c, b',' | b';')
    });
    if skipped == rest.len() {
        return Ok(());
    }
    let expected = "the end of the line after the quote";
    Err(NotBytes::unexpected(bytes, expected, line, at + skipped))
}

/// Appends the byte of the escape at an index, and returns how long it is.
fn escape(line: &[u8], at: usize, bytes: &mut Vec<u8>) -> Result<usize, NotBytes> {
    let expected = "an escape such as \\x12";
    let byte = match line[at..] {
        [_, b'x', high, low, ..] => {
            let byte = pair(&[high, low]);
            bytes.push(byte.ok_or_else(|| NotBytes::unexpected(bytes, expected, line, at))?);
            return Ok(4);
        }
        [_, b'n', ..] => b'\n',
        [_, b'r', ..] => b'\r',
        [_, b't', ..] => b'\t',
        [_, c @ (b'\\' | b'\'' | b'"'), ..] => c,
        // More digits would be an octal number.
        [_, b'0', ref rest @ ..] if !rest.first().is_some_and(u8::is_ascii_digit) => 0,
        _ => return Err(NotBytes::unexpected(bytes, expected, line, at)),
    };
    bytes.push(byte);
    Ok(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Vec<u8>, NotBytes> {
        let mut bytes = Vec::new();
        assert!(is_escaped(line.as_bytes()), "{line}");
        read(line.as_bytes(), &mut bytes).map(|()| bytes)
    }

    #[test]
    fn escapes_and_literals_are_read() {
        for line in [
            r"\x12\x00\x61\x0a",
            r"  \x12 \x00 \x61 \n",
            r"b'\x12\x00a\n'",
            r#""\x12\0a\n","#,
        ] {
            assert_eq!(parse(line), Ok(vec![0x12, 0, b'a', b'\n']), "{line}");
        }
        assert_eq!(parse(r#"b"\"\\'""#), Ok(b"\"\\'".to_vec()));
    }

    #[test]
    fn malformed_escapes_are_errors() {
        for (line, message) in [
            (
                r"\x1",
                r"expected an escape such as \x12, found '\\' at column 1",
            ),
            (
                r"\x12\xg0",
                r"expected an escape such as \x12, found '\\' at column 5",
            ),
            (
                r"\012",
                r"expected an escape such as \x12, found '\\' at column 1",
            ),
            (r"\x12a", r"expected \x, found 'a' at column 5"),
            (
                "b'a",
                "expected a closing quote, found the end of the line at column 4",
            ),
            (
                "'a' b",
                "expected the end of the line after the quote, found 'b' at column 5",
            ),
        ] {
            assert_eq!(parse(line).expect_err(line).message, message);
        }
    }
}
