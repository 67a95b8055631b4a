//! Formats pages in Markdown, as GitHub renders it.

use super::book::Format;
use super::markup::Markup;
use super::page::{Block, Page, Subject, coded, joined, resolve};
use std::collections::BTreeMap;

pub(super) fn write(page: &Page) -> String {
    Markdown::of(page).page(page)
}

/// The Markdown format with the link targets of a page.
#[derive(Default)]
pub(super) struct Markdown<'p> {
    /// The anchors of headings, with the slugs that Markdown renderers derive from their texts.
    slugs: BTreeMap<&'p str, String>,
}

impl<'p> Markdown<'p> {
    fn of(page: &'p Page) -> Self {
        let headings = page.blocks.iter().filter_map(|block| match block {
            Block::Heading { anchor, text, .. } => Some((anchor.as_str(), slug(text))),
            _ => None,
        });
        Self {
            slugs: headings.collect(),
        }
    }
}

impl Markup for Markdown<'_> {
    /// Escapes markup characters; a single star has no meaning and is not escaped.
    fn escaped(text: &str) -> String {
        let text = text
            .replace('\\', "\\\\")
            .replace('`', "\\`")
            .replace('[', "\\[")
            .replace('<', "&lt;");
        if text.matches('*').count() > 1 {
            text.replace('*', "\\*")
        } else {
            text
        }
    }

    fn comment(&self, text: &str) -> String {
        format!("<!-- {text} -->")
    }

    fn heading(&self, level: u8, _: &str, text: &str) -> String {
        format!("{} {}", "#".repeat(level.into()), Self::escaped(text))
    }

    fn code(&self, text: &str) -> String {
        format!("`{text}`")
    }

    fn link(&self, text: &str, href: &str) -> String {
        let anchor = href.strip_prefix('#');
        let href = match anchor.and_then(|anchor| self.slugs.get(anchor)) {
            Some(slug) => format!("#{slug}"),
            None => resolve(href, Format::Markdown),
        };
        format!("[{}]({href})", Self::escaped(text))
    }

    fn lines(&self, language: &str, text: &str) -> String {
        format!("```{language}\n{text}\n```")
    }

    fn table(&self, titles: &[String], rows: &[Vec<String>]) -> String {
        let rule = vec!["---".to_owned(); titles.len()];
        let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
        let rows = rows.iter().map(|row| {
            let cells = row.iter().map(|cell| cell.replace('|', "\\|"));
            line(&cells.collect::<Vec<_>>())
        });
        joined([line(titles), line(&rule)].into_iter().chain(rows), "\n")
    }

    fn note(&self, _: Subject, paragraphs: impl Iterator<Item = String>) -> String {
        joined(paragraphs.map(|text| format!("> {text}")), "\n>\n")
    }
}

/// Returns text with code between backticks as Markdown.
#[must_use]
pub fn markdown(text: &str) -> String {
    Markdown::default().words(&coded(text))
}

/// Returns the anchor that GitHub derives: letters and digits in lower case, spaces as hyphens.
fn slug(text: &str) -> String {
    let kept = text
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .collect::<String>();
    kept.replace(' ', "-")
}
