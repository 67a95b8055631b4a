//! Bytes as text: hex digits and base64.

use crate::args::Bytes;
use base64::Engine as _;
use base64::alphabet::STANDARD as ALPHABET;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};

/// Why text is no bytes, and how many bytes were before.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NotBytes {
    /// The bytes before the fault.
    pub(crate) offset: usize,
    /// What is wrong.
    pub(crate) message: String,
}

/// The bytes that a line stands for.
pub(crate) fn parse(form: Bytes, line: &[u8]) -> Result<Vec<u8>, NotBytes> {
    match form {
        Bytes::Raw => Ok(line.to_vec()),
        Bytes::Hex => from_hex(line),
        Bytes::Base64 => from_base64(line),
    }
}

/// Returns the bytes as they are, or the line that stands for them.
pub(crate) fn write(form: Bytes, bytes: &[u8]) -> Vec<u8> {
    let mut line = match form {
        Bytes::Raw => return bytes.to_vec(),
        Bytes::Hex => bytes
            .iter()
            .flat_map(|byte| [digit(byte >> 4), digit(byte & 0xf)])
            .collect(),
        Bytes::Base64 => STANDARD.encode(bytes).into_bytes(),
    };
    line.push(b'\n');
    line
}

fn digit(value: u8) -> u8 {
    b"0123456789abcdef"
        .get(usize::from(value))
        .copied()
        .unwrap_or_default()
}

/// Hex digits; spaces between them and `0x` in front are for the reader.
fn from_hex(line: &[u8]) -> Result<Vec<u8>, NotBytes> {
    let start = line.len() - line.trim_ascii_start().len();
    let line_start = if line[start..].starts_with(b"0x") || line[start..].starts_with(b"0X") {
        start + 2
    } else {
        start
    };
    let mut digits = Vec::with_capacity(line.len());
    for (at, c) in line.iter().enumerate().skip(line_start) {
        match char::from(*c)
            .to_digit(16)
            .and_then(|digit| u8::try_from(digit).ok())
        {
            Some(digit) => digits.push(digit),
            None if c.is_ascii_whitespace() => {}
            None => {
                let found = String::from_utf8_lossy(&line[at..])
                    .chars()
                    .next()
                    .unwrap_or_default();
                let message = format!("expected hex digits, found {found:?} at column {}", at + 1);
                return Err(NotBytes {
                    offset: digits.len() / 2,
                    message,
                });
            }
        }
    }
    let pairs = digits.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return Err(NotBytes {
            offset: digits.len() / 2,
            message: format!("odd number of hex digits ({})", digits.len()),
        });
    }
    Ok(pairs
        .map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit))
        .collect())
}

/// Standard base64, with its padding or without.
fn from_base64(line: &[u8]) -> Result<Vec<u8>, NotBytes> {
    let config =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let line = line.trim_ascii();
    GeneralPurpose::new(&ALPHABET, config)
        .decode(line)
        .map_err(|error| {
            use base64::DecodeError::{
                InvalidByte, InvalidLastSymbol, InvalidLength, InvalidPadding,
            };
            let (at, message) = match error {
                InvalidByte(at, byte) => (
                    at,
                    format!(
                        "expected base64, found {:?} at column {}",
                        char::from(byte),
                        at + 1
                    ),
                ),
                InvalidLength(length) => (
                    length,
                    format!("expected base64, found an impossible number of digits ({length})"),
                ),
                InvalidLastSymbol(at, _) => (
                    at,
                    "expected base64, whose last digit has bits that mean nothing".into(),
                ),
                InvalidPadding => (line.len(), "expected base64, found wrong padding".into()),
            };
            NotBytes {
                offset: at / 4 * 3,
                message,
            }
        })
}
