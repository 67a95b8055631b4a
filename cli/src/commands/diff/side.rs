//! Opens and reads the two inputs of a comparison.

use crate::args::layouts::Selection;
use crate::args::{AcceptArgs, DiffArgs, InputArgs};
use crate::commands::decoder::Decoder;
use crate::terminal::failure::Failure;
use crate::terminal::input::InputEntries;
use crate::terminal::open;
use crate::terminal::source;
use gdvariant::DecodeOptions;
use gdvariant::any::AnyVariant;
use gdvariant::schema::Layout;
use gdvariant_files::open::{Examined, Opened, Purpose};
use gdvariant_files::values::Entry;

/// Opens the two inputs. Without options, a layout that fits both is preferred.
pub(super) fn open(
    args: &DiffArgs,
    inputs: &mut [InputArgs; 2],
) -> Result<[Opened<'static>; 2], Failure> {
    let [old, new] = inputs;
    let [(old_layout, _), (new_layout, _)] = args.requested();
    let mut examined = [
        open::examine(old_layout, old, source::open(&old.file)?)?,
        open::examine(new_layout, new, source::open(&new.file)?)?,
    ];
    if old_layout.is_none() && new_layout.is_none() {
        Examined::join(&mut examined);
    }
    let is_strict = args.layout.detection.strict_detect;
    let [first, second] = examined;
    Ok([
        open::choose(first, old, is_strict, Purpose::Print)?,
        open::choose(second, new, is_strict, Purpose::Print)?,
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
    entry: Entry<'e>,
}

impl<'a> Side<'a> {
    pub(super) fn of(
        input: &'a InputArgs,
        opened: Opened<'static>,
        option: &'static str,
        accept: &AcceptArgs,
    ) -> Self {
        let layout = opened.layout;
        Self {
            decoder: Decoder::of(input, Selection { layout, option }, accept),
            entries: InputEntries::of(input, opened),
        }
    }

    /// Returns the next value, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Sample<'_>>, Failure> {
        let decoder = self.decoder;
        let entry = self.entries.next()?;
        Ok(entry.map(|entry| Sample { decoder, entry }))
    }
}

impl Sample<'_> {
    /// Returns the bytes of two values whose bytes can be compared.
    ///
    /// The values are of the same layout. Unless the bytes are equal, decoding converts nothing.
    pub(super) fn bytes_with<'b>(&'b self, other: &'b Self) -> Option<[&'b [u8]; 2]> {
        let [old, new] = [self, other].map(|it| it.entry.bytes().ok());
        let values = [old?, new?];
        let is_same_layout = self.decoder.layout.layout == other.decoder.layout.layout;
        let is_exact = self.decoder.is_strict() || values[0] == values[1];
        (is_same_layout && is_exact).then_some(values)
    }

    /// Returns the layout of the encoded value.
    pub(super) fn layout(&self) -> &'static Layout {
        self.decoder.layout.layout
    }

    /// Returns the options with which the value is decoded.
    pub(super) fn options(&self) -> DecodeOptions {
        self.decoder.options
    }

    /// Checks that the value can be decoded.
    pub(super) fn check(&self) -> Result<(), Failure> {
        self.decoder.check(&self.entry)
    }

    pub(super) fn decode(&self) -> Result<AnyVariant, Failure> {
        self.decoder.decode(&self.entry)
    }
}
