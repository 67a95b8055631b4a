//! The pages about the changes from an engine's earlier layout to its successor.

use super::book::Entry;
use super::edition::Source;
use super::page::anchor;
use crate::model::{Layout, LayoutType, Role, Type, find, has};
use minijinja::{Value, context};
use std::iter::successors;

impl<'s> Source<'s> {
    /// Returns the pages about all layouts that succeed another one.
    pub(super) fn migrations(self) -> impl Iterator<Item = Entry<'s>> {
        let layouts = &self.schema.layouts;
        layouts.iter().filter_map(move |to| {
            let from = find(layouts, to.succeeds.as_ref()?)?;
            let title = format!("{} → {}", from.title, to.title);
            Some(Entry::new(title, to.migration_from(from), move || {
                self.page("migration.md", self.migration(from, to), &[])
            }))
        })
    }

    /// Returns the template variables for the changes between two layouts.
    fn migration(self, from: &Layout, to: &Layout) -> Value {
        let schema = self.schema;
        let title = |layout: &Layout| {
            context! { title => &layout.title, module => &layout.module }
        };
        let facts = |layout: &Layout, ty: &LayoutType| {
            context! {
                name => &ty.name,
                number => numbered(layout, ty),
                href => section(layout, ty),
                description => self.locale.text(&schema.type_in(ty).description),
            }
        };
        let shared = from.types.iter().filter_map(|old| {
            let new = find(&to.types, &old.key)?;
            Some(context! {
                old => facts(from, old),
                new => facts(to, new),
                is_changed => schema.type_in(old).tables != schema.type_in(new).tables,
                is_unmoved => (old.number, &old.name) == (new.number, &new.name),
            })
        });
        let added = to.types.iter().filter(|ty| !has(&from.types, &ty.key));
        let added = added.map(|ty| {
            let nearest = |key: &&String| schema.type_of(key).nearest.as_ref();
            let mut keys = successors(Some(&ty.key), nearest);
            let nearest = keys.find_map(|key| find(&from.types, key));
            let nearest = nearest.map(|nearest| facts(from, nearest));
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
            loses_declared => is_lost(Type::declares),
            loses_id => is_lost(|ty| ty.is(Role::Rid) && !ty.tables.is_empty()),
            loses_root => to.keeps_root && !from.keeps_root,
        }
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
