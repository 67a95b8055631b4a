//! Writes the documentation of the format: pages in several languages, formats and precisions.
//!
//! What is a number or a name comes out of the schema; the prose between is in `templates/docs/`, one folder a language. A page is
//! put together once ([`page`]), and written in each format by an emitter of its own.

mod book;
mod defects;
mod differences;
mod examples;
mod html;
mod layout;
mod markdown;
mod notes;
pub mod page;
mod prose;
mod published;
mod rst;
mod ruler;
mod table;
mod types;

pub use book::{Book, File};
pub use examples::{Example, ExampleRow, Examples};
pub use ruler::{Cell, CellKind, Ruler};

use crate::locale::Locale;
use crate::model::{Layout, Schema, Type};
use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior};

/// What a page is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// CommonMark with tables, as GitHub shows it.
    Markdown,
    /// For docutils and Sphinx.
    Rst,
    /// One file that needs no other.
    Html,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 3] = [Self::Markdown, Self::Rst, Self::Html];

    /// The end of a file's name.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Rst => "rst",
            Self::Html => "html",
        }
    }

    /// Writes a page.
    #[must_use]
    pub fn write(self, page: &page::Page) -> String {
        match self {
            Self::Markdown => markdown::write(page),
            Self::Rst => rst::write(page),
            Self::Html => html::write(page),
        }
    }
}

/// Which layout a page is about, in which precision and language.
#[derive(Clone, Copy)]
struct Edition<'a> {
    schema: &'a Schema,
    locale: &'a Locale,
    layout: &'a Layout,
    is_double: bool,
    examples: &'a Examples,
}

impl<'a> Edition<'a> {
    /// The name of the Rust module, which the page has as well.
    fn module(&self) -> String {
        if self.is_double {
            format!("{}_double", self.layout.module)
        } else {
            self.layout.module.clone()
        }
    }

    /// The name in prose.
    fn title(&self) -> String {
        let title = &self.layout.title;
        if self.is_double {
            format!("{title} {}", self.locale.word("in double precision"))
        } else {
            title.clone()
        }
    }

    /// The types by number, with their names in the layout's engine.
    fn types(&self) -> impl Iterator<Item = (u32, &'a str, &'a Type)> + use<'a> {
        let schema = self.schema;
        self.layout.types.iter().map(move |listed| {
            (
                listed.number,
                listed.name.as_str(),
                schema.type_of(&listed.key),
            )
        })
    }

    /// The value of a constant of the schema.
    fn constant(&self, name: &str) -> u32 {
        let constant = self
            .schema
            .constants
            .iter()
            .find(|constant| constant.name == name);
        constant
            .unwrap_or_else(|| panic!("the schema has the constant {name}"))
            .value
    }
}

/// Where templates are filled in: a name that nothing stands for is a mistake, and lines of tags alone leave no empty line.
fn templates<'t>() -> Environment<'t> {
    let mut templates = Environment::new();
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build();
    templates.set_syntax(syntax.expect("the usual syntax is one"));
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates
}
