//! The reasons why a file cannot be opened, with advice.

use crate::Compression;
use crate::change::EditError;
use crate::detect::{Ambiguous, Choice, Framing};
use crate::json::JsonError;
use crate::save::SaveError;
use crate::text::TextError;
use gdvariant::schema::Layout;
use gdvariant::{Advice, DecodeError, Decoding, ReadError};
use std::fmt::{self, Display, Formatter};
use std::io;

/// The maximum window that the program zstd accepts by default, in bytes.
pub(crate) const MAX_WINDOW: u64 = 128 << 20;

/// The error returned if a file cannot be opened, read, changed or saved.
///
/// `Display` writes the message, and `Debug` appends the [advice](Self::advice), because `main`
/// prints errors with `Debug`.
///
/// ```
/// use gdvariant::Advice;
/// use gdvariant_files::open::{OpenOptions, open};
/// use gdvariant_files::{Error, ErrorKind};
///
/// fn read(file: &[u8]) -> Result<String, Error> {
///     Ok(open(file, &OpenOptions::new())?.document()?.value(0)?.to_string())
/// }
///
/// let error = read(b"GDEC\x01\0\0\0").unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::Key));
/// assert_eq!(error.advice(), Some(Advice::Key));
/// assert_eq!(format!("{error:?}"), "an encrypted file; pass the password or the key");
///
/// let error = read(b"PK\x03\x04").unwrap_err();
/// assert_eq!(error.to_string(), "a zip archive, not values");
/// ```
pub struct Error(Box<ErrorKind>);

impl Error {
    /// Returns the reason for the error.
    pub fn kind(&self) -> &ErrorKind {
        &self.0
    }

    /// Returns the reason for the error, with what it owns.
    pub fn into_kind(self) -> ErrorKind {
        *self.0
    }

    /// Returns what to do about the error, if that is known.
    pub fn advice(&self) -> Option<Advice> {
        self.0.own_advice()
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ErrorKind::Read(error) => error.fmt(f),
            ErrorKind::Setting { error, .. } => error.fmt(f),
            // Programs render the advice with their own options.
            kind => write!(f, "{kind}"),
        }
    }
}

crate::debug::debug!(Error, advice);

gdvariant::messages! {
    /// The reason for an [`Error`].
    #[derive(Debug)]
    #[non_exhaustive]
    pub enum ErrorKind {
        /// Reading failed.
        #[error("{error}")]
        Io(error: io::Error),
        /// The file does not start with the magic bytes of the format.
        #[error("0x0000: magic: expected {}, found {}", quoted(*expected), quoted(*found))]
        Magic {
            /// The expected bytes.
            expected: [u8; 4],
            /// The first four bytes of the file.
            found: [u8; 4],
        },
        /// The file has a mode that is unknown or not supported.
        #[error("{offset:#06x}: mode: found {mode}, expected one of {}", modes())]
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
        /// limit.
        #[error("{offset:#06x}: {field}: {length} bytes, expected at most {limit}")]
        #[advice(Advice::Raise("max_content"))]
        LongField {
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
        WrongKey,
        /// The name of a setting is not UTF-8.
        #[error("{offset:#06x}: name: expected UTF-8")]
        SettingName {
            /// The offset of the name.
            offset: u64,
        },
        /// The value of a setting is invalid.
        #[error("{error}")]
        #[advice(= error.advice())]
        Setting {
            /// The name of the setting.
            name: String,
            /// The error of the value, with the offset in the file and a path that starts with the
            /// name.
            error: DecodeError,
        },
        /// The file ends early.
        #[error("{offset:#06x}: {field}: the file is truncated: expected {needed} bytes, found {left}")]
        Truncated {
            /// The offset of the field that is incomplete.
            offset: u64,
            /// The name of the field, as in [`format`](gdvariant::format).
            field: &'static str,
            /// The length of the field in bytes.
            needed: u64,
            /// The number of bytes left.
            left: u64,
        },
        /// The content of a compressed file exceeds this limit, in bytes.
        #[error("the content exceeds the limit of {limit} bytes")]
        #[advice(Advice::Raise("max_content"))]
        TooLong(limit: u64),
        /// A zstd file needs a longer window than the limit allows.
        ///
        /// The limit of the content also limits windows, up to another limit.
        #[error("invalid zstd frame: a window of {length} bytes, expected at most {limit}")]
        #[advice(= (*length <= MAX_WINDOW).then_some(Advice::Raise("max_content")))]
        Window {
            /// The length of the window, in bytes.
            length: u64,
            /// The limit, in bytes.
            limit: u64,
        },
        /// The file contains no values.
        #[error("{format}")]
        #[advice(= advice.clone())]
        OtherFormat {
            /// What the file contains, such as `a zip archive, not values`.
            format: String,
            /// What to do with such a file.
            advice: Option<Advice>,
        },
        /// The values are in more layers of compression and encryption than this number.
        #[error("more than {most} layers of compression or encryption")]
        #[advice(Advice::Unpack)]
        Layers(most: usize),
        /// The file is shorter than the header to skip.
        #[error("a header of {skip} bytes exceeds the length of the input, {length} bytes")]
        #[advice("skip fewer bytes")]
        Skip {
            /// The length of the header, in bytes.
            skip: u64,
            /// The length of the file, in bytes.
            length: usize,
        },
        /// Compressed bytes follow a header that is not their size.
        #[error("compressed bytes ({}) after a header of {length} bytes, which is not their size", compression.name())]
        #[advice(Decoding { skip: *length as u64, ..Decoding::default() })]
        Header {
            /// The length of the header, in bytes.
            length: usize,
            /// The algorithm.
            compression: Compression,
        },
        /// The file is encrypted, and its key is missing.
        #[error("an encrypted file")]
        #[advice(Advice::Key)]
        Key,
        /// No layout, or more than one layout, decodes the content.
        #[error("{error}")]
        #[advice(= Some(error.advice()))]
        Ambiguous(error: Ambiguous),
        /// Another candidate fits as well as the chosen one.
        #[error("the layout is ambiguous: {choice}")]
        #[advice(choice.confirmation())]
        AlsoValid(choice: Choice),
        /// The settings file of a game is never framed.
        #[error("the settings file of a game is one Dictionary without a length")]
        #[advice(Advice::framing(Framing::Bare.name()))]
        FramedSettings,
        /// The settings file of a game has this layout instead of the requested one.
        #[error("the settings file of a game in another layout")]
        #[advice(Advice::layouts([layout.name]))]
        SettingsLayout(layout: &'static Layout),
        /// The file is text in a form, such as hex digits, which the function does not support.
        #[error("the input is text, such as hex digits, instead of the bytes of a file")]
        BytesAsText,
        /// The content has no values, but this was expected.
        #[error("the input is empty; expected {expected}")]
        Empty(expected: &'static str),
        /// The bytes after the last value are not a value.
        #[error("{:#06x}: {}", fault.offset, fault.kind)]
        #[advice(= fault.kind.advice())]
        Value(fault: EntryFault),
        /// A line of text is not a value.
        #[error("line {line}: {}", fault.kind)]
        #[advice(= fault.kind.advice())]
        Line {
            /// The number of the line, from 1.
            line: usize,
            /// The fault in the line.
            fault: EntryFault,
        },
        /// The values cannot be read.
        #[error("{error}")]
        #[advice(= error.advice())]
        Read(error: ReadError),
        /// A value or the file cannot be changed.
        #[error("{error}")]
        #[advice(= error.advice())]
        Edit(error: EditError),
        /// A text cannot be parsed.
        #[error("{error}")]
        Text(error: TextError),
        /// JSON cannot be parsed.
        #[error("{error}")]
        Json(error: JsonError),
        /// The file cannot be replaced.
        #[error("{error}")]
        #[advice(= error.advice())]
        Save(error: SaveError),
    }
}

/// Returns bytes in quotes.
fn quoted(bytes: [u8; 4]) -> String {
    format!("{:?}", bytes.escape_ascii().to_string())
}

/// Lists the numbers and the names of all algorithms.
fn modes() -> String {
    let known = Compression::ALL.map(|it| format!("{} ({})", it.mode(), it.name()));
    known.join(", ")
}

/// The source is the error in the kind. The message of an `Error` includes the message of its source.
impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(match self.kind() {
            ErrorKind::Io(error) => error,
            ErrorKind::Setting { error, .. } => error,
            ErrorKind::Ambiguous(error) => error,
            ErrorKind::Read(error) => error,
            ErrorKind::Edit(error) => error,
            ErrorKind::Json(error) => error,
            ErrorKind::Text(error) => error,
            ErrorKind::Save(error) => error,
            _ => return None,
        })
    }
}

impl From<ErrorKind> for Error {
    #[cold]
    fn from(kind: ErrorKind) -> Self {
        Self(Box::new(kind))
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        error
            .downcast()
            .unwrap_or_else(|error| ErrorKind::Io(error).into())
    }
}

impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        let kind = match error.into_kind() {
            ErrorKind::Io(error) => return error,
            kind => kind,
        };
        let io_kind = match kind {
            ErrorKind::Truncated { .. } => io::ErrorKind::UnexpectedEof,
            _ => io::ErrorKind::InvalidData,
        };
        Self::new(io_kind, Error::from(kind))
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Io(error) => error.into(),
            error => ErrorKind::Read(error).into(),
        }
    }
}

macro_rules! from_errors {
    ($($(#[$gate:meta])? $kind:ident($error:ty)),*) => {$(
        $(#[$gate])?
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                ErrorKind::$kind(error).into()
            }
        }
    )*};
}

from_errors!(
    Ambiguous(Ambiguous),
    Edit(EditError),
    Json(JsonError),
    Text(TextError),
    Save(SaveError)
);

/// The reason why bytes are not a value.
///
/// ```
/// use gdvariant_files::notation::Notation;
/// use gdvariant_files::open::{OpenOptions, open};
///
/// let log = "02000000 07000000\n02000000 0700000g\n";
/// let mut values = open(log.as_bytes(), &OpenOptions::new().notation(Notation::Hex))?.values();
/// assert_eq!(values.next_entry()?.unwrap().fault, None);
/// let entry = values.next_entry()?.unwrap();
/// assert_eq!(entry.line, Some(2));
/// assert_eq!(entry.fault.unwrap().offset, 7); // of the byte `0g`
/// # Ok::<(), gdvariant_files::error::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryFault {
    /// The offset of the fault in the content, or in the bytes of the value in a line.
    pub offset: usize,
    /// What is wrong.
    pub kind: FaultKind,
}

gdvariant::messages! {
    /// What is wrong with the bytes of a value.
    ///
    /// ```
    /// use gdvariant_files::detect::Framing;
    /// use gdvariant_files::open::{OpenOptions, open};
    /// use gdvariant_files::error::FaultKind;
    ///
    /// let cut = [8, 0, 0, 0, 2, 0, 0, 0];
    /// let mut values = open(&cut[..], &OpenOptions::new().framing(Framing::LittleEndian))?.values();
    /// let fault = values.next_entry()?.unwrap().fault.unwrap();
    /// assert!(matches!(fault.kind, FaultKind::Truncated { needed: 8, left: 4, .. }));
    /// # Ok::<(), gdvariant_files::error::Error>(())
    /// ```
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum FaultKind {
        /// A line of text is malformed.
        #[error("{message}")]
        #[advice(= advice.clone())]
        Line {
            /// What is wrong, without advice.
            message: String,
            /// What to do.
            advice: Option<Advice>,
        },
        /// The length of a framed value exceeds the limit.
        #[error("a length of {length} bytes, expected at most {limit}")]
        TooLong {
            /// The length, in bytes.
            length: u32,
            /// The maximum length, in bytes.
            limit: u32,
        },
        /// The file ends in a framed value or in its length.
        #[error("the input ends in a value or its length: expected {needed} bytes, found {left}")]
        #[advice("the input is truncated, or not framed")]
        Truncated {
            /// The length of the value or of its length prefix, in bytes.
            needed: u64,
            /// The number of bytes that are left.
            left: usize,
        },
        /// The rest of the file, of this number of bytes, contains no framed values.
        #[error(
            if *length == 1 => ("1 byte after the last value are not values"),
            else ("{length} bytes after the last value are not values")
        )]
        #[advice(Advice::Lenient("ignores them"))]
        Rest(length: u64),
    }
}

impl FaultKind {
    /// Returns what to do about the fault, if that is known without the bytes of the value.
    pub fn advice(&self) -> Option<Advice> {
        self.own_advice()
    }
}
