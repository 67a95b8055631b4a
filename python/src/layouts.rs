//! The layouts by their names, and dispatch to the code of a layout.

use gdvariant::schema::{LAYOUTS, LayoutInfo};
use gdvariant::{KeyEquality, Layout};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A layout whose values can be keys and can be sent to other threads. Every layout implements it.
pub(crate) trait AnyLayout: Layout<Variant: KeyEquality + Send + 'static> {}

impl<L: Layout<Variant: KeyEquality + Send + 'static>> AnyLayout for L {}

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
            // `named` has found the layout.
            _ => unreachable!("the layout is built in"),
        }
    };
}

pub(crate) use {for_layout, match_layout};

/// Returns the layout with a name.
pub(crate) fn named(name: &str) -> PyResult<&'static LayoutInfo> {
    let found = LAYOUTS.iter().find(|layout| layout.name == name);
    found.filter(|layout| layout.is_built_in).ok_or_else(|| {
        let names = all().map(|layout| format!("{:?}", layout.name));
        let names = names.collect::<Vec<_>>().join(", ");
        PyValueError::new_err(format!("unknown layout {name:?}, expected one of {names}"))
    })
}

/// Returns the layouts that are built in, by the number of their engine's users.
pub(crate) fn all() -> impl Iterator<Item = &'static LayoutInfo> {
    let mut layouts: Vec<_> = LAYOUTS.iter().filter(|layout| layout.is_built_in).collect();
    layouts.sort_by_key(|layout| {
        (
            layout.is_double,
            layout.rank_by_users().unwrap_or(usize::MAX),
        )
    });
    layouts.into_iter()
}

/// Returns the names of the layouts.
#[pyfunction]
pub(crate) fn layouts() -> Vec<&'static str> {
    all().map(|layout| layout.name).collect()
}
