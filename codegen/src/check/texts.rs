//! The strings of a schema that languages translate.

use crate::locale::WORDS;
use crate::model::{Schema, names};
use std::collections::BTreeSet;

/// Returns the English strings of a section, each once.
pub(super) fn texts<'s>(schema: &'s Schema, section: &str) -> Vec<&'s str> {
    let mut texts: Vec<&str> = match section {
        "words" => WORDS.to_vec(),
        "wires" => wires(schema),
        "listed" => listed(schema),
        "tables" => tables(schema),
        "descriptions" => descriptions(schema),
        "errata" => errata(schema),
        _ => schema
            .defects
            .iter()
            .flat_map(|defect| [defect.happens.as_str(), &defect.versions])
            .collect(),
    };
    let mut seen = BTreeSet::new();
    texts.retain(|text| !text.is_empty() && seen.insert(*text));
    texts
}

/// Returns the names of wire types on the published pages, correct or not.
fn wires(schema: &Schema) -> Vec<&str> {
    let published = schema
        .errata
        .iter()
        .flat_map(|erratum| &erratum.published)
        .filter_map(|row| row.wire.as_deref());
    schema
        .wires
        .iter()
        .map(|wire| wire.published.as_str())
        .chain(published)
        .collect()
}

/// Returns the names in the published lists of types.
fn listed(schema: &Schema) -> Vec<&str> {
    let types = schema.layouts.iter().flat_map(|layout| &layout.types);
    types.filter_map(|ty| ty.listed.as_deref()).collect()
}

/// Returns the strings of the errata, and the titles of the pages that they name.
fn errata(schema: &Schema) -> Vec<&str> {
    let titles = schema.pages.iter().map(|page| &*page.title);
    let errata = schema.errata.iter();
    let texts =
        errata.flat_map(|erratum| [&*erratum.documented, &erratum.actual, &erratum.versions]);
    titles.chain(texts).collect()
}

fn tables(schema: &Schema) -> Vec<&str> {
    let types = schema.all_types();
    types.flat_map(|ty| names(&ty.tables)).collect()
}

fn descriptions(schema: &Schema) -> Vec<&str> {
    let wires = schema.wires.iter().map(|wire| &wire.description);
    let constants = schema
        .constants
        .iter()
        .map(|constant| &constant.description);
    let layouts = schema.layouts.iter().map(|layout| &layout.description);
    let types = schema.all_types().flat_map(|ty| {
        let members = ty.fields.iter().map(|member| &member.description);
        let rows = ty
            .tables
            .iter()
            .flat_map(|table| &table.rows)
            .flat_map(|row| [&row.description].into_iter().chain(&row.published));
        [&ty.description].into_iter().chain(members).chain(rows)
    });
    wires
        .chain(constants)
        .chain(layouts)
        .chain(types)
        .map(String::as_str)
        .collect()
}
