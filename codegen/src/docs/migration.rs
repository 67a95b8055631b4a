//! The page of what changes from the layout of an engine's earlier versions to that of later ones.

use super::page::{Block, Inline, Shows, anchor, link, plain, table};
use super::prose;
use crate::locale::Locale;
use crate::model::{Layout, LayoutType, Role, Schema, Table as Offsets, Type, find, has};
use minijinja::{Value, context};
use std::iter::successors;

/// A layout and the one that it succeeds.
pub(super) struct Migration<'s> {
    schema: &'s Schema,
    from: &'s Layout,
    to: &'s Layout,
}

impl<'s> Migration<'s> {
    /// Returns the migrations to all layouts that succeed another one.
    pub(super) fn all(schema: &'s Schema) -> impl Iterator<Item = Self> {
        schema.layouts.iter().filter_map(move |to| {
            let from = find(&schema.layouts, to.succeeds.as_ref()?)?;
            Some(Self { schema, from, to })
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
    pub(super) fn blocks(&self, locale: &Locale) -> Vec<Block> {
        let inserts = [
            ("moved", vec![self.moved(locale)]),
            ("new", vec![self.additions(locale)]),
            ("back", vec![self.back(locale)]),
        ];
        prose::page(
            locale,
            self.schema,
            "migration",
            self.facts(locale),
            &inserts,
        )
    }

    /// Returns what the template can state.
    fn facts(&self, locale: &Locale) -> Value {
        let Self { schema, from, to } = self;
        let title = |layout: &Layout| {
            context! { title => &layout.title, module => &layout.module }
        };
        let changed = self
            .shared()
            .filter(|(old, new)| schema.type_in(old).tables != schema.type_in(new).tables);
        let changed: Vec<String> = changed
            .map(|(_, new)| {
                let description = locale.text(&schema.type_in(new).description);
                format!("[{}]({}): {description}", new.name, section(to, new))
            })
            .collect();
        let unmoved = self
            .shared()
            .filter(|(old, new)| old.number == new.number && old.name == new.name);
        let unmoved: Vec<String> = unmoved.map(|(old, _)| old.name.clone()).collect();
        let declares = |layout: &Layout| {
            let mut tables = tables(schema, layout);
            tables.any(|table| table.declares.is_some())
        };
        let encodes_id = |layout: &Layout| {
            let mut types = layout.types.iter().map(|ty| schema.type_in(ty));
            types.any(|ty| ty.is(Role::Rid) && !ty.tables.is_empty())
        };
        context! {
            from => title(from),
            to => title(to),
            changed,
            unmoved,
            loses_declared => declares(to) && !declares(from),
            loses_id => encodes_id(to) && !encodes_id(from),
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
    fn moved(&self, locale: &Locale) -> Block {
        let row = |(old, new): (&LayoutType, &LayoutType)| {
            let name = if old.name == new.name { "" } else { &new.name };
            [
                vec![plain(&old.name)],
                vec![numbered(self.from, old)],
                vec![numbered(self.to, new)],
                vec![plain(name)],
            ]
        };
        let [ty, name] = ["Type", "Name"].map(|word| locale.word(word));
        let new_name = format!("{name} ({})", self.to.title);
        let columns = [ty, &self.from.title, &self.to.title, &new_name];
        table(Shows::Facts, columns, self.shared().map(row))
    }

    /// Returns the types that only the later layout has, with their descriptions.
    fn additions(&self, locale: &Locale) -> Block {
        let row = |ty: &LayoutType| {
            let description = locale.text(&self.schema.type_in(ty).description);
            [
                vec![plain(&ty.name)],
                vec![numbered(self.to, ty)],
                vec![plain(description)],
            ]
        };
        let [ty, description] = ["Type", "Description"].map(|word| locale.word(word));
        let columns = [ty, &self.to.title, description];
        table(Shows::Facts, columns, self.added().map(row))
    }

    /// Returns what the types that only the later layout has become in the earlier one.
    fn back(&self, locale: &Locale) -> Block {
        let row = |ty: &'s LayoutType| {
            let nearest = self.nearest(ty);
            let cell = nearest.map(|nearest| link(&nearest.name, section(self.from, nearest)));
            [vec![plain(&ty.name)], cell.into_iter().collect()]
        };
        let ty = format!("{} ({})", locale.word("Type"), self.to.title);
        let becomes = format!("{} ({})", locale.word("Becomes"), self.from.title);
        table(Shows::Facts, [ty, becomes], self.added().map(row))
    }

    /// Returns the type of the earlier layout that values of a type become.
    fn nearest(&self, ty: &LayoutType) -> Option<&'s LayoutType> {
        let nearest = |ty: &&'s Type| {
            let key = ty.nearest.as_ref()?;
            Some(self.schema.type_of(key))
        };
        let mut chain = successors(Some(self.schema.type_of(&ty.key)), nearest);
        chain.find_map(|ty| find(&self.from.types, &ty.key))
    }
}

fn tables<'s>(schema: &'s Schema, layout: &'s Layout) -> impl Iterator<Item = &'s Offsets> {
    let types = layout.types.iter();
    types.flat_map(|ty| &schema.type_in(ty).tables)
}

/// Returns the target of a link to the section of a type.
pub(super) fn section(layout: &Layout, ty: &LayoutType) -> String {
    format!("{}#{}", layout.module, anchor(&ty.name))
}

/// Returns the number of a type, with a link to its section.
pub(super) fn numbered(layout: &Layout, ty: &LayoutType) -> Inline {
    link(ty.number.to_string(), section(layout, ty))
}
