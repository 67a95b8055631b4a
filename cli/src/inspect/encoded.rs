//! The values to show, and the options of the command line for all of them.

use crate::layouts::Chosen;
use gdvariant::{DecodeError, DecodeErrorKind, DecodeOptions, Segment};

/// The name of the field that holds the length of a framed value.
pub(super) const FRAME: &str = "frame";

/// The bytes of a value and their origin.
#[derive(Debug, Clone, Copy)]
pub(super) struct Encoded<'b> {
    /// The number of the value in the input, from 1.
    pub(super) number: usize,
    /// The line of the value, if values are lines.
    pub(super) line: Option<usize>,
    /// The frame that precedes the value.
    pub(super) frame: Option<Frame>,
    /// The bytes of the value.
    pub(super) bytes: &'b [u8],
    /// The offset of the value in the file.
    pub(super) offset: u64,
    /// The error of an invalid frame, whose length `bytes` holds instead of a value.
    pub(super) broken: Option<&'b DecodeError>,
}

/// The length that precedes a value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// The bytes of the length.
    pub(super) prefix: [u8; 4],
    /// The length.
    pub(super) length: u32,
}

impl Encoded<'_> {
    /// Returns the offset of the first byte, which may be that of the frame.
    pub(super) fn start(self) -> u64 {
        let prefix = self.frame.map_or(0, |frame| frame.prefix.len() as u64);
        self.offset.saturating_sub(prefix)
    }

    /// Returns the offset after the last byte.
    pub(super) fn end(self) -> u64 {
        self.offset + self.bytes.len() as u64
    }

    /// Returns whether the value is one of a framed file.
    pub(super) fn is_framed(self) -> bool {
        self.frame.is_some() || self.broken.is_some() && self.line.is_none()
    }

    /// Returns an error if the frame is longer than the rest of the input.
    pub(super) fn check_frame(self) -> Result<(), DecodeError> {
        let left = self.bytes.len();
        let length = self.frame.map_or(left, |frame| {
            usize::try_from(frame.length).unwrap_or(usize::MAX)
        });
        if length <= left {
            return Ok(());
        }
        let kind = DecodeErrorKind::unexpected_end(length - left, 0);
        Err(DecodeError::new(left, kind).within(Segment::Field(FRAME)))
    }
}

/// The options that apply to all values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    /// The options of decoding.
    pub(super) options: DecodeOptions,
    /// The layout and its option, for hints.
    pub(super) layout: Chosen,
    /// Whether the bytes are the whole input without any text encoding.
    pub(super) is_raw: bool,
}
