//! What games store before and after a value.

use super::saves::Save;
use crate::common::hex;
use crate::common::random::Random;

/// What a game stores around a value.
#[derive(Debug, Clone, Default)]
pub(crate) struct Form {
    pub(crate) header: Vec<u8>,
    /// Whether the length precedes the value.
    pub(crate) is_framed: bool,
    pub(crate) is_big_endian: bool,
    /// The bytes after the value that the length includes.
    pub(crate) inner: Vec<u8>,
    pub(crate) trailer: Vec<u8>,
}

impl Form {
    pub(crate) fn framed() -> Self {
        Self {
            is_framed: true,
            ..Self::default()
        }
    }

    /// Returns the form after a header.
    pub(crate) fn after(mut self, header: &[u8]) -> Self {
        self.header = header.to_vec();
        self
    }

    /// Returns the form before a trailer.
    pub(crate) fn before(mut self, trailer: Vec<u8>) -> Self {
        self.trailer = trailer;
        self
    }

    pub(crate) fn file(&self, value: &[u8]) -> Vec<u8> {
        let length = u32::try_from(value.len() + self.inner.len()).expect("a short value");
        let length = if self.is_big_endian {
            length.to_be_bytes()
        } else {
            length.to_le_bytes()
        };
        let length: &[u8] = if self.is_framed { &length } else { &[] };
        [&self.header, length, value, &self.inner, &self.trailer].concat()
    }
}

/// Returns bytes that games store after a value.
pub(crate) fn trailer(random: &mut Random) -> Vec<u8> {
    let length = 1 + random.below(32);
    match random.below(6) {
        0 => vec![0; length],
        1 => b"checksum=0123456789abcdefghijklm"[..length].to_vec(),
        // CRC-32, MD5, SHA-256.
        2 => {
            let length = *random.pick(&[4, 16, 32]);
            random.bytes(length)
        }
        3 => hex(&random.bytes(16)).into_bytes(),
        _ => random.bytes(length),
    }
}

/// Returns a value whose file is longer, and the end of this file, which remains after a value that
/// the game stores over it without truncating.
///
/// The end is not a frame: nothing tells such a leftover from a stored value.
pub(crate) fn leftover(random: &mut Random, save: &Save, form: &Form) -> (Save, Vec<u8>) {
    let start = form.file(&save.bytes()).len();
    loop {
        let old = Save::random(random, save.engine);
        let mut file = form.file(&old.bytes());
        let leftover = file.split_off(start.min(file.len()));
        if !save.engine.is_framed(&leftover) {
            return (old, leftover);
        }
    }
}
