//! A line of hex digits: `12000000 09000000`, `0x12000000`.

use super::{NotBytes, count, digit};

/// The length of the lines of `xxd -p`: 30 bytes, which no value has, because all are multiples of
/// 4.
pub(super) const XXD_WIDTH: usize = 60;

/// Returns the digits of the bytes.
pub(super) fn write(bytes: &[u8]) -> Vec<u8> {
    let digit = |value: u8| b"0123456789abcdef"[usize::from(value & 0xf)];
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(*byte)])
        .collect()
}

/// Appends the bytes of a line of digits, with spaces anywhere and `0x` before the first digit.
pub(super) fn read(line: &[u8], bytes: &mut Vec<u8>) -> Result<(), NotBytes> {
    let start = count(line, u8::is_ascii_whitespace);
    let is_prefixed = line[start..].starts_with(b"0x") || line[start..].starts_with(b"0X");
    let mut digits = 0;
    let mut high = None;
    let start = if is_prefixed { start + 2 } else { start };
    for (at, c) in line.iter().enumerate().skip(start) {
        let Some(digit) = digit(*c) else {
            if c.is_ascii_whitespace() {
                continue;
            }
            return Err(NotBytes::unexpected(bytes, "hex digits", line, at));
        };
        digits += 1;
        match high.take() {
            None => high = Some(digit),
            Some(high) => bytes.push(high << 4 | digit),
        }
    }
    if high.is_none() {
        return Ok(());
    }
    let advice = if is_words(line) {
        "; dumps of words are not read: use hexdump -C, or xxd"
    } else {
        ""
    };
    Err(NotBytes::new(
        bytes,
        format!("odd number of hex digits ({digits}){advice}"),
    ))
}

/// Returns whether the line has an offset of seven digits, as `hexdump` and `od` print before
/// words.
fn is_words(line: &[u8]) -> bool {
    let digits = count(line, u8::is_ascii_hexdigit);
    digits == 7 && line.get(digits) == Some(&b' ')
}

/// Returns whether the line is one of `xxd -p` that is followed by another.
pub(super) fn is_wrapped(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.len() == XXD_WIDTH && is_digits(line)
}

/// Returns whether the line has hex digits and nothing else.
pub(super) fn is_digits(line: &[u8]) -> bool {
    line.trim_ascii().iter().all(u8::is_ascii_hexdigit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Vec<u8>, NotBytes> {
        let mut bytes = Vec::new();
        read(line.as_bytes(), &mut bytes).map(|()| bytes)
    }

    #[test]
    fn spaces_and_a_prefix_are_skipped() {
        for line in ["1200ff", " 12 00FF ", "0x1200ff", "1 2 0 0 f f"] {
            assert_eq!(parse(line), Ok(vec![0x12, 0, 0xff]), "{line}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes: Vec<u8> = (0..=255).collect();
        let mut read_back = Vec::new();
        assert_eq!(read(&write(&bytes), &mut read_back), Ok(()));
        assert_eq!(read_back, bytes);
    }

    #[test]
    fn words_of_hexdump_have_advice() {
        let fault = parse("0000000 0012 0000").expect_err("an odd number");
        assert!(fault.message.ends_with("use hexdump -C, or xxd"));
    }
}
