//! The published pages, their errors and gaps, and the defects of engines.

use crate::parse::{record, words};

record! {
    /// The contents of `errata.yaml`.
    pub(crate) struct ErrataFile(context) {
        pages: Vec<PublishedPage>,
        engines: Vec<Engine>,
        untested: Vec<Untested>,
        errata: Vec<Erratum>,
        defects: Vec<Defect>,
    }

    /// A page of an engine's documentation that describes the format.
    pub struct PublishedPage(context) {
        /// The name that errata refer to.
        id: String,
        /// The name of the page in prose.
        title: String,
        /// The modules of the layouts that the page describes, or comes closest to describing.
        layouts: Vec<String>,
        /// The code of the page's language.
        language: String,
        /// The URL of the page.
        address: String,
        /// The commit or the version of the documentation.
        revision: String,
        /// The copyright holders of the page.
        authors: String,
        /// The name of the license of the page.
        license: String,
    }

    /// An engine whose source the errata cite.
    pub struct Engine(context) {
        /// The name of the engine.
        name: String,
        /// The versions whose source was read.
        versions: String,
        /// The URL of the engine's source.
        address: String,
        /// The name of the license of the source.
        license: String,
    }

    /// Versions or a fork of an engine that no test has run.
    pub struct Untested(context) {
        /// The name of the engine with its versions.
        name: String,
        /// The module of the layout that the engine is expected to have.
        layout: String,
        /// What was read, and what it shows.
        known: String,
    }

    /// An error or a gap of the published pages.
    pub struct Erratum(context) {
        /// The name that links refer to.
        id: String,
        /// The modules of the layouts whose page is affected.
        layouts: Vec<String>,
        /// The key of the type; `None` for the page in general.
        key as "type": Option<String>,
        /// The facts that the pages state: their names in the transcriptions, and their values.
        claims: Vec<(String, String)>,
        /// The topics of a gap, about which the transcriptions contain no fact.
        omits: Vec<String> = Vec::new(),
        /// The statement of the page, which is incorrect or incomplete.
        documented: String,
        /// The behavior of engines that contradicts or completes the statement.
        actual: String,
        /// The versions in which the behavior was observed.
        versions: String,
    }
    set {
        /// Whether the pages are incorrect, or incomplete because they omit a topic.
        kind: ErratumKind = match omits[..] {
            [] => ErratumKind::Error,
            _ => ErratumKind::Gap,
        },
    }

    /// A value that an engine does not decode unchanged from its own bytes.
    pub struct Defect(context) {
        /// The name that links refer to.
        id: String,
        /// The key of the affected type.
        key as "type": String,
        /// The affected values; `None` if their bytes do not identify them.
        affects: Option<Affected>,
        /// The effect on the value.
        happens: String,
        /// The layouts whose engine has the defect.
        layouts: Vec<Occurrence>,
    }

    /// The versions of a layout's engine that have a defect.
    pub struct Occurrence(context, entry module) {
        /// The versions that were run, such as `3.2-3.4, 3.5.3`.
        run: Option<String>,
        /// The versions whose source was read.
        read: Option<String>,
        /// The versions in reports to the authors of the engine.
        reported: Option<String>,
        /// The first version without the defect.
        fixed: Option<String>,
    }
}

impl Occurrence {
    /// Formats the versions, with a word for the source of each; `word` translates words.
    #[must_use]
    pub fn versions<'w>(&self, word: impl Fn(&'static str) -> &'w str) -> String {
        let sources = [
            (&self.run, "run"),
            (&self.read, "source read"),
            (&self.reported, "reported"),
            (&self.fixed, "fixed"),
        ];
        let known = sources.into_iter().filter_map(|(versions, source)| {
            let versions = versions.as_ref()?.replace('-', "–");
            Some(format!("{versions} ({})", word(source)))
        });
        known.collect::<Vec<_>>().join(word("; "))
    }
}

/// Whether a page is incorrect or incomplete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErratumKind {
    /// The page contradicts the behavior of engines.
    Error,
    /// The page is correct, but incomplete.
    Gap,
}

words! {
    /// The values of a type that a defect affects.
    #[derive(Copy)]
    pub enum Affected {
        /// All values.
        Every = "every",
        /// Values inside a container.
        Nested = "nested",
        /// Absolute NodePaths without names.
        Root = "root",
        /// Strings with a character above U+FFFF.
        Supplementary = "supplementary",
    }
}
