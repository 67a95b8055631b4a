//! Base64, the JSON form of bytes.

use std::fmt::Write as _;

/// Decodes base64; `None` if the text is none.
pub(crate) fn base64(text: &str) -> Option<Vec<u8>> {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bits = String::new();
    for c in text.trim_end_matches('=').chars() {
        write!(bits, "{:06b}", ALPHABET.find(c)?).ok()?;
    }
    let bytes = bits.as_bytes().chunks_exact(8);
    bytes
        .map(|byte| u8::from_str_radix(str::from_utf8(byte).ok()?, 2).ok())
        .collect()
}
