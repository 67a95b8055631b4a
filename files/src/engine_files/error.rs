use super::Compression;
use gdvariant::DecodeError;
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io;

/// The error returned if a compressed or an encrypted file, or a file of settings, cannot be read.
///
/// Offsets are in bytes from the start of the file. Readers return this error inside an
/// [`io::Error`], whose `get_ref` and `downcast` return it.
///
/// ```
/// # #[cfg(feature = "compressed")] {
/// use gdvariant_files::{CompressedReader, FileError, FileOptions};
///
/// let error = CompressedReader::new(&b"RSRC"[..], FileOptions::new()).unwrap_err();
/// assert!(matches!(error, FileError::Magic { .. }));
/// assert_eq!(error.to_string(), r#"0x0000: magic: expected "GCPF", found "RSRC""#);
/// # }
/// ```
#[non_exhaustive]
pub enum FileError {
    /// The file does not start with the magic bytes of the format.
    #[non_exhaustive]
    Magic {
        /// The expected bytes.
        expected: [u8; 4],
        /// The first four bytes of the file.
        found: [u8; 4],
    },
    /// The file has a mode that is unknown or not supported.
    #[non_exhaustive]
    Mode {
        /// The offset of the mode.
        offset: u64,
        /// The mode in the file.
        mode: u32,
    },
    /// The file announces a block length of 0.
    #[non_exhaustive]
    EmptyBlocks {
        /// The offset of the block length.
        offset: u64,
    },
    /// The content, a name or a value of a setting, or the table of blocks is longer than the
    /// options allow.
    #[non_exhaustive]
    TooLong {
        /// The offset of the length, or of the block length that makes the table too long.
        offset: u64,
        /// The name of the field at the offset, as in [`format`](gdvariant::format).
        field: &'static str,
        /// The length in bytes.
        length: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// A block is invalid, its content does not have the announced length, or the block is much
    /// longer than its content.
    #[non_exhaustive]
    Block {
        /// The offset of the block.
        offset: u64,
        /// The number of the block, from 0.
        index: u32,
    },
    /// The decrypted content does not match its digest: the password or the key is wrong, or the
    /// file is damaged.
    Key,
    /// The name of a setting is not UTF-8.
    #[non_exhaustive]
    Name {
        /// The offset of the name.
        offset: u64,
    },
    /// The value of a setting is invalid.
    #[non_exhaustive]
    Value {
        /// The name of the setting.
        name: String,
        /// The error of the value, with the offset in the file and a path that starts with the
        /// name.
        error: DecodeError,
    },
    /// The file ends early.
    #[non_exhaustive]
    Cut {
        /// The offset of the field that is incomplete.
        offset: u64,
        /// The name of the field, as in [`format`](gdvariant::format).
        field: &'static str,
        /// The length of the field in bytes.
        needed: u64,
        /// The number of bytes left.
        left: u64,
    },
    /// Reading failed.
    Io(io::Error),
}

/// Writes the message.
impl fmt::Debug for FileError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "FileError({self})")
    }
}

impl Display for FileError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic { expected, found } => {
                let [expected, found] = [expected, found].map(|it| it.escape_ascii().to_string());
                write!(f, "0x0000: magic: expected {expected:?}, found {found:?}")
            }
            Self::Mode { offset, mode } => {
                let known = Compression::ALL.map(|it| format!("{} ({})", it.mode(), it.name()));
                let known = known.join(", ");
                write!(
                    f,
                    "{offset:#06x}: mode: found {mode}, expected one of {known}"
                )
            }
            Self::EmptyBlocks { offset } => {
                write!(
                    f,
                    "{offset:#06x}: block_length: expected at least 1, found 0"
                )
            }
            Self::TooLong {
                offset,
                field,
                length,
                limit,
            } => write!(
                f,
                "{offset:#06x}: {field}: {length} bytes, expected at most {limit}"
            ),
            Self::Block { offset, index } => {
                write!(f, "{offset:#06x}: block {index} cannot be decompressed")
            }
            Self::Key => f.write_str(
                "the content does not match its digest: wrong password or key, or a damaged file",
            ),
            Self::Name { offset } => write!(f, "{offset:#06x}: name: expected UTF-8"),
            Self::Value { error, .. } => error.fmt(f),
            Self::Cut {
                offset,
                field,
                needed,
                left,
            } => write!(
                f,
                "{offset:#06x}: {field}: the file is truncated: expected {needed} bytes, found {left}"
            ),
            Self::Io(error) => error.fmt(f),
        }
    }
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
