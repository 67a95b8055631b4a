//! Compares values, and reports differences with their paths.

pub(crate) mod align;
mod difference;
pub(crate) mod digest;
mod walk;

pub use difference::Difference;

use crate::display::WalkPath;
use digest::Digests;
use gdvariant::any::AnyRef;
use std::ops::{ControlFlow, Range};
use walk::Walk;

/// The options of a comparison.
#[derive(Debug, Clone, Copy)]
pub struct CompareOptions {
    /// Whether all ranges of packed arrays are listed.
    pub is_full: bool,
    /// Whether the order of keys is ignored.
    pub ignores_order: bool,
}

/// A difference at a path.
pub enum Change<'v> {
    /// A value or type that differs.
    Changed(AnyRef<'v>, AnyRef<'v>),
    /// A value that the old value lacks.
    Added(AnyRef<'v>),
    /// A value that the new value lacks.
    Removed(AnyRef<'v>),
    /// Equal keys in a different order.
    Order,
    /// Declared types of a container that differ.
    Declared(String, String),
    /// The differing ranges of two packed arrays; one range can be empty.
    Elements([AnyRef<'v>; 2], [Range<usize>; 2]),
    /// Further ranges that are not listed.
    More {
        /// The number of ranges.
        ranges: usize,
        /// The number of their elements.
        elements: usize,
    },
}

/// A function that receives differences, until it breaks.
pub type ChangeSink<'r> = &'r mut dyn FnMut(&WalkPath<'_>, &Change<'_>) -> ControlFlow<()>;

/// Compares two values of any layouts.
pub fn values(
    options: CompareOptions,
    report: ChangeSink<'_>,
    values: [Option<AnyRef<'_>>; 2],
) -> ControlFlow<()> {
    let walk_path = WalkPath::default();
    match values {
        [Some(old), Some(new)] => Walk {
            options,
            report,
            digests: Digests::default(),
            path: walk_path,
        }
        .values(old, new),
        [Some(old), None] => report(&walk_path, &Change::Removed(old)),
        [None, Some(new)] => report(&walk_path, &Change::Added(new)),
        [None, None] => ControlFlow::Break(()),
    }
}
