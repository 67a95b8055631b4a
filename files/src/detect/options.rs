//! The options of detection, and the framings that an input can have.

use gdvariant::framing::FrameOptions;
use gdvariant::schema::{LAYOUTS, Layout};
use std::fmt;

/// Options of detection: known facts about the input.
///
/// ```
/// use gdvariant_files::detect::{DetectOptions, Framing, detect_with};
///
/// // A framed Nil, or a bare String that is empty.
/// let input = [4, 0, 0, 0, 0, 0, 0, 0];
/// let choice = detect_with(&input, DetectOptions::new()).choice()?;
/// assert_eq!(choice.framing, Framing::LittleEndian);
/// let choice = detect_with(&input, DetectOptions::new().framing(Framing::Bare)).choice()?;
/// assert_eq!(choice.framing, Framing::Bare);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[must_use]
pub struct DetectOptions {
    pub(super) layout: Option<&'static Layout>,
    pub(super) framing: Option<Framing>,
    /// The maximum length of a frame; `None` for the default.
    pub(super) max_length: Option<u32>,
    /// The length of the input; `None` if it is unknown.
    pub(super) length: Option<u64>,
}

impl DetectOptions {
    /// Returns the default options.
    ///
    /// The candidates are the layouts, in every framing.
    pub const fn new() -> Self {
        Self {
            layout: None,
            framing: None,
            max_length: None,
            length: None,
        }
    }

    /// States the layout: only the framing is detected, and a bare value is preferred.
    ///
    /// ```
    /// use gdvariant_files::detect::{DetectOptions, Framing, detect_with};
    /// use gdvariant::schema::LAYOUTS;
    ///
    /// let layout = LAYOUTS.iter().find(|layout| layout.name == "godot4").unwrap();
    /// let options = DetectOptions::new().layout(layout);
    /// let detection = detect_with(&[4, 0, 0, 0, 0, 0, 0, 0], options);
    /// assert_eq!(detection.choice()?.framing, Framing::Bare);
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
    /// Detection from the start of an input of unknown length drops the byte order in which the first
    /// length exceeds the limit, if the length in the other order is within it.
    ///
    /// ```
    /// use gdvariant_files::detect::{DetectOptions, Framing, InputStart};
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
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn max_length(mut self, max_length: u32) -> Self {
        self.max_length = Some(max_length);
        self
    }

    /// Sets the length of an input of which only the start is examined, in bytes.
    ///
    /// A frame that exceeds the length is then truncated, and not the start of a long one.
    ///
    /// ```
    /// use gdvariant_files::detect::{DetectOptions, Framing, InputStart};
    ///
    /// let mut bytes = Vec::new();
    /// gdvariant::godot4::write_framed(&mut bytes, &gdvariant::Packed(vec![0_u8; 1_200_000]))?;
    /// bytes.truncate(256 << 10);
    /// let start = InputStart { bytes, is_complete: false };
    /// let fits = |length| {
    ///     let detection = start.detect(DetectOptions::new().length(length));
    ///     detection.matches().any(|it| it.framing == Framing::LittleEndian)
    /// };
    /// assert!(fits(1_200_012) && !fits(1_000_000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn length(mut self, length: u64) -> Self {
        self.length = Some(length);
        self
    }

    /// Returns the layouts that are candidates.
    #[inline]
    pub(super) fn layouts(self) -> impl Iterator<Item = &'static Layout> {
        LAYOUTS
            .iter()
            .filter(move |layout| self.layout.is_none_or(|stated| stated == *layout))
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

    /// Returns the name, such as `framed-big-endian`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bare => "bare",
            Self::LittleEndian => "framed",
            Self::BigEndian => "framed-big-endian",
            Self::Concatenated => "concatenated",
        }
    }

    /// Returns the options that decode the frames, or `None` for values without lengths.
    ///
    /// ```
    /// use gdvariant::framing::FrameOptions;
    /// use gdvariant_files::detect::Framing;
    ///
    /// assert_eq!(Framing::Bare.options(), None);
    /// assert_eq!(Framing::BigEndian.options(), Some(FrameOptions::new().big_endian(true)));
    /// ```
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
