use crate::{Layout, Path};

/// Returns the value at a path, or `None` if there is none.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Godot3, generic, godot3};
///
/// let game = godot3::variant!({"players": [{"name": "Ada"}]});
/// let name = generic::at_path::<Godot3>(&game, &"players[0].name".parse()?);
/// assert_eq!(name, Some(&"Ada".into()));
/// # }
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
#[must_use]
pub fn at_path<'v, L: Layout>(value: &'v L::Variant, path: &Path) -> Option<&'v L::Variant> {
    crate::access::pointer(value, path)
}
