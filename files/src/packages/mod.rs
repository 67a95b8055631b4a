//! What the packages of gdvariant for other languages have in common: options with the names that
//! callers write, and values built with messages for callers.

#[cfg(feature = "audit")]
pub mod audit;
pub mod build;
pub mod failure;
pub mod frames;
pub mod hints;
#[cfg(feature = "edit")]
pub mod json;
pub mod layouts;
#[cfg(feature = "edit")]
pub mod like;
pub mod options;
pub mod output;

use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// An option with an invalid value.
#[derive(Debug)]
pub struct InvalidOption(String);

impl InvalidOption {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// Returns the error of a name that is not one of `names`.
    pub(crate) fn unknown(what: &str, name: &str, names: impl IntoIterator<Item = String>) -> Self {
        let names = names.into_iter().map(|name| format!("{name:?}"));
        let names = names.collect::<Vec<_>>().join(", ");
        Self(format!("unknown {what} {name:?}, expected one of {names}"))
    }
}

impl Display for InvalidOption {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for InvalidOption {}
