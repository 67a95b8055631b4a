use crate::DecodeError;
#[cfg(feature = "std")]
use crate::EncodeError;
use core::error::Error;
use core::fmt;
#[cfg(feature = "std")]
use std::io;

/// Why a value could not be written.
#[cfg(feature = "std")]
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The format cannot say the value; nothing was written.
    Encode(EncodeError),
    /// The value is longer than the options allow; nothing was written.
    TooLong {
        /// Its length in bytes.
        length: usize,
        /// The longest.
        limit: u32,
    },
    /// Writing failed.
    Io(io::Error),
}

/// Why a value could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The bytes are not such a value; the offset counts from the start of the input. The next value can still be read.
    Decode(DecodeError),
    /// A length is more than the options allow: a broken stream, another byte order, or no length at all.
    TooLong {
        /// Where the length stands in the input.
        offset: u64,
        /// The length.
        length: u32,
        /// The longest.
        limit: u32,
    },
    /// The input ends within a length or a value.
    Cut {
        /// Where the length or the value starts.
        offset: u64,
        /// Bytes that it has.
        needed: u64,
        /// Bytes that were left.
        left: u64,
    },
    /// Reading failed.
    #[cfg(feature = "std")]
    Io(io::Error),
}

#[cfg(feature = "std")]
impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encode(error) => error.fmt(f),
            Self::TooLong { length, limit } => write!(
                f,
                "a value of {length} bytes, the longest allowed is {limit}"
            ),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decode(error) => error.fmt(f),
            Self::TooLong {
                offset,
                length,
                limit,
            } => write!(
                f,
                "{offset:#06x}: a length of {length} bytes, the longest allowed is {limit}; is the input framed, and in this byte order?"
            ),
            Self::Cut {
                offset,
                needed,
                left,
            } => {
                write!(
                    f,
                    "{offset:#06x}: the input ends in a frame: need {needed} bytes, {left} left"
                )
            }
            #[cfg(feature = "std")]
            Self::Io(error) => error.fmt(f),
        }
    }
}

#[cfg(feature = "std")]
impl Error for WriteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Encode(error) => Some(error),
            Self::Io(error) => Some(error),
            Self::TooLong { .. } => None,
        }
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Decode(error) => Some(error),
            #[cfg(feature = "std")]
            Self::Io(error) => Some(error),
            Self::TooLong { .. } | Self::Cut { .. } => None,
        }
    }
}

#[cfg(feature = "std")]
impl From<EncodeError> for WriteError {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}

#[cfg(feature = "std")]
impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<DecodeError> for ReadError {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

#[cfg(feature = "std")]
impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
