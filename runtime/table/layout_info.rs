//! Descriptions of all layouts of the schema.

use crate::EngineVersion;

include!(concat!(env!("OUT_DIR"), "/layout_infos.rs"));

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
    users_rank: Option<usize>,
}

impl LayoutInfo {
    /// Returns the rank of the layout's engine by its number of users, from 0 for the most; `None`
    /// for an engine with few.
    ///
    /// ```
    /// use gdvariant::schema::LAYOUTS;
    ///
    /// let most_used = LAYOUTS.iter().find(|layout| layout.rank_by_users() == Some(0));
    /// assert_eq!(most_used.map(|layout| layout.name), Some("godot4"));
    /// ```
    #[must_use]
    pub fn rank_by_users(&self) -> Option<usize> {
        self.users_rank
    }
}
