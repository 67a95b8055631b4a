//! Parses and formats lines of hex digits (`12000000 09000000`, `12:00:00:00`, `0x12, 0x00`) and of
//! standard base64.

use super::{FormAdvice, InvalidInput, fault, pair, unexpected};
use base64::Engine as _;
use base64::alphabet::STANDARD as ALPHABET;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};

/// The separators of groups of digits. Each line uses only one of them.
const SEPARATORS: [&str; 6] = [", ", ",", ":", "-", "\t", " "];

pub(super) fn format_hex(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().flat_map(hex_digits).collect()
}

/// Returns the two hex digits of a byte.
#[must_use]
pub fn hex_digits(byte: u8) -> [u8; 2] {
    let digit = |value: u8| b"0123456789abcdef"[usize::from(value & 0xf)];
    [digit(byte >> 4), digit(byte)]
}

/// Parses a line of hex digits, and appends its bytes.
///
/// The first group of digits can start with `0x`, and so can each group of a single byte.
pub(super) fn parse_hex(line: &[u8], bytes: &mut Vec<u8>) -> Result<(), InvalidInput> {
    let text = String::from_utf8_lossy(line);
    let digits = text.trim_ascii_start();
    let mut at = text.len() - digits.len();
    let digits = without_separator(digits);
    let separator = separator_of(digits);
    let separator = if separator.is_empty() { " " } else { separator };
    for (index, group) in digits.split(separator).enumerate() {
        let is_prefixed = (index == 0 || group.len() == 4) && group.starts_with("0x");
        let start = if is_prefixed { 2 } else { 0 };
        let pairs = &group.as_bytes()[start..];
        let other = pairs.iter().position(|c| !c.is_ascii_hexdigit());
        let count = pairs.len();
        let digits_before = &pairs[..other.unwrap_or(count)];
        bytes.extend(digits_before.chunks_exact(2).filter_map(pair));
        if other.is_some() || count == 0 {
            let at = at + start + other.unwrap_or(0);
            return Err(unexpected(bytes, "hex digits", line, at));
        }
        if !count.is_multiple_of(2) {
            return Err(fault(
                bytes,
                format!("expected an even number of hex digits, found {count}"),
            ));
        }
        // A first group of another length is probably an offset: offsets of `od -A x` have 6
        // digits.
        let is_alone = group.len() == digits.len();
        if index == 0 && !is_alone && !matches!(count, 2 | 4) && !count.is_multiple_of(8) {
            let message =
                format!("the line starts with {count} digits, but the header of a value has 8");
            return Err(InvalidInput {
                advice: vec![FormAdvice::Offset],
                ..fault(bytes, message)
            });
        }
        at += group.len() + separator.len();
    }
    Ok(())
}

/// Returns the separator of the groups of digits in a line; empty for a line of one group.
pub(super) fn separator_of(digits: &str) -> &'static str {
    let separator = SEPARATORS.into_iter().find(|it| digits.contains(it));
    separator.unwrap_or("")
}

/// Removes the separator with which a line of a longer list ends.
pub(super) fn without_separator(digits: &str) -> &str {
    digits.trim_end_matches([',', ':', '-'])
}

pub(super) fn encode_base64(bytes: &[u8]) -> Vec<u8> {
    STANDARD.encode(bytes).into_bytes()
}

/// Decodes a line of base64, with or without padding, and appends its bytes.
pub(crate) fn decode_base64(line: &[u8], bytes: &mut Vec<u8>) -> Result<(), InvalidInput> {
    let config =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let indent = line.len() - line.trim_ascii_start().len();
    let digits = line.trim_ascii();
    let decoded = GeneralPurpose::new(&ALPHABET, config).decode_vec(digits, bytes);
    decoded.map_err(|error| base64_fault(&error, line, indent))
}

fn base64_fault(error: &base64::DecodeError, line: &[u8], indent: usize) -> InvalidInput {
    use base64::DecodeError::{InvalidByte, InvalidLastSymbol, InvalidLength, InvalidPadding};
    let (at, message) = match *error {
        InvalidByte(at, _) => {
            let fault = unexpected(&[], "base64", line, indent + at);
            (at, fault.message)
        }
        InvalidLength(length) => (
            length,
            format!("expected base64, found an invalid number of digits ({length})"),
        ),
        InvalidLastSymbol(at, _) => (
            at,
            "expected base64, found a last digit with unused bits that are not zero".into(),
        ),
        InvalidPadding => (
            line.trim_ascii().len(),
            "expected base64, found invalid padding".into(),
        ),
    };
    InvalidInput {
        offset: at / 4 * 3,
        message,
        advice: Vec::new(),
    }
}
