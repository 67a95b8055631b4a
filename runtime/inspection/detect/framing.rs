//! The framings of an input, and its values in each of them.

use super::examine::Examine;
use super::tally::{Region, Tally};
use crate::{FrameOptions, format};
use core::fmt;

/// How the values of an input are delimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Framing {
    /// A value without a length, as `var_to_bytes` and every `PacketPeer` encode it.
    Bare,
    /// A little-endian `u32` length precedes each value, as `File.store_var` and
    /// `StreamPeer.put_var` encode it.
    LittleEndian,
    /// A big-endian `u32` length precedes each value, as with `File.endian_swap` and
    /// `StreamPeer.big_endian`. Values are little-endian.
    BigEndian,
    /// Several values in a row without lengths, as in remote calls. Detection never chooses it.
    InARow,
}

impl Framing {
    /// The framings that are examined. Bare values that other values follow are
    /// [in a row](Self::InARow).
    pub const ALL: [Self; 3] = [Self::Bare, Self::LittleEndian, Self::BigEndian];

    /// Returns the options that decode the frames, or `None` for values without lengths.
    ///
    /// ```
    /// use gdvariant::{FrameOptions, detect::Framing};
    ///
    /// assert_eq!(Framing::Bare.options(), None);
    /// assert_eq!(Framing::BigEndian.options(), Some(FrameOptions::new().big_endian(true)));
    /// ```
    #[must_use]
    pub const fn options(self) -> Option<FrameOptions> {
        match self {
            Self::Bare | Self::InARow => None,
            Self::LittleEndian => Some(FrameOptions::new()),
            Self::BigEndian => Some(FrameOptions::new().big_endian(true)),
        }
    }
}

impl fmt::Display for Framing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Bare => "bare",
            Self::LittleEndian => "framed",
            Self::BigEndian => "framed, big-endian",
            Self::InARow => "bare, in a row",
        })
    }
}

/// The start of an input, which is examined, and the length of all of it.
#[derive(Clone, Copy)]
pub(super) struct Start<'i> {
    pub(super) window: &'i [u8],
    /// `usize::MAX` if the length is unknown.
    pub(super) length: usize,
}

/// The largest header of a game's own that is looked for.
const MAX_HEADER: usize = 64;

impl Start<'_> {
    /// Returns the lengths of headers of a game's own that values in this framing can follow: the
    /// lengths of all values lead to the end of the input.
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

    /// Returns whether lengths lead from an offset to the end of the input.
    fn is_chain(self, skip: usize, options: FrameOptions) -> bool {
        let mut position = skip;
        while let Some(Some(prefix)) = self.window.get(position..).map(<[u8]>::first_chunk) {
            let length = options.raw_length(*prefix);
            if length < format::HEADER_LENGTH || !length.is_multiple_of(format::ALIGNMENT) {
                return false;
            }
            position = position.saturating_add(prefix.len() + length as usize);
        }
        let is_cut = self.window.len() < self.length && position <= self.length;
        position > skip && (position == self.length || is_cut)
    }

    /// Examines values in a row, up to the first failure: where the next one starts is then unknown.
    pub(super) fn bare(self, examine: Examine, tally: &mut Tally) {
        tally.is_in_a_row = true;
        let mut start = 0;
        while let Some(window @ [_, ..]) = self.window.get(start..) {
            let length = self.length - start;
            let region = Region {
                window,
                length,
                start,
            };
            match tally.examine(examine, region) {
                Some(length) => start += length,
                None => return,
            }
        }
        tally.is_limited |= self.window.len() < self.length;
    }

    /// Examines frames, up to the first that the input truncates.
    pub(super) fn framed(
        self,
        options: FrameOptions,
        skip: usize,
        examine: Examine,
        tally: &mut Tally,
    ) {
        let mut position = skip;
        while position < self.length {
            let rest = self.window.get(position..).unwrap_or_default();
            let left = self.length - position;
            let Some((prefix, _)) = rest.split_first_chunk() else {
                if rest.len() < left {
                    tally.is_limited = true;
                } else {
                    tally.cut(position, size_of::<u32>(), left);
                }
                return;
            };
            let start = position + prefix.len();
            let length = options.raw_length(*prefix) as usize;
            let end = start.saturating_add(length);
            let examined = end.min(self.window.len());
            let region = Region {
                window: self.window.get(start..examined).unwrap_or_default(),
                length,
                start,
            };
            if length > left - prefix.len() {
                return tally.cut_frame(examine, region);
            }
            // Any number is a plausible length if that of the input is unknown.
            let is_implied = examined == end || self.length != usize::MAX;
            tally.frame(examine, region, is_implied);
            position = end;
        }
    }
}
