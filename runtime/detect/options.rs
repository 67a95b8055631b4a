use super::examine::{Examiner, LAYOUTS};
use super::framing::{self, Framing, Start};
use super::tally::Tally;
use super::{Detection, MAX_BYTES, ranking};
use crate::schema::LayoutInfo;
use alloc::vec::Vec;

/// What is known of an input before its layout and its framing are detected.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::detect::{DetectOptions, Framing};
/// use gdvariant::godot3;
///
/// // A framed Nil, or a bare String that is empty.
/// let input = [4, 0, 0, 0, 0, 0, 0, 0];
/// let choice = DetectOptions::new().detect(&input).choice()?;
/// assert_eq!(choice.framing, Framing::LittleEndian);
/// let choice = DetectOptions::new().framing(Framing::Bare).detect(&input).choice()?;
/// assert_eq!(choice.framing, Framing::Bare);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct DetectOptions {
    layout: Option<&'static LayoutInfo>,
    framing: Option<Framing>,
}

impl DetectOptions {
    /// Returns the options that state nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            layout: None,
            framing: None,
        }
    }

    /// States the layout: only the framing is detected, and a bare value is preferred.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::detect::{DetectOptions, Framing};
    /// use gdvariant::schema::LAYOUTS;
    ///
    /// let layout = LAYOUTS.iter().find(|layout| layout.name == "godot3").unwrap();
    /// let detection = DetectOptions::new().layout(layout).detect(&[4, 0, 0, 0, 0, 0, 0, 0]);
    /// assert_eq!(detection.choice()?.framing, Framing::Bare);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn layout(self, layout: &'static LayoutInfo) -> Self {
        Self {
            layout: Some(layout),
            ..self
        }
    }

    /// States the framing: only the layout is detected.
    #[must_use]
    pub const fn framing(self, framing: Framing) -> Self {
        Self {
            framing: Some(framing),
            ..self
        }
    }

    /// Returns the layout and the framing if both are stated.
    #[cfg(feature = "std")]
    pub(crate) fn stated(self) -> Option<(&'static LayoutInfo, Framing)> {
        self.layout.zip(self.framing)
    }

    /// Returns the framing if it is stated.
    #[cfg(feature = "std")]
    pub(crate) fn stated_framing(self) -> Option<Framing> {
        self.framing
    }

    /// Ranks the layouts and the framings that an input may have, as [`detect`](fn@super::detect)
    /// does.
    #[must_use]
    pub fn detect(self, input: &[u8]) -> Detection {
        self.rank(input, input.len())
    }

    /// Ranks the layouts and the framings that an input may have from its start: more may follow.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot4", feature = "std"))] {
    /// use gdvariant::detect::DetectOptions;
    /// use gdvariant::godot4;
    ///
    /// let mut file = Vec::new();
    /// godot4::write_framed(&mut file, &["Ada", "Grace", "Edsger"])?;
    /// let detection = DetectOptions::new().detect_start(&file[..40]);
    /// assert_eq!(detection.choice()?.layout.name, "godot4");
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn detect_start(self, start: &[u8]) -> Detection {
        self.rank(start, usize::MAX)
    }

    fn rank(self, input: &[u8], length: usize) -> Detection {
        let window = input.get(..MAX_BYTES).unwrap_or(input);
        let input = Start { window, length };
        let mut tallies = Vec::new();
        for framing in Framing::ALL.into_iter().filter(|it| self.allows(*it)) {
            tallies.extend(self.layouts().map(|it| tallied(it, input, framing, 0)));
        }
        // Otherwise every frame would be a header of the next one.
        let is_framed = |(_, framing, _, tally): &Tallied<'_>| {
            let is_first = tally.failure.as_ref().is_none_or(|(value, _)| *value > 1);
            framing.options().is_some() && tally.decoded > 0 && is_first
        };
        let is_known = window.len() == MAX_BYTES || length != usize::MAX;
        if is_known && !tallies.iter().any(is_framed) {
            for framing in Framing::ALL.into_iter().filter(|it| self.allows(*it)) {
                let candidates = input.headers(framing).map(|skip| {
                    let all = self.layouts().map(|it| tallied(it, input, framing, skip));
                    all.collect::<Vec<_>>()
                });
                let fits = |all: &Vec<Tallied<'_>>| all.iter().any(|(_, _, _, it)| it.fits());
                tallies.extend(candidates.into_iter().find(fits).into_iter().flatten());
            }
        }
        Detection {
            prefers_bare: self.layout.is_some(),
            accepts_row: self.framing == Some(Framing::InARow),
            ..ranking::rank(tallies.into_iter(), window.len())
        }
    }

    /// Returns the layouts that are possible.
    fn layouts(self) -> impl Iterator<Item = &'static Examiner> {
        let is_possible =
            move |it: &&Examiner| self.layout.is_none_or(|layout| layout.name == it.name);
        LAYOUTS.iter().filter(is_possible)
    }

    fn allows(self, framing: Framing) -> bool {
        self.framing.is_none_or(|stated| match stated {
            Framing::InARow => framing == Framing::Bare,
            stated => framing == stated,
        })
    }
}

/// A candidate and its evidence.
type Tallied<'l> = (&'l Examiner, Framing, usize, Tally);

fn tallied<'l>(
    layout: &'l Examiner,
    input: Start<'_>,
    framing: Framing,
    skip: usize,
) -> Tallied<'l> {
    let mut tally = Tally::default();
    framing::examine(input, framing, skip, layout.examine, &mut tally);
    (layout, framing, skip, tally)
}

/// Reads the start of an input until one candidate is sure, and returns the bytes with the ranking.
///
/// `detect` ranks the bytes that have been read; its second argument states whether they are the
/// whole input. At most [`MAX_BYTES`] are read. A reader that returns few bytes at a time, such as a
/// connection, is not asked for more than necessary.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::detect::{DetectOptions, read_start};
/// use gdvariant::godot4;
///
/// let mut file = Vec::new();
/// godot4::write_framed(&mut file, &["Ada", "Grace", "Edsger"])?;
/// let options = DetectOptions::new();
/// let (start, detection) = read_start(file.as_slice(), |start, is_whole| {
///     if is_whole { options.detect(start) } else { options.detect_start(start) }
/// })?;
/// assert_eq!(start, file);
/// assert_eq!(detection.choice()?.layout.name, "godot4");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the error of a reader that fails before its first byte. A later error is that of the
/// next read.
#[cfg(feature = "std")]
pub fn read_start(
    mut reader: impl std::io::Read,
    mut detect: impl FnMut(&[u8], bool) -> Detection,
) -> std::io::Result<(Vec<u8>, Detection)> {
    /// The number of bytes that are read at first.
    const FIRST: usize = 4 << 10;

    let (mut start, mut examined) = (Vec::new(), 0);
    loop {
        let length = start.len();
        let end = (2 * length).clamp(FIRST, MAX_BYTES);
        start.resize(end, 0);
        let read = match reader.read(&mut start[length..]) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => Some(0),
            Err(error) if length == 0 => return Err(error),
            Err(_) => None,
            Ok(read) => (read > 0 && length < MAX_BYTES).then_some(read),
        };
        start.truncate(length + read.unwrap_or_default());
        if read.is_none() {
            let detection = detect(&start, length < MAX_BYTES);
            return Ok((start, detection));
        }
        // Many short reads are examined together, so that the time stays linear.
        if start.len() > examined + examined / 4 {
            examined = start.len();
            let detection = detect(&start, false);
            if detection.is_sure() {
                return Ok((start, detection));
            }
        }
    }
}
