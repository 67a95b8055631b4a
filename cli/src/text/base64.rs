//! Standard base64, in one line or wrapped.

use super::NotBytes;
use base64::Engine as _;
use base64::alphabet::STANDARD as ALPHABET;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};
use gdvariant::detect::detect;

/// The lengths of wrapped lines: those of PEM, and of MIME and the command `base64`.
const WIDTHS: [usize; 2] = [64, 76];

/// Returns the base64 of the bytes.
pub(super) fn write(bytes: &[u8]) -> Vec<u8> {
    STANDARD.encode(bytes).into_bytes()
}

/// Returns the length of a line that is the first of several.
///
/// A value never starts with another whole value, so a line that is one is not wrapped.
pub(super) fn wrapped_width(line: &[u8], bytes: &[u8]) -> Option<usize> {
    let line = line.trim_ascii();
    let width = WIDTHS.into_iter().find(|width| line.len() == *width)?;
    // Each value is a multiple of 4 bytes long: 76 digits, or 57 bytes, are none.
    let is_value = bytes.len().is_multiple_of(4) && detect(bytes).fitting().next().is_some();
    (!line.ends_with(b"=") && !is_value).then_some(width)
}

/// Appends the bytes of a line, with its padding or without.
pub(super) fn read(line: &[u8], bytes: &mut Vec<u8>) -> Result<(), NotBytes> {
    let config =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let indent = line.len() - line.trim_ascii_start().len();
    let digits = line.trim_ascii();
    let before = bytes.len();
    GeneralPurpose::new(&ALPHABET, config)
        .decode_vec(digits, bytes)
        .map_err(|error| {
            bytes.truncate(before);
            fault(&error, line, indent, bytes)
        })
}

fn fault(error: &base64::DecodeError, line: &[u8], indent: usize, bytes: &[u8]) -> NotBytes {
    use base64::DecodeError::{InvalidByte, InvalidLastSymbol, InvalidLength, InvalidPadding};
    let (at, message) = match *error {
        InvalidByte(at, _) => {
            let fault = NotBytes::unexpected(bytes, "base64", line, indent + at);
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
    NotBytes {
        offset: bytes.len() + at / 4 * 3,
        message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_appended() {
        let mut bytes = Vec::new();
        for line in ["AQID", " BAU= ", "Bgc"] {
            assert_eq!(read(line.as_bytes(), &mut bytes), Ok(()), "{line}");
        }
        assert_eq!(bytes, [1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn a_fault_has_its_column_and_the_bytes_before_it() {
        let mut bytes = vec![0];
        let fault = read("  AAAAü".as_bytes(), &mut bytes).expect_err("no base64");
        assert_eq!(fault.offset, 4);
        assert_eq!(fault.message, "expected base64, found 'ü' at column 7");
        assert_eq!(bytes, [0]);
    }
}
