//! Pages in Markdown, as GitHub shows it, and as rustdoc does.

use super::page::{Block, Inline, Page, PageLink, TEXT, Table, Text, joined, resolve};
use std::collections::BTreeMap;

/// Where the links of a page lead.
struct Links<'p> {
    /// The headings of the page, and what Markdown's readers make of their words.
    slugs: BTreeMap<&'p str, String>,
    /// The way to another page.
    elsewhere: fn(&str) -> String,
}

/// Writes a page that stands beside others as files.
pub(super) fn write(page: &Page) -> String {
    write_with(page, |href| resolve(href, "md"))
}

/// Writes a page that is the documentation of a module, beside others.
pub(super) fn write_for_rustdoc(page: &Page) -> String {
    write_with(page, |href| {
        let (module, anchor) = href
            .split_once('#')
            .map_or((href, String::new()), |(module, anchor)| {
                (module, format!("#{anchor}"))
            });
        format!("../{module}/index.html{anchor}")
    })
}

fn write_with(page: &Page, elsewhere: fn(&str) -> String) -> String {
    let links = Links::of(page, elsewhere);
    page.assembled(
        |origin| format!("<!-- {origin} -->"),
        format!("# {}", escaped(&page.title)),
        |other| page_link(other, &links),
        |block| self::block(block, &links),
    )
}

fn page_link(page: &PageLink, links: &Links<'_>) -> String {
    let text = escaped(&page.text);
    page.href.as_ref().map_or_else(
        || format!("**{text}**"),
        |href| format!("[{text}]({})", links.href(href)),
    )
}

impl<'p> Links<'p> {
    fn of(page: &'p Page, elsewhere: fn(&str) -> String) -> Self {
        let mut slugs = BTreeMap::new();
        for block in &page.blocks {
            if let Block::Heading { anchor, text, .. } = block {
                slugs.insert(anchor.as_str(), slug(text));
            }
        }
        Self { slugs, elsewhere }
    }

    fn href(&self, href: &str) -> String {
        let slug = href
            .strip_prefix('#')
            .and_then(|anchor| self.slugs.get(anchor));
        slug.map_or_else(|| (self.elsewhere)(href), |slug| format!("#{slug}"))
    }
}

/// The end of a link to a heading: its letters and digits in lower case, spaces as hyphens.
fn slug(text: &str) -> String {
    let kept = text
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .collect::<String>();
    kept.replace(' ', "-")
}

fn block(block: &Block, links: &Links<'_>) -> String {
    match block {
        Block::Heading { level, text, .. } => {
            format!("{} {}", "#".repeat(usize::from(*level)), escaped(text))
        }
        Block::Paragraph { text } => words(text, links),
        Block::List { items } => {
            let items = items.iter();
            joined(items.map(|item| format!("- {}", words(item, links))), "\n")
        }
        Block::Code { language, text } => fenced(language, text),
        Block::Dump(dump) => fenced(TEXT, &dump.to_text()),
        Block::Ruler(ruler) => fenced(TEXT, &ruler.to_text()),
        Block::Table(table) => self::table(table, links),
        Block::Note { entries, .. } => {
            let entry = |(label, text): &(String, Text)| {
                format!("> **{}.** {}", escaped(label), words(text, links))
            };
            joined(entries.iter().map(entry), "\n>\n")
        }
    }
}

fn fenced(language: &str, text: &str) -> String {
    format!("```{language}\n{text}\n```")
}

fn table(table: &Table, links: &Links<'_>) -> String {
    let columns: Vec<String> = table.columns.iter().map(|title| escaped(title)).collect();
    let rule = vec!["---".to_owned(); columns.len()];
    let rows = table.rows.iter().map(|row| {
        row.iter()
            .map(|cell| words(cell, links).replace('|', "\\|"))
            .collect()
    });
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    joined([columns, rule].into_iter().chain(rows).map(line), "\n")
}

fn words(text: &[Inline], links: &Links<'_>) -> String {
    text.iter()
        .map(|inline| self::inline(inline, links))
        .collect()
}

fn inline(inline: &Inline, links: &Links<'_>) -> String {
    match inline {
        Inline::Plain { text } => escaped(text),
        Inline::Code { text } | Inline::Bytes { text, .. } => format!("`{text}`"),
        Inline::Strong { text } => format!("**{}**", escaped(text)),
        Inline::Link { text, href } => {
            format!("[{}]({})", escaped(text), links.href(href))
        }
    }
}

/// Words without what Markdown would take for its own. A star by itself is a star.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_linked_as_readers_of_markdown_name_it() {
        assert_eq!(slug("Header and flags"), "header-and-flags");
        assert_eq!(slug("En-tête : le drapeau"), "en-tête--le-drapeau");
    }

    #[test]
    fn words_stay_words() {
        assert_eq!(
            escaped("8 + index * 12, [Deleted Object], <b>"),
            "8 + index * 12, \\[Deleted Object], &lt;b>"
        );
        assert_eq!(escaped("a*b*c"), "a\\*b\\*c");
    }
}
