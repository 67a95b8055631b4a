//! Pages in Markdown, as GitHub shows it, and as rustdoc does.

use super::markup::Markup;
use super::page::{Block, Page, Subject, is_external, joined, resolve};
use std::collections::BTreeMap;

/// Formats a page that is stored beside others.
pub(super) fn write(page: &Page) -> String {
    Markdown::of(page, |href| resolve(href, "md")).page(page)
}

/// Formats a page that is the documentation of a module, beside others.
pub(super) fn write_for_rustdoc(page: &Page) -> String {
    let elsewhere = |href: &str| {
        let (module, anchor) = href.split_at(href.find('#').unwrap_or(href.len()));
        format!("../{module}/index.html{anchor}")
    };
    Markdown::of(page, elsewhere).page(page)
}

/// Markdown with the links of a page.
pub(super) struct Markdown<'p> {
    /// The anchors of the page's headings, each with the one that readers of Markdown give it.
    slugs: BTreeMap<&'p str, String>,
    /// Returns the target of a link to another page.
    elsewhere: fn(&str) -> String,
}

impl<'p> Markdown<'p> {
    fn of(page: &'p Page, elsewhere: fn(&str) -> String) -> Self {
        let headings = page.blocks.iter().filter_map(|block| match block {
            Block::Heading { anchor, text, .. } => Some((anchor.as_str(), slug(text))),
            _ => None,
        });
        let slugs = headings.collect();
        Self { slugs, elsewhere }
    }
}

impl Markup for Markdown<'_> {
    /// Escapes what Markdown would read as markup; a single star is none.
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
            None if is_external(href) => href.to_owned(),
            None => (self.elsewhere)(href),
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

/// Returns the anchor of a heading: its letters and digits in lower case, spaces as hyphens.
fn slug(text: &str) -> String {
    let kept = text
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .collect::<String>();
    kept.replace(' ', "-")
}

#[cfg(test)]
mod tests;
