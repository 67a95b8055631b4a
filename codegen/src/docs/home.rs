//! The index, which links to all pages.

use super::edition::Source;
use super::page::{Block, joined};
use crate::locale::Locale;
use minijinja::context;

impl Source<'_> {
    /// Returns the blocks of the page.
    pub(super) fn home(self) -> Vec<Block> {
        let layouts = self.editions().map(|edition| {
            let module = edition.module();
            let versions = &edition.layout.description;
            let pages = self.in_each_language(&module);
            context! { title => edition.title(), pages, module, versions }
        });
        let others = self.others().map(|page| {
            context! { title => page.title, pages => self.in_each_language(&page.stem) }
        });
        let (layouts, others): (Vec<_>, Vec<_>) = (layouts.collect(), others.collect());
        self.page(
            "index.md",
            context! { layouts, others, untested => self.untested() },
            &[],
        )
    }

    /// Returns links to a page in each language, in Markdown.
    fn in_each_language(self, stem: &str) -> String {
        let link = |locale: &Locale| format!("[{}]({}/{stem})", locale.name, locale.code);
        joined(self.locales().map(link), ", ")
    }
}
