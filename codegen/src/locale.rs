//! The texts of the schema in another language.
//!
//! A translation is found by the English text that it stands for: whoever changes the one is told to change the other.

/// The schema's texts in a language.
#[derive(Debug, Clone)]
pub struct Locale {
    /// Its code, such as `fr`.
    pub code: String,
    /// Its name, in itself.
    pub name: String,
    /// The translations by section; English, in which the schema is written, has none.
    pub sections: Vec<Section>,
}

/// The translations of one kind of text.
#[derive(Debug, Clone)]
pub struct Section {
    /// Its name.
    pub name: String,
    /// English and translation.
    pub texts: Vec<(String, String)>,
}

/// The words of the pages that stand in no template and in no other file of the schema: titles of columns, and what fields mean.
pub const WORDS: [&str; 32] = [
    "Offset",
    "Len",
    "Type",
    "Field",
    "Description",
    "Number",
    "Size",
    "Name",
    "Value",
    "Bytes",
    "Meaning",
    "Example",
    "As published",
    "Really",
    "The published page",
    "What engines do",
    "Known defect",
    "Known defects",
    "Versions",
    "Differences",
    "Contents",
    "Skip to the text",
    "Bytes of",
    "header",
    "padding",
    "bytes",
    "or",
    "variable",
    "each",
    "absolute",
    "relative",
    "in double precision",
];

/// The sections of a file of translations.
pub(crate) const SECTIONS: [&str; 6] = [
    "words",
    "wires",
    "tables",
    "descriptions",
    "errata",
    "defects",
];

impl Locale {
    /// The language of the schema itself.
    #[must_use]
    pub fn english() -> Self {
        Self {
            code: "en".into(),
            name: "English".into(),
            sections: Vec::new(),
        }
    }

    /// Returns a text of a section in this language, or in English if it has no translation.
    #[must_use]
    pub fn text<'a>(&'a self, section: &str, english: &'a str) -> &'a str {
        let texts = self
            .sections
            .iter()
            .filter(|other| other.name == section)
            .flat_map(|section| &section.texts);
        let translation = texts
            .into_iter()
            .find(|(text, _)| text == english)
            .map(|(_, translation)| translation.as_str());
        translation.unwrap_or(english)
    }

    /// One of [`WORDS`] in this language.
    #[must_use]
    pub fn word<'a>(&'a self, english: &'a str) -> &'a str {
        debug_assert!(
            english.is_empty() || WORDS.contains(&english),
            "`{english}` is missing among the words"
        );
        self.text("words", english)
    }

    /// A sentence of the schema in this language.
    #[must_use]
    pub fn description<'a>(&'a self, english: &'a str) -> &'a str {
        self.text("descriptions", english)
    }
}
