//! The layouts by their names, and dispatch to the code of a layout.

use crate::failure::Failure;
use gdvariant::Kind;
use gdvariant::schema::{LAYOUTS, LayoutInfo};

pub(crate) type LayoutName = &'static LayoutInfo;

/// Evaluates an expression with the marker type of a layout in scope.
macro_rules! for_layout {
    ($name:expr, $layout:ident => $result:expr) => {
        gdvariant::each_layout!($crate::layouts::match_layout { $name, $layout => $result })
    };
}

macro_rules! match_layout {
    ({ $name:expr, $layout:ident => $result:expr } $({ $module:ident $marker:ident $types:tt })*) => {
        match $name.name {
            $(<gdvariant::$marker as gdvariant::Layout>::NAME => {
                type $layout = gdvariant::$marker;
                $result
            })*
            other => Err($crate::layouts::unknown(other)),
        }
    };
}

pub(crate) use {for_layout, match_layout};

pub(crate) fn unknown(name: &str) -> Failure {
    Failure::of(format_args!("unknown layout {name:?}"))
}

/// Returns the layout with a name.
pub(crate) fn named(name: &str) -> Result<LayoutName, Failure> {
    let found = LAYOUTS.iter().find(|layout| layout.name == name);
    found.ok_or_else(|| unknown(name))
}

/// Returns the layouts, by the number of their engine's users; double precision is last.
pub(crate) fn all() -> Vec<LayoutName> {
    let mut layouts: Vec<_> = LAYOUTS.iter().filter(|layout| layout.is_built_in).collect();
    layouts.sort_by_key(|layout| {
        let rank = layout.rank_by_users().unwrap_or(usize::MAX);
        (!layout.is_implemented, layout.is_double, rank)
    });
    layouts
}

/// Returns the name of a type in a layout.
pub(crate) fn name_of(layout: LayoutName, kind: Kind) -> &'static str {
    use gdvariant::Layout;
    for_layout!(layout, L => Ok::<_, Failure>(L::name_of(kind))).unwrap_or_default()
}
