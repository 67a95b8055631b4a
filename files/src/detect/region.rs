//! The parts of an input that are examined, and the headers that can precede values in them.

use super::options::Framing;
use gdvariant::format;
use gdvariant::framing::FrameOptions;
use gdvariant::schema::LAYOUTS;
use gdvariant::{DecodeError, DecodeErrorKind};

/// The maximum length in bytes of a game-specific header that is neither a length-prefixed string
/// nor a line.
const MAX_HEADER: usize = 64;

/// The maximum length in bytes of a line before a bare value.
const MAX_LINE: usize = 1024;

/// Returns whether a header before a bare value is text, or as long as a number, a magic or a digest.
pub(super) fn is_usual_header(header: &[u8]) -> bool {
    let text = header.strip_suffix(&[0]).unwrap_or(header);
    [1, 2, 4, 8, 16, 20, 32, 64].contains(&header.len()) || text.iter().all(|byte| is_text(*byte))
}

fn is_text(byte: u8) -> bool {
    !byte.is_ascii_control() || byte.is_ascii_whitespace()
}

/// Returns whether `length` is the length of a value that is within the default limit of frames.
///
/// Small big-endian numbers and text are longer lengths in little-endian order.
pub(super) fn is_usual(length: usize) -> bool {
    length >= format::HEADER_LENGTH as usize
        && length.is_multiple_of(format::ALIGNMENT as usize)
        && length <= FrameOptions::MAX_LENGTH as usize
}

/// An input, or a value in it, of which only the start may be examined.
#[derive(Clone, Copy)]
pub(super) struct Region<'v> {
    /// The bytes that are examined.
    pub(super) window: &'v [u8],
    /// The length of the input or the value. If the end of a value is unknown, the length of the
    /// remaining input; if the end of the input is unknown, up to `usize::MAX`.
    pub(super) length: usize,
    /// The offset of the bytes in the input.
    pub(super) start: usize,
}

impl Region<'_> {
    /// Returns the region without its first `length` bytes.
    pub(super) fn after(self, length: usize) -> Self {
        Self {
            window: self.window.get(length..).unwrap_or_default(),
            length: self.length.saturating_sub(length),
            start: self.start.saturating_add(length),
        }
    }

    /// Returns whether only the start of the region is examined.
    pub(super) fn is_cut(self) -> bool {
        self.window.len() < self.length
    }

    /// Returns whether the error may disappear once more bytes are examined.
    pub(super) fn allows(self, error: &DecodeError) -> bool {
        let (needed, left) = match *error.kind() {
            DecodeErrorKind::UnexpectedEnd { needed, left, .. } => (needed as u64, left),
            DecodeErrorKind::CountTooLarge {
                count, each, left, ..
            } => (count.saturating_mul(each as u64), left),
            _ => return false,
        };
        let missing = self.length.saturating_sub(self.window.len());
        needed <= left.saturating_add(missing) as u64
    }

    /// Returns the byte order of frames in which the first length exceeds the limit, while the
    /// length in the other order is within the limit.
    pub(super) fn too_long(self, max_length: Option<u32>) -> Option<Framing> {
        let prefix = *self.window.first_chunk()?;
        let limit = max_length.unwrap_or(FrameOptions::MAX_LENGTH) as usize;
        let limit = limit.max(self.window.len());
        let is_long = [u32::from_le_bytes(prefix), u32::from_be_bytes(prefix)]
            .map(|length| length as usize > limit);
        match is_long {
            [true, false] => Some(Framing::LittleEndian),
            [false, true] => Some(Framing::BigEndian),
            _ => None,
        }
    }

    /// Returns the possible lengths of a game-specific header before values in this framing.
    ///
    /// A length is possible if the length prefixes after the header lead to the end of the input.
    pub(super) fn headers(self, framing: Framing) -> impl Iterator<Item = usize> {
        let string = self.window.first_chunk().map(|length| {
            let length = u32::from_le_bytes(*length) as usize;
            length.saturating_add(size_of::<u32>())
        });
        let string = string.filter(|length| *length > MAX_HEADER);
        let options = framing.options();
        let is_header = move |skip: &usize| options.is_some_and(|it| self.is_chain(*skip, it));
        (1..=MAX_HEADER).chain(string).filter(is_header)
    }

    /// Returns the possible lengths of a header before a complete frame. The length of a value is
    /// usual; a frame with further bytes in it ends the input.
    pub(super) fn headers_before_frame(self) -> impl Iterator<Item = usize> {
        let is_header = move |skip: &usize| {
            let rest = self.after(*skip);
            let prefix = rest.window.first_chunk();
            let length = prefix.map(|prefix| u32::from_le_bytes(*prefix) as usize);
            let end = rest.length.saturating_sub(size_of::<u32>());
            length.is_some_and(|it| is_usual(it) && it < end || it == end)
        };
        (1..=MAX_HEADER).filter(is_header)
    }

    /// Returns the possible lengths of a header before one bare value: the number of a type follows.
    pub(super) fn headers_before_value(self) -> impl Iterator<Item = usize> {
        let line = self.window.get(..MAX_LINE).unwrap_or(self.window);
        let end = line.iter().position(|byte| !is_text(*byte));
        let end = end.map(|end| end + usize::from(line[end] == 0));
        let line = end.filter(|end| *end > MAX_HEADER && matches!(line[end - 1], b'\n' | 0));
        let is_header = move |skip: &usize| {
            let rest = self.window.get(*skip..).unwrap_or_default();
            let has_type = |number| LAYOUTS.iter().any(|it| number < it.types().len());
            matches!(rest, [number @ 1..=u8::MAX, 0, _, 0, ..] if has_type(usize::from(*number)))
        };
        (1..=MAX_HEADER).chain(line).filter(is_header)
    }

    /// Returns whether length prefixes lead from the offset `skip` to the end of the input.
    pub(super) fn is_chain(self, skip: usize, options: FrameOptions) -> bool {
        let mut rest = self.after(skip);
        while let Some(prefix) = rest.window.first_chunk() {
            let length = options.raw_length(*prefix) as usize;
            if !is_usual(length) {
                return false;
            }
            rest = rest.after(prefix.len()).after(length);
        }
        let end = rest.start;
        end > skip && (end == self.length || self.is_cut() && end < self.length)
    }
}
