//! The errors of reading and writing streams of values.

use super::Advice;
use crate::DecodeError;
#[cfg(feature = "std")]
use crate::EncodeError;
#[cfg(feature = "std")]
use std::io;

#[cfg(feature = "std")]
super::messages! {
    /// The error returned if a value cannot be written.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot4", feature = "std"))] {
    /// use gdvariant::{WriteError, godot4};
    ///
    /// let error = godot4::to_writer(Vec::new(), "a\0b").unwrap_err();
    /// assert!(matches!(error, WriteError::Encode(_)));
    /// # }
    /// ```
    #[non_exhaustive]
    pub enum WriteError {
        /// The value cannot be represented in the format, or is longer than the options allow; nothing
        /// was written.
        #[error("{error}")]
        #[advice(= error.advice())]
        Encode(error: EncodeError),
        /// Writing failed.
        #[error("{error}")]
        Io(error: io::Error),
    }
}

super::messages! {
    /// The error returned if a value cannot be read.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot4", feature = "std"))] {
    /// use gdvariant::{ReadError, godot4};
    ///
    /// let cut: &[u8] = &[8, 0, 0, 0, 2, 0];
    /// let error = godot4::read_framed::<u8>(cut).unwrap_err();
    /// assert!(matches!(error, ReadError::UnexpectedEnd { needed: 8, left: 2, .. }));
    /// # }
    /// ```
    #[non_exhaustive]
    pub enum ReadError {
        /// The bytes are not a value of the requested type.
        ///
        /// The offset is relative to the start of the input. The next value can still be read.
        #[error("{error}")]
        #[advice(= error.advice())]
        Decode(error: DecodeError),
        /// A length exceeds the limit of the options.
        ///
        /// The stream may be corrupt, use another byte order, or lack length prefixes.
        #[error("{offset:#06x}: a length of {length} bytes, expected at most {limit}")]
        #[advice(Advice::or("check the framing and the byte order", Advice::Raise("max_length")))]
        TooLong {
            /// The offset of the length in the input.
            offset: u64,
            /// The length in bytes.
            length: u32,
            /// The limit in bytes.
            limit: u32,
        },
        /// The input ends within a length or a value.
        #[error("{offset:#06x}: the input ends in a frame: expected {needed} bytes, found {left}")]
        UnexpectedEnd {
            /// The offset at which the length or the value starts.
            offset: u64,
            /// The complete length of the length prefix or the value, in bytes.
            needed: u64,
            /// The number of bytes left.
            left: u64,
        },
        /// Reading failed.
        #[cfg(feature = "std")]
        #[error("{error}")]
        Io(error: io::Error),
    }
}

#[cfg(feature = "std")]
crate::error::debug!(WriteError);

#[cfg(feature = "std")]
super::advised!(WriteError);

#[cfg(feature = "std")]
from_errors!(WriteError: Encode(EncodeError), Io(io::Error));

crate::error::debug!(ReadError);

super::advised!(ReadError);

from_errors!(ReadError: Decode(DecodeError), #[cfg(feature = "std")] Io(io::Error));
