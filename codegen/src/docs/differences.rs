//! The page of the differences between the layouts.

use super::migration::{numbered, section};
use super::page::{Block, Shows, Text, plain, table};
use super::prose;
use crate::locale::Locale;
use crate::model::{self, Layout, LayoutType, Schema, Type, find, has, names};
use minijinja::{Value, context};
use std::collections::HashSet;

/// The placeholder for a number that a layout lacks.
const NONE: &str = "–";

/// Returns the blocks of the page.
pub(super) fn blocks(schema: &Schema, locale: &Locale) -> Vec<Block> {
    let layouts: Vec<Value> = schema
        .layouts
        .iter()
        .map(|layout| facts(schema, locale, layout))
        .collect();
    let inserts = [("numbers", vec![numbers(schema, locale)])];
    prose::page(
        locale,
        schema,
        "differences",
        context! { layouts },
        &inserts,
    )
}

/// Returns the variables of the template for a layout.
fn facts(schema: &Schema, locale: &Locale, layout: &Layout) -> Value {
    let is_elsewhere = |key: &str| {
        let mut layouts = schema.layouts.iter();
        layouts.any(|other| other.module != layout.module && has(&other.types, key))
    };
    let link = |ty: &LayoutType| format!("[{}]({})", ty.name, section(layout, ty));
    let only: Vec<String> = layout
        .types
        .iter()
        .filter(|ty| !is_elsewhere(&ty.key))
        .map(link)
        .collect();
    context! {
        title => &layout.title,
        module => &layout.module,
        description => locale.text(&layout.description),
        only,
        is_lenient => layout.text == model::Text::Lenient,
    }
}

/// Returns a table of the number and the name of every type in every layout.
fn numbers(schema: &Schema, locale: &Locale) -> Block {
    let titles = schema.layouts.iter().map(|layout| layout.title.as_str());
    let columns = [locale.word("Type")].into_iter().chain(titles);
    let rows = ordered(schema).map(|ty| row(schema, ty));
    table(Shows::Facts, columns, rows)
}

/// Returns the types by their number in the first layout that has them.
fn ordered(schema: &Schema) -> impl Iterator<Item = &Type> {
    let mut seen = HashSet::new();
    let keys = schema
        .layouts
        .iter()
        .flat_map(|layout| names(&layout.types));
    keys.filter(move |key| seen.insert(*key))
        .map(|key| schema.type_of(key))
}

fn row(schema: &Schema, ty: &Type) -> Vec<Text> {
    let cell = |layout: &Layout| {
        let Some(listed) = find(&layout.types, &ty.key) else {
            return vec![plain(NONE)];
        };
        let number = numbered(layout, listed);
        let name = (listed.name != ty.name).then(|| plain(format!(" {}", listed.name)));
        [number].into_iter().chain(name).collect()
    };
    [vec![plain(&ty.name)]]
        .into_iter()
        .chain(schema.layouts.iter().map(cell))
        .collect()
}
