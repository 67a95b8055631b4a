//! The page of what changes from the layout of an engine's earlier versions to that of later ones.

use super::edition::Source;
use super::page::{Block, anchor};
use crate::model::{Layout, LayoutType, Role, Type, find, has};
use minijinja::{Value, context};
use std::iter::successors;

/// A layout and the one that it succeeds.
pub(super) struct Migration<'s> {
    source: Source<'s>,
    from: &'s Layout,
    to: &'s Layout,
}

impl<'s> Migration<'s> {
    /// Returns the migrations to all layouts that succeed another one.
    pub(super) fn all(source: Source<'s>) -> impl Iterator<Item = Self> {
        let layouts = &source.schema.layouts;
        layouts.iter().filter_map(move |to| {
            let from = find(layouts, to.succeeds.as_ref()?)?;
            Some(Self { source, from, to })
        })
    }

    /// Returns the name of the page's files.
    pub(super) fn stem(&self) -> String {
        self.to.migration_from(self.from)
    }

    /// Returns the text of links to the page.
    pub(super) fn title(&self) -> String {
        format!("{} → {}", self.from.title, self.to.title)
    }

    /// Returns the blocks of the page.
    pub(super) fn blocks(&self) -> Vec<Block> {
        self.source.page("migration", self.facts(), &[])
    }

    /// Returns the variables of the template.
    fn facts(&self) -> Value {
        let Self { source, from, to } = self;
        let schema = source.schema;
        let title = |layout: &Layout| {
            context! { title => &layout.title, module => &layout.module }
        };
        let facts = |layout: &Layout, ty: &LayoutType| {
            context! {
                name => &ty.name,
                number => numbered(layout, ty),
                href => section(layout, ty),
                description => source.locale.text(&schema.type_in(ty).description),
            }
        };
        let shared = self.shared().map(|(old, new)| {
            context! {
                old => facts(from, old),
                new => facts(to, new),
                is_changed => schema.type_in(old).tables != schema.type_in(new).tables,
                is_unmoved => (old.number, &old.name) == (new.number, &new.name),
            }
        });
        let added = to.types.iter().filter(|ty| !has(&from.types, &ty.key));
        let added = added.map(|ty| {
            let nearest = self.nearest(ty).map(|nearest| facts(from, nearest));
            context! { nearest, ..facts(to, ty) }
        });
        let is_lost = |has: fn(&Type) -> bool| {
            let has = |layout: &Layout| layout.types.iter().any(|ty| has(schema.type_in(ty)));
            has(to) && !has(from)
        };
        context! {
            from => title(from),
            to => title(to),
            shared => shared.collect::<Vec<_>>(),
            added => added.collect::<Vec<_>>(),
            loses_declared => is_lost(|ty| ty.tables.iter().any(|table| table.declares.is_some())),
            loses_id => is_lost(|ty| ty.is(Role::Rid) && !ty.tables.is_empty()),
            loses_root => to.keeps_root && !from.keeps_root,
        }
    }

    /// Returns the types of both layouts.
    fn shared(&self) -> impl Iterator<Item = (&'s LayoutType, &'s LayoutType)> {
        let to = self.to;
        let types = self.from.types.iter();
        types.filter_map(move |old| Some((old, find(&to.types, &old.key)?)))
    }

    /// Returns the type of the earlier layout that values of a type become.
    fn nearest(&self, ty: &'s LayoutType) -> Option<&'s LayoutType> {
        let schema = self.source.schema;
        let nearest = |key: &&'s String| schema.type_of(key).nearest.as_ref();
        let mut keys = successors(Some(&ty.key), nearest);
        keys.find_map(|key| find(&self.from.types, key))
    }
}

/// Returns the target of a link to the section of a type.
pub(super) fn section(layout: &Layout, ty: &LayoutType) -> String {
    format!("{}#{}", layout.module, anchor(&ty.name))
}

/// Returns the number of a type, with a link to its section, in Markdown.
pub(super) fn numbered(layout: &Layout, ty: &LayoutType) -> String {
    format!("[{}]({})", ty.number, section(layout, ty))
}
