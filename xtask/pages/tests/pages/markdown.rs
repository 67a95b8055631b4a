//! A Markdown parser for headings and tables.

use crate::page::{Section, Table};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

pub(crate) fn sections(text: &str) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    let mut words = String::new();
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        let tables = &mut sections
            .last_mut()
            .expect("there is one from the start")
            .tables;
        match event {
            Event::Start(Tag::Heading { .. } | Tag::TableCell) => words.clear(),
            Event::Start(Tag::Table(_)) => tables.push(Vec::new()),
            Event::Start(Tag::TableHead | Tag::TableRow) => last::<Table>(tables).push(Vec::new()),
            Event::End(TagEnd::TableCell) => last(last::<Table>(tables)).push(words.clone()),
            // The title is not the heading of a section.
            Event::End(TagEnd::Heading(HeadingLevel::H1)) => {}
            Event::End(TagEnd::Heading(_)) => sections.push(Section {
                heading: words.clone(),
                tables: Vec::new(),
            }),
            Event::Text(text) | Event::Code(text) => words.push_str(&text),
            Event::Html(html) => assert!(
                html.starts_with("<!--"),
                "no HTML but the comment at the head: {html}"
            ),
            _ => {}
        }
    }
    sections
}

fn last<T>(items: &mut [T]) -> &mut T {
    items
        .last_mut()
        .expect("a table, and in it a row, has begun")
}

/// Returns the text of a page without markup.
pub(crate) fn words(text: &str) -> String {
    let words = Parser::new_ext(text, Options::ENABLE_TABLES).map(|event| match event {
        Event::Text(text) | Event::Code(text) => text.into_string(),
        Event::End(TagEnd::Link | TagEnd::Strong) | Event::Start(_) => String::new(),
        _ => " ".into(),
    });
    words.collect()
}
