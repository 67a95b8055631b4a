//! The page of the differences between the layouts.

use super::edition::Source;
use super::migration::{numbered, section};
use super::page::Block;
use crate::model::{self, Layout, LayoutType, Type, find, has, names};
use minijinja::{Value, context};
use std::collections::HashSet;

impl Source<'_> {
    /// Returns the blocks of the page.
    pub(super) fn differences(&self) -> Vec<Block> {
        let all = &self.schema.layouts;
        let layouts: Vec<_> = all.iter().map(|layout| self.differing(layout)).collect();
        // The types, sorted by number in the first layout that has them.
        let mut seen = HashSet::new();
        let keys = all.iter().flat_map(|layout| names(&layout.types));
        let keys = keys.filter(|key| seen.insert(*key));
        let types = keys.map(|key| {
            let ty = self.schema.type_of(key);
            let numbers = all.iter().map(|layout| number(layout, ty));
            context! { name => &ty.name, numbers => numbers.collect::<Vec<_>>() }
        });
        let types: Vec<_> = types.collect();
        self.page("differences.md", context! { layouts, types }, &[])
    }

    /// Returns the variables of the template for a layout.
    fn differing(&self, layout: &Layout) -> Value {
        let is_elsewhere = |key: &str| {
            let mut layouts = self.schema.layouts.iter();
            layouts.any(|other| other.module != layout.module && has(&other.types, key))
        };
        let link = |ty: &LayoutType| format!("[{}]({})", ty.name, section(layout, ty));
        let only = layout.types.iter().filter(|ty| !is_elsewhere(&ty.key));
        context! {
            title => &layout.title,
            module => &layout.module,
            description => self.locale.text(&layout.description),
            only => only.map(link).collect::<Vec<_>>(),
            is_lenient => layout.text == model::Text::Lenient,
        }
    }
}

/// Returns the number of a type in a layout, in Markdown; a dash if the layout lacks the type.
///
/// A name that is particular to the layout follows the number.
fn number(layout: &Layout, ty: &Type) -> String {
    match find(&layout.types, &ty.key) {
        None => "–".to_owned(),
        Some(listed) if listed.name == ty.name => numbered(layout, listed),
        Some(listed) => format!("{} {}", numbered(layout, listed), listed.name),
    }
}
