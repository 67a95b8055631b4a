//! Checks across the sections of a schema: names resolve, offsets add up, and generated code can be
//! made for every body.

mod errata;
mod layouts;
mod names;
mod offsets;
mod report;
mod tables;
mod texts;
mod types;

use crate::diagnostic::Diagnostics;
use crate::model::Schema;

/// Checks a schema, except for its translations.
pub(crate) fn check(schema: &Schema, report: &mut Diagnostics) {
    names::check(schema, report);
    // All further checks rely on names that resolve.
    if report.0.is_empty() {
        types::check(schema, report);
        layouts::check(schema, report);
        errata::check(schema, report);
    }
}

/// Checks a schema, and that every string has a translation and every translation a string.
pub(crate) fn check_translated(schema: &Schema, report: &mut Diagnostics) {
    check(schema, report);
    if report.0.is_empty() {
        texts::check(schema, report);
    }
}

#[cfg(test)]
mod tests;
