//! Formats pages as text: the code that Markdown and reStructuredText share.

use super::page::{Block, Inline, Page, Style, Subject, TEXT, Text, joined};

/// A text format, with its markup for text and blocks.
pub(super) trait Markup {
    /// Escapes the characters that have a meaning in the format.
    fn escaped(text: &str) -> String;

    /// Formats a comment, which only the source of the page shows.
    fn comment(&self, text: &str) -> String;

    /// Formats a heading; the title of the page has level 1 and no anchor.
    fn heading(&self, level: u8, anchor: &str, text: &str) -> String;

    /// Formats inline code.
    fn code(&self, text: &str) -> String;

    /// Formats a link.
    fn link(&self, text: &str, href: &str) -> String;

    /// Formats a code block.
    fn lines(&self, language: &str, text: &str) -> String;

    /// Formats a table.
    fn table(&self, titles: &[String], rows: &[Vec<String>]) -> String;

    /// Formats a note of several paragraphs.
    fn note(&self, subject: Subject, paragraphs: impl Iterator<Item = String>) -> String;

    /// Formats a page.
    fn page(&self, page: &Page) -> String {
        let origin = (!page.origin.is_empty()).then(|| self.comment(&page.origin));
        let title = self.heading(1, "", &page.title);
        let link = |text: &str, href: &Option<String>| match href {
            Some(href) => self.link(text, href),
            None => self.strong(text),
        };
        let links = page
            .links
            .iter()
            .map(|other| link(&other.text, &other.href));
        let links = (!page.links.is_empty()).then(|| joined(links, " · "));
        let start = origin.into_iter().chain([title]).chain(links);
        let blocks = page.blocks.iter().map(|block| self.block(block));
        joined(start.chain(blocks), "\n\n") + "\n"
    }

    /// Formats a block.
    fn block(&self, block: &Block) -> String {
        match block {
            Block::Heading {
                level,
                anchor,
                text,
            } => self.heading(*level, anchor, text),
            Block::Paragraph { text } => self.words(text),
            Block::List { items } => {
                let items = items.iter().map(|item| format!("- {}", self.words(item)));
                joined(items, "\n")
            }
            Block::Code { language, text } => self.lines(language, text),
            Block::Dump(dump) => self.lines(TEXT, &dump.to_text()),
            Block::Ruler(ruler) => self.lines(TEXT, &ruler.to_text()),
            Block::Table { columns, rows, .. } => {
                let titles = columns.iter().map(|title| Self::escaped(title));
                let cells = |row: &Vec<Text>| row.iter().map(|cell| self.words(cell)).collect();
                let rows: Vec<_> = rows.iter().map(cells).collect();
                self.table(&titles.collect::<Vec<_>>(), &rows)
            }
            Block::Note {
                subject, entries, ..
            } => {
                let entry = |(label, text): &(String, Text)| {
                    let label = self.strong(&format!("{label}."));
                    format!("{label} {}", self.words(text))
                };
                self.note(*subject, entries.iter().map(entry))
            }
        }
    }

    /// Formats text with inline markup.
    fn words(&self, text: &[Inline]) -> String {
        let word = |Inline { text, style }: &Inline| match style {
            Style::Plain => Self::escaped(text),
            Style::Code | Style::Bytes { .. } => self.code(text),
            Style::Strong => self.strong(text),
            Style::Link { href } => self.link(text, href),
        };
        text.iter().map(word).collect()
    }

    /// Formats emphasized text.
    fn strong(&self, text: &str) -> String {
        format!("**{}**", Self::escaped(text))
    }
}
