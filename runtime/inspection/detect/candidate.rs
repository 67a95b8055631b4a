//! The candidates of a detection, with the reasons for their scores.

use super::options::{DetectOptions, Framing};
use crate::DecodeError;
use crate::error::Count;
use crate::table::layout_info::LayoutInfo;
use alloc::vec::Vec;
use core::fmt;

/// The result of [`detect`](fn@super::detect): a ranking of layouts and framings.
#[derive(Debug, Clone, PartialEq)]
pub struct Detection {
    pub(super) candidates: Vec<Candidate>,
    pub(super) options: DetectOptions,
}

impl Detection {
    /// Returns the candidates that fit the input or explain a part of it, the likeliest first.
    ///
    /// Empty if no candidate explains any of the input.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{detect, godot4};
    ///
    /// let detection = detect(&godot4::to_vec(&["Ada"])?);
    /// assert_eq!(detection.candidates()[0].rank, 1);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Returns the candidates of the first rank: more than one if they explain the input equally
    /// well.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{detect, godot4};
    ///
    /// let detection = detect(&godot4::to_vec(&("Ada", 7, 1.5))?);
    /// assert!(detection.best().iter().any(|best| best.layout.name == "godot4"));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn best(&self) -> &[Candidate] {
        let end = self.candidates.partition_point(|it| it.rank == 1);
        &self.candidates[..end]
    }

    /// Returns the candidates that fit the input, the likeliest first.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{detect, godot4};
    ///
    /// let bytes = godot4::to_vec(&["a"])?;
    /// assert!(detect(&bytes).matches().count() > 0);
    /// assert_eq!(detect(b"no values").matches().count(), 0);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matches(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().filter(|candidate| candidate.fits)
    }
}

/// A layout and a framing that an input may have.
///
/// Displays as one line, such as `godot4, framed: 97%`.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{detect, godot4};
///
/// let detection = detect(&godot4::to_vec(&("Ada", 7, 1.5))?);
/// let best = &detection.candidates()[0];
/// assert!(best.fits && best.confidence > 0);
/// assert!(best.to_string().starts_with(best.layout.name));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Candidate {
    /// The layout that the input may have.
    pub layout: &'static LayoutInfo,
    /// The framing that the values of the input may have.
    pub framing: Framing,
    /// The length in bytes of a game-specific header before the values; usually 0.
    pub skip: usize,
    /// The rank, from 1. Candidates that explain the input equally well share a rank: their scores
    /// are less than 4 bits below the best score of the rank.
    pub rank: usize,
    /// The estimated probability in percent, 0 to 99, that the input has this layout and framing.
    ///
    /// Candidates of the same rank have the same confidence: four such candidates have less than 25
    /// percent each.
    pub confidence: u8,
    /// The score: the bits that the candidate's interpretation saves compared to plain bytes.
    pub score: i64,
    /// Whether all examined bytes are values of the layout in this framing.
    pub fits: bool,
    /// The number of values that decode.
    pub values: usize,
    /// The reasons for the score, the most important first.
    pub reasons: Vec<Reason>,
}

impl Candidate {
    /// Returns the number of strings in the values without control characters other than line
    /// breaks and tabs.
    ///
    /// A layout that decodes fewer of them than another one decodes strings as numbers.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{detect, godot4};
    ///
    /// let detection = detect(&godot4::to_vec(&("Ada", "Grace", "\x07"))?);
    /// assert_eq!(detection.candidates()[0].printable_strings(), 2);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn printable_strings(&self) -> usize {
        let plausible = self.reasons.iter().find_map(|reason| match reason {
            Reason::Texts { plausible, .. } => Some(*plausible),
            _ => None,
        });
        plausible.unwrap_or(0)
    }

    /// Returns whether the input starts with a frame, and a later one fails.
    pub(super) fn starts_with_frame(&self) -> bool {
        let is_first = |reason: &Reason| matches!(reason, Reason::DecodeFailed { value: 1, .. });
        let has_frame = !self.fits && self.framing.options().is_some() && self.skip == 0;
        has_frame && self.values > 0 && !self.reasons.iter().any(is_first)
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            layout,
            framing,
            skip,
            confidence,
            ..
        } = self;
        write!(f, "{}, {framing}", layout.name)?;
        if *skip > 0 {
            write!(f, " after {}", Count(*skip, "byte"))?;
        }
        write!(f, ": {confidence}%")
    }
}

crate::error::messages! {
    /// One reason for the score of a [`Candidate`](super::Candidate).
    ///
    /// Displays as one line of English, such as `64 of 64 values decode`.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{detect, godot4};
    ///
    /// let detection = detect(&godot4::to_vec(&("Ada", 7, 1.5))?);
    /// assert_eq!(detection.candidates()[0].reasons[0].to_string(), "the value decodes");
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Debug, Clone, PartialEq)]
    #[non_exhaustive]
    pub enum Reason {
        /// The number of values that decode strictly.
        #[error(fmt = decoded(*values, *of))]
        Decoded {
            /// The number of values that decode.
            values: usize,
            /// The number of all values; `None` if a bare value fails, because the start of the
            /// next value is then unknown.
            of: Option<usize>,
        },
        /// The first value that fails to decode.
        #[error(fmt = failed(*value, error))]
        DecodeFailed {
            /// The number of the value, from 1.
            value: usize,
            /// The error, whose offset counts from the start of the input or, for values that
            /// arrived separately, from the start of the value.
            error: DecodeError,
        },
        /// The number of bytes that are not part of values that decode.
        #[error("{bytes} of {of} bytes are not part of values that decode")]
        Unexplained {
            /// The number of these bytes.
            bytes: usize,
            /// The number of bytes that were examined.
            of: usize,
        },
        /// The input is longer than the part that was examined.
        #[error("only the first {bytes} bytes were examined")]
        Limited {
            /// The number of bytes that were examined.
            bytes: usize,
        },
        /// The number of consecutive bare values. Engines write such values in remote calls only.
        #[error("{values} values follow one another without lengths")]
        Concatenated {
            /// The number of values.
            values: usize,
        },
        /// The number of values that engines would encode with another length, such as a small int
        /// in 64 bits.
        #[error("engines would encode {} with another length", Count(*values, "value"))]
        NotCanonical {
            /// The number of these values.
            values: usize,
        },
        /// The number of floats of a usual magnitude. Denormal floats and NaN are not plausible.
        #[error("{plausible} of {of} floats are plausible")]
        Floats {
            /// The number of these floats.
            plausible: usize,
            /// The number of all floats.
            of: usize,
        },
        /// The number of strings without control characters other than line breaks and tabs.
        #[error("{plausible} of {of} strings are printable")]
        Texts {
            /// The number of these strings.
            plausible: usize,
            /// The number of all strings.
            of: usize,
        },
        /// The number of places where padding is not zero although engines write zeros.
        #[error("padding is not zero in {}", Count(*places, "place"))]
        Padding {
            /// The number of such places.
            places: usize,
        },
        /// No engine release writes the layout, because releases have single precision.
        #[error("no engine release writes double precision")]
        DoublePrecision,
    }
}

fn decoded(values: usize, of: Option<usize>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match (values, of) {
        (1, Some(1)) => f.write_str("the value decodes"),
        (0, Some(1)) => f.write_str("the value does not decode"),
        (values, Some(of)) => write!(f, "{values} of {of} values decode"),
        (0, None) => f.write_str("no value decodes"),
        (1, None) => f.write_str("one value decodes"),
        (values, None) => write!(f, "{values} values decode"),
    }
}

/// Writes a failure without the advice after its semicolon: only callers that decode need it.
fn failed(value: usize, error: &DecodeError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "value {value} at {:#06x}: ", error.offset())?;
    if !error.path().is_empty() {
        write!(f, "{}: ", error.path())?;
    }
    write!(f, "{}", error.kind())
}
