use super::Compression;
use crate::DecodeError;
use alloc::string::String;
use core::error::Error;
use core::fmt;
use std::io;

crate::error::messages! {
    /// The error returned if a compressed or an encrypted file, or a file of settings, cannot be
    /// read.
    ///
    /// Offsets are in bytes from the start of the file. Readers return this error inside an
    /// [`io::Error`], whose `get_ref` and `downcast` return it.
    ///
    /// ```
    /// # #[cfg(feature = "compressed")] {
    /// use gdvariant::files::{CompressedReader, FileError, FileOptions};
    ///
    /// let error = CompressedReader::new(&b"RSRC"[..], FileOptions::new()).unwrap_err();
    /// assert!(matches!(error, FileError::Magic { .. }));
    /// assert_eq!(error.to_string(), r#"0x0000: magic: expected "GCPF", found "RSRC""#);
    /// # }
    /// ```
    #[non_exhaustive]
    pub enum FileError {
        /// The file does not start with the magic bytes of the format.
        #[error(
            "0x0000: magic: expected {:?}, found {:?}",
            expected.escape_ascii().to_string(),
            found.escape_ascii().to_string()
        )]
        Magic {
            /// The expected bytes.
            expected: [u8; 4],
            /// The first four bytes of the file.
            found: [u8; 4],
        },
        /// The file has a mode that is unknown or not supported.
        #[error(fmt = unknown_mode(*offset, *mode))]
        Mode {
            /// The offset of the mode.
            offset: u64,
            /// The mode in the file.
            mode: u32,
        },
        /// The file announces a block length of 0.
        #[error("{offset:#06x}: block_length: expected at least 1, found 0")]
        EmptyBlocks {
            /// The offset of the block length.
            offset: u64,
        },
        /// The content, a name or a value of a setting, or the table of blocks is longer than the
        /// options allow.
        #[error("{offset:#06x}: {field}: {length} bytes, expected at most {limit}")]
        #[advice("raise `max_length`, if the file can be trusted")]
        TooLong {
            /// The offset of the length, or of the block length that makes the table too long.
            offset: u64,
            /// The name of the field at the offset, as in [`format`](crate::format).
            field: &'static str,
            /// The length in bytes.
            length: u64,
            /// The limit in bytes.
            limit: u64,
        },
        /// A block is invalid, its content does not have the announced length, or the block is much
        /// longer than its content.
        #[error("{offset:#06x}: block {index} cannot be decompressed")]
        Block {
            /// The offset of the block.
            offset: u64,
            /// The number of the block, from 0.
            index: u32,
        },
        /// The decrypted content does not match its digest: the password or the key is wrong, or the
        /// file is damaged.
        #[error("the content does not match its digest: wrong password or key, or a damaged file")]
        Key,
        /// The name of a setting is not UTF-8.
        #[error("{offset:#06x}: name: expected UTF-8")]
        Name {
            /// The offset of the name.
            offset: u64,
        },
        /// The value of a setting is invalid.
        #[error("{error}")]
        #[advice(= error.advice())]
        Value {
            /// The name of the setting.
            name: String,
            /// The error of the value, with the offset in the file and a path that starts with the
            /// name.
            error: DecodeError,
        },
        /// The file ends early.
        #[error("{offset:#06x}: {field}: the file is truncated: expected {needed} bytes, found {left}")]
        Cut {
            /// The offset of the field that is incomplete.
            offset: u64,
            /// The name of the field, as in [`format`](crate::format).
            field: &'static str,
            /// The length of the field in bytes.
            needed: u64,
            /// The number of bytes left.
            left: u64,
        },
        /// Reading failed.
        #[error("{error}")]
        Io(error: io::Error),
    }
}

fn unknown_mode(offset: u64, mode: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{offset:#06x}: mode: found {mode}, expected one of")?;
    for (index, known) in Compression::ALL.into_iter().enumerate() {
        let separator = if index > 0 { "," } else { "" };
        write!(f, "{separator} {} ({})", known.mode(), known.name())?;
    }
    Ok(())
}

/// The source is the error in the variant. The message of a `FileError` includes the message of its
/// source.
impl Error for FileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Value { error, .. } => Some(error),
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

crate::error::debug!(FileError);

crate::error::advised!(FileError);

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Returns the inner error of [`FileError::Io`]. [`FileError::Cut`] has the kind `UnexpectedEof`,
/// and every other error the kind `InvalidData`.
impl From<FileError> for io::Error {
    fn from(error: FileError) -> Self {
        let kind = match error {
            FileError::Io(error) => return error,
            FileError::Cut { .. } => io::ErrorKind::UnexpectedEof,
            _ => io::ErrorKind::InvalidData,
        };
        Self::new(kind, error)
    }
}
