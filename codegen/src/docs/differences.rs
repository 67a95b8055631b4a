//! The page of the differences between the layouts.

use super::page::{Block, Shows, Table, Text, anchor, link, plain};
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
    prose::page(locale, schema, "differences", context! { layouts }, |_| {
        vec![numbers(schema, locale)]
    })
}

/// What the template can say of a layout.
fn facts(schema: &Schema, locale: &Locale, layout: &Layout) -> Value {
    let is_elsewhere = |key: &str| {
        let mut layouts = schema.layouts.iter();
        layouts.any(|other| other.module != layout.module && has(&other.types, key))
    };
    let link = |ty: &LayoutType| format!("[{}]({}#{})", ty.name, layout.module, anchor(&ty.name));
    let only: Vec<String> = layout
        .types
        .iter()
        .filter(|ty| !is_elsewhere(&ty.key))
        .map(link)
        .collect();
    context! {
        title => &layout.title,
        module => &layout.module,
        description => locale.description(&layout.description),
        only,
        is_lenient => layout.text == model::Text::Lenient,
    }
}

/// The number and the name of every type in every layout.
fn numbers(schema: &Schema, locale: &Locale) -> Block {
    let title = |layout: &Layout| layout.title.clone();
    let columns = [locale.word("Type").to_owned()]
        .into_iter()
        .chain(schema.layouts.iter().map(title))
        .collect();
    Block::Table(Table {
        shows: Shows::Facts,
        columns,
        rows: ordered(schema).map(|ty| row(schema, ty)).collect(),
    })
}

/// The types by their number in the first layout that has them.
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
        let number = link(
            listed.number.to_string(),
            format!("{}#{}", layout.module, anchor(&listed.name)),
        );
        let name = (listed.name != ty.name).then(|| plain(format!(" {}", listed.name)));
        [number].into_iter().chain(name).collect()
    };
    [vec![plain(&ty.name)]]
        .into_iter()
        .chain(schema.layouts.iter().map(cell))
        .collect()
}
