//! What a rule is.

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Severity {
    /// Worth knowing; engines load the value as it is meant.
    Note,
    /// Engines alter the value or ignore bytes, or it leads out of the file.
    Warning,
    /// Engines reject the value, or it can run code.
    Error,
}

impl Severity {
    /// Every severity, the gravest first.
    pub(super) const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Note];

    /// Returns its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A kind of finding.
#[derive(Debug)]
pub(super) struct Rule {
    /// The name that scripts use; it does not change.
    pub(super) id: &'static str,
    pub(super) severity: Severity,
    /// What it finds, in one sentence.
    pub(super) explanation: &'static str,
}
