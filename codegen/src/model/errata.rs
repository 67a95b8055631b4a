//! What the published pages say, and what engines cannot decode.

use crate::parse::{Context, Node, record, words};

record! {
    /// The contents of `errata.yaml`.
    pub(crate) struct ErrataFile(context) {
        pub(crate) pages: Vec<PublishedPage>,
        pub(crate) engines: Vec<Engine>,
        pub(crate) errata: Vec<Erratum>,
        pub(crate) defects: Vec<Defect>,
    }

    /// A page of an engine's documentation that describes the format.
    #[derive(Debug, Clone)]
    pub struct PublishedPage(context) {
        /// The name that errata refer to.
        pub id: String,
        /// Its name in prose.
        pub title: String,
        /// The modules of the layouts that it describes, or is the nearest page of.
        pub layouts: Vec<String>,
        /// The code of its language.
        pub language: String,
        /// Its address.
        pub address: String,
        /// The commit, or the version of the documentation.
        pub revision: String,
        /// The holders of its copyright.
        pub authors: String,
        /// The name of its licence.
        pub licence: String,
        /// The id of a page with the same facts, whose errata hold for this page as well.
        pub repeats: Option<String> = None,
    }

    /// An engine whose source the errata cite.
    #[derive(Debug, Clone)]
    pub struct Engine(context) {
        /// Its name.
        pub name: String,
        /// The versions whose source was read.
        pub versions: String,
        /// The address of its source.
        pub address: String,
        /// The name of its licence.
        pub licence: String,
    }

    /// An error or a gap of the published pages.
    #[derive(Debug, Clone)]
    pub struct Erratum(context) {
        /// A name to link to.
        pub id: String,
        /// Whether the pages are wrong or incomplete.
        pub kind: ErratumKind,
        /// The modules of the layouts whose page is affected.
        pub layouts: Vec<String>,
        /// The key of the type; none for the page as a whole.
        pub key as "type": Option<String> = None,
        /// The pages with the lines of the claims.
        pub pages: Vec<Citation>,
        /// The facts that the pages state: their names in the transcriptions, and their values.
        pub claims: Vec<(String, String)>,
        /// The topics of a gap, which the transcriptions have no fact of.
        pub omits: Vec<String> = Vec::new(),
        /// The statement of the page.
        pub documented: String,
        /// The behaviour of engines.
        pub actual: String,
        /// The versions in which it was observed.
        pub versions: String,
        /// Rows that the page prints otherwise.
        pub published: Vec<PublishedRow> = Vec::new(),
        /// Tables that the page does not have; `*` for all.
        pub unlisted: Vec<String> = Vec::new(),
    }

    /// A row that a page prints differently from the engine's.
    #[derive(Debug, Clone)]
    pub struct PublishedRow(context) {
        /// The name of the row's table.
        pub table: String = String::new(),
        /// The name of the row.
        pub name: String,
        /// The offset on the page, if it differs.
        pub offset: Option<String> = None,
        /// The length on the page, if it differs.
        pub length: Option<String> = None,
        /// The wire type on the page, if it differs.
        pub wire: Option<String> = None,
    }

    /// A value that an engine cannot read back from its own bytes.
    #[derive(Debug, Clone)]
    pub struct Defect(context) {
        /// A name to link to.
        pub id: String,
        /// The modules of the layouts.
        pub layouts: Vec<String>,
        /// The key of the type.
        pub key as "type": String,
        /// The values that it affects, if their bytes show it.
        pub affects: Option<Affected> = None,
        /// The result of reading the value.
        pub happens: String,
        /// The versions in which it was observed.
        pub versions: String,
    }
}

words! {
    /// Whether a page is wrong or incomplete.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ErratumKind {
        /// The page states something that engines do not do.
        Error = "error",
        /// The page is right, but leaves something out.
        Gap = "gap",
    }

    /// The values of a type that a defect affects.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// A page and the lines that an erratum is about.
#[derive(Debug, Clone)]
pub struct Citation {
    /// The id of the page.
    pub page: String,
    /// The first and the last line of each passage, in ascending order.
    pub lines: Vec<(u32, u32)>,
}

/// Parses line numbers: `25`, `22-25`, or several of them with commas in ascending order.
impl Node for Citation {
    const IS_SCALAR: bool = true;
    const IS_ENTRY: bool = true;

    fn expected() -> String {
        "ascending lines, such as 25 or \"22-25, 30\"".to_owned()
    }

    fn from_scalar(text: &str, context: Context<'_>) -> Option<Self> {
        let passage = |text: &str| {
            let (first, last) = text.split_once('-').unwrap_or((text, text));
            Some((first.parse().ok()?, last.parse().ok()?))
        };
        let lines: Vec<(u32, u32)> = text.split(", ").map(passage).collect::<Option<_>>()?;
        let mut end = 0;
        let is_ascending = lines.iter().all(|(first, last)| {
            let is_after = *first > end && last >= first;
            end = *last;
            is_after
        });
        let page = context.key.to_owned();
        is_ascending.then_some(Self { page, lines })
    }
}
