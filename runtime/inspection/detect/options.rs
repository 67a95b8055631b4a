//! The options of detection, and the framings that an input can have.

use super::tally::Region;
use crate::format;
use crate::framing::FrameOptions;
use crate::table::layout::{LAYOUTS, Layout};
use core::fmt;

/// Options of detection: known facts about the input.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::detect::{DetectOptions, Framing, detect_with};
///
/// // A framed Nil, or a bare String that is empty.
/// let input = [4, 0, 0, 0, 0, 0, 0, 0];
/// let choice = detect_with(&input, DetectOptions::new()).choice()?;
/// assert_eq!(choice.framing, Framing::LittleEndian);
/// let choice = detect_with(&input, DetectOptions::new().framing(Framing::Bare)).choice()?;
/// assert_eq!(choice.framing, Framing::Bare);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[must_use]
pub struct DetectOptions {
    pub(super) layout: Option<&'static Layout>,
    pub(super) framing: Option<Framing>,
    /// The maximum length of a frame; `None` for the default.
    max_length: Option<u32>,
}

impl DetectOptions {
    /// Returns the default options.
    ///
    /// The candidates are the enabled layouts, in every framing.
    pub const fn new() -> Self {
        Self {
            layout: None,
            framing: None,
            max_length: None,
        }
    }

    /// States the layout: only the framing is detected, and a bare value is preferred.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::detect::{DetectOptions, Framing, detect_with};
    /// use gdvariant::schema::LAYOUTS;
    ///
    /// let layout = LAYOUTS.iter().find(|layout| layout.name == "godot4").unwrap();
    /// let options = DetectOptions::new().layout(layout);
    /// let detection = detect_with(&[4, 0, 0, 0, 0, 0, 0, 0], options);
    /// assert_eq!(detection.choice()?.framing, Framing::Bare);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn layout(mut self, layout: &'static Layout) -> Self {
        self.layout = Some(layout);
        self
    }

    /// States the framing: only the layout is detected.
    pub const fn framing(mut self, framing: Framing) -> Self {
        self.framing = Some(framing);
        self
    }

    /// Sets the maximum length of a length-prefixed value; 64 MiB by default.
    ///
    /// Detection from the start of a long input drops the byte order in which the first length exceeds
    /// the limit, if the length in the other order is within it.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::detect::{DetectOptions, Framing, InputStart};
    ///
    /// // A frame of 1,200,008 bytes, or of 2,286,883,328 bytes in big-endian order.
    /// let mut bytes = Vec::new();
    /// gdvariant::godot4::write_framed(&mut bytes, &gdvariant::Packed(vec![0_u8; 1_200_000]))?;
    /// bytes.truncate(256 << 10);
    /// let start = InputStart { bytes: bytes.into(), is_complete: false };
    /// let has_big_endian = |options| {
    ///     let detection = start.detect(options);
    ///     detection.matches().any(|it| it.framing == Framing::BigEndian)
    /// };
    /// assert!(!has_big_endian(DetectOptions::new()));
    /// assert!(has_big_endian(DetectOptions::new().max_length(u32::MAX)));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn max_length(mut self, max_length: u32) -> Self {
        self.max_length = Some(max_length);
        self
    }

    /// Returns the byte order of frames in which the first length exceeds the limit, while the
    /// length in the other order is within the limit.
    pub(super) fn too_long(self, input: Region<'_>) -> Option<Framing> {
        let prefix = *input.window.first_chunk()?;
        let limit = self.max_length.unwrap_or(FrameOptions::MAX_LENGTH) as usize;
        let limit = limit.max(input.window.len());
        let is_long = [u32::from_le_bytes(prefix), u32::from_be_bytes(prefix)]
            .map(|length| length as usize > limit);
        match is_long {
            [true, false] => Some(Framing::LittleEndian),
            [false, true] => Some(Framing::BigEndian),
            _ => None,
        }
    }

    /// Returns the layout and the framing if both are stated.
    #[cfg(feature = "std")]
    pub(crate) fn stated(self) -> Option<(&'static Layout, Framing)> {
        self.layout.zip(self.framing)
    }

    /// Returns the enabled layouts that are candidates.
    #[inline]
    pub(super) fn layouts(self) -> impl Iterator<Item = &'static Layout> {
        enabled_layouts().filter(move |layout| self.layout.is_none_or(|stated| stated == *layout))
    }

    /// Returns the framings to examine.
    pub(super) fn framings(self) -> impl Iterator<Item = Framing> {
        let is_stated = move |framing: &Framing| match self.framing {
            Some(Framing::Concatenated) => *framing == Framing::Bare,
            stated => stated.is_none_or(|stated| stated == *framing),
        };
        Framing::ALL.into_iter().filter(is_stated)
    }
}

/// Returns the enabled layouts, in the order of the schema.
pub(super) fn enabled_layouts() -> impl Iterator<Item = &'static Layout> {
    LAYOUTS.iter()
}

/// A way to delimit the values of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Framing {
    /// A value without a length, as `var_to_bytes` and every `PacketPeer` encode it.
    Bare,
    /// A little-endian `u32` length precedes each value, as `FileAccess.store_var` and
    /// `StreamPeer.put_var` encode it.
    LittleEndian,
    /// A big-endian `u32` length precedes each value, as with `FileAccess.big_endian`
    /// (in Godot 3 `File.endian_swap`) and `StreamPeer.big_endian`. Values are little-endian.
    BigEndian,
    /// Several consecutive values without lengths, as in remote calls. Detection chooses this
    /// framing only if [`DetectOptions::framing`] states it.
    Concatenated,
}

impl Framing {
    /// The framings that are examined; several bare values in one input are reported as
    /// [`Concatenated`](Self::Concatenated).
    pub const ALL: [Self; 3] = [Self::Bare, Self::LittleEndian, Self::BigEndian];

    /// Returns the options that decode the frames, or `None` for values without lengths.
    ///
    /// ```
    /// use gdvariant::framing::FrameOptions;
    /// use gdvariant::detect::Framing;
    ///
    /// assert_eq!(Framing::Bare.options(), None);
    /// assert_eq!(Framing::BigEndian.options(), Some(FrameOptions::new().big_endian(true)));
    /// ```
    #[must_use]
    pub const fn options(self) -> Option<FrameOptions> {
        match self {
            Self::Bare | Self::Concatenated => None,
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
            Self::Concatenated => "bare, concatenated",
        })
    }
}

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

impl Region<'_> {
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
            let has_type = |number| enabled_layouts().any(|it| number < it.types().len());
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
