//! Entries that others refer to by name.

/// An entry with a name of its own among those of its list.
pub(crate) trait Keyed {
    /// Returns the name that others refer to the entry by.
    fn id(&self) -> &str;
}

impl<T: Keyed> Keyed for &T {
    fn id(&self) -> &str {
        (**self).id()
    }
}

/// Implements [`Keyed`] with a field of each type.
macro_rules! keyed {
    ($($entry:ident: $field:ident),* $(,)?) => {$(
        impl crate::model::keyed::Keyed for $entry {
            fn id(&self) -> &str {
                &self.$field
            }
        }
    )*};
}

pub(super) use keyed;

/// Finds the entry with a name.
pub(crate) fn find<'e, T: Keyed>(entries: &'e [T], name: &str) -> Option<&'e T> {
    entries.iter().find(|entry| entry.id() == name)
}

/// Returns whether an entry has a name.
pub(crate) fn has<T: Keyed>(entries: &[T], name: &str) -> bool {
    find(entries, name).is_some()
}

/// Returns the names of all entries.
pub(crate) fn names<T: Keyed>(entries: &[T]) -> impl Iterator<Item = &str> {
    entries.iter().map(Keyed::id)
}
