use crate::error::from_errors;
use crate::inspection::detect::Unclear;
use crate::stream::files::FileError;
use core::fmt;
use std::io;

/// The error returned if a file of an unknown engine cannot be opened.
///
/// ```
/// use gdvariant::any::{AnyError, AnyOptions, AnyReader};
///
/// let encrypted = b"GDEC\x01\0\0\0";
/// let error = AnyReader::open(&encrypted[..], &AnyOptions::new()).unwrap_err();
/// assert!(matches!(error, AnyError::Key | AnyError::Feature(_)));
/// ```
#[non_exhaustive]
pub enum AnyError {
    /// A compressed file, an encrypted file or a file of settings cannot be read.
    File(FileError),
    /// The layout or the framing is unclear.
    Unclear(Unclear),
    /// The file is encrypted, and the options have no key.
    Key,
    /// The file is compressed or encrypted, and this Cargo feature is not enabled.
    Feature(&'static str),
    /// Reading failed.
    Io(io::Error),
}

impl fmt::Display for AnyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Unclear(error) => error.fmt(f),
            Self::Key => f.write_str("an encrypted file; set its key with AnyOptions::key"),
            Self::Feature(feature) => {
                write!(
                    f,
                    "the file needs the Cargo feature `{feature}` of gdvariant"
                )
            }
            Self::Io(error) => error.fmt(f),
        }
    }
}

crate::error::debug!(AnyError);

from_errors!(AnyError: File(FileError), Unclear(Unclear), Io(io::Error));
