//! Parts of the input with their nesting depth.

use super::depth::TooDeep;
use crate::format;
use core::marker::PhantomData;
use serde::de::Error;

/// The nesting depth of lists and objects at which deserializing stops, so that no input exhausts the
/// stack.
///
/// A level of values takes at most four of these, in an Object: the name, `properties`, the list, a
/// pair. The innermost value takes a few more.
pub(super) const LEVELS: u32 = 4 * (format::MAX_DEPTH + 1) + 8;

/// Deserializes one part of the input as a `T`.
pub(super) struct Part<L, T> {
    /// The number of levels that may be nested in this part.
    levels: u32,
    target: PhantomData<(L, T)>,
}

impl<L, T> Part<L, T> {
    pub(super) fn new(levels: u32) -> Self {
        Self {
            levels,
            target: PhantomData,
        }
    }

    /// Returns a part nested in this one.
    pub(super) fn inner<U, E: Error>(&self) -> Result<Part<L, U>, E> {
        self.levels
            .checked_sub(1)
            .map(Part::new)
            .ok_or_else(|| E::custom(TooDeep))
    }
}
