//! A page of the documentation, independent of its format.

use super::book::Format;
use super::dump::Dump;
use super::ruler::Ruler;
use serde::Serialize;
use std::collections::BTreeMap;

/// The title, the links and the blocks of a page.
#[derive(Debug, Clone, Serialize)]
pub struct Page {
    /// The name of the page's file without the extension, which depends on the format.
    pub stem: String,
    /// The code of the page's language.
    pub code: String,
    /// The note at the start that states how the file is generated; empty for a page that is
    /// printed.
    pub origin: String,
    /// The title of the page.
    pub title: String,
    /// The labels of the controls in HTML, by their English labels.
    pub controls: BTreeMap<&'static str, String>,
    /// The links to other pages.
    pub links: Vec<PageLink>,
    /// The content after the title.
    pub blocks: Vec<Block>,
}

/// A link to another page.
#[derive(Debug, Clone, Serialize)]
pub struct PageLink {
    /// The title of the linked page, or the name of its language.
    pub text: String,
    /// The target; `None` for the page itself.
    pub href: Option<String>,
}

/// A block of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Block {
    /// A heading with its anchor.
    Heading {
        /// The level, 2 or 3; the title of the page has level 1.
        level: u8,
        /// The anchor, which follows `#` in links.
        anchor: String,
        /// The text without markup.
        text: String,
    },
    /// A paragraph.
    Paragraph {
        /// The sentences, with inline markup.
        text: Text,
    },
    /// A list of short paragraphs.
    List {
        /// The paragraphs, one for each bullet.
        items: Vec<Text>,
    },
    /// A code block.
    Code {
        /// The language of the text, such as `gdscript`; `text` for none.
        language: String,
        /// The lines, separated by line breaks.
        text: String,
    },
    /// The bytes of a value.
    Dump(Dump),
    /// A table: a row of titles and rows of cells.
    Table {
        /// The kind of its contents, such as `facts`, which selects the style in HTML.
        shows: String,
        /// The titles of the columns.
        columns: Vec<String>,
        /// The cells, row by row.
        rows: Vec<Vec<Text>>,
    },
    /// A byte ruler.
    Ruler(Ruler),
    /// A note on an error of a published page or on a defect of an engine.
    Note {
        /// The subject of the note.
        subject: Subject,
        /// The id of the erratum or the defect in the schema.
        id: String,
        /// Labels such as `Versions`, and their texts.
        entries: Vec<(String, Text)>,
    },
}

/// The subject of a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// An error or a gap of a published page.
    Erratum,
    /// A defect of an engine.
    Defect,
}

/// The language of a [`Block::Code`] without a language.
pub(super) const TEXT: &str = "text";

/// Text with inline markup.
pub type Text = Vec<Inline>;

/// A piece of text with one style.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Inline {
    /// The text without its markup.
    pub text: String,
    /// The style of this text.
    pub style: Style,
}

/// The style of a piece of text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Style {
    /// Plain text.
    #[default]
    Plain,
    /// Inline code.
    Code,
    /// Bytes in hex, in the color of their field in the rulers.
    Bytes {
        /// The name of the field's [`CellKind`](super::ruler::CellKind).
        field: String,
    },
    /// Emphasized text.
    Strong,
    /// A link: to `#anchor`, `page`, `page#anchor`, `/file` of the repository or another site.
    Link {
        /// The target, without the extension of a format.
        href: String,
    },
}

/// Parses text with code between backticks.
#[must_use]
pub fn coded(text: &str) -> Text {
    let styles = [Style::Plain, Style::Code].into_iter().cycle();
    let parts = text.split('`').zip(styles);
    let parts = parts.filter(|(text, _)| !text.is_empty());
    let inline = |(text, style): (&str, Style)| Inline {
        text: text.to_owned(),
        style,
    };
    parts.map(inline).collect()
}

/// Joins strings with a separator.
pub(super) fn joined(parts: impl Iterator<Item = String>, separator: &str) -> String {
    parts.collect::<Vec<_>>().join(separator)
}

/// Formats bytes in hex, in one line.
pub(super) fn hex(bytes: &[u8]) -> String {
    joined(bytes.iter().map(|byte| format!("{byte:02x}")), " ")
}

/// Returns a heading; `level` is 2 or 3.
pub(super) fn heading(level: u8, anchor: impl Into<String>, text: impl Into<String>) -> Block {
    Block::Heading {
        level,
        anchor: anchor.into(),
        text: text.into(),
    }
}

/// Returns the anchor of a type's heading: the name in lower case.
pub(super) fn anchor(name: &str) -> String {
    name.to_lowercase()
}

/// Returns whether a link leads to another site.
pub(super) fn is_external(href: &str) -> bool {
    href.starts_with("https://")
}

/// Returns the target of a link in a format.
pub(super) fn resolve(href: &str, format: Format) -> String {
    if href.starts_with('#') || is_external(href) {
        return href.to_owned();
    }
    if let Some(file) = href.strip_prefix('/') {
        return match format {
            Format::Markdown => format!("../../{file}"),
            _ => format!("{}/blob/main/{file}", env!("CARGO_PKG_REPOSITORY")),
        };
    }
    match href.split_once('#') {
        Some((page, anchor)) => format!("{}#{anchor}", format.path(page)),
        None => format.path(href),
    }
}
