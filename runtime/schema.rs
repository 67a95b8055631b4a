//! The schema of the format and the list of its layouts, for programs that generate code or
//! documentation from them.

use crate::EngineVersion;

/// Every file of the schema, by its path below `schema/`.
pub const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Every layout of the schema, enabled or not, in the order of the files; each is followed by its
/// double-precision form.
///
/// ```
/// use gdvariant::schema::LAYOUTS;
///
/// let layout = LAYOUTS.iter().find(|layout| layout.name == "pandemonium").unwrap();
/// assert_eq!(layout.features, ["pandemonium"]);
/// assert_eq!((layout.oldest.to_string(), layout.newest.to_string()), ("3.8".into(), "4.9".into()));
/// ```
pub const LAYOUTS: &[LayoutInfo] = crate::layouts::LAYOUTS;

/// Returns the layout with a name, enabled or not.
pub(crate) fn layout_named(name: &str) -> Option<&'static LayoutInfo> {
    LAYOUTS.iter().find(|layout| layout.name == name)
}

/// A description of a layout, which need not be enabled.
///
/// ```
/// use gdvariant::schema::LAYOUTS;
///
/// let titles: Vec<&str> = LAYOUTS.iter().map(|layout| layout.title).collect();
/// assert!(titles.contains(&"Godot 4"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LayoutInfo {
    /// The name of its module, such as `godot3_double`.
    pub name: &'static str,
    /// The name of the layout that it is the double-precision form of; its own where it is none.
    pub base: &'static str,
    /// Its name in prose, such as "Godot 3 in double precision".
    pub title: &'static str,
    /// One sentence: engines, versions, how many types.
    pub description: &'static str,
    /// The oldest version of its engine that the schema describes.
    pub oldest: EngineVersion,
    /// The newest version of its engine that the schema describes.
    pub newest: EngineVersion,
    /// Whether its components have 64 bits.
    pub is_double: bool,
    /// Whether builds of an engine read and write it. The double-precision forms of Godot 3 and
    /// Pandemonium only follow a rule of the published pages.
    pub is_implemented: bool,
    /// The Cargo features that build it in.
    pub features: &'static [&'static str],
    /// Whether it is built in.
    pub is_built_in: bool,
}
