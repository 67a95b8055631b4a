//! What a rule is, and what it found.

use anstyle::Style;
use gdvariant::inspect::InspectRow;
use serde::Serialize;
use std::fmt::{self, Arguments, Display, Formatter};

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Severity {
    /// Worth knowing; engines load the value as it is meant.
    Note,
    /// Engines alter the value or ignore bytes, or it leads out of the file.
    Warning,
    /// Engines reject the value, or it can run code.
    Error,
}

impl Severity {
    /// Returns its name and its color.
    pub(super) fn shown(self) -> (&'static str, Style) {
        match self {
            Self::Note => ("note", crate::styles::DIM),
            Self::Warning => ("warning", crate::styles::NUMBER),
            Self::Error => ("error", crate::styles::ERROR),
        }
    }
}

/// A kind of finding.
#[derive(Debug, Serialize)]
pub(super) struct Rule {
    /// The name that scripts use; it does not change.
    pub(super) id: &'static str,
    pub(super) severity: Severity,
    /// The versions of engines in which the behavior was measured; empty if it needs no engine.
    pub(super) measured: &'static str,
    /// What it finds, in one sentence.
    pub(super) explanation: &'static str,
}

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
        Self {
            rule,
            offset: row.offset,
            path: &row.path,
            message,
        }
    }
}

/// What takes findings.
pub(super) type Sink<'s> = dyn FnMut(&Finding<'_>) + 's;

/// Reports a row: the sink, the row, the rule, and the message as for `format!`.
macro_rules! report {
    ($sink:expr, $row:expr, $rule:ident, $($message:tt)*) => {
        $sink(&Finding::new(&$rule, $row, format_args!($($message)*)))
    };
}
pub(super) use report;

/// Displays a string in quotes, without the end of a long one.
pub(super) struct Excerpt<'t>(pub(super) &'t str);

/// The largest number of characters that are quoted.
const LONGEST: usize = 60;

impl Display for Excerpt<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(LONGEST) {
            Some((end, _)) => write!(f, "{:?}...", &self.0[..end]),
            None => write!(f, "{:?}", self.0),
        }
    }
}

/// Returns the header, count or flags of a row.
pub(super) fn word(row: &InspectRow<'_>) -> Option<u32> {
    row.bytes.try_into().ok().map(u32::from_le_bytes)
}
