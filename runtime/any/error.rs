use crate::error::from_errors;
use crate::inspection::detect::Unclear;
use crate::stream::files::FileError;
use std::io;

crate::error::messages! {
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
        #[error("{error}")]
        File(error: FileError),
        /// The layout or the framing is unclear.
        #[error("{error}")]
        Unclear(error: Unclear),
        /// The file is encrypted, and the options have no key.
        #[error("an encrypted file; set its key with AnyOptions::key")]
        Key,
        /// The file is compressed or encrypted, and this Cargo feature is not enabled.
        #[error("the file needs the Cargo feature `{feature}` of gdvariant")]
        Feature(feature: &'static str),
        /// Reading failed.
        #[error("{error}")]
        Io(error: io::Error),
    }
}

crate::error::debug!(AnyError);

from_errors!(AnyError: File(FileError), Unclear(Unclear), Io(io::Error));
