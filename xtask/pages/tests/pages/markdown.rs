//! A Markdown parser for the blocks of the pages.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// A block of a page, without markup.
#[derive(Debug)]
pub(crate) enum Block {
    Title(String),
    Heading(String),
    /// A paragraph or an item of a list.
    Text(String),
    /// A paragraph in a note.
    Note(String),
    Table(Table),
    Code(String),
}

/// The cells of a table by row, starting with the titles.
pub(crate) type Table = Vec<Vec<String>>;

pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let (mut words, mut table) = (String::new(), Table::new());
    let mut is_in_note = false;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        let mut taken = || std::mem::take(&mut words);
        match event {
            Event::Start(Tag::BlockQuote(_)) => is_in_note = true,
            Event::End(TagEnd::BlockQuote(_)) => is_in_note = false,
            Event::Start(Tag::TableHead | Tag::TableRow) => table.push(Vec::new()),
            Event::End(TagEnd::TableCell) => table.last_mut().expect("a row").push(taken()),
            Event::End(TagEnd::Table) => blocks.push(Block::Table(std::mem::take(&mut table))),
            Event::End(TagEnd::Heading(HeadingLevel::H1)) => blocks.push(Block::Title(taken())),
            Event::End(TagEnd::Heading(_)) => blocks.push(Block::Heading(taken())),
            Event::End(TagEnd::Paragraph) if is_in_note => blocks.push(Block::Note(taken())),
            Event::End(TagEnd::Paragraph | TagEnd::Item) => blocks.push(Block::Text(taken())),
            Event::End(TagEnd::CodeBlock) => blocks.push(Block::Code(taken())),
            Event::Text(text) | Event::Code(text) => words.push_str(&text),
            Event::SoftBreak => words.push(' '),
            Event::Html(html) => assert!(
                html.starts_with("<!--"),
                "no HTML but the comment at the head: {html}"
            ),
            _ => {}
        }
    }
    blocks
}

/// Returns the tables among the blocks.
pub(crate) fn tables(blocks: &[Block]) -> impl Iterator<Item = &Table> {
    blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    })
}
