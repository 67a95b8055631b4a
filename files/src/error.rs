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
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0
    }

    /// Returns the reason for the error, with what it owns.
    #[must_use]
    pub fn into_kind(self) -> ErrorKind {
        *self.0
    }

    /// Returns what to do about the error, if that is known.
    #[must_use]
    pub fn advice(&self) -> Option<Advice> {
        self.0.advice()
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

crate::debug::debug!(Error, advice);

/// The reason for an [`Error`].
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Reading failed.
    Io(io::Error),
    /// The file does not start with the magic bytes of the format.
    Magic {
        /// The expected bytes.
        expected: [u8; 4],
        /// The first four bytes of the file.
        found: [u8; 4],
    },
    /// The file has a mode that is unknown or not supported.
    Mode {
        /// The offset of the mode.
        offset: u64,
        /// The mode in the file.
        mode: u32,
    },
    /// The file announces a block length of 0.
    EmptyBlocks {
        /// The offset of the block length.
        offset: u64,
    },
    /// The content, a name or a value of a setting, or the table of blocks is longer than the
    /// options allow.
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
    Block {
        /// The offset of the block.
        offset: u64,
        /// The number of the block, from 0.
        index: u32,
    },
    /// The decrypted content does not match its digest: the password or the key is wrong, or the
    /// file is damaged.
    WrongKey,
    /// The name of a setting is not UTF-8.
    SettingName {
        /// The offset of the name.
        offset: u64,
    },
    /// The value of a setting is invalid.
    Setting {
        /// The name of the setting.
        name: String,
        /// The error of the value, with the offset in the file and a path that starts with the
        /// name.
        error: DecodeError,
    },
    /// The file ends early.
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
    TooLong(u64),
    /// A zstd file needs a longer window than the limit allows.
    Window {
        /// The length of the window, in bytes.
        length: u64,
        /// The limit, in bytes.
        limit: u64,
    },
    /// The file contains no values.
    OtherFormat {
        /// What the file contains, such as `a zip archive, not values`.
        format: String,
        /// What to do with such a file.
        advice: Option<Advice>,
    },
    /// The values are in more layers of compression and encryption than this number.
    Layers(usize),
    /// The file is shorter than the header to skip.
    Skip {
        /// The length of the header, in bytes.
        skip: u64,
        /// The length of the file, in bytes.
        length: usize,
    },
    /// Compressed bytes follow a header of this length in bytes, which is not their size.
    Header(usize, Compression),
    /// The file is encrypted, and its key is missing.
    Key,
    /// No layout, or more than one layout, decodes the content.
    Ambiguous(Ambiguous),
    /// Another candidate fits as well as the chosen one.
    AlsoValid(Choice),
    /// The settings file of a game is never framed.
    FramedSettings,
    /// The settings file of a game has this layout instead of the requested one.
    SettingsLayout(&'static Layout),
    /// The file is text in a form, such as hex digits, which the function does not support.
    TextForm,
    /// The content has no values, but this was expected.
    Empty(&'static str),
    /// The bytes after the last value are not a value.
    Value(EntryFault),
    /// A line of text is not a value.
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The fault in the line.
        fault: EntryFault,
    },
    /// The values cannot be read.
    Read(ReadError),
    /// A value or the file cannot be changed.
    Edit(EditError),
    /// A text cannot be parsed.
    Text(TextError),
    /// JSON cannot be parsed.
    Json(JsonError),
    /// The file cannot be replaced.
    Save(SaveError),
}

impl ErrorKind {
    fn advice(&self) -> Option<Advice> {
        Some(match self {
            Self::LongField { .. } | Self::TooLong(_) => Advice::Raise("max_content"),
            // The limit of the content also limits windows, up to another limit.
            Self::Window { length, .. } if *length <= MAX_WINDOW => Advice::Raise("max_content"),
            Self::OtherFormat { advice, .. } => advice.clone()?,
            Self::Layers(_) => Advice::Unpack,
            Self::Skip { .. } => "skip fewer bytes".into(),
            Self::Header(length, _) => Decoding {
                skip: *length as u64,
                ..Decoding::default()
            }
            .into(),
            Self::Key => Advice::Key,
            Self::Ambiguous(_) => "name the layout and the framing".into(),
            Self::AlsoValid(choice) => choice.confirmation(),
            Self::SettingsLayout(layout) => Advice::layouts([layout.name]),
            Self::FramedSettings => Advice::framing(Framing::Bare.name()),
            Self::Line { fault, .. } | Self::Value(fault) => fault.kind.advice()?,
            Self::Read(error) => error.advice()?,
            Self::Setting { error, .. } => error.advice()?,
            Self::Edit(error) => error.advice()?,
            Self::Save(error) => error.advice()?,
            _ => return None,
        })
    }
}

/// Writes the error without its advice.
impl Display for ErrorKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
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
            Self::LongField {
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
            Self::WrongKey => f.write_str(
                "the content does not match its digest: wrong password or key, or a damaged file",
            ),
            Self::SettingName { offset } => write!(f, "{offset:#06x}: name: expected UTF-8"),
            Self::Setting { error, .. } => error.fmt(f),
            Self::Truncated {
                offset,
                field,
                needed,
                left,
            } => write!(
                f,
                "{offset:#06x}: {field}: the file is truncated: expected {needed} bytes, found {left}"
            ),
            Self::TooLong(limit) => write!(f, "the content exceeds the limit of {limit} bytes"),
            Self::Window { length, limit } => write!(
                f,
                "invalid zstd frame: a window of {length} bytes, expected at most {limit}"
            ),
            Self::OtherFormat { format, .. } => f.write_str(format),
            Self::Layers(most) => {
                write!(f, "more than {most} layers of compression or encryption")
            }
            Self::Skip { skip, length } => {
                write!(
                    f,
                    "a header of {skip} bytes exceeds the length of the input, {length} bytes"
                )
            }
            Self::Header(length, mode) => write!(
                f,
                "compressed bytes ({}) after a header of {length} bytes, which is not their size",
                mode.name()
            ),
            Self::Key => f.write_str("an encrypted file"),
            Self::TextForm => {
                f.write_str("the input is text, such as hex digits, instead of the bytes of a file")
            }
            Self::Ambiguous(error) => error.fmt(f),
            Self::AlsoValid(choice) => write!(f, "the layout is ambiguous: {choice}"),
            Self::FramedSettings => {
                f.write_str("the settings file of a game is one Dictionary without a length")
            }
            Self::SettingsLayout(_) => f.write_str("the settings file of a game in another layout"),
            Self::Empty(expected) => write!(f, "the input is empty; expected {expected}"),
            Self::Value(EntryFault { offset, kind }) => write!(f, "{offset:#06x}: {kind}"),
            Self::Line { line, fault } => write!(f, "line {line}: {}", fault.kind),
            Self::Read(error) => error.fmt(f),
            Self::Edit(error) => error.fmt(f),
            Self::Json(error) => error.fmt(f),
            Self::Text(error) => error.fmt(f),
            Self::Save(error) => error.fmt(f),
        }
    }
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
/// use gdvariant_files::forms::ByteForm;
/// use gdvariant_files::open::{OpenOptions, open};
///
/// let log = "02000000 07000000\n02000000 0700000g\n";
/// let mut values = open(log.as_bytes(), &OpenOptions::new().form(ByteForm::Hex))?.values();
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
/// assert_eq!(fault.kind, FaultKind::Truncated { needed: 8, left: 4 });
/// # Ok::<(), gdvariant_files::error::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// A line of text is malformed.
    Line {
        /// What is wrong, without advice.
        message: String,
        /// What to do.
        advice: Option<Advice>,
    },
    /// The line is shorter than the header that the options skip.
    Header {
        /// The length of the header, in bytes.
        skip: u64,
        /// The length of the line, in bytes.
        length: usize,
    },
    /// The length of a framed value exceeds the limit.
    TooLong {
        /// The length, in bytes.
        length: u32,
        /// The maximum length, in bytes.
        limit: u32,
    },
    /// The file ends in a framed value or in its length.
    Truncated {
        /// The length of the value or of its length prefix, in bytes.
        needed: u64,
        /// The number of bytes that are left.
        left: usize,
    },
    /// The rest of the file, of this number of bytes, contains no framed values.
    Rest(u64),
}

impl FaultKind {
    /// Returns what to do about the fault, if that is known without the bytes of the value.
    #[must_use]
    pub fn advice(&self) -> Option<Advice> {
        match self {
            Self::Line { advice, .. } => advice.clone(),
            Self::Header { .. } => Some("skip fewer bytes".into()),
            Self::Truncated { .. } => Some("the input is truncated, or not framed".into()),
            Self::Rest(_) => Some(Advice::Lenient("ignores them")),
            Self::TooLong { .. } => None,
        }
    }
}

/// Writes the fault without advice.
impl Display for FaultKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { message, .. } => f.write_str(message),
            Self::Header { skip, length } => write!(
                f,
                "a header of {skip} bytes exceeds the length of the line, {length} bytes"
            ),
            Self::TooLong { length, limit } => {
                write!(f, "a length of {length} bytes, expected at most {limit}")
            }
            Self::Truncated { needed, left } => write!(
                f,
                "the input ends in a value or its length: expected {needed} bytes, found {left}"
            ),
            Self::Rest(1) => f.write_str("1 byte after the last value are not values"),
            Self::Rest(length) => write!(f, "{length} bytes after the last value are not values"),
        }
    }
}
