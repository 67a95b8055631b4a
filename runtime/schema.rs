//! The list of all layouts.

pub use crate::table::defects::{Affected, DEFECTS, Defect};
pub use crate::table::layout_info::Layout;

/// Every layout of the schema, enabled or not, in the order of the files. The double-precision form
/// of a layout follows it.
///
/// ```
/// use gdvariant::schema::LAYOUTS;
///
/// let layout = LAYOUTS.iter().find(|layout| layout.name == "pandemonium").unwrap();
/// assert_eq!(layout.features, ["pandemonium"]);
/// assert_eq!((layout.oldest.to_string(), layout.newest.to_string()), ("3.8".into(), "4.9".into()));
/// ```
pub const LAYOUTS: &[Layout] = crate::table::layout_info::LAYOUTS;

/// Returns the layout with a name, enabled or not.
///
/// ```
/// use gdvariant::schema::layout_named;
///
/// assert_eq!(layout_named("godot4_double").map(|layout| layout.base), Some("godot4"));
/// assert_eq!(layout_named("godot5"), None);
/// ```
#[must_use]
pub fn layout_named(name: &str) -> Option<&'static Layout> {
    LAYOUTS.iter().find(|layout| layout.name == name)
}
