//! Checks that the detected layout of a file is certain before the file is replaced.

use crate::failure::Failure;
use crate::hints::alternatives;
use crate::layouts::{LayoutName, Selection};
use gdvariant::detect::{Candidate, Choice, Detection, Framing};
use gdvariant::schema::LayoutInfo;
use gdvariant::{DecodeOptions, EncodeOptions};

/// Objects are decoded as data, so they are always allowed.
const OPTIONS: DecodeOptions = DecodeOptions::new().allow_objects(true);

/// The layouts that fit an input, other than the detected layout.
#[derive(Debug)]
pub(crate) struct OtherLayouts {
    pub(crate) layouts: Vec<LayoutName>,
    /// Whether an option names the layout; if so, `layouts` is empty.
    pub(crate) is_requested: bool,
    /// Whether encoding a decoded value yields bytes that differ from the file.
    is_inexact: bool,
}

/// Represents a layout that an option names: there are no other layouts.
impl Default for OtherLayouts {
    fn default() -> Self {
        Self {
            layouts: Vec::new(),
            is_requested: true,
            is_inexact: false,
        }
    }
}

impl OtherLayouts {
    /// Returns the layouts other than the choice that fit the input in the same framing.
    pub(crate) fn of(detection: &Detection, choice: &Choice) -> Self {
        let others = rivals(detection, choice);
        let others = others.filter(|it| it.framing == choice.framing && it.layout != choice.layout);
        Self {
            layouts: others.map(|it| it.layout.into()).collect(),
            is_requested: false,
            is_inexact: false,
        }
    }

    /// Checks whether encoding a value restores its bytes, and removes layouts that do not decode
    /// it.
    pub(crate) fn keep(&mut self, layout: LayoutName, bytes: &[u8]) {
        self.is_inexact |= !is_exact(layout.info(), bytes);
        self.restrict(bytes);
    }

    /// Removes the layouts that do not decode a value.
    pub(crate) fn restrict(&mut self, bytes: &[u8]) {
        self.layouts
            .retain(|layout| layout.info().check(bytes, OPTIONS).is_ok());
    }

    /// Returns a failure if another layout would write other bytes, or if the file is inexact.
    pub(crate) fn compare(
        &self,
        label: &str,
        chosen: Selection,
        written: &[u8],
        write: impl Fn(LayoutName) -> Option<Vec<u8>>,
    ) -> Result<(), Failure> {
        let (option, name) = (chosen.option, chosen.layout.name());
        let different = self
            .layouts
            .iter()
            .filter(|it| write(**it).as_deref() != Some(written));
        let different: Vec<_> = different.map(|it| it.name()).collect();
        let problem = match different.as_slice() {
            [] if self.is_inexact => {
                format!("is probably {name}, but differs from what an engine writes")
            }
            [] => return Ok(()),
            _ => {
                let others = alternatives(different.into_iter());
                format!("fits {name} and {others}, whose output would differ")
            }
        };
        Err(Failure::Unclear(format!(
            "{label}: the file {problem}; confirm the layout with {option} {name}"
        )))
    }
}

/// Returns the candidates that could be right instead of the choice.
///
/// Candidates of less than 1%, and candidates that decode strings of the choice as numbers, do not
/// prevent an edit.
pub(super) fn rivals<'d>(
    detection: &'d Detection,
    choice: &Choice,
) -> impl Iterator<Item = &'d Candidate> {
    let is_choice = |it: &&Candidate| (it.layout, it.framing) == (choice.layout, choice.framing);
    let chosen = detection
        .matches()
        .find(is_choice)
        .map_or(0, Candidate::printable_strings);
    // Values in a row are never chosen: they are a value and bytes after it.
    let is_usual = |it: &&Candidate| it.skip == 0 && it.framing != Framing::InARow;
    let others = detection.matches().filter(is_usual);
    let others = others.filter(move |it| !is_choice(it));
    others.filter(move |it| it.confidence > 0 && it.printable_strings() >= chosen)
}

/// Returns whether encoding a decoded value restores its bytes, ignoring uninitialized padding.
fn is_exact(layout: &LayoutInfo, bytes: &[u8]) -> bool {
    let value = layout.decode(bytes, OPTIONS).ok();
    let encoded = value.and_then(|value| value.to_vec(EncodeOptions::new()).ok());
    let mut cleared = bytes.to_vec();
    let read = layout.inspect(bytes, OPTIONS, &mut |row| {
        if row.is_unset_padding() {
            cleared[row.offset..row.offset + row.bytes.len()].fill(0);
        }
    });
    read.is_ok() && encoded.is_some_and(|encoded| encoded == cleared)
}
