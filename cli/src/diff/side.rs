//! Opens and reads the two inputs of a comparison.

use crate::args::{AcceptArgs, DiffArgs, InputArgs};
use crate::decode::Decoder;
use crate::detect::{ExaminedInput, OpenInput, Purpose};
use crate::failure::Failure;
use crate::input::{InputEntries, InputEntry};
use crate::layouts::{LayoutName, Selection};
use crate::source;
use gdvariant::Ignored;
use gdvariant::any::{AnyVariant, DecodeAny};

/// Opens the two inputs. Without options, a layout that fits both is preferred.
pub(super) fn open(
    args: &DiffArgs,
    inputs: &mut [InputArgs; 2],
) -> Result<[OpenInput; 2], Failure> {
    let [old, new] = inputs;
    let [(old_layout, _), (new_layout, _)] = args.requested();
    let mut examined = [
        ExaminedInput::of(old_layout, old, source::open(&old.file)?)?,
        ExaminedInput::of(new_layout, new, source::open(&new.file)?)?,
    ];
    if old_layout.is_none() && new_layout.is_none() {
        ExaminedInput::join(&mut examined);
    }
    let is_strict = args.layout.detection.strict_detect;
    let [first, second] = examined;
    Ok([
        first.open(old, is_strict, Purpose::Print)?,
        second.open(new, is_strict, Purpose::Print)?,
    ])
}

/// An input of the comparison.
pub(super) struct Side<'a> {
    decoder: Decoder<'a>,
    entries: InputEntries<'a>,
}

/// A value of an input.
pub(super) struct Sample<'e> {
    decoder: Decoder<'e>,
    entry: InputEntry<'e>,
}

impl<'a> Side<'a> {
    pub(super) fn of(
        input: &'a InputArgs,
        opened: OpenInput,
        option: &'static str,
        accept: &AcceptArgs,
    ) -> Self {
        let layout = opened.layout;
        Self {
            decoder: Decoder::of(input, Selection { layout, option }, accept),
            entries: InputEntries::of(input, opened),
        }
    }

    pub(super) fn layout(&self) -> LayoutName {
        self.decoder.layout.layout
    }

    /// Returns the next value, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Sample<'_>>, Failure> {
        let decoder = self.decoder;
        let entry = self.entries.next()?;
        Ok(entry.map(|entry| Sample { decoder, entry }))
    }
}

impl Sample<'_> {
    /// Returns whether two values have the same bytes in the same layout, and are therefore equal.
    pub(super) fn has_bytes_of(&self, other: &Self) -> bool {
        let layouts = [self, other].map(|it| it.decoder.layout.layout);
        match (self.entry.bytes(), other.entry.bytes()) {
            (Ok(old), Ok(new)) => layouts[0] == layouts[1] && old == new,
            _ => false,
        }
    }

    /// Checks that the value can be decoded.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let Decoder {
            layout, options, ..
        } = self.decoder;
        match self.entry.bytes() {
            Ok(bytes) if Ignored::decode_any(layout.layout.name(), bytes, options).is_ok() => {
                Ok(())
            }
            _ => self.decode().map(drop),
        }
    }

    pub(super) fn decode(&self) -> Result<AnyVariant, Failure> {
        self.decoder.decode(&self.entry)
    }
}
