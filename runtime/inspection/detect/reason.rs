use crate::DecodeError;
use crate::error::Count;
use alloc::string::ToString;
use core::fmt;

crate::error::messages! {
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
        #[error(fmt = decoded(*values, *of))]
        Decoded {
            /// The number of values that decode.
            values: usize,
            /// The number of values, or `None` if it is unknown because a bare value fails.
            of: Option<usize>,
        },
        /// The first value that fails.
        #[error(fmt = failed(*value, error))]
        Failed {
            /// The number of the value, from 1.
            value: usize,
            /// The error. Its offset counts from the start of the input, or, for values that
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
        /// The number of bare values that follow one another, which engines write in remote calls
        /// only.
        #[error("{values} values follow one another without lengths")]
        InARow {
            /// The number of values.
            values: usize,
        },
        /// The number of values that engines would encode with another length, such as a small
        /// number with 32 bits.
        #[error("engines would encode {} with another length", Count(*values, "value"))]
        NotCanonical {
            /// The number of these values.
            values: usize,
        },
        /// The number of floats of a usual magnitude, which denormal floats and NaN do not have.
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
        /// The number of places with padding that is not zero although engines write zeros.
        #[error("padding is not zero in {}", Count(*places, "place"))]
        Padding {
            /// The number of such places.
            places: usize,
        },
        /// No engine release writes the layout, because releases have single precision.
        #[error("no engine release writes double precision")]
        DoublePrecision,
        /// No build of an engine reads or writes the layout, see
        /// [`DetectOptions::all_layouts`](super::DetectOptions::all_layouts).
        #[error("no build of an engine reads or writes the layout")]
        NotImplemented,
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

/// Writes a failure without the advice at the end of its message, which is for callers of decoding.
fn failed(value: usize, error: &DecodeError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "value {value} at {:#06x}: ", error.offset())?;
    if !error.path().is_empty() {
        write!(f, "{}: ", error.path())?;
    }
    let message = error.kind().to_string();
    f.write_str(message.split("; ").next().unwrap_or(&message))
}
