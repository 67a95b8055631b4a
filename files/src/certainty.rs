//! Checks that the detected layout of a file is certain before the file is replaced.

use crate::STRICT;
use crate::detect::{Candidate, Choice, Detection, Framing};
use gdvariant::schema::Layout;

/// The layouts that fit an input, other than the detected layout.
#[derive(Debug, Clone, Default)]
pub struct OtherLayouts {
    /// The layouts.
    pub layouts: Vec<&'static Layout>,
    /// The detected layout. Without one, the caller named the layout, and there are no others.
    pub(crate) detected: Option<&'static Layout>,
}

impl OtherLayouts {
    /// Returns the layouts other than the choice that fit the input in the same framing.
    pub(crate) fn new(detection: &Detection, choice: &Choice) -> Self {
        let others = rivals(detection, choice);
        let others = others.filter(|it| it.framing == choice.framing && it.layout != choice.layout);
        Self {
            layouts: others.map(|it| it.layout).collect(),
            detected: Some(choice.layout),
        }
    }

    /// Removes the layouts that do not decode a value.
    pub fn restrict(&mut self, bytes: &[u8]) {
        self.layouts
            .retain(|layout| layout.check(bytes, STRICT).is_ok());
    }

    /// Checks that no other layout would write something else, except in double precision: builds in
    /// double precision read what their engine writes in single precision.
    ///
    /// # Errors
    ///
    /// Returns the layouts for which `write` does not return `written`.
    pub fn compare<T: PartialEq>(
        &self,
        written: &T,
        write: impl Fn(&'static Layout) -> Option<T>,
    ) -> Result<(), Vec<&'static Layout>> {
        let mut different = self.layouts.clone();
        different.retain(|it| {
            let is_twin = self.detected.is_some_and(|own| own.name == it.base);
            !is_twin && write(it).as_ref() != Some(written)
        });
        if different.is_empty() {
            return Ok(());
        }
        Err(different)
    }
}

/// Returns the candidates that could be right instead of the choice.
///
/// Candidates of less than 1%, and candidates that decode strings of the choice as numbers, do not
/// prevent an edit.
pub(crate) fn rivals<'d>(
    detection: &'d Detection,
    choice: &Choice,
) -> impl Iterator<Item = &'d Candidate> {
    let is_choice = |it: &&Candidate| (it.layout, it.framing) == (choice.layout, choice.framing);
    let chosen = detection
        .matches()
        .find(is_choice)
        .map_or(0, Candidate::printable_strings);
    // Concatenated values are never chosen: they are a value and bytes after it.
    let is_usual = |it: &&Candidate| it.skip == 0 && it.framing != Framing::Concatenated;
    let others = detection.matches().filter(is_usual);
    let others = others.filter(move |it| !is_choice(it));
    others.filter(move |it| it.confidence > 0 && it.printable_strings() >= chosen)
}
