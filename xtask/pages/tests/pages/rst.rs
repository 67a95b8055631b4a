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

/// Returns the cells of a grid table. The borders of all its lines are at the same columns.
fn grid(lines: &[&str]) -> Table {
    let columns = lines[0].char_indices().filter(|(_, c)| *c == '+');
    let columns: Vec<usize> = columns.map(|(column, _)| column).collect();
    assert!(lines[2].starts_with("+="), "a double rule below the titles");
    let mut rows = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let letters: Vec<char> = line.chars().collect();
        let corner = if index % 2 == 0 { '+' } else { '|' };
        assert!(
            columns.iter().all(|column| letters[*column] == corner),
            "{line}"
        );
        assert_eq!(letters.len(), lines[0].len(), "{line}");
        if index % 2 == 1 {
            let cell = |ends: &[usize]| letters[ends[0] + 1..ends[1]].iter().collect::<String>();
            rows.push(
                columns
                    .windows(2)
                    .map(|ends| without_markup(&cell(ends)))
                    .collect(),
            );
        }
    }
    rows
}

/// Removes the inline markup of literals, links and escapes.
fn without_markup(markup: &str) -> String {
    let markup = markup.trim().replace("``", "").replace('\\', "");
    let parts = markup.split('`').map(|part| part.trim_start_matches("__"));
    parts.filter_map(|part| part.split(" <").next()).collect()
}
