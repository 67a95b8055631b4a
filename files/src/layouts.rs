//! The layouts by the number of their users.

use gdvariant::schema::{LAYOUTS, Layout};

/// Returns the layouts by the number of their engine's users; double precision is last.
pub fn all() -> impl Iterator<Item = &'static Layout> {
    let mut layouts: Vec<_> = LAYOUTS.iter().collect();
    layouts.sort_by_key(|layout| {
        let rank = layout.rank_by_users().unwrap_or(usize::MAX);
        (layout.is_double, rank)
    });
    layouts.into_iter()
}

/// Returns the layout of the engine with the most users.
pub fn most_used() -> &'static Layout {
    all().next().unwrap_or(&LAYOUTS[0])
}

/// Calls a function with each layout until it succeeds, in the order of [`all`].
///
/// # Errors
///
/// Returns the error of the layout with the most users if no layout succeeds.
pub fn first_fitting<T, E>(function: impl Fn(&'static Layout) -> Result<T, E>) -> Result<T, E> {
    let first = function(most_used());
    first.or_else(|error| all().skip(1).find_map(|it| function(it).ok()).ok_or(error))
}
