//! A parser of headings and grid tables in reStructuredText.

use crate::page::{Section, Table};

pub(crate) fn sections(text: &str) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    let mut table = Vec::new();
    let lines: Vec<&str> = text.lines().chain([""]).collect();
    for pair in lines.windows(2) {
        let (line, below) = (pair[0], pair[1]);
        if line.starts_with(['+', '|']) {
            table.push(line);
            if below.is_empty() {
                let section = sections.last_mut().expect("there is one from the start");
                section.tables.push(grid(&std::mem::take(&mut table)));
            }
        } else if !line.is_empty()
            && ["-", "~"]
                .map(|it| it.repeat(line.chars().count()))
                .contains(&below.to_owned())
        {
            sections.push(Section {
                heading: without_markup(line),
                tables: Vec::new(),
            });
        }
    }
    sections
}

/// Returns the cells of a grid table. All its lines have the same width.
fn grid(lines: &[&str]) -> Table {
    assert!(lines[2].starts_with("+="), "a double rule below the titles");
    for rule in lines.iter().step_by(2) {
        assert_eq!(rule.replace('=', "-"), lines[0], "each row has one line");
    }
    let rows = lines.iter().skip(1).step_by(2).map(|line| {
        assert_eq!(line.chars().count(), lines[0].len(), "{line}");
        let cells = line.trim_matches('|').split('|');
        cells.map(without_markup).collect()
    });
    rows.collect()
}

/// Removes the inline markup of literals, links and escapes.
fn without_markup(markup: &str) -> String {
    let markup = markup.trim().replace("``", "").replace('\\', "");
    let parts = markup.split('`').map(|part| part.trim_start_matches("__"));
    parts.filter_map(|part| part.split(" <").next()).collect()
}
