//! Translations of the schema's strings.
//!
//! A translation is found by the English string, so that a change of the string requires a new
//! translation.

use crate::parse::record;

record! {
    /// The translations to a language.
    #[derive(Debug, Clone)]
    pub struct Locale(context) {
        /// Its code, such as `fr`.
        pub code: String,
        /// Its name in the language itself.
        pub name: String,
    }
    parts {
        words: Texts,
        wires: Texts,
        listed: Texts,
        tables: Texts,
        descriptions: Texts,
        errata: Texts,
        defects: Texts,
    }
    set {
        /// The translations by section; English, the language of the schema, has none.
        pub sections: Vec<Section> = [words, wires, listed, tables, descriptions, errata, defects]
            .into_iter()
            .zip(SECTIONS)
            .map(|(texts, name)| Section { name, texts })
            .collect(),
    }
}

/// The translations of one kind of string.
#[derive(Debug, Clone)]
pub struct Section {
    /// Its name.
    pub name: &'static str,
    /// The English strings with their translations.
    pub texts: Texts,
}

/// English strings with their translations.
pub type Texts = Vec<(String, String)>;

/// The words of the pages that are in no template and in no file of the schema.
pub const WORDS: [&str; 50] = [
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
    "Published name",
    "Documented",
    "Actual",
    "The published page",
    "Error in the manual",
    "Gap in the manual",
    "What engines do",
    "Source",
    "line",
    "lines",
    "revision",
    "with the errors and gaps of:",
    "Known defect",
    "Known defects",
    "Versions",
    "Since",
    "Differences",
    "Becomes",
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
    "Type number",
    "with flags",
    "Start",
    "Program",
    "Search this page",
    "Results:",
    "Copy",
    "Copied",
];

/// The sections of a file of translations.
const SECTIONS: [&str; 7] = [
    "words",
    "wires",
    "listed",
    "tables",
    "descriptions",
    "errata",
    "defects",
];

impl Locale {
    /// Returns the language of the schema.
    #[must_use]
    pub fn english() -> Self {
        Self {
            code: "en".into(),
            name: "English".into(),
            sections: Vec::new(),
        }
    }

    /// Returns a string of a section in this language, or in English if it has no translation.
    #[must_use]
    pub fn text<'a>(&'a self, section: &str, english: &'a str) -> &'a str {
        let sections = self.sections.iter().filter(|other| other.name == section);
        let mut texts = sections.flat_map(|section| &section.texts);
        let found = texts.find(|(text, _)| text == english);
        found.map_or(english, |(_, translation)| translation)
    }

    /// Translates one of [`WORDS`].
    #[must_use]
    pub fn word<'a>(&'a self, english: &'a str) -> &'a str {
        debug_assert!(
            english.is_empty() || WORDS.contains(&english),
            "`{english}` is missing among the words"
        );
        self.text("words", english)
    }

    /// Translates a description of the schema.
    #[must_use]
    pub fn description<'a>(&'a self, english: &'a str) -> &'a str {
        self.text("descriptions", english)
    }
}
