//! Errors as data: where they occurred, what was expected and what was found.

use core::fmt;

/// The reason for an error, and the path to the value at fault.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Located<K> {
    path: Path,
    kind: K,
}

impl<K> Located<K> {
    /// Creates a reason with an empty path.
    fn new(kind: K) -> Self {
        let path = Path::default();
        Self { path, kind }
    }

    /// Converts the reason.
    fn map<T>(self, convert: impl FnOnce(K) -> T) -> Located<T> {
        Located {
            path: self.path,
            kind: convert(self.kind),
        }
    }
}

impl<K: fmt::Display> fmt::Display for Located<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        self.kind.fmt(f)
    }
}

/// Implements the methods and traits of an error that holds a [`Located`], which can be in a field.
macro_rules! located {
    ($error:ident, $kind:ident $(, $field:ident)?) => {
        impl $error {
            /// Returns the path from the outermost value to the one at fault.
            ///
            /// ```
            /// use gdvariant::{DecodeError, DecodeErrorKind, Segment};
            ///
            /// let error = DecodeError::new(8, DecodeErrorKind::InvalidString).within(Segment::Index(3));
            /// assert_eq!(error.path().to_string(), "[3]");
            /// ```
            #[must_use]
            pub fn path(&self) -> &Path {
                &self.0$(.$field)?.path
            }

            /// Returns the reason for the error.
            ///
            /// ```
            /// use gdvariant::{DecodeError, DecodeErrorKind, Segment};
            ///
            /// let error = DecodeError::new(8, DecodeErrorKind::InvalidString).within(Segment::Index(3));
            /// assert_eq!(*error.kind(), DecodeErrorKind::InvalidString);
            /// ```
            #[must_use]
            pub fn kind(&self) -> &$kind {
                &self.0$(.$field)?.kind
            }

            /// Returns the error of an enclosing value, whose path starts with this segment.
            ///
            /// ```
            /// use gdvariant::{DecodeError, DecodeErrorKind, Segment};
            ///
            /// let error = DecodeError::new(8, DecodeErrorKind::InvalidString).within(Segment::Index(3));
            /// assert_eq!(error.within(Segment::name("players")).path().to_string(), "players[3]");
            /// ```
            #[cold]
            #[must_use]
            pub fn within(mut self, segment: Segment) -> Self {
                self.0$(.$field)?.path.enclose(segment);
                self
            }
        }

        impl fmt::Display for $error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl fmt::Debug for $error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($error), "({})"), self)
            }
        }

        impl core::error::Error for $error {}
    };
}

use located;

/// Implements `From` for the errors that the variants of an error hold.
macro_rules! from_errors {
    ($error:ident: $($variant:ident($held:ty)),*) => {$(
        impl From<$held> for $error {
            fn from(error: $held) -> Self {
                Self::$variant(error)
            }
        }
    )*};
}

pub(crate) use from_errors;

mod category;
mod convert;
mod decode;
mod encode;
mod from_variant;
mod parse;
mod parse_path;
mod path;

pub use convert::{ConvertError, ConvertErrorKind};
pub use decode::{DecodeError, DecodeErrorKind};
pub use encode::{EncodeError, EncodeErrorKind};
pub use from_variant::{FromVariantError, FromVariantErrorKind};
pub use parse::{ParseError, ParseErrorKind};
pub use parse_path::ParsePathError;
pub(crate) use path::shortened;
pub use path::{Path, Segment};
