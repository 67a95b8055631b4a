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
    /// Ranges of two packed arrays that differ; one of them can be empty.
    Elements([AnyRef<'v>; 2], [Range<usize>; 2]),
    /// More such ranges, which are not listed, and the number of their elements.
    More { ranges: usize, elements: usize },
}

/// What differences are handed to.
pub(super) type Report<'r> = &'r mut dyn FnMut(&Trail<'_>, &Change<'_>) -> Result<(), Stop>;
