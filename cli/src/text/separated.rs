//! Bytes with separators: `0x12, 0x00`, `12:00`, `12-00`.

use super::{NotBytes, count, digit, pair};

/// Returns whether the line has separators, or `0x` more than once.
pub(super) fn is_separated(line: &[u8]) -> bool {
    let prefixes = line.iter().filter(|c| matches!(c, b'x' | b'X'));
    line.iter().copied().any(is_separator) || prefixes.count() > 1
}

/// Returns whether the value continues in the next line.
pub(super) fn continues(line: &[u8]) -> bool {
    line.trim_ascii_end().ends_with(b",")
}

fn is_separator(c: u8) -> bool {
    matches!(c, b',' | b':' | b';' | b'-')
}

/// Appends the bytes of a line.
pub(super) fn read(line: &[u8], bytes: &mut Vec<u8>) -> Result<(), NotBytes> {
    let mut at = 0;
    let mut is_separated = false;
    while let Some(c) = line.get(at) {
        if c.is_ascii_whitespace() {
            at += 1;
        } else if is_separator(*c) && is_separated {
            is_separated = false;
            at += 1;
        } else {
            at += group(line, at, bytes)?;
            is_separated = true;
        }
    }
    Ok(())
}

/// Appends the bytes of the digits at an index, and returns how long these are.
fn group(line: &[u8], at: usize, bytes: &mut Vec<u8>) -> Result<usize, NotBytes> {
    let rest = &line[at..];
    let is_prefixed = rest.starts_with(b"0x") || rest.starts_with(b"0X");
    let prefix = if is_prefixed { 2 } else { 0 };
    let digits = &rest[prefix..];
    let digits = &digits[..count(digits, u8::is_ascii_hexdigit)];
    let column = at + 1;
    match *digits {
        [] => {
            return Err(NotBytes::unexpected(bytes, "hex digits", line, at + prefix));
        }
        [only] if is_prefixed => bytes.extend(digit(only)),
        [_, _, _, ..] if is_prefixed => {
            let message = format!(
                "expected one byte after 0x, found {} digits at column {column}; the order of a number's bytes is unknown: \
                 write each byte by itself",
                digits.len()
            );
            return Err(NotBytes::new(bytes, message));
        }
        _ if digits.len() % 2 == 1 => {
            let message = format!(
                "expected pairs of hex digits, found an odd number ({}) at column {column}; put decimal bytes into brackets: \
                 [18, 0]",
                digits.len()
            );
            return Err(NotBytes::new(bytes, message));
        }
        _ => bytes.extend(digits.chunks_exact(2).filter_map(pair)),
    }
    Ok(prefix + digits.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Vec<u8>, NotBytes> {
        let mut bytes = Vec::new();
        assert!(is_separated(line.as_bytes()), "{line}");
        read(line.as_bytes(), &mut bytes).map(|()| bytes)
    }

    #[test]
    fn every_separator_is_skipped() {
        for line in [
            "0x12, 0x00, 0xff",
            "0x12,0x0,0xff,",
            "0x12 0x00 0xff",
            "12:00:ff",
            "12-00-FF",
            "1200:ff",
            " 12, 00; ff;",
        ] {
            assert_eq!(parse(line), Ok(vec![0x12, 0, 0xff]), "{line}");
        }
    }

    #[test]
    fn what_may_mean_something_else_is_an_error() {
        for (line, message) in [
            ("12::00", "expected hex digits, found ':' at column 4"),
            (
                "0x12, 0x",
                "expected hex digits, found the end of the line at column 9",
            ),
            (
                "18, 0, 0, 0",
                "expected pairs of hex digits, found an odd number (1) at column 5; put decimal bytes into brackets: [18, 0]",
            ),
            (
                "0x00000012, 0x00000009",
                "expected one byte after 0x, found 8 digits at column 1; the order of a number's bytes is unknown: write each \
                 byte by itself",
            ),
        ] {
            assert_eq!(parse(line).expect_err(line).message, message);
        }
    }
}
