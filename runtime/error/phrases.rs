//! Parts of the messages of errors.

use crate::Kind;
use core::fmt;

/// Formats a number with the noun that it counts: `1 byte`, `2 bytes`.
pub(crate) struct Count(pub(crate) usize, pub(crate) &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, noun) = self;
        write!(f, "{count} {noun}{}", if *count == 1 { "" } else { "s" })
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
