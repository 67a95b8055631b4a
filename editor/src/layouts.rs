//! The layouts by their names, for this crate and for the modules of the program that it shares.

use crate::failure::Failure;
use gdvariant::schema::LayoutInfo;
use gdvariant::{Kind, Layout};
use gdvariant_bindings::layouts;

/// Evaluates an expression with the marker type of a layout in scope. As in the program, whose
/// layouts can be missing, the expression is a result.
macro_rules! for_layout {
    ($name:expr, $layout:ident => $result:expr) => {{
        let result: Result<_, $crate::failure::Failure> =
            gdvariant_bindings::for_layout!($name, $layout => $result);
        result
    }};
}

pub(crate) use for_layout;

pub(crate) type LayoutName = &'static LayoutInfo;

/// Returns the layout with a name.
pub(crate) fn named(name: &str) -> Result<LayoutName, Failure> {
    layouts::named(name).map_err(Failure::of)
}

/// Returns the layouts, the layout with the most users first.
pub(crate) fn all() -> Vec<LayoutName> {
    layouts::all().collect()
}

/// Returns the name of a type in a layout.
pub(crate) fn name_of(layout: LayoutName, kind: Kind) -> &'static str {
    gdvariant_bindings::for_layout!(layout, L => L::name_of(kind))
}
