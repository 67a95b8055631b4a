//! Parts of the input with their nesting depth.

use super::depth::TooDeep;
use crate::format;
use core::marker::PhantomData;
use serde::de::Error;

/// The nesting depth of lists and objects at which deserializing stops, so that no input exhausts
/// the stack.
///
/// A level of values takes at most four of these, in an Object: the name, `properties`, the list, a
/// pair. The innermost value takes a few more.
const LEVELS: u32 = 4 * (format::MAX_DEPTH + 1) + 8;

/// How a part of the input is deserialized.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// As a value.
    Value,
    /// As a draft, because its type is not known yet.
    Draft,
    /// As a key of an object.
    Key,
}

/// Deserializes one part of the input.
pub(super) struct Part<L> {
    /// The number of levels that may be nested in this part.
    levels: u32,
    pub(super) mode: Mode,
    layout: PhantomData<L>,
}

impl<L> Part<L> {
    /// Creates the outermost part.
    pub(super) const fn new(mode: Mode) -> Self {
        Self {
            levels: LEVELS,
            mode,
            layout: PhantomData,
        }
    }

    /// Returns a part nested in this one.
    pub(super) fn inner<E: Error>(&self) -> Result<Self, E> {
        self.inner_as(match self.mode {
            Mode::Draft => Mode::Draft,
            Mode::Value | Mode::Key => Mode::Value,
        })
    }

    /// Returns a part nested in this one, to be deserialized in another mode.
    pub(super) fn inner_as<E: Error>(&self, mode: Mode) -> Result<Self, E> {
        let levels = self.levels.checked_sub(1);
        Ok(Self {
            levels: levels.ok_or_else(|| E::custom(TooDeep))?,
            mode,
            layout: PhantomData,
        })
    }
}
