//! The list of all pages, and the links between them.

use super::edition::{Edition, Source};
use super::examples::Examples;
use super::migration::Migration;
use super::page::{Block, Page, PageLink};
use super::{html, markdown, rst};
use crate::locale::Locale;
use crate::model::{DoubleBuilds, Layout, Schema};
use crate::published::has_tables;
use minijinja::context;

/// The first line of every file.
const GENERATED: &str = "Generated from schema/ by `gdvariant docs --out docs`: change the schema or the templates, not this file.";

/// The pages for all languages: their stems, and the texts of links to them.
const ROOT: [(&str, &str); 2] = [("index", "Start"), ("program", "Program")];

/// The words of the controls of HTML, by the names that the template has for them.
const CONTROLS: [(&str, &str); 6] = [
    ("contents", "Contents"),
    ("skip", "Skip to the text"),
    ("search", "Search this page"),
    ("found", "Results:"),
    ("copy", "Copy"),
    ("copied", "Copied"),
];

/// A page that exists in every language.
pub(super) struct Entry<'b> {
    /// The text of links to it.
    pub(super) title: String,
    pub(super) stem: String,
    blocks: Box<dyn Fn() -> Vec<Block> + 'b>,
}

impl<'b> Entry<'b> {
    fn new(
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
    /// HTML in one file, with its style.
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
    /// The content.
    pub text: String,
}

/// The documentation of all layouts, in all languages.
pub struct Book<'a> {
    schema: &'a Schema,
    examples: &'a Examples,
    pub(super) english: Locale,
}

impl<'a> Book<'a> {
    /// Creates the documentation of a schema, with these examples.
    #[must_use]
    pub fn new(schema: &'a Schema, examples: &'a Examples) -> Self {
        Self {
            schema,
            examples,
            english: Locale::english(),
        }
    }

    /// Returns English and the languages of the schema.
    pub fn locales(&self) -> impl Iterator<Item = &Locale> {
        [&self.english].into_iter().chain(&self.schema.locales)
    }

    /// Returns every page in every language and format, the pages for rustdoc, and a list of pages.
    #[must_use]
    pub fn files(&self) -> Vec<File> {
        let file = |path: String, text| File { path, text };
        let home = self.root_page("index", GENERATED, self.home());
        let mut files = vec![
            file("README.md".into(), Format::Markdown.write(&self.readme())),
            file("index.html".into(), Format::Html.write(&home)),
        ];
        for page in self.locales().flat_map(|locale| self.pages(locale)) {
            for format in Format::ALL {
                let path = format!("{}/{}.{}", page.code, page.stem, format.extension());
                files.push(file(path, format.write(&page)));
            }
        }
        for page in self.pages(&self.english) {
            files.push(file(format!("rustdoc/{}.md", page.stem), rustdoc(page)));
        }
        files
    }

    /// Creates a page for all languages, which is stored next to their folders in HTML alone: its
    /// title is the first of the blocks.
    #[must_use]
    pub fn root_page(&self, stem: &str, origin: &str, blocks: Vec<Block>) -> Page {
        let folder = format!("{}/", self.english.code);
        let source = self.source(&self.english);
        Page {
            origin: origin.to_owned(),
            links: self.links(source, stem, "", &folder).collect(),
            ..source.loose_page(stem, blocks)
        }
    }

    /// Returns the page of a layout by its module; `None` for an unknown layout or language.
    #[must_use]
    pub fn layout(&self, module: &str, code: &str) -> Option<Page> {
        let edition = self.edition(module, code)?;
        Some(self.page(edition.locale, module, edition.blocks()))
    }

    /// Returns the tables of the published page, errors included; `None` if the schema does not
    /// have them.
    #[must_use]
    pub fn published(&self, module: &str, code: &str) -> Option<Page> {
        let edition = self.edition(module, code)?;
        let stem = format!("{module}-published");
        has_tables(edition.layout).then(|| edition.loose_page(&stem, edition.published()))
    }

    /// Returns a report of the errors and gaps of the published pages; `None` for an unknown layout
    /// or language.
    #[must_use]
    pub fn errata(&self, module: &str, code: &str) -> Option<Page> {
        let edition = self.edition(module, code)?;
        let stem = format!("{module}-errata");
        Some(edition.loose_page(&stem, edition.report()))
    }

    pub(super) fn source<'b>(&'b self, locale: &'b Locale) -> Source<'b> {
        let schema = self.schema;
        Source { schema, locale }
    }

    fn edition(&self, module: &str, code: &str) -> Option<Edition<'_>> {
        let locale = self.locales().find(|locale| locale.code == code)?;
        let mut editions = self.editions(self.source(locale));
        editions.find(|edition| edition.module() == module)
    }

    pub(super) fn editions<'b>(&'b self, source: Source<'b>) -> impl Iterator<Item = Edition<'b>> {
        let of_layout = move |layout: &'b Layout| {
            let double = (layout.double != DoubleBuilds::None).then_some(true);
            let precisions = [false].into_iter().chain(double);
            precisions.map(move |is_double| Edition {
                source,
                layout,
                is_double,
                examples: self.examples,
            })
        };
        self.schema.layouts.iter().flat_map(of_layout)
    }

    /// Returns the pages of a language, those about one layout first.
    fn entries<'b>(&'b self, source: Source<'b>) -> impl Iterator<Item = Entry<'b>> {
        let layouts = self.editions(source).map(|edition| {
            let (title, module) = (edition.title(), edition.module());
            Entry::new(title, module, move || edition.blocks())
        });
        layouts.chain(source.others())
    }

    fn pages(&self, locale: &Locale) -> Vec<Page> {
        let entries = self.entries(self.source(locale));
        let page = |entry: Entry<'_>| self.page(locale, &entry.stem, (entry.blocks)());
        entries.map(page).collect()
    }

    /// Creates a page with links to the pages of all languages and of its own, then to itself in
    /// the others.
    fn page(&self, locale: &Locale, stem: &str, blocks: Vec<Block>) -> Page {
        let source = self.source(locale);
        let own = self.links(source, stem, "../", "");
        let others = self.locales().filter(|other| other.code != locale.code);
        let others = others.map(|other| PageLink {
            text: other.name.clone(),
            href: Some(format!("../{}/{stem}", other.code)),
        });
        Page {
            origin: GENERATED.to_owned(),
            links: own.chain(others).collect(),
            ..source.loose_page(stem, blocks)
        }
    }

    /// Returns the links to the pages for all languages and to those of one language, given the
    /// paths to their folders.
    fn links<'b>(
        &'b self,
        source: Source<'b>,
        stem: &'b str,
        root: &'b str,
        folder: &'b str,
    ) -> impl Iterator<Item = PageLink> {
        let all = ROOT.into_iter().map(move |(other, title)| PageLink {
            text: source.locale.word(title).to_owned(),
            href: (other != stem).then(|| format!("{root}{other}.html")),
        });
        let own = self.entries(source).map(move |other| PageLink {
            text: other.title,
            href: (other.stem != stem).then(|| format!("{folder}{}", other.stem)),
        });
        all.chain(own)
    }

    fn readme(&self) -> Page {
        let source = self.source(&self.english);
        let pages = self.locales().flat_map(|locale| {
            self.entries(self.source(locale)).map(|page| {
                let path = format!("{}/{}", locale.code, page.stem);
                context! { language => &locale.name, title => page.title, path }
            })
        });
        let pages: Vec<_> = pages.collect();
        let formats = Format::ALL.map(Format::extension);
        let blocks = source.page("readme", context! { pages, formats }, &[]);
        Page {
            origin: GENERATED.to_owned(),
            ..source.loose_page("README", blocks)
        }
    }
}

impl<'s> Source<'s> {
    /// Returns the pages about several layouts.
    pub(super) fn others(self) -> impl Iterator<Item = Entry<'s>> {
        let migrations = Migration::all(self).map(|page| {
            let (title, stem) = (page.title(), page.stem());
            Entry::new(title, stem, move || page.blocks())
        });
        let word = |english| self.locale.word(english);
        migrations.chain([
            Entry::new(word("Differences"), "differences", move || {
                self.differences()
            }),
            Entry::new(word("Known defects"), "defects", move || self.defects()),
        ])
    }

    /// Creates a page without links, whose title is the first of the blocks.
    fn loose_page(self, stem: &str, blocks: Vec<Block>) -> Page {
        let mut blocks = blocks.into_iter();
        let Some(Block::Heading { text: title, .. }) = blocks.next() else {
            panic!("the page {stem} begins with its title")
        };
        let word = |(name, english)| (name, self.locale.word(english).to_owned());
        Page {
            stem: stem.to_owned(),
            code: self.locale.code.clone(),
            origin: String::new(),
            controls: CONTROLS.map(word).into(),
            links: Vec::new(),
            title,
            blocks: blocks.collect(),
        }
    }
}

/// Formats a page for rustdoc, without links to other languages, which rustdoc does not have.
fn rustdoc(mut page: Page) -> String {
    let is_elsewhere = |link: &PageLink| {
        let href = link.href.as_deref();
        href.is_some_and(|href| href.starts_with("../"))
    };
    page.links.retain(|link| !is_elsewhere(link));
    markdown::write_for_rustdoc(&page)
}
