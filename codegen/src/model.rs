//! The schema as checked data, which emitters read.

mod double;
mod errata;
mod schema;
mod tables;
mod types;

pub use double::{Double, PlacedRow};
pub(crate) use errata::ErrataFile;
pub use errata::{
    Affected, Citation, Defect, Engine, Erratum, ErratumKind, PublishedPage, PublishedRow,
};
pub(crate) use schema::ExamplesFile;
pub use schema::{
    Constant, Conversion, DoubleBuilds, Encryption, Example, JsonForm, KeyEquality, Layout,
    LayoutType, Schema, Text, Var2str, Version, Versions, Wire,
};
pub use tables::{BitField, Condition, Declares, Is, Length, Negative, Offset, Pad, Row, Table};
pub use types::{Body, Choice, Member, Role, ScriptComponents, ScriptConstant, Type};

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
        impl Keyed for $entry {
            fn id(&self) -> &str {
                &self.$field
            }
        }
    )*};
}

keyed! {
    BitField: name, Constant: name, Erratum: id, Layout: module, LayoutType: key, Member: name,
    PublishedPage: id, Row: name, ScriptConstant: name, Table: name, Type: key, Wire: name,
}

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
