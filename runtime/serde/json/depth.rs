//! The error for values that are nested too deep.

use crate::format;
use core::fmt;

/// The error for nesting that exceeds the limit, when serializing and deserializing.
pub(super) struct TooDeep;

impl fmt::Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "nesting exceeds {} levels, the limit of engines",
            format::MAX_DEPTH
        )
    }
}
