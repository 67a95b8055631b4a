//! The list of all pages, and the links between them.

use super::edition::{Edition, Source};
use super::examples::Examples;
use super::page::{Block, Page, PageLink};
use super::{html, markdown, rst};
use crate::locale::Locale;
use crate::model::{PublishedPage, Schema};
use crate::published::{Fact, Facts};

/// The note at the start of every generated file.
const GENERATED: &str = "Generated from schema/ by `cargo xtask pages`: change the schema or the templates, not this file.";

/// The pages that all languages share: their stems, and the texts of links to them.
const ROOT: [(&str, &str); 2] = [("index", "Start"), ("program", "Program")];

/// The labels of the controls in HTML.
const CONTROLS: [&str; 6] = [
    "Contents",
    "Skip to the text",
    "Search this page",
    "Results:",
    "Copy",
    "Copied",
];

/// A page that exists in every language.
pub(super) struct Entry<'b> {
    /// The text of links to the page.
    pub(super) title: String,
    pub(super) stem: String,
    blocks: Box<dyn Fn() -> Vec<Block> + 'b>,
}

impl<'b> Entry<'b> {
    pub(super) fn new(
        title: impl Into<String>,
        stem: impl Into<String>,
        blocks: impl Fn() -> Vec<Block> + 'b,
    ) -> Self {
        Self {
            title: title.into(),
            stem: stem.into(),
            blocks: Box::new(blocks),
        }
    }
}

/// A format of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// CommonMark with tables, as GitHub shows it.
    Markdown,
    /// reStructuredText for docutils and Sphinx.
    Rst,
    /// A self-contained HTML file with its style sheet and script.
    Html,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 3] = [Self::Markdown, Self::Rst, Self::Html];

    /// Returns the file name extension.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Rst => "rst",
            Self::Html => "html",
        }
    }

    /// Returns the path of a page's file, given the path without its extension.
    ///
    /// The index is `README.md` in Markdown, because GitHub shows that file for a folder.
    #[must_use]
    pub fn path(self, stem: &str) -> String {
        match (self, stem.strip_suffix("index")) {
            (Self::Markdown, Some(folder)) => format!("{folder}README.md"),
            // The index and the page of the program have no form in reStructuredText.
            (Self::Rst, Some(_)) => format!("{stem}.html"),
            (Self::Rst, None) if stem.ends_with("program") => format!("{stem}.html"),
            _ => format!("{stem}.{}", self.extension()),
        }
    }

    /// Formats a page.
    #[must_use]
    pub fn write(self, page: &Page) -> String {
        match self {
            Self::Markdown => markdown::write(page),
            Self::Rst => rst::write(page),
            Self::Html => html::write(page),
        }
    }
}

/// A file of the documentation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The path relative to the folder of the documentation.
    pub path: String,
    /// The content of the file.
    pub text: String,
}

/// The documentation of all layouts, in all languages.
pub struct Book<'a> {
    pub(super) schema: &'a Schema,
    pub(super) examples: &'a Examples,
    facts: &'a Facts,
    /// English and the languages of the schema.
    locales: Vec<Locale>,
}

impl<'a> Book<'a> {
    /// Creates the documentation of a schema, with these examples and facts of published pages.
    #[must_use]
    pub fn new(schema: &'a Schema, examples: &'a Examples, facts: &'a Facts) -> Self {
        Self {
            schema,
            examples,
            facts,
            locales: [Locale::english()]
                .into_iter()
                .chain(schema.locales.iter().map(Locale::typeset))
                .collect(),
        }
    }

    /// Returns English and the languages of the schema.
    pub fn locales(&self) -> impl Iterator<Item = &Locale> {
        self.locales.iter()
    }

    /// Returns every page in every language, in these formats.
    #[must_use]
    pub fn files(&self, formats: &[Format]) -> Vec<File> {
        let home = self.source(self.english()).home();
        let mut files = self.root_files("index", GENERATED, home, formats);
        for page in self.sources().flat_map(Source::pages) {
            files.extend(formats.iter().map(|format| File {
                path: format.path(&format!("{}/{}", page.code, page.stem)),
                text: format.write(&page),
            }));
        }
        files
    }

    /// Returns a page that all languages share, in these formats except reStructuredText; the first
    /// block is its title.
    ///
    /// The page is stored next to the folders of the languages. Manuals that include the pages in
    /// reStructuredText have their own index.
    #[must_use]
    pub fn root_files(
        &self,
        stem: &str,
        origin: &str,
        blocks: Vec<Block>,
        formats: &[Format],
    ) -> Vec<File> {
        let source = self.source(self.english());
        let links = source.links(stem, "", &format!("{}/", self.english().code));
        let page = source.loose_page(stem, origin, links, blocks);
        let formats = formats.iter().filter(|format| **format != Format::Rst);
        let file = |format: &Format| File {
            path: format.path(stem),
            text: format.write(&page),
        };
        formats.map(file).collect()
    }

    /// Returns the page of a layout by its module; `None` for an unknown layout or language.
    #[must_use]
    pub fn layout(&self, module: &str, code: &str) -> Option<Page> {
        let edition = self.edition(module, code)?;
        Some(edition.stored_page(module, edition.blocks()))
    }

    /// Returns the facts of the page that is published about a layout, including errors.
    ///
    /// The page is in the language if there is such a page, and otherwise the first one about the
    /// layout. Returns `None` for an unknown layout or language.
    #[must_use]
    pub fn published(&self, module: &str, code: &str) -> Option<Page> {
        let edition = self.edition(module, code)?;
        let page = edition.published_page()?;
        // The nearest page of a layout describes another layout.
        let edition = self.edition(page.layouts.first()?, code)?;
        let stem = format!("{}-published", page.id);
        Some(edition.loose_page(&stem, "", Vec::new(), edition.published(page)))
    }

    /// Returns the facts of a published page; none if its transcription was not read.
    pub(super) fn facts_of(&self, page: &PublishedPage) -> &[Fact] {
        self.facts.get(&page.id).map_or(&[], Vec::as_slice)
    }

    /// Returns a report of the errors and gaps of the published pages.
    ///
    /// Returns `None` for an unknown layout or language.
    #[must_use]
    pub fn errata(&self, module: &str, code: &str) -> Option<Page> {
        let edition = self.edition(module, code)?;
        let stem = format!("{module}-errata");
        Some(edition.loose_page(&stem, "", Vec::new(), edition.report()))
    }

    fn english(&self) -> &Locale {
        &self.locales[0]
    }

    fn source<'b>(&'b self, locale: &'b Locale) -> Source<'b> {
        Source { book: self, locale }
    }

    /// Returns the book in each language.
    pub(super) fn sources(&self) -> impl Iterator<Item = Source<'_>> {
        self.locales().map(|locale| self.source(locale))
    }

    fn edition(&self, module: &str, code: &str) -> Option<Edition<'_>> {
        let source = self.sources().find(|source| source.locale.code == code)?;
        let mut editions = source.editions();
        editions.find(|edition| edition.module() == module)
    }
}

impl<'b> Source<'b> {
    /// Returns each layout in each precision that has a page.
    pub(super) fn editions(self) -> impl Iterator<Item = Edition<'b>> {
        self.schema.layouts.iter().flat_map(move |layout| {
            layout.precisions().map(move |is_double| Edition {
                source: self,
                layout,
                is_double,
            })
        })
    }

    /// Returns the pages of the language; pages about one layout come first.
    fn entries(self) -> impl Iterator<Item = Entry<'b>> {
        let layouts = self
            .editions()
            .map(|edition| Entry::new(edition.title(), edition.module(), move || edition.blocks()));
        layouts.chain(self.others())
    }

    /// Returns the pages about several layouts.
    pub(super) fn others(self) -> impl Iterator<Item = Entry<'b>> {
        let word = |english| self.locale.word(english);
        self.migrations().chain([
            Entry::new(word("Differences"), "differences", move || {
                self.differences()
            }),
            Entry::new(
                word("Compressed, encrypted and settings files"),
                "files",
                move || self.files(),
            ),
            Entry::new(word("Known defects"), "defects", move || self.defects()),
        ])
    }

    fn pages(self) -> impl Iterator<Item = Page> {
        let page = move |entry: Entry<'_>| self.stored_page(&entry.stem, (entry.blocks)());
        self.entries().map(page)
    }

    /// Creates a page with links to the other pages of its language and to its translations.
    fn stored_page(self, stem: &str, blocks: Vec<Block>) -> Page {
        let mut links = self.links(stem, "../", "");
        let locales = self.book.locales();
        let others = locales.filter(|other| other.code != self.locale.code);
        links.extend(others.map(|other| PageLink {
            text: other.name.clone(),
            href: Some(format!("../{}/{stem}", other.code)),
        }));
        self.loose_page(stem, GENERATED, links, blocks)
    }

    /// Returns links to the shared pages, below `root`, and to those of the language, below
    /// `folder`.
    fn links(self, stem: &str, root: &str, folder: &str) -> Vec<PageLink> {
        let link = |text: String, other: &str, path: String| PageLink {
            text,
            href: (other != stem).then_some(path),
        };
        let all = ROOT.map(|(other, title)| {
            let title = self.locale.word(title);
            let note = self.locale.word("(in English)");
            // These pages have no translation.
            let text = if self.locale.code == self.english().code {
                title.to_owned()
            } else {
                format!("{title} {note}")
            };
            link(text, other, format!("{root}{other}"))
        });
        let own = self.entries().map(|Entry { title, stem, .. }| {
            let path = format!("{folder}{stem}");
            link(title, &stem, path)
        });
        all.into_iter().chain(own).collect()
    }

    /// Creates a page whose title is the first block.
    fn loose_page(
        self,
        stem: &str,
        origin: &str,
        links: Vec<PageLink>,
        blocks: Vec<Block>,
    ) -> Page {
        let mut blocks = blocks.into_iter();
        let Some(Block::Heading { text: title, .. }) = blocks.next() else {
            panic!("the page {stem} begins with its title")
        };
        let word = |english| (english, self.locale.word(english).to_owned());
        Page {
            stem: stem.to_owned(),
            code: self.locale.code.clone(),
            origin: origin.to_owned(),
            controls: CONTROLS.map(word).into(),
            links,
            title,
            blocks: blocks.collect(),
        }
    }
}
