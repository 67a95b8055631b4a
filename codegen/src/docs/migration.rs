//! The page of what changes from the layout of an engine's earlier versions to that of later ones.

use super::edition::Source;
use super::page::{Block, Inline, Shows, anchor, cell, link, table};
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
        let inserts = [
            ("moved", vec![self.moved()]),
            ("new", vec![self.additions()]),
            ("back", vec![self.back()]),
        ];
        self.source.page("migration", self.facts(), &inserts)
    }

    /// Returns what the template can state.
    fn facts(&self) -> Value {
        let Self { source, from, to } = self;
        let schema = source.schema;
        let title = |layout: &Layout| {
            context! { title => &layout.title, module => &layout.module }
        };
        let shared = || self.shared();
        let changed = shared()
            .filter(|(old, new)| schema.type_in(old).tables != schema.type_in(new).tables)
            .map(|(_, new)| {
                let description = source.locale.text(&schema.type_in(new).description);
                format!("[{}]({}): {description}", new.name, section(to, new))
            });
        let unmoved = shared()
            .filter(|(old, new)| old.number == new.number && old.name == new.name)
            .map(|(old, _)| old.name.clone());
        let is_lost = |has: fn(&Type) -> bool| {
            let has = |layout: &Layout| layout.types.iter().any(|ty| has(schema.type_in(ty)));
            has(to) && !has(from)
        };
        context! {
            from => title(from),
            to => title(to),
            changed => changed.collect::<Vec<_>>(),
            unmoved => unmoved.collect::<Vec<_>>(),
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

    /// Returns the types that only the later layout has.
    fn added(&self) -> impl Iterator<Item = &'s LayoutType> {
        let from = self.from;
        let types = self.to.types.iter();
        types.filter(move |ty| !has(&from.types, &ty.key))
    }

    /// Returns the numbers and the names of the types of both layouts.
    fn moved(&self) -> Block {
        let row = |(old, new): (&LayoutType, &LayoutType)| {
            let name = if old.name == new.name { "" } else { &new.name };
            let numbers = [numbered(self.from, old), numbered(self.to, new)];
            let [old_number, new_number] = numbers.map(|number| vec![number]);
            [cell(&old.name), old_number, new_number, cell(name)]
        };
        let [ty, name] = ["Type", "Name"].map(|word| self.source.locale.word(word));
        let new_name = format!("{name} ({})", self.to.title);
        let columns = [ty, &self.from.title, &self.to.title, &new_name];
        table(Shows::Facts, columns, self.shared().map(row))
    }

    /// Returns the types that only the later layout has, with their descriptions.
    fn additions(&self) -> Block {
        let Source { schema, locale } = self.source;
        let row = |ty: &LayoutType| {
            let description = locale.text(&schema.type_in(ty).description);
            [
                cell(&ty.name),
                vec![numbered(self.to, ty)],
                cell(description),
            ]
        };
        let [ty, description] = ["Type", "Description"].map(|word| locale.word(word));
        table(
            Shows::Facts,
            [ty, &self.to.title, description],
            self.added().map(row),
        )
    }

    /// Returns what the types that only the later layout has become in the earlier one.
    fn back(&self) -> Block {
        let row = |ty: &'s LayoutType| {
            let nearest = self.nearest(ty);
            let nearest = nearest.map(|nearest| link(&nearest.name, section(self.from, nearest)));
            [cell(&ty.name), nearest.into_iter().collect()]
        };
        let columns = [("Type", self.to), ("Becomes", self.from)];
        let columns = columns
            .map(|(word, layout)| format!("{} ({})", self.source.locale.word(word), layout.title));
        table(Shows::Facts, columns, self.added().map(row))
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

/// Returns the number of a type, with a link to its section.
pub(super) fn numbered(layout: &Layout, ty: &LayoutType) -> Inline {
    link(ty.number.to_string(), section(layout, ty))
}
