//! The framings of an input, and its values in each of them.

use super::examine::Examine;
use super::tally::{Place, Tally};
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
        let prefix = size_of::<u32>();
        let string = self
            .window
            .first_chunk()
            .map(|prefix| u32::from_le_bytes(*prefix) as usize);
        let string = string.map(|length| length.saturating_add(prefix));
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
}

/// Examines the values of an input after a header, in one framing and one layout.
pub(super) fn examine(
    input: Start<'_>,
    framing: Framing,
    skip: usize,
    examine: Examine,
    tally: &mut Tally,
) {
    match framing.options() {
        None => bare(input, examine, tally),
        Some(options) => framed(input, options, skip, examine, tally),
    }
}

/// Examines values in a row, up to the first failure: where the next one starts is then unknown.
fn bare(input: Start<'_>, examine: Examine, tally: &mut Tally) {
    let mut start = 0;
    while let Some(window @ [_, ..]) = input.window.get(start..) {
        let length = input.length - start;
        let place = Place {
            window,
            length,
            start,
        };
        match tally.next_value(examine, place) {
            Some(length) => start += length,
            None => return,
        }
    }
    if input.window.len() < input.length {
        tally.limit();
    }
}

/// Examines frames, up to the first that the input truncates.
fn framed(
    input: Start<'_>,
    options: FrameOptions,
    skip: usize,
    examine: Examine,
    tally: &mut Tally,
) {
    let mut position = skip;
    while position < input.length {
        let rest = input.window.get(position..).unwrap_or_default();
        let left = input.length - position;
        let Some((prefix, _)) = rest.split_first_chunk() else {
            return if rest.len() < left {
                tally.limit();
            } else {
                tally.cut(position, size_of::<u32>(), left);
            };
        };
        let start = position + prefix.len();
        let length = options.raw_length(*prefix) as usize;
        let end = start.saturating_add(length);
        let examined = end.min(input.window.len());
        let place = Place {
            window: input.window.get(start..examined).unwrap_or_default(),
            length,
            start,
        };
        if length > left - prefix.len() {
            return tally.cut_frame(examine, place);
        }
        // Any number is a plausible length if that of the input is unknown.
        let is_implied = examined == end || input.length != usize::MAX;
        tally.frame(examine, place, is_implied);
        position = end;
    }
}
