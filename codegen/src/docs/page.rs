//! A page of the documentation, independent of its format.

use super::dump::Dump;
use super::ruler::{CellKind, Ruler};
use serde::Serialize;
use std::path::Path;

/// A page.
#[derive(Debug, Clone, Serialize)]
pub struct Page {
    /// The name of its file without the extension, which depends on the format.
    pub stem: String,
    /// The code of its language.
    pub code: String,
    /// The note at its start that says how the file is generated; empty for a page that is printed.
    pub origin: String,
    /// The heading of the whole page.
    pub title: String,
    /// The title of its list of headings.
    pub contents: String,
    /// The text of the link that skips that list.
    pub skip: String,
    /// The words of the controls that its script adds.
    pub controls: Controls,
    /// The links to other pages.
    pub links: Vec<PageLink>,
    /// Its content after the title.
    pub blocks: Vec<Block>,
}

/// The words of the search and of the buttons that copy, in the language of a page.
#[derive(Debug, Clone, Serialize)]
pub struct Controls {
    /// The label of the search.
    pub search: String,
    /// The words before the number of results.
    pub found: String,
    /// The text of a button that copies.
    pub copy: String,
    /// Its text after it has copied.
    pub copied: String,
}

/// A link to another page.
#[derive(Debug, Clone, Serialize)]
pub struct PageLink {
    /// The text.
    pub text: String,
    /// The target; `None` for the page itself.
    pub href: Option<String>,
}

/// A part of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Block {
    /// A heading, and what links to it are called.
    Heading {
        /// 2 or 3; the title is 1.
        level: u8,
        /// The end of a link to it.
        anchor: String,
        /// The words.
        text: String,
    },
    /// A paragraph.
    Paragraph {
        /// The words.
        text: Text,
    },
    /// A list of short paragraphs.
    List {
        /// Each of them.
        items: Vec<Text>,
    },
    /// Text that is kept as it is.
    Code {
        /// The language of the text, such as `gdscript`; `text` for none.
        language: String,
        /// The lines.
        text: String,
    },
    /// The bytes of a value.
    Dump(Dump),
    /// A table.
    Table(Table),
    /// A picture of bytes.
    Ruler(Ruler),
    /// Where a published page is wrong, or an engine.
    Note {
        /// What is wrong.
        subject: Subject,
        /// The name in the schema.
        id: String,
        /// Labels and what they say.
        entries: Vec<(String, Text)>,
    },
}

/// What a note is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// The published page.
    Erratum,
    /// An engine.
    Defect,
}

/// A table: a line of titles and lines of cells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Table {
    /// What it shows.
    pub shows: Shows,
    /// The titles of the columns.
    pub columns: Vec<String>,
    /// The cells, row by row.
    pub rows: Vec<Vec<Text>>,
}

/// What a table shows, for those who format it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shows {
    /// The fields of a type.
    Offsets,
    /// The bytes of a value.
    Example,
    /// The types of a layout.
    Types,
    /// Bits, masks and limits.
    Constants,
    /// The pages of the layouts.
    Layouts,
    /// The options and the arguments of a command.
    Options,
    /// Anything else.
    Facts,
}

/// The language of [`Block::Code`] that is none.
pub(super) const TEXT: &str = "text";

/// Words, some of them set apart.
pub type Text = Vec<Inline>;

/// A stretch of words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Inline {
    /// As they are.
    Plain {
        /// The words.
        text: String,
    },
    /// As a machine writes them.
    Code {
        /// The words.
        text: String,
    },
    /// Bytes in hex, coloured like their field in the pictures.
    Bytes {
        /// The digits.
        text: String,
        /// The kind of field.
        field: CellKind,
    },
    /// Louder.
    Strong {
        /// The words.
        text: String,
    },
    /// A way to another place: `#anchor`, `page`, `page#anchor` or a file.
    Link {
        /// The words.
        text: String,
        /// The way.
        href: String,
    },
}

impl Inline {
    /// The words, however they are set.
    #[must_use]
    pub fn words(&self) -> &str {
        match self {
            Self::Plain { text }
            | Self::Code { text }
            | Self::Bytes { text, .. }
            | Self::Strong { text }
            | Self::Link { text, .. } => text,
        }
    }
}

/// Joins parts with a separator.
pub(super) fn joined(parts: impl Iterator<Item = String>, separator: &str) -> String {
    parts.collect::<Vec<_>>().join(separator)
}

/// Plain words.
pub(super) fn plain(text: impl Into<String>) -> Inline {
    Inline::Plain { text: text.into() }
}

/// Words as a machine writes them.
pub(super) fn code(text: impl Into<String>) -> Inline {
    Inline::Code { text: text.into() }
}

/// Words that lead elsewhere.
pub(super) fn link(text: impl Into<String>, href: impl Into<String>) -> Inline {
    Inline::Link {
        text: text.into(),
        href: href.into(),
    }
}

/// Emphasized words.
pub(super) fn strong(text: impl Into<String>) -> Inline {
    Inline::Strong { text: text.into() }
}

/// A heading; `level` is 2 or 3.
pub(super) fn heading(level: u8, anchor: impl Into<String>, text: impl Into<String>) -> Block {
    Block::Heading {
        level,
        anchor: anchor.into(),
        text: text.into(),
    }
}

/// A paragraph.
pub(super) fn paragraph(text: Text) -> Block {
    Block::Paragraph { text }
}

/// A table.
pub(super) fn table(
    shows: Shows,
    columns: impl IntoIterator<Item = impl Into<String>>,
    rows: impl IntoIterator<Item = impl IntoIterator<Item = Text>>,
) -> Block {
    let rows = rows.into_iter().map(|row| row.into_iter().collect());
    Block::Table(Table {
        shows,
        columns: columns.into_iter().map(Into::into).collect(),
        rows: rows.collect(),
    })
}

/// The end of links to a heading of this name: what the formats make of it themselves.
pub(super) fn anchor(name: &str) -> String {
    name.to_lowercase()
}

/// The way to a place, where pages end in this extension.
pub(super) fn resolve(href: &str, extension: &str) -> String {
    // A file that has its extension is in one format only.
    if href.starts_with('#') || Path::new(href).extension().is_some() {
        return href.to_owned();
    }
    match href.split_once('#') {
        Some((page, anchor)) => format!("{page}.{extension}#{anchor}"),
        None => format!("{href}.{extension}"),
    }
}
