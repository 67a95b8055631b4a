//! The layouts by their names, and dispatch to the code of a layout.

use crate::options::InvalidOption;
use gdvariant::schema::{LAYOUTS, LayoutInfo};
use gdvariant::{KeyEquality, Layout};

#[doc(hidden)]
pub use gdvariant;

/// A layout whose values can be keys and can be sent to other threads. Every layout implements it.
pub trait AnyLayout: Layout<Variant: KeyEquality + Send + 'static> {}

impl<L: Layout<Variant: KeyEquality + Send + 'static>> AnyLayout for L {}

/// Evaluates an expression with the marker type of a built-in layout in scope.
#[macro_export]
macro_rules! for_layout {
    ($info:expr, $layout:ident => $result:expr) => {
        $crate::layouts::gdvariant::each_layout!($crate::match_layout { $info, $layout => $result })
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! match_layout {
    ({ $info:expr, $layout:ident => $result:expr } $({ $module:ident $marker:ident $types:tt })*) => {
        match $info.name {
            $(<$crate::layouts::gdvariant::$marker as $crate::layouts::gdvariant::Layout>::NAME => {
                type $layout = $crate::layouts::gdvariant::$marker;
                $result
            })*
            // `named` and `all` return built-in layouts.
            _ => unreachable!("the layout is built in"),
        }
    };
}

/// Returns the built-in layout with a name.
///
/// # Errors
///
/// Returns an error with the names of all built-in layouts.
pub fn named(name: &str) -> Result<&'static LayoutInfo, InvalidOption> {
    let found = LAYOUTS.iter().find(|layout| layout.name == name);
    found.filter(|layout| layout.is_built_in).ok_or_else(|| {
        InvalidOption::unknown("layout", name, all().map(|layout| layout.name.to_owned()))
    })
}

/// Returns the layouts that are built in, by the number of their engine's users. Layouts of builds
/// that only a manual describes are last.
pub fn all() -> impl Iterator<Item = &'static LayoutInfo> {
    let mut layouts: Vec<_> = LAYOUTS.iter().filter(|layout| layout.is_built_in).collect();
    layouts.sort_by_key(|layout| {
        let rank = layout.rank_by_users().unwrap_or(usize::MAX);
        (!layout.is_implemented, layout.is_double, rank)
    });
    layouts.into_iter()
}
