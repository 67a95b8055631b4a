//! Where content is within a tagged value, for errors.

use super::draft::{Draft, found};
use alloc::string::String;
use core::fmt;

/// The place of content: `Signal.name`, `PoolVector2Array[3]`. It is only formatted for an error.
#[derive(Clone, Copy)]
pub(crate) enum Place<'p> {
    /// The content of a type with this name.
    Type(&'p str),
    Member(&'p Self, &'p str),
    Element(&'p Self, usize),
}

impl<'p> Place<'p> {
    pub(super) fn member(&'p self, name: &'p str) -> Self {
        Self::Member(self, name)
    }

    pub(super) fn element(&'p self, index: usize) -> Self {
        Self::Element(self, index)
    }

    /// Returns the error for unexpected content.
    pub(super) fn wrong<T, V>(
        &self,
        expected: impl fmt::Display,
        content: &Draft<V>,
    ) -> Result<T, String> {
        let found = found(content);
        Err(alloc::format!(
            "expected {expected} for {self}, found {found}"
        ))
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(name) => f.write_str(name),
            Self::Member(of, name) => write!(f, "{of}.{name}"),
            Self::Element(of, index) => write!(f, "{of}[{index}]"),
        }
    }
}
