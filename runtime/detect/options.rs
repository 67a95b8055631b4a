use super::examine::{Examine, LAYOUTS};
use crate::schema::LayoutInfo;

/// Options of detection: which of the enabled layouts are candidates.
///
/// ```
/// # #[cfg(all(feature = "godot3", feature = "double"))] {
/// use gdvariant::detect::{DetectOptions, detect_with};
///
/// let number = [2, 0, 0, 0, 7, 0, 0, 0];
/// let has_double = |options| {
///     let detection = detect_with(&number, options);
///     detection.fitting().any(|candidate| candidate.layout.name == "godot3_double")
/// };
/// assert!(!has_double(DetectOptions::new()));
/// assert!(has_double(DetectOptions::new().all_layouts(true)));
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DetectOptions {
    all_layouts: bool,
}

impl DetectOptions {
    /// Returns the default options: the candidates are the enabled layouts that builds of an engine
    /// read and write.
    #[must_use]
    pub const fn new() -> Self {
        Self { all_layouts: false }
    }

    /// Sets whether enabled layouts that no build of an engine reads or writes are candidates as
    /// well: the double-precision forms of Godot 3 and Pandemonium. Off by default.
    ///
    /// [`LayoutInfo::is_implemented`](crate::schema::LayoutInfo::is_implemented) tells them apart.
    #[must_use]
    pub const fn all_layouts(self, all: bool) -> Self {
        Self { all_layouts: all }
    }

    /// Returns the candidates among the enabled layouts.
    pub(super) fn layouts(self) -> impl Iterator<Item = (&'static LayoutInfo, Examine)> {
        LAYOUTS.iter().filter_map(move |examiner| {
            let layout = examiner.layout()?;
            (layout.is_implemented || self.all_layouts).then_some((layout, examiner.examine))
        })
    }
}
