use super::examine::{Examine, LAYOUTS};
use super::framing::{Framing, Start};
use super::tally::Tally;
use super::{Detection, MAX_BYTES, ranking};
use crate::table::layout_info::{LayoutInfo, layout_named};
use alloc::vec::Vec;

/// Options of detection: what is known of an input before.
///
/// ```
/// # #[cfg(feature = "godot3")] {
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
    all_layouts: bool,
    pub(super) layout: Option<&'static LayoutInfo>,
    pub(super) framing: Option<Framing>,
}

impl DetectOptions {
    /// Returns the default options: the candidates are the enabled layouts that builds of an engine
    /// read and write, in every framing.
    pub const fn new() -> Self {
        Self {
            all_layouts: false,
            layout: None,
            framing: None,
        }
    }

    /// Sets whether enabled layouts that no build of an engine reads or writes are candidates as
    /// well: the double-precision forms of Godot 3 and Pandemonium. Off by default.
    ///
    /// [`LayoutInfo::is_implemented`](crate::schema::LayoutInfo::is_implemented) tells them apart.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "double"))] {
    /// use gdvariant::detect::{DetectOptions, detect_with};
    ///
    /// let number = [2, 0, 0, 0, 7, 0, 0, 0];
    /// let has_double = |options| {
    ///     let detection = detect_with(&number, options);
    ///     detection.matches().any(|candidate| candidate.layout.name == "godot3_double")
    /// };
    /// assert!(!has_double(DetectOptions::new()));
    /// assert!(has_double(DetectOptions::new().all_layouts(true)));
    /// # }
    /// ```
    pub const fn all_layouts(mut self, all: bool) -> Self {
        self.all_layouts = all;
        self
    }

    /// States the layout: only the framing is detected, and a bare value is preferred.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::detect::{DetectOptions, Framing, detect_with};
    /// use gdvariant::schema::LAYOUTS;
    ///
    /// let layout = LAYOUTS.iter().find(|layout| layout.name == "godot3").unwrap();
    /// let options = DetectOptions::new().layout(layout);
    /// let detection = detect_with(&[4, 0, 0, 0, 0, 0, 0, 0], options);
    /// assert_eq!(detection.choice()?.framing, Framing::Bare);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn layout(mut self, layout: &'static LayoutInfo) -> Self {
        self.layout = Some(layout);
        self
    }

    /// States the framing: only the layout is detected.
    pub const fn framing(mut self, framing: Framing) -> Self {
        self.framing = Some(framing);
        self
    }

    /// Returns the layout and the framing if both are stated.
    #[cfg(feature = "std")]
    pub(crate) fn stated(self) -> Option<(&'static LayoutInfo, Framing)> {
        self.layout.zip(self.framing)
    }

    /// Returns the candidates among the enabled layouts.
    pub(super) fn layouts(self) -> impl Iterator<Item = (&'static LayoutInfo, Examine)> {
        LAYOUTS.iter().filter_map(move |(name, examine)| {
            let layout = layout_named(name)?;
            let is_possible = match self.layout {
                Some(stated) => stated == layout,
                None => layout.is_implemented || self.all_layouts,
            };
            is_possible.then_some((layout, *examine))
        })
    }

    /// Returns the framings that are examined.
    fn framings(self) -> impl Iterator<Item = Framing> {
        let is_stated = move |framing: &Framing| match self.framing {
            Some(Framing::InARow) => *framing == Framing::Bare,
            stated => stated.is_none_or(|stated| stated == *framing),
        };
        Framing::ALL.into_iter().filter(is_stated)
    }

    /// Ranks the candidates by the start of an input of this length.
    pub(super) fn rank(self, start: &[u8], length: usize) -> Detection {
        let window = start.get(..MAX_BYTES).unwrap_or(start);
        let input = Start { window, length };
        let bare = self
            .framings()
            .map(|framing| self.tallies(input, framing, 0));
        let mut tallies: Vec<_> = bare.flatten().collect();
        // Otherwise every frame would be a header of the next one.
        let is_framed = |(_, framing, _, tally): &Tallied| {
            let is_first = tally.failure.as_ref().is_none_or(|(value, _)| *value > 1);
            framing.options().is_some() && tally.decoded > 0 && is_first
        };
        let is_known = window.len() == MAX_BYTES || length != usize::MAX;
        if is_known && !tallies.iter().any(is_framed) {
            for framing in self.framings() {
                let headers = input.headers(framing);
                let mut all = headers.map(|skip| self.tallies(input, framing, skip));
                let fitting = all.find(|all| all.iter().any(|(.., tally)| tally.fits()));
                tallies.extend(fitting.into_iter().flatten());
            }
        }
        ranking::rank(tallies, window.len(), self)
    }

    /// Examines an input after a header of this length in every layout.
    fn tallies(self, input: Start<'_>, framing: Framing, skip: usize) -> Vec<Tallied> {
        let tallied = self.layouts().map(|(layout, examine)| {
            let mut tally = Tally::default();
            input.examine(framing, skip, examine, &mut tally);
            (layout, framing, skip, tally)
        });
        tallied.collect()
    }
}

/// A candidate after a header of this length, and its evidence.
pub(super) type Tallied = (&'static LayoutInfo, Framing, usize, Tally);

/// Reads the start of an input until one candidate is sure, and returns the bytes with the ranking.
///
/// At most [`MAX_BYTES`] are read. A reader that returns few bytes at a time, such as a connection,
/// is not asked for more than necessary.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::detect::{DetectOptions, detect_reader};
/// use gdvariant::godot4;
///
/// let mut file = Vec::new();
/// godot4::write_framed(&mut file, &["Ada", "Grace", "Edsger"])?;
/// let (start, detection) = detect_reader(file.as_slice(), DetectOptions::new())?;
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
pub fn detect_reader(
    mut reader: impl std::io::Read,
    options: DetectOptions,
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
            let is_whole = length < MAX_BYTES;
            let detection = options.rank(&start, if is_whole { length } else { usize::MAX });
            return Ok((start, detection));
        }
        // Many short reads are examined together, so that the time stays linear.
        if start.len() > examined + examined / 4 {
            examined = start.len();
            let detection = options.rank(&start, usize::MAX);
            if detection.is_sure() {
                return Ok((start, detection));
            }
        }
    }
}
