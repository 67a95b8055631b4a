//! The audit of a file, with options by their names.

use super::failure::{Failure, Language};
use super::options::OpenOptions;
use crate::audit::{self, FileAudit, RULES, rule};
use std::io::Read;

/// The options of an audit.
#[derive(Debug, Default)]
pub struct AuditOptions<'o> {
    /// The options for opening the file.
    pub open: OpenOptions<'o>,
    /// The maximum length of the file and of its content, in bytes.
    pub max_size: Option<u64>,
    /// The number of rows of each rule to keep.
    pub max_rows: Option<usize>,
    /// The ids of the rules to ignore.
    pub ignore: &'o [String],
}

impl AuditOptions<'_> {
    /// Returns the options of the library.
    ///
    /// # Errors
    ///
    /// Returns an error if an option is invalid.
    pub fn checked(&self) -> Result<audit::AuditOptions, Failure> {
        let mut open = self.open.checked()?;
        if let Some(max_size) = self.max_size {
            open = open.max_content(max_size);
        }
        let mut options = audit::AuditOptions::new().open(open);
        if let Some(max_rows) = self.max_rows {
            options = options.max_rows(max_rows);
        }
        for id in self.ignore {
            let ids = || RULES.iter().map(|rule| rule.id);
            let rule = rule(id).ok_or_else(|| Failure::unknown("rule", id, ids()))?;
            options = options.ignore(rule);
        }
        Ok(options)
    }
}

/// Examines a file.
pub fn audit_file(
    reader: impl Read,
    options: &audit::AuditOptions,
    language: Language,
) -> FileAudit {
    audit::read_with(reader, options, &|advice| language.render(advice))
}
