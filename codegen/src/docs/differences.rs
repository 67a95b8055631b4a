//! The page of the differences between the layouts.

use super::edition::Source;
use super::migration::{numbered, section};
use super::page::{Block, Shows, Text, cell, plain, table};
use crate::model::{self, Layout, LayoutType, Type, find, has, names};
use minijinja::{Value, context};
use std::collections::HashSet;

/// The placeholder for a number that a layout lacks.
const NONE: &str = "–";

impl Source<'_> {
    /// Returns the blocks of the page.
    pub(super) fn differences(&self) -> Vec<Block> {
        let layouts = self.schema.layouts.iter();
        let layouts: Vec<_> = layouts.map(|layout| self.differing(layout)).collect();
        let inserts = [("numbers", vec![self.numbers()])];
        self.page("differences", context! { layouts }, &inserts)
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

    /// Returns a table of the number and the name of every type in every layout, ordered by the
    /// number in the first layout that has the type.
    fn numbers(&self) -> Block {
        let layouts = &self.schema.layouts;
        let titles = layouts.iter().map(|layout| &*layout.title);
        let columns = [self.locale.word("Type")].into_iter().chain(titles);
        let mut seen = HashSet::new();
        let keys = layouts.iter().flat_map(|layout| names(&layout.types));
        let keys = keys.filter(|key| seen.insert(*key));
        let row = |ty: &Type| {
            let cells = layouts.iter().map(|layout| number(layout, ty));
            [cell(&ty.name)]
                .into_iter()
                .chain(cells)
                .collect::<Vec<_>>()
        };
        table(
            Shows::Facts,
            columns,
            keys.map(|key| row(self.schema.type_of(key))),
        )
    }
}

/// Returns the number of a type in a layout, with its name there if that is another one.
fn number(layout: &Layout, ty: &Type) -> Text {
    let Some(listed) = find(&layout.types, &ty.key) else {
        return cell(NONE);
    };
    let name = (listed.name != ty.name).then(|| plain(format!(" {}", listed.name)));
    [numbered(layout, listed)].into_iter().chain(name).collect()
}
