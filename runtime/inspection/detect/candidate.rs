use super::framing::Framing;
use super::options::DetectOptions;
use super::reason::Reason;
use crate::error::Count;
use crate::table::layout_info::LayoutInfo;
use alloc::vec::Vec;
use core::fmt;

/// The ranking of layouts and framings, which [`detect`](fn@super::detect) returns.
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
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::{detect, godot3};
    ///
    /// let detection = detect(&godot3::to_vec(&["Ada"])?);
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
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::{detect, godot3};
    ///
    /// let detection = detect(&godot3::to_vec(&("Ada", 7, 1.5))?);
    /// assert!(detection.best().iter().any(|best| best.layout.name == "godot3"));
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
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::{detect, godot3};
    ///
    /// let bytes = godot3::to_vec(&["a"])?;
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
/// It displays as one line, such as `godot4, framed: 97%`.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{detect, godot3};
///
/// let detection = detect(&godot3::to_vec(&("Ada", 7, 1.5))?);
/// let best = &detection.candidates()[0];
/// assert!(best.fits && best.confidence > 0);
/// assert!(best.to_string().starts_with(best.layout.name));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Candidate {
    /// The layout.
    pub layout: &'static LayoutInfo,
    /// The framing.
    pub framing: Framing,
    /// The length in bytes of a header of a game's own that precedes the values, mostly 0.
    pub skip: usize,
    /// The rank from 1. Candidates that explain the input equally well share it: their scores are
    /// less than 4 bits below that of the first of them.
    pub rank: usize,
    /// The estimated probability in percent, 0 to 99, that the input is of this layout and framing.
    ///
    /// Candidates of the same rank have the same one: four of them have less than 25 each.
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
