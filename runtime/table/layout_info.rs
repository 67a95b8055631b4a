//! Descriptions of all layouts of the schema.

use crate::EngineVersion;

include!(concat!(env!("OUT_DIR"), "/layout_infos.rs"));

/// A description of a layout, whether or not the layout is enabled.
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
    /// The name of the layout's module, such as `godot3_double`.
    pub name: &'static str,
    /// The name of the single-precision form of the layout; equal to `name` unless the layout has
    /// double precision.
    pub base: &'static str,
    /// The name in prose, such as "Godot 3 in double precision".
    pub title: &'static str,
    /// One sentence that states the engines, their versions and the number of types.
    pub description: &'static str,
    /// The oldest version of the engine that the schema describes.
    pub oldest: EngineVersion,
    /// The newest version of the engine that the schema describes.
    pub newest: EngineVersion,
    /// Whether components have 64 bits.
    pub is_double: bool,
    /// Whether builds of an engine use the layout. The double-precision forms of Godot 3 and
    /// Pandemonium only follow a rule in the documentation of these engines.
    pub is_implemented: bool,
    /// The Cargo features that enable the layout.
    pub features: &'static [&'static str],
    /// Whether the layout is enabled in this build.
    pub is_built_in: bool,
    users_rank: Option<usize>,
}

impl LayoutInfo {
    /// Returns the rank of the layout's engine by its number of users.
    ///
    /// The most used engine has rank 0. Returns `None` for an engine with few users.
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
