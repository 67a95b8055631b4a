//! Checks that the detected layout of a file is certain before the file is replaced.

use crate::STRICT;
use crate::detect::{Candidate, Choice, Detection, Framing};
use gdvariant::EncodeOptions;
use gdvariant::schema::Layout;
use std::fmt::{self, Display, Formatter};

/// The layouts that fit an input, other than the detected layout.
#[derive(Debug, Default)]
pub struct OtherLayouts {
    /// The layouts.
    pub layouts: Vec<&'static Layout>,
    /// Whether the layout was detected. Otherwise, the caller named it, and there are no others.
    pub(crate) is_detected: bool,
    /// Whether encoding a decoded value yields bytes that differ from the file.
    is_inexact: bool,
}

/// The reason why a file cannot be replaced without a named layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Uncertainty {
    /// The output in these layouts would differ.
    Different(Vec<&'static Layout>),
    /// The file differs from what an engine writes.
    Inexact,
}

impl Display for Uncertainty {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Different(others) => {
                let others: Vec<_> = others.iter().map(|it| it.name).collect();
                write!(
                    f,
                    "the change would differ in {}, which fit the file, too",
                    others.join(", ")
                )
            }
            Self::Inexact => f.write_str("the file differs from what an engine writes"),
        }
    }
}

impl OtherLayouts {
    /// Returns the layouts other than the choice that fit the input in the same framing.
    pub(crate) fn of(detection: &Detection, choice: &Choice) -> Self {
        let others = rivals(detection, choice);
        let others = others.filter(|it| it.framing == choice.framing && it.layout != choice.layout);
        Self {
            layouts: others.map(|it| it.layout).collect(),
            is_detected: true,
            is_inexact: false,
        }
    }

    /// Checks whether encoding a value restores its bytes, and removes layouts that do not decode
    /// it.
    pub(crate) fn keep(&mut self, layout: &'static Layout, bytes: &[u8]) {
        self.is_inexact |= !is_exact(layout, bytes);
        self.restrict(bytes);
    }

    /// Removes the layouts that do not decode a value.
    pub fn restrict(&mut self, bytes: &[u8]) {
        self.layouts
            .retain(|layout| layout.check(bytes, STRICT).is_ok());
    }

    /// Checks that no other layout would write other bytes, and that the file is exact.
    ///
    /// `write` returns the bytes in a layout.
    ///
    /// # Errors
    ///
    /// Returns the reason why the choice of the layout is uncertain.
    pub fn compare(
        &self,
        written: &[u8],
        write: impl Fn(&'static Layout) -> Option<Vec<u8>>,
    ) -> Result<(), Uncertainty> {
        let others = self.layouts.iter().copied();
        let different: Vec<_> = others
            .filter(|it| write(it).as_deref() != Some(written))
            .collect();
        if !different.is_empty() {
            return Err(Uncertainty::Different(different));
        }
        if self.is_inexact {
            return Err(Uncertainty::Inexact);
        }
        Ok(())
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

/// Returns whether encoding a decoded value restores its bytes, ignoring uninitialized padding.
fn is_exact(layout: &'static Layout, bytes: &[u8]) -> bool {
    let value = layout.decode(bytes, STRICT).ok();
    let encoded = value.and_then(|value| value.to_vec(EncodeOptions::new()).ok());
    let mut cleared = bytes.to_vec();
    let read = layout.inspect(bytes, STRICT, |row| {
        if row.is_unset_padding() {
            cleared[row.offset..row.offset + row.bytes.len()].fill(0);
        }
    });
    read.is_ok() && encoded.is_some_and(|encoded| encoded == cleared)
}
