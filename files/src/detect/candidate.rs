//! The candidates of a detection, with the reasons for their scores.

use super::description::Description;
use super::options::{DetectOptions, Framing};
use crate::clip::counted;
use gdvariant::schema::Layout;
use gdvariant::{DecodeError, DecodeErrorKind, Decoding};
use std::fmt;

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
    /// use gdvariant::godot4;
    /// use gdvariant_files::detect;
    ///
    /// let detection = detect(&godot4::to_vec(&["Ada"])?);
    /// assert_eq!(detection.candidates()[0].rank, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Returns the candidates of the first rank: more than one if they explain the input equally
    /// well.
    ///
    /// ```
    /// use gdvariant::godot4;
    /// use gdvariant_files::detect;
    ///
    /// let detection = detect(&godot4::to_vec(&("Ada", 7, 1.5))?);
    /// assert!(detection.best().iter().any(|best| best.layout.name == "godot4"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best(&self) -> &[Candidate] {
        let end = self.candidates.partition_point(|it| it.rank == 1);
        &self.candidates[..end]
    }

    /// Returns the candidates that fit the input, the likeliest first.
    ///
    /// ```
    /// use gdvariant::godot4;
    /// use gdvariant_files::detect;
    ///
    /// let bytes = godot4::to_vec(&["a"])?;
    /// assert!(detect(&bytes).matches().count() > 0);
    /// assert_eq!(detect(b"no values").matches().count(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matches(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().filter(|candidate| candidate.fits())
    }
}

/// A layout and a framing that an input may have.
///
/// Displays as one line, such as `godot4, framed: 97%`.
///
/// ```
/// use gdvariant::godot4;
/// use gdvariant_files::detect;
///
/// let detection = detect(&godot4::to_vec(&("Ada", 7, 1.5))?);
/// let best = &detection.candidates()[0];
/// assert!(best.fits() && best.confidence > 0);
/// assert!(best.to_string().starts_with(best.layout.name));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Candidate {
    /// The layout that the input may have.
    pub layout: &'static Layout,
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
    /// The number of values that decode strictly.
    pub values: usize,
    /// The number of the first value that fails to decode, from 1, and its error. The offset of the
    /// error counts from the start of the input or, for values that arrived separately, from the
    /// start of the value.
    pub failure: Option<(usize, DecodeError)>,
    pub(super) description: Description,
    /// The number of values that fail.
    pub(super) failures: usize,
    /// The bytes decoded so far, including length prefixes.
    pub(super) decoded_bytes: usize,
    /// The number of values that engines would encode with another length, such as a small int in
    /// 64 bits.
    pub(super) not_canonical: usize,
    /// The number of examined bytes.
    pub(super) examined: usize,
    /// Whether bare values are examined, up to the first failure.
    pub(super) is_concatenated: bool,
    /// Whether only the start of the input is examined.
    pub(super) is_limited: bool,
    /// Whether the end of the input truncates the first frame, which is plausible so far.
    pub(super) is_truncated: bool,
    /// The offset from which zeros are in the place of the end of the first value that fails.
    pub(super) zeros: Option<usize>,
}

impl Candidate {
    /// Creates a candidate without evidence.
    pub(super) fn new(layout: &'static Layout, framing: Framing, skip: usize) -> Self {
        Self {
            layout,
            framing,
            skip,
            rank: 0,
            confidence: 0,
            score: 0,
            values: 0,
            failure: None,
            description: Description::default(),
            failures: 0,
            decoded_bytes: 0,
            not_canonical: 0,
            examined: 0,
            is_concatenated: false,
            is_limited: false,
            is_truncated: false,
            zeros: None,
        }
    }

    /// Returns how to decode the input as this candidate, after `skipped` bytes that are already
    /// skipped.
    pub fn decoding(&self, skipped: u64) -> Decoding {
        // The bytes after a header can be framed as well.
        let is_default = self.framing == Framing::Bare && self.skip == 0;
        Decoding {
            layouts: vec![self.layout.name],
            framing: (!is_default).then(|| self.framing.name()),
            skip: self.skip as u64 + skipped,
            lenient: self.zeros.is_none()
                && matches!(&self.failure, Some((1, error))
                    if matches!(error.kind(), DecodeErrorKind::TrailingBytes { .. })),
        }
    }

    /// Returns whether all examined bytes are values of the layout in this framing.
    ///
    /// ```
    /// use gdvariant::godot4;
    /// use gdvariant_files::detect;
    ///
    /// assert!(detect(&godot4::to_vec(&["Ada"])?).candidates()[0].fits());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fits(&self) -> bool {
        self.failure.is_none() && (self.values > 0 || self.is_limited)
    }

    /// Returns the number of strings in the values without control characters other than line
    /// breaks and tabs.
    ///
    /// A layout that decodes fewer of them than another one decodes strings as numbers.
    ///
    /// ```
    /// use gdvariant::godot4;
    /// use gdvariant_files::detect;
    ///
    /// let detection = detect(&godot4::to_vec(&("Ada", "Grace", "\x07"))?);
    /// assert_eq!(detection.candidates()[0].printable_strings(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn printable_strings(&self) -> usize {
        self.description.texts.plausible
    }

    /// Returns the reasons for the score, the most important first.
    ///
    /// Each is one line of English, such as `64 of 64 values decode`.
    ///
    /// ```
    /// use gdvariant::godot4;
    /// use gdvariant_files::detect;
    ///
    /// let detection = detect(&godot4::to_vec(&("Ada", 7, 1.5))?);
    /// assert_eq!(detection.candidates()[0].reasons()[0], "the value decodes");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reasons(&self) -> Vec<String> {
        let (values, examined) = (self.values, self.examined);
        let Description { floats, texts, .. } = self.description;
        let mut reasons = Vec::new();
        if !self.is_limited || values > 0 {
            reasons.push(self.decoded());
        }
        if let Some((value, error)) = &self.failure {
            let path = error.path().in_message();
            // The advice after the semicolon of an error is only for callers that decode.
            let (offset, kind) = (error.offset(), error.kind());
            reasons.push(match self.zeros {
                Some(zeros) => format!("value {value} ends in zeros from {zeros:#06x}"),
                None => format!("value {value} at {offset:#06x}: {path}{kind}"),
            });
            let left = examined.saturating_sub(self.decoded_bytes);
            reasons.push(format!(
                "{left} of {examined} bytes are not part of values that decode"
            ));
        }
        if self.is_limited {
            reasons.push(format!("only the first {examined} bytes were examined"));
        }
        // Engines write such values in remote calls only.
        if self.is_concatenated && values > 1 {
            reasons.push(format!(
                "{values} values follow one another without lengths"
            ));
        }
        if self.not_canonical > 0 {
            let values = counted(self.not_canonical, "value");
            reasons.push(format!("engines would encode {values} with another length"));
        }
        for (share, what) in [
            (floats, "floats are plausible"),
            (texts, "strings are printable"),
        ] {
            if share.of > 0 {
                reasons.push(format!("{} of {} {what}", share.plausible, share.of));
            }
        }
        if self.description.dirty_padding > 0 {
            let places = counted(self.description.dirty_padding, "place");
            reasons.push(format!("padding is not zero in {places}"));
        }
        if self.layout.is_double {
            reasons.push("no engine release writes double precision".into());
        }
        reasons
    }

    /// Returns what has overwritten the end of the first value.
    pub(crate) fn damage(&self) -> Option<String> {
        let zeros = self.zeros.filter(|_| self.values == 0)?;
        let (layout, place) = (self.layout.name, self.place());
        Some(format!(
            "{layout}, {place}: value 1 ends in zeros from {zeros:#06x}"
        ))
    }

    /// Returns the framing, and the length of the header.
    pub fn place(&self) -> String {
        match self.skip {
            0 => self.framing.to_string(),
            skip => format!("{} after {}", self.framing, counted(skip, "byte")),
        }
    }

    fn decoded(&self) -> String {
        // If a bare value fails, the start of the next one is unknown.
        if self.is_concatenated && self.failure.is_some() {
            return match self.values {
                0 => "no value decodes".into(),
                1 => "one value decodes".into(),
                values => format!("{values} values decode"),
            };
        }
        match (self.values, self.values + self.failures) {
            (1, 1) => "the value decodes".into(),
            (0, 1) => "the value does not decode".into(),
            (values, of) => format!("{values} of {of} values decode"),
        }
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (layout, confidence) = (self.layout.name, self.confidence);
        write!(f, "{layout}, {}: {confidence}%", self.place())
    }
}
