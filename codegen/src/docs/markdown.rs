//! Pages in Markdown, as GitHub shows it.

use super::page::{Block, Inline, Page, PageLink, Table, Text, resolve};
use std::collections::BTreeMap;

/// The headings of a page: what the page calls them, and what Markdown's readers make of their words.
type Slugs<'p> = BTreeMap<&'p str, String>;

/// Writes a page.
pub(super) fn write(page: &Page) -> String {
    let slugs = slugs(page);
    let origin = (!page.origin.is_empty()).then(|| format!("<!-- {} -->", page.origin));
    let mut parts: Vec<String> = origin.into_iter().chain([format!("# {}", escaped(&page.title))]).collect();
    if !page.links.is_empty() {
        let links: Vec<String> = page.links.iter().map(page_link).collect();
        parts.push(links.join(" · "));
    }
    parts.extend(page.blocks.iter().map(|block| self::block(block, &slugs)));
    parts.join("\n\n") + "\n"
}

fn page_link(page: &PageLink) -> String {
    let text = escaped(&page.text);
    page.href.as_ref().map_or_else(|| format!("**{text}**"), |href| format!("[{text}]({})", resolve(href, "md")))
}

fn slugs(page: &Page) -> Slugs<'_> {
    let mut slugs = Slugs::new();
    for block in &page.blocks {
        if let Block::Heading { anchor, text, .. } = block {
            slugs.insert(anchor, self::slug(text));
        }
    }
    slugs
}

/// The end of a link to a heading: its letters and digits in lower case, spaces as hyphens.
fn slug(text: &str) -> String {
    let kept = text.to_lowercase().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_')).collect::<String>();
    kept.replace(' ', "-")
}

fn block(block: &Block, slugs: &Slugs<'_>) -> String {
    match block {
        Block::Heading { level, text, .. } => format!("{} {}", "#".repeat(usize::from(*level)), escaped(text)),
        Block::Paragraph { text } => words(text, slugs),
        Block::List { items } => {
            let items: Vec<String> = items.iter().map(|item| format!("- {}", words(item, slugs))).collect();
            items.join("\n")
        }
        Block::Code { text } => fenced(text),
        Block::Ruler(ruler) => fenced(&ruler.to_text()),
        Block::Table(table) => self::table(table, slugs),
        Block::Note { entries, .. } => {
            let entry = |(label, text): &(String, Text)| format!("> **{}.** {}", escaped(label), words(text, slugs));
            entries.iter().map(entry).collect::<Vec<_>>().join("\n>\n")
        }
    }
}

fn fenced(text: &str) -> String {
    format!("```text\n{text}\n```")
}

fn table(table: &Table, slugs: &Slugs<'_>) -> String {
    let columns: Vec<String> = table.columns.iter().map(|title| escaped(title)).collect();
    let rule = vec!["---".to_owned(); columns.len()];
    let rows = table.rows.iter().map(|row| row.iter().map(|cell| words(cell, slugs).replace('|', "\\|")).collect());
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    [columns, rule].into_iter().chain(rows).map(line).collect::<Vec<_>>().join("\n")
}

fn words(text: &[Inline], slugs: &Slugs<'_>) -> String {
    text.iter().map(|inline| self::inline(inline, slugs)).collect()
}

fn inline(inline: &Inline, slugs: &Slugs<'_>) -> String {
    match inline {
        Inline::Plain { text } => escaped(text),
        Inline::Code { text } => format!("`{text}`"),
        Inline::Strong { text } => format!("**{}**", escaped(text)),
        Inline::Link { text, href } => {
            let slug = href.strip_prefix('#').and_then(|anchor| slugs.get(anchor));
            let href = slug.map_or_else(|| resolve(href, "md"), |slug| format!("#{slug}"));
            format!("[{}]({href})", escaped(text))
        }
    }
}

/// Words without what Markdown would take for its own. A star between spaces is a star.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('*', "\\*")
        .replace(" \\* ", " * ")
        .replace('`', "\\`")
        .replace('[', "\\[")
        .replace('<', "&lt;")
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
        assert_eq!(escaped("8 + index * 12, a*b, [Deleted Object], <b>"), "8 + index * 12, a\\*b, \\[Deleted Object], &lt;b>");
    }
}
