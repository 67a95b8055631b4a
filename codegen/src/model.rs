//! The data model of a checked schema, which emitters use.

mod double;
mod errata;
mod files;
mod schema;
mod tables;
mod types;

pub use double::{Double, PlacedRow};
pub(crate) use errata::ErrataFile;
pub use errata::{
    Affected, Defect, Engine, Erratum, ErratumKind, Occurrence, PublishedPage, VersionList,
};
pub use files::{FileForm, FileRow, FileTable, FileValue, Files};
pub use schema::{
    Constant, DoubleBuilds, Encryption, KeyEquality, Layout, LayoutType, Schema, Text, Var2str,
    Version, Versions, Wire,
};
pub(crate) use schema::{ExamplesFile, extend};
pub(crate) use tables::Field;
pub use tables::{BitField, Condition, Declares, Is, Length, Offset, Row, Table};
pub(crate) use types::add_elements;
pub use types::{Body, Member, Role, Type};

/// An entry of a list, with a unique name.
pub(crate) trait Keyed {
    /// The kind of the entry, as diagnostics name it.
    const KIND: &'static str;

    /// Returns the name by which other entries refer to this entry.
    fn id(&self) -> &str;
}

impl<T: Keyed + ?Sized> Keyed for &T {
    const KIND: &'static str = T::KIND;

    fn id(&self) -> &str {
        (**self).id()
    }
}

impl Keyed for str {
    const KIND: &'static str = "name";

    fn id(&self) -> &str {
        self
    }
}

impl<T> Keyed for (String, T) {
    const KIND: &'static str = str::KIND;

    fn id(&self) -> &str {
        &self.0
    }
}

impl Keyed for String {
    const KIND: &'static str = str::KIND;

    fn id(&self) -> &str {
        self
    }
}

/// Implements [`Keyed`] for types whose name is in a field.
macro_rules! keyed {
    ($($kind:literal: $($entry:ident $field:ident),*;)*) => {$($(
        impl Keyed for $entry {
            const KIND: &'static str = $kind;

            fn id(&self) -> &str {
                &self.$field
            }
        }
    )*)*};
}

keyed! {
    "bit field": BitField name;
    "constant": Constant name;
    "erratum": Erratum id;
    "file": FileForm name;
    "layout": Layout module, Occurrence module;
    "member": Member name;
    "page": PublishedPage id;
    "row": FileRow name, Row name;
    "table": FileTable name, Table name;
    "type": LayoutType key, Type key;
    "value": FileValue name;
    "wire type": Wire name;
}

/// Finds the entry with a name.
pub(crate) fn find<'e, T: Keyed>(entries: &'e [T], name: &str) -> Option<&'e T> {
    entries.iter().find(|entry| entry.id() == name)
}

/// Returns whether an entry has a name.
pub(crate) fn has<T: Keyed>(entries: &[T], name: &str) -> bool {
    find(entries, name).is_some()
}

pub(crate) fn names<T: Keyed>(entries: &[T]) -> impl Iterator<Item = &str> {
    entries.iter().map(Keyed::id)
}
