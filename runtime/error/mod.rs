//! Errors as data: where they occurred, what was expected and what was found. Also defines the
//! types that errors refer to: kinds, versions and escaped strings.

#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// The result of decoding, unless another error type is given.
pub(crate) type Result<T, E = DecodeError> = core::result::Result<T, E>;

/// The reason for an error, its cause, and the path to the value at fault.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Located<K> {
    path: Path,
    /// The enclosing variants of enums that the path does not name, innermost first: the length of
    /// the path within the variant, and the name.
    variants: Vec<(usize, &'static str)>,
    kind: K,
    source: Source,
}

impl<K> Located<K> {
    /// Creates a reason with an empty path.
    fn new(kind: K) -> Self {
        Self {
            path: Path::default(),
            variants: Vec::new(),
            kind,
            source: Source::default(),
        }
    }

    /// Converts the reason.
    fn map<T>(self, convert: impl FnOnce(K) -> T) -> Located<T> {
        Located {
            path: self.path,
            variants: self.variants,
            kind: convert(self.kind),
            source: self.source,
        }
    }
}

impl<K: fmt::Display> fmt::Display for Located<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        PathInMessage(&self.path, &self.variants).fmt(f)?;
        self.kind.fmt(f)
    }
}

#[cfg(target_has_atomic = "ptr")]
type Shared = Arc<dyn Error + Send + Sync>;
#[cfg(not(target_has_atomic = "ptr"))]
type Shared = &'static core::convert::Infallible;

/// The cause of an error; always `None` on targets without atomic pointers, because they lack
/// `Arc`.
///
/// Comparisons of errors ignore the cause: a `dyn Error` cannot be compared, and the reason
/// contains its message.
#[derive(Debug, Clone, Default)]
struct Source(Option<Shared>);

impl Source {
    #[cfg(target_has_atomic = "ptr")]
    fn new(error: impl Error + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(error)))
    }

    #[cfg(not(target_has_atomic = "ptr"))]
    fn new(_error: impl Error + Send + Sync + 'static) -> Self {
        Self(None)
    }

    fn get(&self) -> Option<&(dyn Error + 'static)> {
        let error = self.0.as_deref()?;
        Some(error)
    }
}

impl PartialEq for Source {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for Source {}

/// Implements the methods and traits of an error that holds a [`Located`], directly or in a field.
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
            pub fn kind(&self) -> &$kind {
                &self.0$(.$field)?.kind
            }

            /// Prepends a segment to the path, for the error of an enclosing value.
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
                self.0$(.$field)?.path.prepend(segment);
                self
            }

            /// Sets the error that caused this one; `source` returns the cause.
            ///
            /// Comparisons ignore the cause. On targets without atomic pointers, it is dropped.
            ///
            /// ```
            /// use gdvariant::{DecodeError, DecodeErrorKind};
            /// use std::error::Error;
            /// use std::net::{AddrParseError, IpAddr};
            ///
            /// let cause = "localhost".parse::<IpAddr>().unwrap_err();
            /// let kind = DecodeErrorKind::Custom(cause.to_string().into());
            /// let error = DecodeError::new(8, kind).with_source(cause);
            /// assert_eq!(error.to_string(), "0x0008: invalid IP address syntax");
            /// assert!(error.source().is_some_and(|source| source.is::<AddrParseError>()));
            /// ```
            #[cold]
            #[must_use]
            pub fn with_source(mut self, source: impl Error + Send + Sync + 'static) -> Self {
                self.0$(.$field)?.source = Source::new(source);
                self
            }
        }

        impl fmt::Display for $error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        crate::error::debug!($error);

        crate::error::advised!($error, $kind);

        impl Error for $error {
            fn source(&self) -> Option<&(dyn Error + 'static)> {
                self.0$(.$field)?.source.get()
            }
        }
    };
}

use located;

/// Implements `Debug` with the message and the advice, because `unwrap` and `main` print errors with
/// `Debug`.
macro_rules! debug {
    ($error:ident) => {
        impl core::fmt::Debug for $error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!(stringify!($error), "({:#})"), self)
            }
        }
    };
}

pub(crate) use debug;

/// Implements `Error` with the error of a variant as the source, and `From` for each such error.
macro_rules! from_errors {
    ($error:ident: $($(#[$gate:meta])? $variant:ident($held:ty)),*) => {
        $(
            $(#[$gate])?
            impl From<$held> for $error {
                fn from(error: $held) -> Self {
                    Self::$variant(error)
                }
            }
        )*

        impl core::error::Error for $error {
            fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
                match self {
                    $($(#[$gate])? Self::$variant(error) => Some(error),)*
                    #[allow(unreachable_patterns, reason = "all variants can have errors")]
                    _ => None,
                }
            }
        }
    };
}

mod advice;
mod condition;
#[cfg(feature = "inspect")]
mod convert;
mod decode;
mod encode;
mod escaped;
pub(crate) mod kinds;
mod messages;
mod parse;
mod parse_path;
mod path;
mod step;
mod stream;
mod version;

pub use advice::{Advice, Decoding};
pub use condition::{Condition, ConditionTest};
#[cfg(feature = "inspect")]
pub use convert::{ConvertError, ConvertErrorKind};
pub use decode::{DecodeError, DecodeErrorKind};
pub use encode::{EncodeError, EncodeErrorKind};
pub use escaped::{Escaped, is_terminal_control};
pub use kinds::Kind;
pub(crate) use messages::{Count, advised, messages};
pub use parse::{ParseError, ParseErrorKind};
pub use parse_path::ParsePathError;
use path::PathInMessage;
pub use path::{Path, Segment};
pub(crate) use path::{is_identifier, is_identifier_part, leading, shortened};
pub use step::Step;
pub use stream::ReadError;
#[cfg(feature = "std")]
pub use stream::WriteError;
pub use version::{EngineVersion, ParseVersionError};
