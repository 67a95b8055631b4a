//! The page that leads to all others.

use super::edition::Edition;
use super::page::{Block, Shows, Table, Text, code, link, plain};
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
    prose::page(&english, schema, "index", context! {}, |insert| {
        vec![match insert {
            "layouts" => layout_list(locales, layouts),
            "others" => other_list(locales, others),
            other => panic!("nothing is called `{other}` on the page that leads to all others"),
        }]
    })
}

/// Returns a table of the layouts' pages.
fn layout_list(locales: &[&Locale], layouts: &[Edition<'_>]) -> Block {
    let row = |edition: &Edition<'_>| {
        let module = edition.module();
        vec![
            vec![plain(edition.title())],
            pages(locales, &module),
            vec![code(module)],
            vec![plain(&edition.layout.description)],
        ]
    };
    Block::Table(Table {
        shows: Shows::Layouts,
        columns: ["Layout", "Page", "--layout", "Versions"]
            .map(str::to_owned)
            .into(),
        rows: layouts.iter().map(row).collect(),
    })
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
