//! Translations of the schema's strings.
//!
//! A translation is looked up by the English string, so a changed string needs a new translation.

use crate::model::{Schema, has, names};
use crate::parse::record;

record! {
    /// The translations into a language.
    pub struct Locale(context) {
        /// The code of the language, such as `fr`.
        code: String,
        /// The name of the language in the language itself.
        name: String,
        /// The strings with a space at which lines do not break.
        unbroken: Vec<String> = Vec::new(),
        /// The English words on the pages that come from code and templates instead of the schema,
        /// with their translations; empty for English, the language of the schema.
        words: Vec<(String, String)>,
        /// The English strings of the schema with their translations.
        texts: Vec<(String, String)>,
    }
}

/// Returns the missing and the unused translations; pages show strings without one in English.
pub(crate) fn untranslated(schema: &Schema) -> Vec<String> {
    let (texts, mut found) = (texts(schema), Vec::new());
    // A language has the words of the others.
    let words = schema
        .locales
        .iter()
        .flat_map(|locale| names(&locale.words));
    let needed: Vec<_> = texts.iter().copied().chain(words).collect();
    for locale in &schema.locales {
        let file = format!("locales/{}.yaml", locale.code);
        let is_missing = |text: &&&str| !has(&locale.words, text) && !has(&locale.texts, text);
        for text in needed.iter().filter(is_missing) {
            found.push(format!("{file}: missing a translation of `{text}`"));
        }
        for text in names(&locale.texts).filter(|text| !texts.contains(text)) {
            found.push(format!("{file}: no page has the string `{text}`"));
        }
    }
    found
}

/// Returns the English strings of the pages, each once.
fn texts(schema: &Schema) -> Vec<&str> {
    let constants = schema.constants.iter();
    let mut all: Vec<&str> = constants.map(|constant| &*constant.description).collect();
    for wire in schema.wires.iter().chain(&schema.files.wires) {
        all.extend([&*wire.published, &wire.description]);
    }
    all.extend(schema.layouts.iter().map(|layout| &*layout.description));
    for ty in schema.all_types() {
        all.push(&ty.description);
        all.extend(ty.fields.iter().map(|member| &*member.description));
        all.extend(names(&ty.tables));
        all.extend(ty.rows().map(|row| &*row.description));
    }
    for form in &schema.files.forms {
        all.push(&form.description);
        all.extend(names(&form.tables));
        all.extend(form.rows().map(|row| &*row.description));
    }
    all.extend(schema.pages.iter().map(|page| &*page.title));
    for untested in &schema.untested {
        all.extend([&*untested.name, &untested.known]);
    }
    for erratum in &schema.errata {
        all.extend([&*erratum.documented, &erratum.actual, &erratum.versions]);
    }
    all.extend(schema.defects.iter().map(|defect| &*defect.happens));
    let mut texts = Vec::new();
    for text in all {
        if !text.is_empty() && !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

impl Locale {
    /// Returns the locale of English, the language of the schema.
    #[must_use]
    pub fn english() -> Self {
        Self {
            code: "en".into(),
            name: "English".into(),
            unbroken: Vec::new(),
            words: Vec::new(),
            texts: Vec::new(),
        }
    }

    /// Returns text with no-break spaces; code between backticks does not change.
    #[must_use]
    pub fn unbroken(&self, text: &str) -> String {
        let mut parts: Vec<String> = text.split('`').map(str::to_owned).collect();
        for part in parts.iter_mut().step_by(2) {
            for unbroken in &self.unbroken {
                *part = part.replace(unbroken, &unbroken.replace(' ', "\u{a0}"));
            }
        }
        parts.join("`")
    }

    /// Returns a string in this language, or in English if it has no translation.
    #[must_use]
    pub fn text<'a>(&'a self, english: &'a str) -> &'a str {
        let mut texts = self.words.iter().chain(&self.texts);
        let found = texts.find(|(text, _)| text == english);
        found.map_or(english, |(_, translation)| translation)
    }

    /// Translates one of the words that all languages have.
    #[must_use]
    pub fn word<'a>(&'a self, english: &'a str) -> &'a str {
        debug_assert!(
            english.is_empty() || self.code == "en" || has(&self.words, english),
            "locales/{}.yaml: missing the word `{english}`",
            self.code
        );
        self.text(english)
    }
}
