//! Checks across the sections of a schema: names resolve, offsets add up, and generated code can be
//! made for every body.

mod errata;
mod layouts;
mod names;
mod offsets;
mod place;
mod tables;
mod texts;
mod types;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Layout, Schema, Type};
use place::Place;
use std::cell::RefCell;

/// Returns the mistakes in a schema.
pub(crate) fn check(schema: &Schema) -> Diagnostics {
    let found = RefCell::default();
    let check = Check { schema, found };
    check.names();
    // All further checks rely on names that resolve.
    if check.count() == 0 {
        check.types();
        check.layouts();
        check.errata();
    }
    if check.count() == 0 {
        check.texts();
    }
    check.found.into_inner()
}

/// A schema and the mistakes found in it.
struct Check<'s> {
    schema: &'s Schema,
    found: RefCell<Diagnostics>,
}

impl Check<'_> {
    /// Returns the number of mistakes found so far.
    fn count(&self) -> usize {
        self.found.borrow().0.len()
    }

    /// Returns the place of an entry of a file.
    fn at(&self, file: &str, entry: &str) -> Place<'_> {
        Place {
            diagnostic: Diagnostic::at(file, entry),
            found: &self.found,
        }
    }

    /// Returns the place of a type of a layout, or of a layout.
    fn at_layout(&self, layout: &Layout, key: &str) -> Place<'_> {
        self.at(&format!("layouts/{}.yaml", layout.module), key)
    }

    /// Returns the place of a type.
    fn at_type(&self, ty: &Type) -> Place<'_> {
        match &ty.layout {
            Some(module) => self.at(&format!("layouts/{module}.yaml"), &ty.key),
            None => self.at("types.yaml", &ty.key),
        }
    }
}

#[cfg(test)]
mod tests;
