//! The framings of an input, and its values in each of them.

use super::MAX_BYTES;
use super::examine::Examine;
use super::tally::{Place, Tally};
use crate::FrameOptions;
use core::fmt;

/// How the values of an input are delimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Framing {
    /// A value without a length, as `var2bytes` and every `PacketPeer` encode it; or several in a
    /// row.
    Bare,
    /// A little-endian `u32` length precedes each value, as `File.store_var` and
    /// `StreamPeer.put_var` encode it.
    LittleEndian,
    /// A big-endian `u32` length precedes each value, as with `File.endian_swap` and
    /// `StreamPeer.big_endian`. Values are little-endian.
    BigEndian,
}

impl Framing {
    /// Every framing.
    pub const ALL: [Self; 3] = [Self::Bare, Self::LittleEndian, Self::BigEndian];

    /// Returns the options that decode the frames, or `None` for bare values.
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
            Self::Bare => None,
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
        })
    }
}

/// Examines the values of an input in one framing and one layout.
pub(super) fn examine(input: &[u8], framing: Framing, examine: Examine, tally: &mut Tally) {
    match framing.options() {
        None => bare(input, examine, tally),
        Some(options) => framed(input, options, examine, tally),
    }
}

/// Examines values in a row, up to the first failure: where the next one starts is then unknown.
fn bare(input: &[u8], examine: Examine, tally: &mut Tally) {
    let window = window(input);
    let mut start = 0;
    while let Some(window @ [_, ..]) = window.get(start..) {
        let length = input.len() - start;
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
    if window.len() < input.len() {
        tally.limit();
    }
}

/// Examines frames, up to the first that the input truncates.
fn framed(input: &[u8], options: FrameOptions, examine: Examine, tally: &mut Tally) {
    let window = window(input);
    let mut position = 0;
    while let Some(rest @ [_, ..]) = input.get(position..) {
        if position >= window.len() {
            return tally.limit();
        }
        let Some((prefix, rest)) = rest.split_first_chunk() else {
            return tally.cut(position, size_of::<u32>(), rest.len());
        };
        let start = position + prefix.len();
        let length = options.raw_length(*prefix) as usize;
        let end = start.saturating_add(length);
        let window = window.get(start..end.min(window.len())).unwrap_or_default();
        let place = Place {
            window,
            length,
            start,
        };
        if length > rest.len() {
            return tally.cut_frame(examine, place);
        }
        tally.frame(examine, place);
        position = end;
    }
}

/// Returns the part of the input that is examined.
fn window(input: &[u8]) -> &[u8] {
    input.get(..MAX_BYTES).unwrap_or(input)
}
