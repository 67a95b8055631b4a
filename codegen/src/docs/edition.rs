//! The edition of a page: a layout in one precision and one language.

use super::book::Book;
use crate::locale::Locale;
use crate::model::{Layout, LayoutType, PlacedRow, Table, Type};
use std::ops::Deref;

/// The book in one language.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) book: &'a Book<'a>,
    pub(super) locale: &'a Locale,
}

impl<'a> Deref for Source<'a> {
    type Target = Book<'a>;

    fn deref(&self) -> &Book<'a> {
        self.book
    }
}

/// The layout, the precision and the language of a page.
#[derive(Clone, Copy)]
pub(super) struct Edition<'a> {
    pub(super) source: Source<'a>,
    pub(super) layout: &'a Layout,
    pub(super) is_double: bool,
}

impl<'a> Deref for Edition<'a> {
    type Target = Source<'a>;

    fn deref(&self) -> &Source<'a> {
        &self.source
    }
}

impl<'a> Edition<'a> {
    /// Returns the edition in the precision of a type's real numbers, which some layouts keep
    /// single.
    pub(super) fn with_reals_of(&self, ty: &LayoutType) -> Self {
        let is_double = self.is_double && !ty.has_single_reals;
        Self { is_double, ..*self }
    }

    /// Returns the name of the Rust module, which is also the name of the page.
    pub(super) fn module(&self) -> String {
        self.layout.module_in(self.is_double)
    }

    /// Returns the title of the layout, with a note on double precision.
    pub(super) fn title(&self) -> String {
        let title = &self.layout.title;
        if self.is_double {
            format!("{title} {}", self.locale.word("in double precision"))
        } else {
            title.clone()
        }
    }

    /// Returns the rows of a table in this precision.
    pub(super) fn rows<'s>(&self, table: &'s Table) -> Vec<PlacedRow<'s>> {
        table.placed(self.schema, self.is_double)
    }

    /// Returns the types in the order of their numbers, with their tables.
    pub(super) fn types(&self) -> impl Iterator<Item = (&'a LayoutType, &'a Type)> + use<'a> {
        let schema = self.schema;
        let types = self.layout.types.iter();
        types.map(move |listed| (listed, schema.type_in(listed)))
    }
}
