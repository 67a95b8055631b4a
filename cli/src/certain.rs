//! Whether a file that is replaced surely has the layout that was detected.

use crate::args::InputArgs;
use crate::failure::Failure;
use crate::hints::alternatives;
use crate::input::Entry;
use crate::layouts::{Chosen, Job, JsonLayout, LayoutName, dispatch};
use gdvariant::any::DecodeAny;
use gdvariant::inspect::inspect;
use gdvariant::{DecodeOptions, Ignored, generic};

/// Objects are data here, so they need no permission.
const OPTIONS: DecodeOptions = DecodeOptions::new().allow_objects(true);

/// The layouts that fit a file besides the one that was detected, and what is known of them.
#[derive(Debug, Clone, Default)]
pub(crate) struct OtherLayouts {
    others: Vec<LayoutName>,
    /// Those that would write other bytes.
    different: Vec<LayoutName>,
    /// Whether the layout is stated.
    is_stated: bool,
    /// Whether a value is encoded as other bytes than those of the file.
    is_inexact: bool,
}

impl OtherLayouts {
    /// Returns what needs no comparison, because the layout is stated.
    pub(crate) fn stated() -> Self {
        Self {
            is_stated: true,
            ..Self::default()
        }
    }

    pub(crate) fn new(others: Vec<LayoutName>) -> Self {
        Self {
            others,
            ..Self::default()
        }
    }

    /// Returns the layouts.
    pub(crate) fn layouts(&self) -> &[LayoutName] {
        &self.others
    }

    /// Adds a value that keeps its bytes.
    pub(crate) fn keep(&mut self, layout: LayoutName, bytes: &[u8]) {
        if self.is_stated {
            return;
        }
        self.is_inexact |= dispatch(layout, IsExact(bytes)).is_err();
        self.restrict(bytes);
    }

    /// Leaves out the layouts that do not decode a value.
    pub(crate) fn restrict(&mut self, bytes: &[u8]) {
        let decodes =
            |layout: &LayoutName| Ignored::decode_any(layout.name(), bytes, OPTIONS).is_ok();
        self.others.retain(decodes);
    }

    /// Adds a value that is replaced by these bytes, which `write` returns for another layout.
    pub(crate) fn replace(
        &mut self,
        layout: LayoutName,
        entry: &Entry<'_>,
        written: &[u8],
        write: impl Fn(LayoutName) -> Option<Vec<u8>>,
    ) {
        self.keep(layout, entry.bytes.as_deref().unwrap_or_default());
        self.compare(written, write);
    }

    /// Compares what is written with what `write` returns for each other layout.
    pub(crate) fn compare(
        &mut self,
        written: &[u8],
        write: impl Fn(LayoutName) -> Option<Vec<u8>>,
    ) {
        let others = self.others.iter().copied();
        let differs = |layout: &LayoutName| write(*layout).as_deref() != Some(written);
        self.different.extend(others.filter(differs));
    }

    /// Fails if the layout is not certain.
    pub(crate) fn end(self, args: &InputArgs, chosen: Chosen) -> Result<(), Failure> {
        let (label, option) = (args.file.label(), chosen.option);
        let name = chosen.layout.name();
        let different = self.different.iter().filter(|it| self.others.contains(it));
        let different: Vec<_> = different.map(|it| it.name()).collect();
        if !different.is_empty() {
            let others = alternatives(different.into_iter());
            return Err(Failure::Unclear(format!(
                "{label}: the file fits {name} and {others}, which would write other bytes; state the layout: {option} {name}"
            )));
        }
        if self.is_inexact {
            return Err(Failure::Unclear(format!(
                "{label}: the file is likely {name}, but not as an engine writes it; state the layout: {option} {name}"
            )));
        }
        Ok(())
    }
}

/// Fails if a value is encoded as other bytes, except for padding that engines leave unset.
struct IsExact<'b>(&'b [u8]);

impl Job for IsExact<'_> {
    type Output = ();

    fn run<L: JsonLayout>(self) -> Result<(), Failure> {
        let Self(bytes) = self;
        let value = generic::from_slice::<L, L::Variant>(bytes, OPTIONS).ok();
        let encoded = value.and_then(|value| generic::to_vec::<L, _>(&value).ok());
        let mut cleared = bytes.to_vec();
        let read = inspect::<L>(bytes, OPTIONS, |row| {
            if row.is_unset_padding() {
                cleared[row.offset..row.offset + row.bytes.len()].fill(0);
            }
        });
        match read {
            Ok(_) if encoded.is_some_and(|encoded| encoded == cleared) => Ok(()),
            _ => Err(Failure::Reported { status: 3 }),
        }
    }
}
