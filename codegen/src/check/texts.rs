//! Checks that every language translates every string of the pages, and no other string.

use super::Check;
use crate::locale::WORDS;
use crate::model::{Schema, names};
use std::collections::BTreeSet;

impl Check<'_> {
    /// Checks the translations.
    pub(super) fn texts(&self) {
        let texts = texts(self.schema);
        for locale in &self.schema.locales {
            let place = self.at(&format!("locales/{}.yaml", locale.code), "");
            let translated = locale.texts.iter().map(|(text, _)| &**text).collect();
            for text in texts.difference(&translated) {
                place.missing(format!("a translation of `{text}`"), "the schema has it");
            }
            for text in translated.difference(&texts) {
                place.not_allowed(format!("`{text}`"), "the schema does not have it");
            }
        }
    }
}

/// Returns the English strings of the pages.
fn texts(schema: &Schema) -> BTreeSet<&str> {
    let mut texts = BTreeSet::from(WORDS);
    texts.extend(
        schema
            .constants
            .iter()
            .map(|constant| &*constant.description),
    );
    for wire in schema.wires.iter().chain(&schema.files.wires) {
        texts.extend([&*wire.published, &wire.description]);
    }
    for layout in &schema.layouts {
        texts.insert(&layout.description);
    }
    for ty in schema.all_types() {
        texts.insert(&ty.description);
        texts.extend(ty.fields.iter().map(|member| &*member.description));
        texts.extend(names(&ty.tables).filter(|name| !name.is_empty()));
        for row in ty.rows() {
            texts.insert(&row.description);
        }
    }
    for form in &schema.files.forms {
        texts.insert(&form.description);
        texts.extend(names(&form.tables).filter(|name| !name.is_empty()));
        texts.extend(form.rows().map(|row| &*row.description));
    }
    texts.extend(schema.pages.iter().map(|page| &*page.title));
    for untested in &schema.untested {
        texts.extend([&*untested.name, &untested.known]);
    }
    for erratum in &schema.errata {
        texts.extend([&*erratum.documented, &erratum.actual, &erratum.versions]);
    }
    texts.extend(schema.defects.iter().map(|defect| &*defect.happens));
    texts
}
