//! The two inputs of a comparison.

use super::settings::NameOf;
use crate::any_layout::AnyLayout;
use crate::any_value::AnyValue;
use crate::args::{DiffArgs, InputArgs};
use crate::failure::Failure;
use crate::input::{Entries, Entry};
use crate::layouts::{Chosen, LayoutName};
use crate::stop::Stop;
use gdvariant::DecodeOptions;

/// One of the two inputs.
pub(super) struct Side<'a> {
    input: &'a InputArgs,
    entries: Entries<'a>,
}

/// A value of an input.
pub(super) struct Sample<'e> {
    input: &'e InputArgs,
    entry: Entry<'e>,
}

impl<'a> Side<'a> {
    pub(super) fn open(input: &'a InputArgs, layout: LayoutName) -> Result<Self, Failure> {
        let entries = Entries::open(input, layout)?;
        Ok(Self { input, entries })
    }

    /// Returns the next value, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Sample<'_>>, Stop> {
        let entry = self.entries.next()?;
        let input = self.input;
        Ok(entry.map(|entry| Sample { input, entry }))
    }
}

/// How the values of both inputs are decoded.
pub(super) struct Sides {
    layouts: [AnyLayout; 2],
    chosen: [Chosen; 2],
    options: DecodeOptions,
}

impl Sides {
    pub(super) fn of(args: &DiffArgs) -> Result<Self, Failure> {
        let chosen = args.chosen();
        Ok(Self {
            layouts: [
                AnyLayout::of(chosen[0].layout)?,
                AnyLayout::of(chosen[1].layout)?,
            ],
            chosen,
            options: args.accept.options(),
        })
    }

    /// Returns how both layouts name types.
    pub(super) fn names(&self) -> [NameOf; 2] {
        self.layouts.map(|layout| layout.name_of)
    }

    /// Returns whether two values have the same bytes in the same layout, and so no difference.
    pub(super) fn have_same_bytes(&self, old: &Sample<'_>, new: &Sample<'_>) -> bool {
        let is_same_layout = self.chosen[0].layout == self.chosen[1].layout;
        match (&old.entry.bytes, &new.entry.bytes) {
            (Ok(old), Ok(new)) => is_same_layout && old == new,
            _ => false,
        }
    }

    /// Checks that the old value can be decoded.
    pub(super) fn check(&self, old: &Sample<'_>) -> Result<(), Failure> {
        let checked = (self.layouts[0].check)(self.options, &old.entry);
        checked.map_err(|bad| bad.into_failure(old.input, self.chosen[0], &old.entry))
    }

    pub(super) fn decode_old(&self, old: &Sample<'_>) -> Result<Box<dyn AnyValue>, Failure> {
        self.decode(0, old)
    }

    pub(super) fn decode_new(&self, new: &Sample<'_>) -> Result<Box<dyn AnyValue>, Failure> {
        self.decode(1, new)
    }

    fn decode(&self, side: usize, sample: &Sample<'_>) -> Result<Box<dyn AnyValue>, Failure> {
        let decoded = (self.layouts[side].decode)(self.options, &sample.entry);
        decoded.map_err(|bad| bad.into_failure(sample.input, self.chosen[side], &sample.entry))
    }
}
