//! What is known of an input before it is examined.

use super::framing::Framing;
use super::tally::{Examine, LAYOUTS};
use crate::table::layout_info::LayoutInfo;

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
    #[inline]
    pub(super) fn layouts(self) -> impl Iterator<Item = (&'static LayoutInfo, Examine)> {
        let layouts = LAYOUTS.iter().copied();
        layouts.filter(move |(layout, _)| match self.layout {
            Some(stated) => stated == *layout,
            None => layout.is_implemented || self.all_layouts,
        })
    }

    /// Returns the framings that are examined.
    pub(super) fn framings(self) -> impl Iterator<Item = Framing> {
        let is_stated = move |framing: &Framing| match self.framing {
            Some(Framing::InARow) => *framing == Framing::Bare,
            stated => stated.is_none_or(|stated| stated == *framing),
        };
        Framing::ALL.into_iter().filter(is_stated)
    }
}
