//! The framings of an input, and where its values can start.

use super::tally::Region;
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

/// The largest header of a game's own that is looked for.
const MAX_HEADER: usize = 64;

impl Region<'_> {
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
        let mut rest = self.after(skip);
        while let Some(prefix) = rest.window.first_chunk() {
            let length = options.raw_length(*prefix);
            if length < format::HEADER_LENGTH || !length.is_multiple_of(format::ALIGNMENT) {
                return false;
            }
            rest = rest.after(prefix.len()).after(length as usize);
        }
        let end = rest.start;
        end > skip && (end == self.length || self.is_cut() && end < self.length)
    }
}
