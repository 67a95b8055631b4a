//! The places of semantic errors, and the methods that report such errors.

use crate::diagnostic::{Diagnostic, Diagnostics, listed, unknown};
use crate::model::{Keyed, Wire, has, names};
use std::cell::RefCell;
use std::fmt::Display;

/// The keywords of Rust, with the reserved ones.
const KEYWORDS: &str = "_ Self abstract as async await become box break const continue crate do dyn \
    else enum extern false final fn for gen if impl in let loop macro match mod move mut override \
    priv pub ref return self static struct super trait true try type typeof unsafe unsized use \
    virtual where while yield";

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

    fn add(&self, message: String) {
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

    /// Reports names that no entry has.
    pub(super) fn check_known<'n, T: Keyed>(
        &self,
        names: impl IntoIterator<Item = &'n String>,
        entries: &'n [T],
    ) {
        let known: Vec<_> = self::names(entries).collect();
        for name in names {
            if !known.contains(&&**name) {
                self.add(unknown(T::KIND, name, &known));
            }
        }
    }

    /// Reports required names that no entry has.
    pub(super) fn check_has<'n, T: Keyed>(
        &self,
        required: impl IntoIterator<Item = &'n str>,
        entries: &[T],
        why: &str,
    ) {
        let missing = required.into_iter().filter(|name| !has(entries, name));
        let missing = listed(missing);
        if !missing.is_empty() {
            self.missing(missing, why);
        }
    }

    /// Reports entries that have the same name as an earlier entry.
    pub(super) fn check_unique<T: Keyed>(&self, entries: &[T]) {
        let names: Vec<_> = names(entries).collect();
        for (index, name) in names.iter().enumerate() {
            if names[..index].contains(name) {
                self.duplicate(format!("{} `{name}`", T::KIND));
            }
        }
    }

    /// Reports a wire type that the library does not have, with this length.
    pub(super) fn check_wire(&self, wire: &Wire, known: &[&str]) {
        let double = wire.double.map(|bytes| format!(" or {bytes}"));
        let described = format!(
            "{}: {}{}",
            wire.name,
            wire.length,
            double.unwrap_or_default()
        );
        if !known.contains(&&*described) {
            self.add(unknown("wire type", &described, known));
        }
    }

    /// Reports names that cannot be Rust identifiers.
    pub(super) fn check_identifiers<'n>(&self, names: impl IntoIterator<Item = &'n str>) {
        for name in names {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let is_identifier = name.chars().all(is_plain)
                && !name.starts_with(|c: char| c.is_ascii_digit())
                && !name.is_empty()
                && !KEYWORDS.split(' ').any(|keyword| keyword == name);
            if !is_identifier {
                let why = "Rust does not allow it as an identifier";
                self.not_allowed(format!("`{name}`"), why);
            }
        }
    }
}
