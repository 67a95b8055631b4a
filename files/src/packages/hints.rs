//! Error messages that name functions of the packages.

use crate::wrapper;
use gdvariant::{DecodeError, DecodeErrorKind};

/// Returns the message of an error in the bytes of one value, with advice if the bytes are something
/// else.
#[must_use]
pub fn message(error: &DecodeError, bytes: &[u8]) -> String {
    let message = error.to_string();
    if is_framed(bytes) {
        return format!("{message}; the bytes start with their length, which `open` removes");
    }
    if wrapper::effect_of(bytes).is_some() {
        return format!("{message}; the bytes are a compressed or encrypted file: use `open`");
    }
    // The advice of the library names a function of Rust.
    let DecodeErrorKind::TrailingBytes { left, .. } = error.kind() else {
        return message;
    };
    let place = message.strip_suffix(&error.kind().to_string());
    let place = place.unwrap_or_default();
    if *left == 1 {
        return format!("{place}1 byte follows the value; lenient decoding ignores it");
    }
    format!("{place}{left} bytes follow the value; lenient decoding ignores them")
}

/// Returns whether the first four bytes are the length of the others.
fn is_framed(bytes: &[u8]) -> bool {
    bytes.split_first_chunk().is_some_and(|(length, rest)| {
        [u32::from_le_bytes(*length), u32::from_be_bytes(*length)].contains(&count(rest))
    })
}

fn count(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).unwrap_or(0)
}
