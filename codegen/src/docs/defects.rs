//! The page of the values that engines do not decode as they encoded them.

use super::page::{Block, anchor, heading};
use super::{notes, prose};
use crate::locale::Locale;
use crate::model::{Defect, Layout, LayoutType, Schema};
use minijinja::context;

/// Returns the blocks of the page.
pub(super) fn blocks(schema: &Schema, locale: &Locale) -> Vec<Block> {
    let layouts = schema.layouts.iter();
    let notes = layouts.flat_map(|layout| of_layout(schema, locale, layout));
    let inserts = [("defects", notes.collect())];
    prose::page(locale, schema, "defects", context! {}, &inserts)
}

fn of_layout(schema: &Schema, locale: &Locale, layout: &Layout) -> Vec<Block> {
    let title = heading(2, &layout.module, &layout.title);
    let types = layout
        .types
        .iter()
        .flat_map(|ty| of_type(schema, locale, layout, ty));
    [title].into_iter().chain(types).collect()
}

fn of_type(schema: &Schema, locale: &Locale, layout: &Layout, ty: &LayoutType) -> Vec<Block> {
    let is_meant =
        |defect: &&Defect| defect.key == ty.key && defect.layouts.contains(&layout.module);
    let notes: Vec<Block> = schema
        .defects
        .iter()
        .filter(is_meant)
        .map(|defect| notes::defect(locale, &format!("{}-{}", layout.module, defect.id), defect))
        .collect();
    if notes.is_empty() {
        return notes;
    }
    let anchor = format!("{}-{}", layout.module, anchor(&ty.name));
    let title = heading(3, anchor, &ty.name);
    [title].into_iter().chain(notes).collect()
}
