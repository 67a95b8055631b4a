//! The data model of a checked schema, which emitters use.

mod double;
mod errata;
mod files;
mod schema;
mod tables;
mod types;

pub use double::{Double, PlacedRow};
pub(crate) use errata::ErrataFile;
pub use errata::{Affected, Defect, Engine, Erratum, ErratumKind, Occurrence, PublishedPage};
pub use files::{FileFormat, FileRow, FileTable, FileValue, Files};
pub use schema::{
    Constant, DoubleBuilds, Encryption, KeyEquality, Layout, LayoutType, Schema, Var2str, Version,
    Versions, Wire,
};
pub(crate) use schema::{ExamplesFile, extend};
pub use tables::{BitField, Condition, Declares, Field, Is, Length, Offset, Row, Table};
pub(crate) use types::add_elements;
pub use types::{Body, Member, Role, Type};

/// An entry of a list, with a unique name.
pub trait Keyed {
    /// Returns the name by which other entries refer to this entry.
    fn id(&self) -> &str;
}

impl<T> Keyed for (String, T) {
    fn id(&self) -> &str {
        &self.0
    }
}

/// Implements [`Keyed`] for types whose name is in a field.
macro_rules! keyed {
    ($($field:ident: $($entry:ident),*;)*) => {$($(
        impl Keyed for $entry {
            fn id(&self) -> &str {
                &self.$field
            }
        }
    )*)*};
}

keyed! {
    id: Erratum;
    key: LayoutType, Type;
    module: Layout, Occurrence;
    name: BitField, Constant, FileTable, Member, Row, Table, Wire;
}

/// Finds the entry with a name.
#[must_use]
pub fn find<'e, T: Keyed>(entries: &'e [T], name: &str) -> Option<&'e T> {
    entries.iter().find(|entry| entry.id() == name)
}

/// Returns whether an entry has a name.
#[must_use]
pub fn has<T: Keyed>(entries: &[T], name: &str) -> bool {
    find(entries, name).is_some()
}

/// Returns the names of the entries.
pub fn names<T: Keyed>(entries: &[T]) -> impl Iterator<Item = &str> {
    entries.iter().map(Keyed::id)
}
