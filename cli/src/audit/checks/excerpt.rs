//! Strings of the input in messages.

use std::fmt::{self, Display, Formatter};

/// The largest number of characters that are quoted.
const LONGEST: usize = 60;

/// Displays a string in quotes, without the end of a long one.
pub(super) struct Excerpt<'t>(pub(super) &'t str);

impl Display for Excerpt<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(LONGEST) {
            Some((end, _)) => write!(f, "{:?}...", &self.0[..end]),
            None => write!(f, "{:?}", self.0),
        }
    }
}
