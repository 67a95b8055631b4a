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

/// Returns a copy of the value at a path, of a component, or of an element of a packed array; `None` if
/// there is none.
///
/// See `Variant::part_at_path` of the layouts.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Godot3, Vector2, generic, godot3};
///
/// let game = godot3::variant!({"position": Vector2::new(1.5, 2.0)});
/// let x = generic::part_at_path::<Godot3>(&game, &"position.x".parse()?);
/// assert_eq!(x, Some(1.5.into()));
/// # }
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
#[must_use]
pub fn part_at_path<L: Layout>(value: &L::Variant, path: &Path) -> Option<L::Variant> {
    crate::access::part::<L>(value, path)
}

/// Sets the value at a path, and returns the value that it replaces.
///
/// See `Variant::set_at_path` of the layouts.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Godot3, generic, godot3};
///
/// let mut game = godot3::variant!({"level": 7});
/// let old = generic::set_at_path::<Godot3>(&mut game, &"level".parse()?, 8.into());
/// assert_eq!(old, Ok(Some(7.into())));
/// # }
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
///
/// # Errors
///
/// Returns the new value if there is no place for it.
pub fn set_at_path<L: Layout>(
    value: &mut L::Variant,
    path: &Path,
    new: L::Variant,
) -> Result<Option<L::Variant>, L::Variant> {
    crate::access::set::<L>(value, path, new)
}

/// Removes the element, entry or property at a path, or returns `None` if there is none.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Godot3, generic, godot3};
///
/// let mut game = godot3::variant!({"level": 7});
/// assert_eq!(generic::remove_at_path::<Godot3>(&mut game, &"level".parse()?), Some(7.into()));
/// # }
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
pub fn remove_at_path<L: Layout>(value: &mut L::Variant, path: &Path) -> Option<L::Variant> {
    crate::access::remove::<L>(value, path)
}
