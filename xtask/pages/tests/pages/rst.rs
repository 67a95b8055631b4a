//! A parser of headings and grid tables in reStructuredText.

use crate::page::{Section, Table};

pub(crate) fn sections(text: &str) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    // The added empty line ends the last table.
    let lines: Vec<&str> = text.lines().chain([""]).collect();
    let mut table = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let section = sections.last_mut().expect("there is one from the start");
        if line.starts_with(['+', '|']) {
            table.push(*line);
            continue;
        }
        if !table.is_empty() {
            section.tables.push(grid(&std::mem::take(&mut table)));
        }
        let below = lines.get(index + 1).copied().unwrap_or("");
        let is_rule = ["=", "-", "~"]
            .iter()
            .any(|letter| !below.is_empty() && below.replace(letter, "").is_empty());
        if is_rule && !line.is_empty() {
            assert_eq!(
                below.chars().count(),
                line.chars().count(),
                "the rule below a heading is as long as it: {line}"
            );
            sections.push(Section {
                heading: without_markup(line),
                tables: Vec::new(),
            });
        }
    }
    sections
}

/// Returns the cells of a grid table. All lines of the table have the same width.
fn grid(lines: &[&str]) -> Table {
    let border: Vec<usize> = lines[0]
        .chars()
        .enumerate()
        .filter(|(_, c)| *c == '+')
        .map(|(column, _)| column)
        .collect();
    let mut rows = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let letters: Vec<char> = line.chars().collect();
        assert_eq!(letters.len(), lines[0].chars().count(), "{line}");
        let corner = if index % 2 == 0 { '+' } else { '|' };
        assert!(
            border.iter().all(|column| letters[*column] == corner),
            "{line}"
        );
        if index % 2 == 1 {
            let cell = |ends: &[usize]| {
                without_markup(&letters[ends[0] + 1..ends[1]].iter().collect::<String>())
            };
            rows.push(border.windows(2).map(cell).collect());
        }
    }
    assert!(
        lines[2].contains('='),
        "the titles stand above a double rule: {}",
        lines[2]
    );
    rows
}

/// Removes inline markup: literals, links and escapes.
fn without_markup(markup: &str) -> String {
    let mut words = String::new();
    let mut rest = markup.trim();
    while let Some(c) = rest.chars().next() {
        if let Some(literal) = rest.strip_prefix("``") {
            let (text, after) = literal.split_once("``").expect("a literal ends");
            words.push_str(text);
            rest = after;
        } else if let Some(link) = rest.strip_prefix('`') {
            let (link, after) = link.split_once("`__").expect("a link ends");
            words.push_str(link.split_once(" <").expect("a link leads somewhere").0);
            rest = after;
        } else {
            rest = rest.strip_prefix('\\').unwrap_or(rest);
            let c = rest.chars().next().unwrap_or(c);
            words.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    words
}
