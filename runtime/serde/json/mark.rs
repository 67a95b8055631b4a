//! What tells the layouts' own data from data of other formats while serde buffers it.
//!
//! Serde's buffers hold plain values without their origin, but they borrow strings. A string at an
//! address of this module cannot come from input, whatever its text is.

use super::reserved::reserved_names;
use crate::Kind;

/// What the only key of a marked map says about its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// The body of a value of this kind; for an Object or a typed array, the whole value under the
    /// name of its layout.
    Body(Kind),
    /// A whole value of the layout that was asked for one. Buffers never hold this mark.
    Whole,
}

/// A byte for each mark: the strings of one byte in it are the keys.
static MARKS: [u8; Kind::ALL.len() + 1] = [b'$'; Kind::ALL.len() + 1];

impl Mark {
    /// Returns the key, to be lent for as long as the program runs: a copy is an ordinary string.
    pub(crate) fn key(self) -> &'static str {
        let index = match self {
            Self::Body(kind) => kind as usize,
            Self::Whole => Kind::ALL.len(),
        };
        let key = MARKS.get(index..=index).unwrap_or_default();
        str::from_utf8(key).unwrap_or_default()
    }

    /// Returns the mark that a string is the key of, if any.
    #[inline]
    pub(super) fn of(key: &str) -> Option<Self> {
        if !MARKS.as_ptr_range().contains(&key.as_ptr()) {
            return None;
        }
        let index = key.as_ptr().addr() - MARKS.as_ptr().addr();
        Some(
            Kind::ALL
                .get(index)
                .map_or(Self::Whole, |kind| Self::Body(*kind)),
        )
    }
}

/// The concatenated reserved names. As a static it has an address of its own, even where a
/// program contains the same names.
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

/// Returns the same text at an address that marks it as an ordinary key, or none where the text is
/// not reserved and needs no mark.
pub(crate) fn plain_name(text: &str) -> Option<&'static str> {
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

/// Returns whether a string is one that [`plain_name`] returned.
#[inline]
pub(super) fn is_plain(text: &str) -> bool {
    PLAIN_NAMES.as_ptr_range().contains(&text.as_ptr())
}
