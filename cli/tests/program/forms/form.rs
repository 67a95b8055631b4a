//! What games store before and after a value.

use super::saves::Save;
use super::user::hex;
use crate::common::random::Random;
use std::fmt::{self, Display, Formatter};

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

/// Names the form, such as `a header, a frame`.
impl Display for Form {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let header = if self.header.is_empty() {
            ""
        } else {
            "a header, "
        };
        let value = match (self.is_framed, self.is_big_endian, self.inner.is_empty()) {
            (false, ..) => "a value",
            (true, false, true) => "a frame",
            (true, false, false) => "a frame with further bytes",
            (true, true, _) => "a big-endian frame",
        };
        let trailer = if self.trailer.is_empty() {
            ""
        } else {
            ", further bytes"
        };
        write!(out, "{header}{value}{trailer}")
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
