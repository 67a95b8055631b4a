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

/// The versions of engines that most rules were measured in.
pub(super) const ENGINES: &str = "3.2.3, 3.6.2, 4.6.3";

/// A kind of finding.
#[derive(Debug)]
pub(super) struct Rule {
    /// The name that scripts use; it does not change.
    pub(super) id: &'static str,
    pub(super) severity: Severity,
    /// The versions of engines in which the behavior was measured; empty if it needs no engine.
    pub(super) measured: &'static str,
    /// What it finds, in one sentence.
    pub(super) explanation: &'static str,
}
