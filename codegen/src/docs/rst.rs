//! Pages in reStructuredText, with grid tables as Sphinx projects write them.

use super::page::{Block, Inline, Page, PageLink, Subject, Table, joined, resolve};

/// Writes a page.
pub(super) fn write(page: &Page) -> String {
    let link = |page: &PageLink| match &page.href {
        Some(href) => external(&page.text, &resolve(href, "rst")),
        None => format!("**{}**", escaped(&page.text)),
    };
    let title = heading(1, &page.title);
    page.assembled(|origin| format!(".. {origin}"), title, link, block)
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading {
            level,
            anchor,
            text,
        } => format!(".. _{anchor}:\n\n{}", heading(*level, text)),
        Block::Paragraph { text } => words(text),
        Block::List { items } => {
            joined(items.iter().map(|item| format!("- {}", words(item))), "\n")
        }
        Block::Code { text, .. } => literal(text),
        Block::Dump(dump) => literal(&dump.to_text()),
        Block::Ruler(ruler) => literal(&ruler.to_text()),
        Block::Table(table) => grid(table),
        Block::Note {
            subject, entries, ..
        } => {
            let directive = match subject {
                Subject::Erratum => "note",
                Subject::Defect => "warning",
            };
            let entries = entries
                .iter()
                .map(|(label, text)| format!("   **{}.** {}", escaped(label), words(text)));
            let directive = [format!(".. {directive}::")].into_iter();
            joined(directive.chain(entries), "\n\n")
        }
    }
}

fn heading(level: u8, text: &str) -> String {
    let rule = match level {
        1 => "=",
        2 => "-",
        _ => "~",
    };
    let text = escaped(text);
    format!("{text}\n{}", rule.repeat(text.chars().count()))
}

fn literal(text: &str) -> String {
    let indented = |line| format!("   {line}").trim_end().to_owned();
    format!("::\n\n{}", joined(text.lines().map(indented), "\n"))
}

fn grid(table: &Table) -> String {
    let rows: Vec<Vec<String>> = table
        .rows
        .iter()
        .map(|row| row.iter().map(|cell| words(cell)).collect())
        .collect();
    let titles: Vec<String> = table.columns.iter().map(|title| escaped(title)).collect();
    let widest = |column: usize| {
        let cells = rows
            .iter()
            .chain([&titles])
            .filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..titles.len()).map(widest).collect();
    let rule = |letter: &str| {
        let rules = widths.iter().map(|width| letter.repeat(width + 2));
        format!("+{}+", joined(rules, "+"))
    };
    let line = |row: &[String]| {
        let cells = row.iter().zip(&widths);
        let cells = cells.map(|(cell, &width)| format!(" {cell:width$} "));
        format!("|{}|", joined(cells, "|"))
    };
    let mut lines = vec![rule("-"), line(&titles), rule("=")];
    for row in &rows {
        lines.extend([line(row), rule("-")]);
    }
    lines.join("\n")
}

fn words(text: &[Inline]) -> String {
    text.iter().map(inline).collect()
}

fn inline(inline: &Inline) -> String {
    match inline {
        Inline::Plain { text } => escaped(text),
        Inline::Code { text } | Inline::Bytes { text, .. } => format!("``{text}``"),
        Inline::Strong { text } => format!("**{}**", escaped(text)),
        Inline::Link { text, href } => match href.strip_prefix('#') {
            Some(anchor) => format!("`{} <{anchor}_>`__", escaped(text)),
            None => external(text, &resolve(href, "rst")),
        },
    }
}

fn external(text: &str, href: &str) -> String {
    format!("`{} <{href}>`__", escaped(text))
}

/// Words without what reStructuredText would take for its own. A star within a word or between spaces is a star.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    let mut before = ' ';
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '|' | '<') || (c == '*' && !before.is_alphanumeric()) {
            escaped.push('\\');
        }
        escaped.push(c);
        before = c;
    }
    escaped.replace(" \\* ", " * ").replace("_ ", "\\_ ")
}

#[cfg(test)]
mod tests {
    use super::super::page::{Shows, code, plain};
    use super::*;

    #[test]
    fn words_stay_words() {
        assert_eq!(
            escaped("8 + index * 12, 8+length*12, *all*, a_ b"),
            "8 + index * 12, 8+length*12, \\*all*, a\\_ b"
        );
    }

    #[test]
    fn a_table_is_a_grid() {
        let table = Table {
            shows: Shows::Facts,
            columns: vec!["Offset".into(), "Décalage".into()],
            rows: vec![vec![vec![plain("4 * n")], vec![code("x")]]],
        };
        let expected = "\
+--------+----------+
| Offset | Décalage |
+========+==========+
| 4 * n  | ``x``    |
+--------+----------+";
        assert_eq!(grid(&table), expected);
    }
}
