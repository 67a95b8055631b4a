//! What tells the layouts' own data from data of other formats while serde buffers it.
//!
//! Serde's buffers hold plain values without their origin. Two things that no input of a layout can contain survive in them: a `char`, and the
//! address of a string.

use super::names::reserved_names;
use crate::Kind;

/// What the only key of a marked map says about its value. It is a `char`, which is not a type of any layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// The body of a value of this kind; for an Object, the whole value under the name of its layout.
    Body(Kind),
    /// A whole value of the layout that was asked for one. Buffers never hold this mark.
    Whole,
}

impl Mark {
    /// The key.
    pub(crate) fn to_char(self) -> char {
        match self {
            Self::Body(kind) => char::from(kind as u8),
            Self::Whole => char::MAX,
        }
    }

    /// The mark of a key, or none where a format of another crate has characters as keys.
    pub(super) fn from_char(key: char) -> Option<Self> {
        if key == char::MAX {
            return Some(Self::Whole);
        }
        let index = u8::try_from(key).ok()?;
        Kind::ALL.get(usize::from(index)).copied().map(Self::Body)
    }
}

/// The reserved names one after another. As a static it has an address of its own, even where a program contains the same names.
static PLAIN_NAMES: [u8; PLAIN_LENGTH] = concatenated();

const PLAIN_LENGTH: usize = {
    let (mut length, mut index) = (0, 0);
    while let Some(name) = reserved_names(index) {
        length += name.len();
        index += 1;
    }
    length
};

const fn concatenated() -> [u8; PLAIN_LENGTH] {
    let mut names = [0; PLAIN_LENGTH];
    let (mut end, mut index) = (0, 0);
    while let Some(name) = reserved_names(index) {
        let mut at = 0;
        while at < name.len() {
            names[end] = name.as_bytes()[at];
            end += 1;
            at += 1;
        }
        index += 1;
    }
    names
}

/// The same text at an address that marks it as an ordinary key, or none where the text is not reserved and needs no mark.
#[inline]
pub(crate) fn plain_name(text: &str) -> Option<&'static str> {
    let first = text.as_bytes().first()?;
    if FIRST_BYTES & 1_u128.checked_shl((*first).into())? == 0 {
        return None;
    }
    find_plain_name(text)
}

/// A bit for each byte that a reserved name starts with: most keys of scripts start with none of them.
const FIRST_BYTES: u128 = {
    let (mut bytes, mut index) = (0, 0);
    while let Some(name) = reserved_names(index) {
        bytes |= 1 << name.as_bytes()[0];
        index += 1;
    }
    bytes
};

#[inline(never)]
fn find_plain_name(text: &str) -> Option<&'static str> {
    let mut start = 0;
    for index in 0.. {
        let name = reserved_names(index)?;
        if name == text {
            let name = PLAIN_NAMES.get(start..start + name.len())?;
            return str::from_utf8(name).ok();
        }
        start += name.len();
    }
    None
}

/// Whether a string is one that [`plain_name`] returned.
#[inline]
pub(super) fn is_plain(text: &str) -> bool {
    PLAIN_NAMES.as_ptr_range().contains(&text.as_ptr())
}
