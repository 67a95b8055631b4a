//! Messages of errors for callers who do not see the library.

use gdvariant::{DecodeError, DecodeErrorKind};

/// Returns the message of an error in the bytes of one value, with advice if the bytes are something
/// else.
#[must_use]
pub fn message(error: &DecodeError, bytes: &[u8]) -> String {
    let message = error.to_string();
    let advice = match error.kind() {
        // The library names its function for values in a row.
        DecodeErrorKind::TrailingBytes { .. } if !is_framed(bytes) => {
            return message.replace("`from_slice_prefix` or lenient", "lenient");
        }
        _ if is_framed(bytes) => "the bytes start with their length, which `open` removes",
        _ if is_packed(bytes) => "the bytes are a compressed or encrypted file: use `open`",
        _ => return message,
    };
    format!("{message}; {advice}")
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

/// Returns whether bytes start like a file of `open_compressed` or `open_encrypted`.
fn is_packed(bytes: &[u8]) -> bool {
    let magics = [
        gdvariant::format::COMPRESSED_MAGIC,
        gdvariant::format::ENCRYPTED_MAGIC,
    ];
    magics
        .iter()
        .any(|magic| bytes.starts_with(&magic.to_le_bytes()))
}
