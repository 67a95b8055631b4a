//! The strings of a schema that languages translate: every language translates each, and no other.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::locale::WORDS;
use crate::model::{Schema, names};
use std::collections::BTreeSet;

/// Checks the translations.
pub(super) fn check(schema: &Schema, report: &mut Diagnostics) {
    for locale in &schema.locales {
        for section in &locale.sections {
            let file = format!("locales/{}.yaml", locale.code);
            let place = Diagnostic::at(file, section.name);
            let translated: BTreeSet<_> = section.texts.iter().map(|(text, _)| &**text).collect();
            let texts = texts(schema, section.name);
            for text in texts.difference(&translated) {
                report.missing(
                    &place,
                    format!("a translation of `{text}`"),
                    "the schema has it",
                );
            }
            for text in translated.difference(&texts) {
                report.not_allowed(&place, format!("`{text}`"), "the schema does not have it");
            }
        }
    }
}

/// Returns the English strings of a section.
fn texts<'s>(schema: &'s Schema, section: &str) -> BTreeSet<&'s str> {
    let errata = schema.errata.iter();
    let types = schema.all_types();
    let texts: Vec<&str> = match section {
        "words" => WORDS.to_vec(),
        // The names of wire types on the published pages, correct or not.
        "wires" => {
            let published = errata.flat_map(|erratum| &erratum.published);
            let wires = schema.wires.iter().map(|wire| &*wire.published);
            wires
                .chain(published.filter_map(|row| row.wire.as_deref()))
                .collect()
        }
        "listed" => {
            let types = schema.layouts.iter().flat_map(|layout| &layout.types);
            types.filter_map(|ty| ty.listed.as_deref()).collect()
        }
        "tables" => types.flat_map(|ty| names(&ty.tables)).collect(),
        "descriptions" => {
            let types = types.flat_map(|ty| {
                let members = ty.fields.iter().map(|member| &member.description);
                let rows = ty
                    .rows()
                    .flat_map(|(_, row)| row.published.iter().chain([&row.description]));
                members.chain(rows).chain([&ty.description])
            });
            let constants = schema
                .constants
                .iter()
                .map(|constant| &constant.description);
            let layouts = schema.layouts.iter().map(|layout| &layout.description);
            let wires = schema.wires.iter().map(|wire| &wire.description);
            wires
                .chain(constants)
                .chain(layouts)
                .chain(types)
                .map(String::as_str)
                .collect()
        }
        "errata" => {
            let texts = errata
                .flat_map(|erratum| [&*erratum.documented, &erratum.actual, &erratum.versions]);
            texts
                .chain(schema.pages.iter().map(|page| &*page.title))
                .collect()
        }
        _ => {
            let defects = schema.defects.iter();
            defects
                .flat_map(|defect| [&*defect.happens, &defect.versions])
                .collect()
        }
    };
    texts.into_iter().filter(|text| !text.is_empty()).collect()
}
