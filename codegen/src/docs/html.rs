//! Formats pages in HTML: one file with its style sheet, and a script for the search and buttons.

use super::book::Format;
use super::page::{Block, Page, resolve};
use super::prose::environment;
use super::ruler::LINE;
use minijinja::context;
use minijinja::value::Serde;

/// The template of the page around the blocks.
const PAGE: &str = include_str!("../../templates/docs/page.html");

/// The template of each kind of block.
const BLOCKS: &str = include_str!("../../templates/docs/blocks.html");

/// The style sheet.
const STYLE: &str = include_str!("../../templates/docs/style.css");

/// The script; without it, the pages show the same contents.
const SCRIPT: &str = include_str!("../../templates/docs/script.js");

pub(super) fn write(page: &Page) -> String {
    let mut templates = environment();
    templates.add_filter("resolved", |href: &str| resolve(href, Format::Html));
    templates
        .add_template("blocks.html", BLOCKS)
        .unwrap_or_else(|error| panic!("{error:#}"));
    let context = context! {
        page => Serde(page),
        index => Serde(index(page)),
        style => STYLE,
        script => SCRIPT,
        line => LINE,
    };
    let page = templates.render_named_str("page.html", PAGE, context);
    page.unwrap_or_else(|error| panic!("{error:#}"))
}

/// Returns the headings of a page, each with its subheadings.
fn index(page: &Page) -> Vec<(&Block, Vec<&Block>)> {
    let mut index: Vec<(&Block, Vec<&Block>)> = Vec::new();
    for block in &page.blocks {
        match (block, index.last_mut()) {
            (Block::Heading { level: 3, .. }, Some((_, below))) => below.push(block),
            (Block::Heading { .. }, _) => index.push((block, Vec::new())),
            _ => {}
        }
    }
    index
}
