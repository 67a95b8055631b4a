//! Parts of the messages of errors.

use crate::Kind;
use core::fmt;

/// Formats a number of bytes with its unit.
pub(super) struct Bytes(pub(super) usize);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} byte{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// Formats a number of levels of nesting.
pub(super) struct Levels(pub(super) u32);

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} level{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// Writes the list of known names after an unknown one.
pub(super) fn list(f: &mut fmt::Formatter<'_>, known: &[&str]) -> fmt::Result {
    for (index, name) in known.iter().enumerate() {
        let before = if index == 0 { "; known are " } else { ", " };
        write!(f, "{before}{name:?}")?;
    }
    Ok(())
}

/// Writes the names of kinds as alternatives: `A`, `A or B`, `A, B or C`.
pub(super) fn alternatives(
    f: &mut fmt::Formatter<'_>,
    kinds: &[Kind],
    layout: &str,
) -> fmt::Result {
    for (index, kind) in kinds.iter().enumerate() {
        let before = match index {
            0 => "",
            _ if index + 1 == kinds.len() => " or ",
            _ => ", ",
        };
        write!(f, "{before}{}", kind.name_in(layout))?;
    }
    Ok(())
}
