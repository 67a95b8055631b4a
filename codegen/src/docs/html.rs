//! Pages in HTML: one file with its style and its script, which adds the search and the buttons.

use super::page::{Block, Page, resolve};
use super::prose::environment;
use super::ruler::LINE;
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

/// The template of the page around the blocks.
const PAGE: &str = include_str!("../../templates/docs/page.html");

/// The template of each kind of block.
const BLOCKS: &str = include_str!("../../templates/docs/blocks.html");

/// The style sheet.
const STYLE: &str = include_str!("../../templates/docs/style.css");

/// The script, without which the pages show the same.
const SCRIPT: &str = include_str!("../../templates/docs/script.js");

/// A heading in the index, with its subheadings.
#[derive(Serialize)]
struct Entry<'p> {
    anchor: &'p str,
    text: &'p str,
    below: Vec<Entry<'p>>,
}

/// Formats a page.
pub(super) fn write(page: &Page) -> String {
    let mut templates = environment();
    templates.add_filter("resolved", |href: &str| resolve(href, "html"));
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

/// Returns the headings of a page.
fn index(page: &Page) -> Vec<Entry<'_>> {
    let mut index: Vec<Entry<'_>> = Vec::new();
    for block in &page.blocks {
        let Block::Heading {
            level,
            anchor,
            text,
        } = block
        else {
            continue;
        };
        let entry = Entry {
            anchor,
            text,
            below: Vec::new(),
        };
        match index.last_mut() {
            Some(above) if *level > 2 => above.below.push(entry),
            _ => index.push(entry),
        }
    }
    index
}
