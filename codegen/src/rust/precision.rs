//! The precisions of real numbers.

use crate::model::{DoubleBuilds, Layout};

/// Single or double precision: the width of a component of the wire type `real`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Precision {
    Single,
    Double,
}

impl Precision {
    /// Returns the precisions that a layout has.
    pub(super) fn of(layout: &Layout) -> impl Iterator<Item = Self> + use<> {
        let double = layout.double != DoubleBuilds::None;
        [Self::Single]
            .into_iter()
            .chain(double.then_some(Self::Double))
    }

    pub(super) fn is_double(self) -> bool {
        self == Self::Double
    }
}
