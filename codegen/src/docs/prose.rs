//! The prose between the tables: Markdown templates, rendered and parsed into blocks.
//!
//! A heading is `## anchor: words`. A paragraph `@name` is replaced by blocks of the page; before a
//! table it names the kind of the table. Code in a link becomes bytes in hex: ``[`00
//! 00`](kind-of-field)``.

use super::edition::Source;
use super::markdown::markdown;
use super::page::{Block, Inline, Style, TEXT, Text, heading, hex};
use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior, Value};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

macro_rules! templates {
    ($($code:literal: $($name:literal)*;)*) => {
        /// The language, the name and the text of each template.
        const TEMPLATES: &[(&str, &str, &str)] = &[
            $($(($code, concat!($name, ".md"), include_str!(concat!("../../templates/docs/", $code, "/", $name, ".md"))),)*)*
        ];
    };
}

templates! {
    "en": "layout" "type" "differences" "migration" "defects" "files" "file" "published" "report" "index";
    "fr": "layout" "type" "differences" "migration" "defects" "files" "file" "published" "report";
}

/// Returns a template environment that rejects undefined names and omits lines of only tags.
pub(crate) fn environment<'t>() -> Environment<'t> {
    let mut templates = Environment::new();
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build();
    templates.set_syntax(syntax.expect("the default syntax is valid"));
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates
}

impl Source<'_> {
    /// Renders a template, and replaces each paragraph `@name` by the blocks with that name.
    pub(super) fn page(
        &self,
        name: &str,
        more: Value,
        inserts: &[(String, Vec<Block>)],
    ) -> Vec<Block> {
        let insert = |other: &str| {
            let blocks = inserts.iter().find(|(insert, _)| *insert == other);
            let (_, blocks) =
                blocks.unwrap_or_else(|| panic!("the template {name} has a place for `{other}`"));
            blocks.clone()
        };
        let code = &*self.locale.code;
        let constants = self.schema.constants.iter();
        let constants = constants.map(|constant| (&*constant.name, constant.value));
        let constants = Value::from_pairs(constants);
        let mut templates = environment();
        let locale = self.locale.clone();
        templates.add_filter("word", move |english: &str| locale.word(english).to_owned());
        templates.add_filter("hex", |number: u32| format!("0x{number:08X}"));
        templates.add_filter("bytes", |number: u32| hex(&number.to_le_bytes()));
        templates.add_filter("low_bit", u32::trailing_zeros);
        templates.add_filter("high_bit", u32::ilog2);
        templates.add_filter("coded", markdown);
        let own = TEMPLATES.iter().filter(|(language, ..)| *language == code);
        let added = own.map(|(_, name, text)| templates.add_template(name, text));
        let rendered = added.collect::<Result<(), _>>().and_then(|()| {
            let context = minijinja::context! { ..more, ..constants };
            templates.get_template(name)?.render(context)
        });
        let rendered = rendered.unwrap_or_else(|error| panic!("{code}/{name}: {error:#}"));
        parse(&self.locale.unbroken(&rendered), insert)
    }
}

/// Parses Markdown into blocks.
///
/// The supported blocks are headings, paragraphs, lists, tables and code blocks; text can contain
/// code, emphasis and links.
///
/// A heading is `## anchor: words`. A paragraph `@name` is replaced by the result of `insert`;
/// before a table it names the kind of the table.
///
/// # Panics
///
/// If the text contains any other Markdown.
pub fn parse(markdown: &str, insert: impl Fn(&str) -> Vec<Block>) -> Vec<Block> {
    let mut builder = Builder::default();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        builder.event(event);
    }
    let mut blocks = Vec::new();
    for block in builder.blocks {
        match placeholder(&block) {
            Some(name) => blocks.extend(insert(&name)),
            None => blocks.push(block),
        }
    }
    blocks
}

/// Returns the name in a paragraph `@name`.
fn placeholder(block: &Block) -> Option<String> {
    let Block::Paragraph { text } = block else {
        return None;
    };
    let [only] = text.as_slice() else {
        return None;
    };
    only.text.strip_prefix('@').map(str::to_owned)
}

/// Builds blocks from the events of the Markdown parser.
///
/// Items, rows and cells are added to the last block.
#[derive(Default)]
struct Builder {
    blocks: Vec<Block>,
    /// The text of the paragraph, the item or the cell.
    text: Text,
    /// The style of the text that follows.
    style: Style,
    is_in_list: bool,
}

impl Builder {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::List(_)) => {
                self.is_in_list = true;
                self.blocks.push(Block::List { items: Vec::new() });
            }
            Event::Start(Tag::CodeBlock(kind)) => self.blocks.push(Block::Code {
                language: language(&kind),
                text: String::new(),
            }),
            Event::Start(Tag::Table(_)) => {
                let shows = self.blocks.last().and_then(placeholder);
                if shows.is_some() {
                    self.blocks.pop();
                }
                self.blocks.push(Block::Table {
                    shows: shows.unwrap_or_else(|| "facts".to_owned()),
                    columns: Vec::new(),
                    rows: Vec::new(),
                });
            }
            Event::Start(Tag::TableHead | Tag::TableRow) => {
                if let Some(Block::Table { rows, .. }) = self.blocks.last_mut() {
                    rows.push(Vec::new());
                }
            }
            Event::Start(Tag::Strong) => self.style = Style::Strong,
            Event::Start(Tag::Link { dest_url, .. }) => {
                let href = dest_url.into_string();
                self.style = Style::Link { href };
            }
            Event::Start(Tag::Paragraph | Tag::Heading { .. } | Tag::Item | Tag::TableCell) => {}
            Event::End(end) => self.end(end),
            Event::Text(text) => self.text(&text, self.style.clone()),
            Event::SoftBreak => self.text(" ", self.style.clone()),
            Event::Code(text) => self.text(
                &text,
                match self.style.clone() {
                    Style::Link { href: field } => Style::Bytes { field },
                    _ => Style::Code,
                },
            ),
            other => panic!("the prose of the pages has no {other:?}"),
        }
    }

    fn text(&mut self, text: &str, style: Style) {
        match self.text.last_mut() {
            Some(before) if [&before.style, &style] == [&Style::Plain; 2] => {
                before.text.push_str(text);
            }
            _ => self.text.push(Inline {
                text: text.to_owned(),
                style,
            }),
        }
    }

    fn end(&mut self, end: TagEnd) {
        if matches!(end, TagEnd::Strong | TagEnd::Link) {
            self.style = Style::Plain;
            return;
        }
        if end == TagEnd::Paragraph && self.is_in_list {
            return;
        }
        let ended = std::mem::take(&mut self.text);
        match (end, self.blocks.last_mut()) {
            (TagEnd::Item, Some(Block::List { items })) => items.push(ended),
            (TagEnd::List(_), _) => self.is_in_list = false,
            (TagEnd::TableCell, Some(Block::Table { rows, .. })) => {
                rows.last_mut().expect("a cell is in a row").push(ended);
            }
            (TagEnd::TableHead, Some(Block::Table { columns, rows, .. })) => {
                *columns = rows
                    .pop()
                    .iter()
                    .flatten()
                    .map(|title| words(title))
                    .collect();
            }
            (TagEnd::CodeBlock, Some(Block::Code { text, .. })) => {
                *text = words(&ended);
                text.pop();
            }
            (TagEnd::Paragraph, _) => self.blocks.push(Block::Paragraph { text: ended }),
            (TagEnd::Heading(level), _) => {
                let words = words(&ended);
                let (anchor, text) = words
                    .split_once(": ")
                    .unwrap_or_else(|| panic!("a heading is `anchor: words`, not `{words}`"));
                self.blocks.push(heading(level as u8, anchor, text));
            }
            _ => {}
        }
    }
}

/// Returns text without its markup.
fn words(text: &[Inline]) -> String {
    text.iter().map(|inline| &*inline.text).collect()
}

/// Returns the language of a code block.
fn language(kind: &CodeBlockKind<'_>) -> String {
    match kind {
        CodeBlockKind::Fenced(language) if !language.is_empty() => language.to_string(),
        _ => TEXT.to_owned(),
    }
}
