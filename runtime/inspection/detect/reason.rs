use crate::DecodeError;
use crate::error::Count;
use alloc::string::ToString;
use core::fmt;

/// One reason for the score of a [`Candidate`](super::Candidate).
///
/// It displays as one line of English, such as `64 of 64 values decode`.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{detect, godot3};
///
/// let detection = detect(&godot3::to_vec(&("Ada", 7, 1.5))?);
/// assert_eq!(detection.candidates()[0].reasons[0].to_string(), "the value decodes");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// The number of values that decode strictly.
    #[non_exhaustive]
    Decoded {
        /// The number of values that decode.
        values: usize,
        /// The number of values, or `None` if it is unknown because a bare value fails.
        of: Option<usize>,
    },
    /// The first value that fails.
    #[non_exhaustive]
    Failed {
        /// The number of the value, from 1.
        value: usize,
        /// The error. Its offset counts from the start of the input, or, for values that arrived
        /// separately, from the start of the value.
        error: DecodeError,
    },
    /// The number of bytes that are not part of values that decode.
    #[non_exhaustive]
    Unexplained {
        /// The number of these bytes.
        bytes: usize,
        /// The number of bytes that were examined.
        of: usize,
    },
    /// The input is longer than the part that was examined.
    #[non_exhaustive]
    Limited {
        /// The number of bytes that were examined.
        bytes: usize,
    },
    /// The number of bare values that follow one another, which engines write in remote calls only.
    #[non_exhaustive]
    InARow {
        /// The number of values.
        values: usize,
    },
    /// The number of values that engines would encode with another length, such as a small number
    /// with 32 bits.
    #[non_exhaustive]
    NotCanonical {
        /// The number of these values.
        values: usize,
    },
    /// The number of floats of a usual magnitude, which denormal floats and NaN do not have.
    #[non_exhaustive]
    Floats {
        /// The number of these floats.
        plausible: usize,
        /// The number of all floats.
        of: usize,
    },
    /// The number of strings without control characters other than line breaks and tabs.
    #[non_exhaustive]
    Texts {
        /// The number of these strings.
        plausible: usize,
        /// The number of all strings.
        of: usize,
    },
    /// The number of places with padding that is not zero although engines write zeros.
    #[non_exhaustive]
    Padding {
        /// The number of such places.
        places: usize,
    },
    /// No engine release writes the layout, because releases have single precision.
    DoublePrecision,
    /// No build of an engine reads or writes the layout, see
    /// [`DetectOptions::all_layouts`](super::DetectOptions::all_layouts).
    NotImplemented,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decoded { values, of } => match (values, of) {
                (1, Some(1)) => f.write_str("the value decodes"),
                (0, Some(1)) => f.write_str("the value does not decode"),
                (values, Some(of)) => write!(f, "{values} of {of} values decode"),
                (0, None) => f.write_str("no value decodes"),
                (1, None) => f.write_str("one value decodes"),
                (values, None) => write!(f, "{values} values decode"),
            },
            Self::Failed { value, error } => failed(f, *value, error),
            Self::Unexplained { bytes, of } => {
                write!(
                    f,
                    "{bytes} of {of} bytes are not part of values that decode"
                )
            }
            Self::Limited { bytes } => write!(f, "only the first {bytes} bytes were examined"),
            Self::InARow { values } => {
                write!(f, "{values} values follow one another without lengths")
            }
            Self::NotCanonical { values } => {
                let values = Count(*values, "value");
                write!(f, "engines would encode {values} with another length")
            }
            Self::Floats { plausible, of } => write!(f, "{plausible} of {of} floats are plausible"),
            Self::Texts { plausible, of } => write!(f, "{plausible} of {of} strings are printable"),
            Self::Padding { places } => {
                write!(f, "padding is not zero in {}", Count(*places, "place"))
            }
            Self::DoublePrecision => f.write_str("no engine release writes double precision"),
            Self::NotImplemented => f.write_str("no build of an engine reads or writes the layout"),
        }
    }
}

/// Writes a failure without the advice at the end of its message, which is for callers of decoding.
fn failed(f: &mut fmt::Formatter<'_>, value: usize, error: &DecodeError) -> fmt::Result {
    write!(f, "value {value} at {:#06x}: ", error.offset())?;
    if !error.path().is_empty() {
        write!(f, "{}: ", error.path())?;
    }
    let message = error.kind().to_string();
    f.write_str(message.split("; ").next().unwrap_or(&message))
}
