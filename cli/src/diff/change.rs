//! What differs between two values.

use crate::any_value::Trail;
use crate::stop::Stop;
use gdvariant::any::AnyRef;
use std::ops::Range;

/// A difference at a path.
pub(super) enum Change<'v> {
    /// Another value.
    Changed(AnyRef<'v>, AnyRef<'v>),
    /// A value that the first file lacks.
    Added(AnyRef<'v>),
    /// A value that the second file lacks.
    Removed(AnyRef<'v>),
    /// The same keys in another order.
    Order,
    /// Other declared types of a container.
    Declared(String, String),
    /// Other elements of a packed array.
    Elements(Elements<'v>),
    /// More such ranges, with so many elements, which are not listed.
    More { ranges: usize, elements: usize },
}

/// Ranges of two packed arrays that differ; one of them can be empty.
pub(super) struct Elements<'v> {
    pub(super) old: AnyRef<'v>,
    pub(super) new: AnyRef<'v>,
    pub(super) old_range: Range<usize>,
    pub(super) new_range: Range<usize>,
}

/// What differences are handed to.
pub(super) trait Report {
    fn change(&mut self, trail: &Trail<'_>, change: &Change<'_>) -> Result<(), Stop>;
}

/// Stops at the first difference.
pub(super) struct First;

impl Report for First {
    fn change(&mut self, _: &Trail<'_>, _: &Change<'_>) -> Result<(), Stop> {
        Err(Stop::Enough)
    }
}
