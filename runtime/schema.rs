//! The list of all layouts.

pub use crate::table::defects::{Affected, DEFECTS, Defect};
pub use crate::table::layout::Layout;

/// The enabled layouts in the order of the schema's files. The double-precision form of a layout
/// follows it.
///
/// ```
/// # #[cfg(feature = "pandemonium")] {
/// use gdvariant::schema::LAYOUTS;
///
/// let layout = LAYOUTS.iter().find(|layout| layout.name == "pandemonium").unwrap();
/// assert_eq!(layout.features, ["pandemonium"]);
/// assert_eq!((layout.oldest.to_string(), layout.newest.to_string()), ("3.8".into(), "4.9".into()));
/// # }
/// ```
pub static LAYOUTS: &[Layout] = crate::table::layout::LAYOUTS;

/// Returns the enabled layout with a name.
///
/// ```
/// use gdvariant::schema::layout_named;
///
/// # #[cfg(feature = "godot4")]
/// assert_eq!(layout_named("godot4").map(|layout| layout.title), Some("Godot 4"));
/// assert_eq!(layout_named("godot5"), None);
/// ```
pub fn layout_named(name: &str) -> Option<&'static Layout> {
    LAYOUTS.iter().find(|layout| layout.name == name)
}
