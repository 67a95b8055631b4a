//! The precisions and the layouts that code is generated for.

use crate::model::{DoubleBuilds, Layout, Schema, find};

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

    /// Returns the precision of the real numbers of the type with a key, in a layout.
    pub(super) fn in_layout(layout: &Layout, precision: Self, key: &str) -> Self {
        match find(&layout.types, key) {
            Some(listed) if listed.has_single_reals => Self::Single,
            _ => precision,
        }
    }

    pub(super) fn is_double(self) -> bool {
        self == Self::Double
    }
}

/// The layouts and precisions to generate code for.
pub(super) struct Enabled<'s> {
    pub(super) layouts: Vec<&'s Layout>,
    has_double: bool,
}

impl<'s> Enabled<'s> {
    pub(super) fn new(schema: &'s Schema, is_enabled: &dyn Fn(&str) -> bool) -> Self {
        let layouts = schema.layouts.iter();
        Self {
            layouts: layouts
                .filter(|layout| is_enabled(&layout.module))
                .collect(),
            has_double: is_enabled("double"),
        }
    }

    pub(super) fn has_double(&self) -> bool {
        self.has_double
    }

    /// Returns every layout in every precision that it has.
    pub(super) fn modules(&self) -> impl Iterator<Item = (&'s Layout, Precision)> {
        let precisions = |layout: &&'s Layout| {
            let layout = *layout;
            Precision::of(layout).map(move |precision| (layout, precision))
        };
        let modules = self.layouts.iter().flat_map(precisions);
        modules.filter(|(_, precision)| self.has_double || !precision.is_double())
    }
}
