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
const LEVELS: u32 = 4 * (format::MAX_DEPTH + 1) + 8;

/// Deserializes one part of the input.
pub(super) struct Part<L> {
    /// The number of levels that may be nested in this part.
    levels: u32,
    /// Whether the part is kept as drafts, because its type is not known yet.
    pub(super) is_draft: bool,
    layout: PhantomData<L>,
}

impl<L> Part<L> {
    /// Creates the outermost part.
    pub(super) const fn new(is_draft: bool) -> Self {
        Self {
            levels: LEVELS,
            is_draft,
            layout: PhantomData,
        }
    }

    /// Returns a part nested in this one.
    pub(super) fn inner<E: Error>(&self) -> Result<Self, E> {
        self.inner_as(self.is_draft)
    }

    /// Returns a part nested in this one, to be kept as drafts or not.
    pub(super) fn inner_as<E: Error>(&self, is_draft: bool) -> Result<Self, E> {
        let levels = self.levels.checked_sub(1);
        Ok(Self {
            levels: levels.ok_or_else(|| E::custom(TooDeep))?,
            is_draft,
            layout: PhantomData,
        })
    }
}
