//! A row of a dump: the output of xxd, `hexdump -C`, `od -t x1`, Wireshark and tcpdump.

use super::{NotBytes, count, pair};

/// A line of a dump: its offset, and where its bytes start.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The offset of the first byte.
    pub(super) offset: u64,
    /// Whether the row has the form of od, with octal offsets.
    pub(super) is_of_od: bool,
    /// The index of the first byte's digits.
    start: usize,
    /// Whether a colon follows the offset, as xxd writes it.
    has_colon: bool,
}

/// Where a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    /// Not after the row of a dump.
    Outside,
    /// After a row of a dump.
    Dump,
    /// After a row of od.
    Od,
}

/// Returns the row of a line, if it has an offset.
///
/// Digits, two spaces and pairs of digits can also be a value: outside of a dump these are a row
/// only if the offset is 0, where a value would be Nil with bytes after it, or if bars follow. The
/// first offset of od has 7 digits, an odd number, which no value has.
pub(super) fn row(line: &[u8], context: Context) -> Option<Row> {
    let indent = count(line, u8::is_ascii_whitespace);
    let prefix = if line[indent..].starts_with(b"0x") {
        2
    } else {
        0
    };
    let digits_start = indent + prefix;
    let digits = count(&line[digits_start..], u8::is_ascii_hexdigit);
    let end = digits_start + digits;
    let has_colon = line.get(end) == Some(&b':');
    let after = if has_colon { end + 1 } else { end };
    let spaces = count(&line[after..], u8::is_ascii_whitespace);
    let is_of_od = !has_colon && prefix == 0 && is_of_od(digits, spaces, context);
    let offset = if is_of_od {
        octal_offset(&line[digits_start..end])?
    } else {
        offset(&line[digits_start..end])?
    };
    let row = Row {
        offset,
        is_of_od,
        start: after + spaces,
        has_colon,
    };
    let data = &line[row.start..];
    let is_row = if has_colon {
        spaces > 0 && !data.is_empty()
    } else {
        let is_sure = context == Context::Dump || has_bars(data) || offset == 0 && pairs(data) >= 4;
        prefix == 0 && pairs(data) > 0 && (is_of_od || spaces >= 2 && is_sure)
    };
    is_row.then_some(row)
}

/// The least number of digits in the offsets of od, which are octal.
const OD_DIGITS: usize = 7;

/// Returns whether a row has the form of od: one space follows the offset, which has more digits
/// from 2 MiB on.
fn is_of_od(digits: usize, spaces: usize, context: Context) -> bool {
    spaces == 1 && (digits == OD_DIGITS || context == Context::Od && digits > OD_DIGITS)
}

/// Returns the offset of four or more hex digits.
pub(super) fn offset(digits: &[u8]) -> Option<u64> {
    number(digits, 16)
}

/// Returns the offset of the octal digits of od.
pub(super) fn octal_offset(digits: &[u8]) -> Option<u64> {
    number(digits, 8).filter(|_| digits.len() >= OD_DIGITS)
}

fn number(digits: &[u8], radix: u32) -> Option<u64> {
    if !(4..=16).contains(&digits.len()) {
        return None;
    }
    u64::from_str_radix(core::str::from_utf8(digits).ok()?, radix).ok()
}

fn has_bars(data: &[u8]) -> bool {
    let data = data.trim_ascii_end();
    data.ends_with(b"|") && data.iter().position(|c| *c == b'|') < Some(data.len() - 1)
}

/// Returns how many pairs of digits, separated by single spaces, the text starts with.
fn pairs(data: &[u8]) -> usize {
    let is_pair = |word: &&[u8]| pair(word).is_some();
    data.split(|c| *c == b' ').take_while(is_pair).count()
}

impl Row {
    /// Appends the bytes of the row, up to the column of characters.
    pub(super) fn read(&self, line: &[u8], bytes: &mut Vec<u8>) -> Result<(), NotBytes> {
        let mut at = self.start;
        let mut read = 0;
        loop {
            let digits = count(&line[at..], u8::is_ascii_hexdigit);
            if digits == 0 || digits % 2 == 1 || !self.has_colon && digits != 2 {
                let expected = "pairs of hex digits";
                return Err(NotBytes::unexpected(bytes, expected, line, at + digits));
            }
            let end = at + digits;
            bytes.extend(line[at..end].chunks_exact(2).filter_map(pair));
            read += digits / 2;
            let spaces = count(&line[end..], u8::is_ascii_whitespace);
            let next = end + spaces;
            if self.is_end(line, next, spaces, read) {
                return Ok(());
            }
            if spaces == 0 {
                return Err(NotBytes::unexpected(bytes, "hex digits", line, end));
            }
            at = next;
        }
    }

    /// Returns whether the bytes of the row end before the index, given the spaces and bytes before
    /// it.
    ///
    /// `hexdump -C` and Wireshark have 16 bytes in a row, and two spaces after 8 of them.
    fn is_end(&self, line: &[u8], next: usize, spaces: usize, read: usize) -> bool {
        let rest = line.get(next..).unwrap_or_default();
        if rest.is_empty() || !self.has_colon && rest.starts_with(b"|") {
            return true;
        }
        let is_middle = !self.has_colon && read == 8 && pairs(rest) > 0;
        match spaces {
            0 | 1 => false,
            2 => !is_middle,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Option<(u64, Result<Vec<u8>, String>)> {
        let row = row(line.as_bytes(), Context::Outside)?;
        let mut bytes = Vec::new();
        let read = row.read(line.as_bytes(), &mut bytes);
        Some((
            row.offset,
            read.map(|()| bytes).map_err(|fault| fault.message),
        ))
    }

    #[test]
    fn rows_have_an_offset_and_bytes() {
        for line in [
            "00000000: 3132 3320 3420 3536 3738 1220            123 4 5678. ",
            "00000000: 31 32 33 20 34 20 35 36 37 38 12 20  123 4 5678. ",
            "00000000: 313233203420353637381220  123 4 5678. ",
            "00000000  31 32 33 20 34 20 35 36  37 38 12 20              |123 4 5678. |",
            "0000   31 32 33 20 34 20 35 36 37 38 12 20               123 4 5678.",
            "0000  31 32 33 20 34 20 35 36  37 38 12 20               123 4 5678.",
            "0000   31 32 33 20 34 20 35 36 37 38 12 20",
            "0000000 31 32 33 20 34 20 35 36 37 38 12 20",
            "\t0x0000:  3132 3320 3420 3536 3738 1220            123 4 5678.",
        ] {
            let bytes = b"123 4 5678\x12 ".to_vec();
            assert_eq!(parse(line), Some((0, Ok(bytes))), "{line}");
        }
    }

    #[test]
    fn characters_are_not_bytes() {
        for line in [
            "00000000: 31 32 20 33 34 20 35 36  12 34 56",
            "00000000: 3132 2033 3420 3536            12 34 56",
            "00000000  31 32 20 33 34 20 35 36                           |12 34 56|",
            "0000   31 32 20 33 34 20 35 36                           12 34 56",
        ] {
            let bytes = b"12 34 56".to_vec();
            assert_eq!(parse(line), Some((0, Ok(bytes))), "{line}");
        }
    }

    #[test]
    fn values_are_no_rows() {
        for line in [
            "00000000",
            "00000000 ff",
            "02000000 07000000",
            "02000000  07 00 00 00",
            "0000  00 00",
            "12:00:00:00",
            "1200:0000",
            "0x02000000  07 00 00 00",
            "[18, 0]",
        ] {
            assert_eq!(parse(line), None, "{line}");
        }
    }

    #[test]
    fn malformed_rows_are_errors() {
        for (line, message) in [
            (
                "00000000: 12xx",
                "expected hex digits, found 'x' at column 13",
            ),
            (
                "00000000: 120",
                "expected pairs of hex digits, found the end of the line at column 14",
            ),
            (
                "00000000  12 00 0g  |...|",
                "expected pairs of hex digits, found 'g' at column 18",
            ),
        ] {
            assert_eq!(parse(line), Some((0, Err(message.into()))), "{line}");
        }
    }
}
