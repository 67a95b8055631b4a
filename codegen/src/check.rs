//! Checks the meaning of a schema: names resolve, offsets add up, and every body is supported.
//!
//! Every build of a user compiles this module.

mod errata;
mod files;
mod layouts;
mod names;
mod offsets;
mod place;
mod tables;
mod types;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Layout, Schema, Type};
use place::Place;
use std::cell::RefCell;

/// Returns the semantic errors of a schema, without their lines.
pub(crate) fn check(schema: &Schema) -> Diagnostics {
    let found = RefCell::default();
    let check = Check { schema, found };
    check.names();
    // All further checks need names that resolve.
    if check.count() == 0 {
        check.types();
        check.layouts();
        check.errata();
        check.files();
    }
    check.found.into_inner()
}

/// A schema and the errors found in it.
struct Check<'s> {
    schema: &'s Schema,
    found: RefCell<Diagnostics>,
}

impl Check<'_> {
    /// Returns the number of errors found so far.
    fn count(&self) -> usize {
        self.found.borrow().0.len()
    }

    /// Returns the place of an entry in a file.
    fn at(&self, file: &str, entry: &str) -> Place<'_> {
        Place {
            diagnostic: Diagnostic::at(file, entry),
            found: &self.found,
        }
    }

    /// Returns the place of a layout's type, or of the layout itself for an empty key.
    fn at_layout(&self, layout: &Layout, key: &str) -> Place<'_> {
        self.at(&format!("layouts/{}.yaml", layout.module), key)
    }

    fn at_type(&self, ty: &Type) -> Place<'_> {
        match &ty.layout {
            Some(module) => self.at(&format!("layouts/{module}.yaml"), &ty.key),
            None => self.at("types.yaml", &ty.key),
        }
    }
}
