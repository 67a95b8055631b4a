//! The two inputs of a comparison.

use crate::args::{DiffArgs, InputArgs};
use crate::auto::{Examined, Opened, Purpose};
use crate::decode;
use crate::failure::Failure;
use crate::input::{Entries, Entry};
use crate::layouts::{Chosen, LayoutName};
use crate::source;
use gdvariant::DecodeOptions;
use gdvariant::Ignored;
use gdvariant::any::{AnyVariant, DecodeAny};

/// Opens the two inputs. Without a layout, both have the same one if one fits both.
pub(super) fn open(args: &DiffArgs, inputs: &mut [InputArgs; 2]) -> Result<[Opened; 2], Failure> {
    let [old, new] = inputs;
    let [(old_layout, _), (new_layout, _)] = args.stated();
    let mut examined = [
        Examined::of(old_layout, old, source::open(&old.file)?)?,
        Examined::of(new_layout, new, source::open(&new.file)?)?,
    ];
    if old_layout.is_none() && new_layout.is_none() {
        Examined::join(&mut examined);
    }
    let is_strict = args.layout.detection.strict_detect;
    let [first, second] = examined;
    Ok([
        first.open(old, is_strict, Purpose::Print)?,
        second.open(new, is_strict, Purpose::Print)?,
    ])
}

/// One of the two inputs.
pub(super) struct Side<'a> {
    input: &'a InputArgs,
    entries: Entries<'a>,
    chosen: Chosen,
    options: DecodeOptions,
}

/// A value of an input.
pub(super) struct Sample<'e> {
    input: &'e InputArgs,
    pub(super) entry: Entry<'e>,
    chosen: Chosen,
    options: DecodeOptions,
}

impl<'a> Side<'a> {
    pub(super) fn of(
        input: &'a InputArgs,
        opened: Opened,
        option: &'static str,
        options: DecodeOptions,
    ) -> Self {
        let layout = opened.layout;
        Self {
            input,
            entries: Entries::of(input, opened),
            chosen: Chosen { layout, option },
            options,
        }
    }

    pub(super) fn layout(&self) -> LayoutName {
        self.chosen.layout
    }

    /// Returns the next value, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Sample<'_>>, Failure> {
        let entry = self.entries.next()?;
        let (input, chosen, options) = (self.input, self.chosen, self.options);
        Ok(entry.map(|entry| Sample {
            input,
            entry,
            chosen,
            options,
        }))
    }
}

impl Sample<'_> {
    /// Returns whether two values have the same bytes in the same layout, and so no difference.
    pub(super) fn has_bytes_of(&self, other: &Self) -> bool {
        match (&self.entry.bytes, &other.entry.bytes) {
            (Ok(old), Ok(new)) => self.chosen.layout == other.chosen.layout && old == new,
            _ => false,
        }
    }

    /// Checks that the value can be decoded.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let Ok(bytes) = self.entry.bytes else {
            return self.decode().map(drop);
        };
        let checked = Ignored::decode_any(self.chosen.layout.name(), bytes, self.options);
        checked.map(drop).or_else(|_| self.decode().map(drop))
    }

    pub(super) fn decode(&self) -> Result<AnyVariant, Failure> {
        let decoded = decode::any(self.chosen.layout, self.options, &self.entry);
        decoded.map_err(|bad| bad.into_failure(self.input, self.chosen, &self.entry))
    }
}
