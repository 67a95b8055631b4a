//! Places of mistakes of meaning, and the ways to report them.

use crate::diagnostic::{Diagnostic, Diagnostics, unknown};
use crate::model::{Row, Table, Type};
use crate::suggest::listed;
use std::fmt;

impl Diagnostic {
    /// Returns the place of a type.
    pub(crate) fn at_type(ty: &Type) -> Self {
        let file = match &ty.layout {
            Some(module) => format!("layouts/{module}.yaml"),
            None => "types.yaml".to_owned(),
        };
        Self::at(file, &ty.key)
    }

    /// Returns the place of a table of a type.
    pub(crate) fn at_table(ty: &Type, table: &Table) -> Self {
        Self {
            table: table.name.clone(),
            ..Self::at_type(ty)
        }
    }

    /// Returns the place of a row of a table.
    pub(crate) fn at_row(ty: &Type, table: &Table, row: &Row) -> Self {
        Self::at_table(ty, table).row(&row.name)
    }

    /// Returns the place of a row or another named part.
    pub(crate) fn row(&self, name: &str) -> Self {
        Self {
            row: name.to_owned(),
            ..self.clone()
        }
    }
}

impl Diagnostics {
    /// Reports another value than the expected one.
    pub(crate) fn found(
        &mut self,
        place: &Diagnostic,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) {
        self.add(place, format!("expected {expected}, found {found}"));
    }

    /// Reports a second entry with a name.
    pub(crate) fn duplicate(&mut self, place: &Diagnostic, what: impl fmt::Display) {
        self.add(place, format!("duplicate {what}"));
    }

    /// Reports what a place lacks.
    pub(crate) fn missing(&mut self, place: &Diagnostic, what: impl fmt::Display, why: &str) {
        self.add(place, format!("missing {what}: {why}"));
    }

    /// Reports what a place cannot have.
    pub(crate) fn not_allowed(&mut self, place: &Diagnostic, what: impl fmt::Display, why: &str) {
        self.add(place, format!("{what} is not allowed here: {why}"));
    }

    /// Reports names that are not among the known ones.
    pub(crate) fn check_known<'n>(
        &mut self,
        place: &Diagnostic,
        what: &str,
        names: impl IntoIterator<Item = &'n String>,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let known: Vec<_> = known.into_iter().collect();
        for name in names
            .into_iter()
            .filter(|name| !known.contains(&name.as_str()))
        {
            self.add(place, unknown(what, name, &known));
        }
    }

    /// Reports names that a place lacks.
    pub(crate) fn check_has<'n>(
        &mut self,
        place: &Diagnostic,
        names: impl IntoIterator<Item = &'n str>,
        has: impl Fn(&str) -> bool,
        why: &str,
    ) {
        let missing = listed(names.into_iter().filter(|name| !has(name)));
        if !missing.is_empty() {
            self.missing(place, missing, why);
        }
    }

    /// Reports names that are not unique.
    pub(crate) fn check_unique<'n>(
        &mut self,
        what: &str,
        names: impl IntoIterator<Item = (Diagnostic, &'n str)>,
    ) {
        let mut seen = Vec::new();
        for (place, name) in names {
            if seen.contains(&name) {
                self.duplicate(&place, format!("{what} `{name}`"));
            }
            seen.push(name);
        }
    }
}
