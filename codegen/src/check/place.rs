//! The places of semantic errors, and the methods that report such errors.

use crate::diagnostic::listed;
use crate::diagnostic::{Diagnostic, Diagnostics, unknown};
use crate::model::{Keyed, names};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Display;
use syn::Ident;
use syn::ext::IdentExt;

/// A place in a schema at which errors are reported.
#[derive(Clone)]
pub(super) struct Place<'c> {
    pub(super) diagnostic: Diagnostic,
    pub(super) found: &'c RefCell<Diagnostics>,
}

impl Place<'_> {
    /// Returns the place of a table.
    pub(super) fn table(&self, table: &impl Keyed) -> Self {
        let mut place = self.clone();
        table.id().clone_into(&mut place.diagnostic.table);
        place
    }

    /// Returns the place of a row or of another named entry.
    pub(super) fn row(&self, name: &str) -> Self {
        let mut place = self.clone();
        name.clone_into(&mut place.diagnostic.row);
        place
    }

    fn add(&self, message: impl Into<String>) {
        self.found.borrow_mut().add(&self.diagnostic, message);
    }

    /// Reports a value that differs from the expected one.
    pub(super) fn found(&self, found: impl Display, expected: impl Display) {
        self.add(format!("expected {expected}, found {found}"));
    }

    /// Reports a duplicate.
    pub(super) fn duplicate(&self, what: impl Display) {
        self.add(format!("duplicate {what}"));
    }

    /// Reports that a required entry is missing.
    pub(super) fn missing(&self, what: impl Display, why: &str) {
        self.add(format!("missing {what}: {why}"));
    }

    /// Reports an entry that is not allowed.
    pub(super) fn not_allowed(&self, what: impl Display, why: &str) {
        self.add(format!("{what} is not allowed here: {why}"));
    }

    /// Reports unknown names; `what` is the word for a name in messages.
    pub(super) fn check_one_of<'n>(
        &self,
        what: &str,
        names: impl IntoIterator<Item = &'n String>,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let known: Vec<_> = known.into_iter().collect();
        let names = names.into_iter();
        for name in names.filter(|name| !known.contains(&name.as_str())) {
            self.add(unknown(what, name, &known));
        }
    }

    /// Reports names that no entry has.
    pub(super) fn check_known<'n, T: Keyed>(
        &self,
        names: impl IntoIterator<Item = &'n String>,
        entries: &'n [T],
    ) {
        self.check_one_of(T::KIND, names, self::names(entries));
    }

    /// Reports required names that no entry has.
    pub(super) fn check_has<'n, T: Keyed>(
        &self,
        names: impl IntoIterator<Item = &'n str>,
        entries: &[T],
        why: &str,
    ) {
        let is_missing = |name: &&str| !self::names(entries).any(|other| other == *name);
        let missing = listed(names.into_iter().filter(is_missing));
        if !missing.is_empty() {
            self.missing(missing, why);
        }
    }

    /// Reports entries that have the same name as an earlier entry.
    pub(super) fn check_unique<T: Keyed>(&self, entries: &[T]) {
        for (index, name) in names(entries).enumerate() {
            if names(&entries[..index]).any(|other| other == name) {
                self.duplicate(format!("{} `{name}`", T::KIND));
            }
        }
    }

    /// Reports keys that are set but not in `allowed`, a list separated by spaces.
    pub(super) fn check_keys(&self, keys: &BTreeSet<String>, allowed: &str, owner: &str) {
        let is_allowed = |key: &&String| allowed.split(' ').any(|other| other == *key);
        for key in keys.iter().filter(|key| !is_allowed(key)) {
            self.not_allowed(format!("`{key}`"), &format!("{owner} does not have it"));
        }
    }

    /// Reports names that cannot be Rust identifiers.
    pub(super) fn check_identifiers<'n>(&self, names: impl IntoIterator<Item = &'n str>) {
        let is_identifier = |name: &str| {
            let parsed = syn::parse_str::<Ident>(name);
            // syn accepts `gen`, which is a keyword in edition 2024.
            parsed.is_ok_and(|ident| ident.unraw() == name && name != "gen")
        };
        for name in names.into_iter().filter(|name| !is_identifier(name)) {
            let why = "Rust does not allow it as an identifier";
            self.not_allowed(format!("`{name}`"), why);
        }
    }
}
