//! The page that leads to all others.

use super::edition::{Edition, Source};
use super::page::{Block, Shows, Text, cell, code, link, plain, table};
use minijinja::context;

impl Source<'_> {
    /// Returns the blocks of the page.
    pub(super) fn home(self) -> Vec<Block> {
        let row = |edition: Edition<'_>| {
            let module = edition.module();
            let versions = if edition.is_unimplemented() {
                "None: no build reads or writes it."
            } else {
                &edition.layout.description
            };
            let pages = self.in_each_language(&module);
            [
                cell(edition.title()),
                pages,
                vec![code(module)],
                cell(versions),
            ]
        };
        let titles = ["Layout", "Page", "--layout", "Versions"];
        let layouts = table(Shows::Layouts, titles, self.editions().map(row));
        let others = self.others().map(|page| {
            let title = [plain(format!("{}: ", page.title))].into_iter();
            title.chain(self.in_each_language(&page.stem)).collect()
        });
        let items = others.collect();
        let inserts = [
            ("layouts", vec![layouts]),
            ("others", vec![Block::List { items }]),
        ];
        self.page("index", context! {}, &inserts)
    }

    /// Returns links to a page in each language.
    fn in_each_language(&self, stem: &str) -> Text {
        let links = self.locales().flat_map(|locale| {
            let href = format!("{}/{stem}", locale.code);
            [plain(", "), link(&locale.name, href)]
        });
        links.skip(1).collect()
    }
}
