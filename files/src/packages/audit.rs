//! The audit of a file, with options by their names.

use super::failure::{Failure, Language};
use crate::audit::{self, AuditOptions, FileAudit, RULES, rule};
use crate::open::OpenOptions;
use std::io::Read;

/// Returns the options of an audit.
///
/// # Errors
///
/// Returns an error if a rule is unknown.
pub fn auditing(
    open: OpenOptions,
    max_rows: Option<usize>,
    ignore: &[String],
) -> Result<AuditOptions, Failure> {
    let mut options = AuditOptions::new().open(open);
    if let Some(max_rows) = max_rows {
        options = options.max_rows(max_rows);
    }
    for id in ignore {
        let ids = || RULES.iter().map(|rule| rule.id);
        let rule = rule(id).ok_or_else(|| Failure::unknown("rule", id, ids()))?;
        options = options.ignore(rule);
    }
    Ok(options)
}

/// Examines a file.
pub fn audit_file(reader: impl Read, options: &AuditOptions, language: Language) -> FileAudit {
    audit::read_with(reader, options, &|advice| language.render(advice))
}
