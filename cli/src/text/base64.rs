//! A line of standard base64.

use super::unexpected;
use crate::input::InvalidInput;
use base64::Engine as _;
use base64::alphabet::STANDARD as ALPHABET;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};

/// Returns the base64 of the bytes.
pub(super) fn write(bytes: &[u8]) -> Vec<u8> {
    STANDARD.encode(bytes).into_bytes()
}

/// Appends the bytes of a line, with its padding or without.
pub(super) fn read(line: &[u8], bytes: &mut Vec<u8>) -> Result<(), InvalidInput> {
    let config =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let indent = line.len() - line.trim_ascii_start().len();
    let digits = line.trim_ascii();
    let decoded = GeneralPurpose::new(&ALPHABET, config).decode_vec(digits, bytes);
    decoded.map_err(|error| fault(&error, line, indent))
}

fn fault(error: &base64::DecodeError, line: &[u8], indent: usize) -> InvalidInput {
    use base64::DecodeError::{InvalidByte, InvalidLastSymbol, InvalidLength, InvalidPadding};
    let (at, message) = match *error {
        InvalidByte(at, _) => {
            let fault = unexpected(&[], "base64", line, indent + at);
            (at, fault.message)
        }
        InvalidLength(length) => (
            length,
            format!("expected base64, found an impossible number of digits ({length})"),
        ),
        InvalidLastSymbol(at, _) => (
            at,
            "expected base64, whose last digit has bits that mean nothing".into(),
        ),
        InvalidPadding => (
            line.trim_ascii().len(),
            "expected base64, found invalid padding".into(),
        ),
    };
    InvalidInput {
        offset: at / 4 * 3,
        message,
    }
}
