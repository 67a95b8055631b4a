//! Values of the schema with their places.

use crate::report::{File, Place, Report};
use crate::yaml::Value;

/// A value, its place, and the report of its mistakes.
pub(super) struct Node<'a> {
    /// The value; none after a mistake, which is reported.
    pub(super) value: Option<&'a Value>,
    pub(super) place: Place,
    pub(super) report: &'a mut Report,
}

impl<'a> Node<'a> {
    /// Creates the node of a whole file.
    pub(super) fn file(value: Option<&'a Value>, file: File, report: &'a mut Report) -> Self {
        let place = Place::file(file);
        Self {
            value,
            place,
            report,
        }
    }

    /// Returns the string of a key.
    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.value?.get(key)?.text()
    }

    /// Reports that another value is expected, unless there is none.
    pub(super) fn unexpected(self, expected: &str) {
        if let Some(value) = self.value {
            self.report.add(&self.place, value.described(), expected);
        }
    }
}
