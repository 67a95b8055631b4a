//! Formats pages in reStructuredText, with grid tables as in Sphinx projects.

use super::book::Format;
use super::markup::Markup;
use super::page::{Page, Subject, joined, resolve};

pub(super) fn write(page: &Page) -> String {
    Rst.page(page)
}

/// The reStructuredText format.
struct Rst;

impl Markup for Rst {
    /// Escapes markup characters, except for a star within a word or between spaces.
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

    fn comment(&self, text: &str) -> String {
        format!(".. {text}")
    }

    fn heading(&self, level: u8, anchor: &str, text: &str) -> String {
        let rule = match level {
            1 => "=",
            2 => "-",
            _ => "~",
        };
        let text = Self::escaped(text);
        let rule = rule.repeat(text.chars().count());
        match anchor {
            "" => format!("{text}\n{rule}"),
            _ => format!(".. _{anchor}:\n\n{text}\n{rule}"),
        }
    }

    fn code(&self, text: &str) -> String {
        format!("``{text}``")
    }

    fn link(&self, text: &str, href: &str) -> String {
        let target = match href.strip_prefix('#') {
            Some(anchor) => format!("{anchor}_"),
            None => resolve(href, Format::Rst),
        };
        format!("`{} <{target}>`__", Self::escaped(text))
    }

    fn lines(&self, _: &str, text: &str) -> String {
        let indented = |line| format!("   {line}").trim_end().to_owned();
        format!("::\n\n{}", joined(text.lines().map(indented), "\n"))
    }

    fn table(&self, titles: &[String], rows: &[Vec<String>]) -> String {
        let widest = |column: usize| {
            let rows = rows.iter().map(Vec::as_slice).chain([titles]);
            let cells = rows.filter_map(|row| row.get(column));
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
        let mut lines = vec![rule("-"), line(titles), rule("=")];
        for row in rows {
            lines.extend([line(row), rule("-")]);
        }
        lines.join("\n")
    }

    fn note(&self, subject: Subject, paragraphs: impl Iterator<Item = String>) -> String {
        let directive = match subject {
            Subject::Erratum => ".. note::",
            Subject::Defect => ".. warning::",
        };
        let paragraphs = paragraphs.map(|text| format!("   {text}"));
        joined([directive.to_owned()].into_iter().chain(paragraphs), "\n\n")
    }
}

#[cfg(test)]
mod tests;
