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

/// Lists known names after an unknown one.
pub(super) struct Known<'k>(pub(super) &'k [&'k str]);

impl fmt::Display for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, name) in self.0.iter().enumerate() {
            let before = if index == 0 { "; known are " } else { ", " };
            write!(f, "{before}{name:?}")?;
        }
        Ok(())
    }
}

/// Lists the names of kinds in a layout as alternatives: `A`, `A or B`, `A, B or C`.
pub(super) struct Alternatives<'k>(pub(super) &'k [Kind], pub(super) &'k str);

impl fmt::Display for Alternatives<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(kinds, layout) = self;
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
}
