//! The page that leads to all others.

use super::edition::Edition;
use super::page::{Block, Shows, Text, code, link, plain, table};
use super::prose;
use crate::locale::Locale;
use crate::model::Schema;
use minijinja::context;

/// Returns the blocks of the page: `others` are the pages about several layouts, by title and stem.
pub(super) fn blocks(
    schema: &Schema,
    locales: &[&Locale],
    layouts: &[Edition<'_>],
    others: &[(String, String)],
) -> Vec<Block> {
    let english = Locale::english();
    let inserts = [
        ("layouts", vec![layout_list(locales, layouts)]),
        ("others", vec![other_list(locales, others)]),
    ];
    prose::page(&english, schema, "index", context! {}, &inserts)
}

/// Returns a table of the layouts' pages.
fn layout_list(locales: &[&Locale], layouts: &[Edition<'_>]) -> Block {
    let row = |edition: &Edition<'_>| {
        let module = edition.module();
        [
            vec![plain(edition.title())],
            pages(locales, &module),
            vec![code(module)],
            vec![plain(edition.versions())],
        ]
    };
    let titles = ["Layout", "Page", "--layout", "Versions"];
    table(Shows::Layouts, titles, layouts.iter().map(row))
}

/// Returns a list of pages about several layouts.
fn other_list(locales: &[&Locale], others: &[(String, String)]) -> Block {
    let item = |(title, stem): &(String, String)| {
        let title = [plain(format!("{title}: "))].into_iter();
        title.chain(pages(locales, stem)).collect()
    };
    Block::List {
        items: others.iter().map(item).collect(),
    }
}

/// Returns links to a page in each language.
fn pages(locales: &[&Locale], stem: &str) -> Text {
    let of_language = |locale: &&Locale| {
        let href = format!("{}/{stem}", locale.code);
        [plain(", "), link(&locale.name, href)]
    };
    locales.iter().flat_map(of_language).skip(1).collect()
}
