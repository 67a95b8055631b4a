//! What a rule found.

use super::rule::Rule;
use gdvariant::inspect::InspectRow;
use std::fmt::{Arguments, Display};

/// What a rule found in a value. The texts are formatted only if they are printed.
pub(super) struct Finding<'f> {
    pub(super) rule: &'static Rule,
    /// The offset in the value.
    pub(super) offset: usize,
    pub(super) path: &'f dyn Display,
    /// What an engine does, and what to do.
    pub(super) message: Arguments<'f>,
}

impl<'f> Finding<'f> {
    /// Creates a finding about the bytes of a row.
    pub(super) fn new(
        rule: &'static Rule,
        row: &'f InspectRow<'_>,
        message: Arguments<'f>,
    ) -> Self {
        Self::at(row.offset, rule, row, message)
    }

    /// Creates a finding about a row, at another offset.
    pub(super) fn at(
        offset: usize,
        rule: &'static Rule,
        row: &'f InspectRow<'_>,
        message: Arguments<'f>,
    ) -> Self {
        Self {
            rule,
            offset,
            path: &row.path,
            message,
        }
    }
}

/// What takes findings.
pub(super) type Sink<'s> = dyn FnMut(&Finding<'_>) + 's;
