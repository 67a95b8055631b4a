//! What the published pages say, and what engines cannot decode.

use super::keyed::keyed;

/// A page of an engine's documentation that describes the format.
#[derive(Debug, Clone)]
pub struct PublishedPage {
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
    pub repeats: Option<String>,
}

/// An engine whose source the errata cite.
#[derive(Debug, Clone)]
pub struct Engine {
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
pub struct Erratum {
    /// A name to link to.
    pub id: String,
    /// Whether the pages are wrong or incomplete.
    pub kind: ErratumKind,
    /// The modules of the layouts whose page is affected.
    pub layouts: Vec<String>,
    /// The key of the type; none for the page as a whole.
    pub key: Option<String>,
    /// The pages with the lines of the claims.
    pub pages: Vec<Citation>,
    /// The facts that the pages state: their names in the transcriptions, and their values.
    pub claims: Vec<(String, String)>,
    /// The topics of a gap, which the transcriptions have no fact of.
    pub omits: Vec<String>,
    /// The statement of the page.
    pub documented: String,
    /// The behaviour of engines.
    pub actual: String,
    /// The versions in which it was observed.
    pub versions: String,
    /// Rows that the page prints otherwise.
    pub published: Vec<PublishedRow>,
    /// Tables that the page does not have; `*` for all.
    pub unlisted: Vec<String>,
}

/// Whether a page is wrong or incomplete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErratumKind {
    /// The page states something that engines do not do.
    Error,
    /// The page is right, but leaves something out.
    Gap,
}

/// A page and the lines that an erratum is about.
#[derive(Debug, Clone)]
pub struct Citation {
    /// The id of the page.
    pub page: String,
    /// The first and the last line of each passage, in ascending order.
    pub lines: Vec<(u32, u32)>,
}

/// A row that a page prints differently from the engine's.
#[derive(Debug, Clone)]
pub struct PublishedRow {
    /// The name of the row's table.
    pub table: String,
    /// The name of the row.
    pub name: String,
    /// The offset on the page, if it differs.
    pub offset: Option<String>,
    /// The length on the page, if it differs.
    pub length: Option<String>,
    /// The wire type on the page, if it differs.
    pub wire: Option<String>,
}

/// A value that an engine cannot read back from its own bytes.
#[derive(Debug, Clone)]
pub struct Defect {
    /// A name to link to.
    pub id: String,
    /// The modules of the layouts.
    pub layouts: Vec<String>,
    /// The key of the type.
    pub key: String,
    /// The values that it affects, if their bytes show it.
    pub affects: Option<Affected>,
    /// The result of reading the value.
    pub happens: String,
    /// The versions in which it was observed.
    pub versions: String,
}

/// The values of a type that a defect affects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Affected {
    /// All values.
    Every,
    /// Values inside a container.
    Nested,
    /// Absolute NodePaths without names.
    Root,
    /// Strings with a character above U+FFFF.
    Supplementary,
}

keyed!(PublishedPage: id);
