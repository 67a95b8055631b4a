//! Parses rows of xxd, `hexdump -C` and Wireshark: an offset, hex digits, and characters.

use super::FormAdvice;
use super::tokens::{Unexpected, pairs};

/// Parses a row and appends its bytes. The last row can consist of the offset alone.
pub(super) fn row(line: &str, bytes: &mut Vec<u8>) -> Result<(), Unexpected> {
    if line == "*" {
        return Err(Unexpected::new(0, "all rows").advise(FormAdvice::AllBytes));
    }
    let length = line.find(|c: char| !c.is_ascii_hexdigit());
    let (offset, rest) = line.split_at(length.unwrap_or(line.len()));
    let is_column = match offset.len() {
        0..4 => false,
        // Digits before a single space can also be bytes.
        4..6 => rest.is_empty() || [":", "  "].iter().any(|it| rest.starts_with(it)),
        _ => true,
    };
    let number = usize::from_str_radix(offset, 16).ok();
    let Some(number) = number.filter(|_| is_column) else {
        let expected = "an offset and bytes as xxd, hexdump -C and Wireshark print them";
        return Err(Unexpected::new(0, expected));
    };
    if number != bytes.len() {
        let expected = format!("the offset {:#x} in hex", bytes.len());
        return Err(Unexpected::new(0, expected));
    }
    let data = rest.strip_prefix(':').unwrap_or(rest).trim_start();
    let is_xxd = rest.starts_with(':') && data.split(' ').next().is_some_and(|it| it.len() == 4);
    let width = if is_xxd { 4 } else { 2 };
    let gaps = data.match_indices("  ").map(|(at, _)| at);
    let row = gaps.chain([data.len()]).find_map(|end| {
        let (digits, shown) = data.split_at(end);
        groups(digits, width).filter(|row| is_shown(shown.trim(), row))
    });
    bytes.extend(row.ok_or(Unexpected::new(
        line.len() - data.len(),
        "bytes of 2 hex digits and their characters, as xxd -g1 prints them",
    ))?);
    Ok(())
}

/// Parses groups of at most `width` hex digits.
fn groups(digits: &str, width: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for group in digits.split(' ').filter(|_| !digits.is_empty()) {
        // Two spaces can divide a row in the middle.
        if group.is_empty() && bytes.len() == 8 {
            continue;
        }
        // Only the last group can be shorter. The byte order of longer groups is unknown.
        if group.len() > width || !bytes.len().is_multiple_of(width / 2) {
            return None;
        }
        pairs(group, &mut bytes).ok()?;
    }
    Some(bytes)
}

/// Returns whether the characters of a row are those of its bytes, if there are any.
///
/// The characters distinguish dumps of bytes from dumps of words, such as those of `xxd -e`.
fn is_shown(shown: &str, bytes: &[u8]) -> bool {
    let character = |byte: &u8| match byte {
        b' '..=b'~' => char::from(*byte),
        _ => '.',
    };
    let expected: String = bytes.iter().map(character).collect();
    let within_bars = shown.strip_prefix('|').and_then(|it| it.strip_suffix('|'));
    let is_same = |shown: &str| shown.trim() == expected.trim();
    shown.is_empty() || is_same(shown) || within_bars.is_some_and(is_same)
}
