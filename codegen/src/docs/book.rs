//! The list of all pages, and the links between them.

use super::edition::Edition;
use super::examples::Examples;
use super::home;
use super::migration::Migration;
use super::page::{Block, Controls, Inline, Page, PageLink, Shows, Text, link, plain, table};
use super::{defects, differences, html, markdown, prose, rst};
use crate::locale::Locale;
use crate::model::{DoubleBuilds, Layout, Schema};
use crate::published::has_tables;
use minijinja::context;

/// The first line of every file.
const GENERATED: &str = "Generated from schema/ by `gdvariant docs --out docs`: change the schema or the templates, not this file.";

/// Returns the blocks of a page in a language.
type Blocks = fn(&Schema, &Locale) -> Vec<Block>;

/// The pages about all layouts: their stems, the texts of links to them, and their blocks.
const SHARED: [(&str, &str, Blocks); 2] = [
    ("differences", "Differences", differences::blocks),
    ("defects", "Known defects", defects::blocks),
];

/// A page that exists in every language.
struct Entry<'b> {
    /// The text of links to it.
    title: String,
    stem: String,
    blocks: Box<dyn Fn() -> Vec<Block> + 'b>,
}

/// The pages for all languages: their stems, and the texts of links to them.
const ROOT: [(&str, &str); 2] = [("index", "Start"), ("program", "Program")];

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
    english: Locale,
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
        let mut files = vec![
            file("README.md".into(), Format::Markdown.write(&self.readme())),
            file("index.html".into(), Format::Html.write(&self.home())),
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
        Page {
            origin: origin.to_owned(),
            links: self.root_links(stem),
            ..self.page(&self.english, stem, blocks)
        }
    }

    /// Returns the page that leads to all others.
    fn home(&self) -> Page {
        let locales: Vec<&Locale> = self.locales().collect();
        let layouts: Vec<_> = self.editions(&self.english).collect();
        let others = self.others(&self.english);
        let others: Vec<_> = others.map(|page| (page.title, page.stem)).collect();
        let blocks = home::blocks(self.schema, &locales, &layouts, &others);
        self.root_page("index", GENERATED, blocks)
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
        self.loose_page(module, code, "published", |edition| {
            has_tables(edition.layout).then(|| edition.published())
        })
    }

    /// Returns a report of the errors and gaps of the published pages; `None` for an unknown layout
    /// or language.
    #[must_use]
    pub fn errata(&self, module: &str, code: &str) -> Option<Page> {
        self.loose_page(module, code, "errata", |edition| Some(edition.report()))
    }

    /// Creates a page about a layout that is printed and not stored beside the others.
    fn loose_page(
        &self,
        module: &str,
        code: &str,
        name: &str,
        blocks: impl Fn(&Edition<'_>) -> Option<Vec<Block>>,
    ) -> Option<Page> {
        let edition = self.edition(module, code)?;
        let blocks = blocks(&edition)?;
        Some(Page {
            origin: String::new(),
            links: Vec::new(),
            ..self.page(edition.locale, &format!("{module}-{name}"), blocks)
        })
    }

    fn edition(&self, module: &str, code: &str) -> Option<Edition<'_>> {
        let locale = self.locales().find(|locale| locale.code == code)?;
        self.editions(locale)
            .find(|edition| edition.module() == module)
    }

    fn editions<'b>(&'b self, locale: &'b Locale) -> impl Iterator<Item = Edition<'b>> {
        let of_layout = move |layout: &'b Layout| {
            let double = (layout.double != DoubleBuilds::None).then_some(true);
            let precisions = [false].into_iter().chain(double);
            precisions.map(move |is_double| Edition {
                schema: self.schema,
                locale,
                layout,
                is_double,
                examples: self.examples,
            })
        };
        self.schema.layouts.iter().flat_map(of_layout)
    }

    /// Returns the pages of a language, those about one layout first.
    fn entries<'b>(&'b self, locale: &'b Locale) -> impl Iterator<Item = Entry<'b>> {
        let layouts = self.editions(locale).map(|edition| Entry {
            title: edition.title(),
            stem: edition.module(),
            blocks: Box::new(move || edition.blocks()),
        });
        layouts.chain(self.others(locale))
    }

    /// Returns the pages about several layouts.
    fn others<'b>(&'b self, locale: &'b Locale) -> impl Iterator<Item = Entry<'b>> {
        let migrations = Migration::all(self.schema).map(move |page| Entry {
            title: page.title(),
            stem: page.stem(),
            blocks: Box::new(move || page.blocks(locale)),
        });
        let shared = SHARED.into_iter().map(move |(stem, title, blocks)| Entry {
            title: locale.word(title).to_owned(),
            stem: stem.to_owned(),
            blocks: Box::new(move || blocks(self.schema, locale)),
        });
        migrations.chain(shared)
    }

    fn pages(&self, locale: &Locale) -> Vec<Page> {
        let entries = self.entries(locale);
        let page = |entry: Entry<'_>| self.page(locale, &entry.stem, (entry.blocks)());
        entries.map(page).collect()
    }

    /// Creates a page whose title is the first of the blocks.
    fn page(&self, locale: &Locale, stem: &str, blocks: Vec<Block>) -> Page {
        let mut blocks = blocks.into_iter();
        let Some(Block::Heading { text: title, .. }) = blocks.next() else {
            panic!("the page {stem} begins with its title")
        };
        Page {
            stem: stem.to_owned(),
            code: locale.code.clone(),
            origin: GENERATED.to_owned(),
            contents: locale.word("Contents").to_owned(),
            skip: locale.word("Skip to the text").to_owned(),
            controls: controls(locale),
            links: self.links(locale, stem),
            title,
            blocks: blocks.collect(),
        }
    }

    /// Returns the links of a page: to the pages of all languages and of its own, then to itself in
    /// the others.
    fn links(&self, locale: &Locale, stem: &str) -> Vec<PageLink> {
        let own = self.shared_links(locale, stem, "../", "");
        let others = self.locales().filter(|other| other.code != locale.code);
        let others = others.map(|other| PageLink {
            text: other.name.clone(),
            href: Some(format!("../{}/{stem}", other.code)),
        });
        own.chain(others).collect()
    }

    /// Returns the links of a page for all languages: to the others, and to the English ones.
    fn root_links(&self, stem: &str) -> Vec<PageLink> {
        let folder = format!("{}/", self.english.code);
        let links = self.shared_links(&self.english, stem, "", &folder);
        links.collect()
    }

    /// Returns the links to the pages for all languages and to those of one language, given the
    /// paths to their folders.
    fn shared_links<'b>(
        &'b self,
        locale: &'b Locale,
        stem: &'b str,
        root: &'b str,
        folder: &'b str,
    ) -> impl Iterator<Item = PageLink> {
        let all = ROOT.into_iter().map(move |(other, title)| PageLink {
            text: locale.word(title).to_owned(),
            href: (other != stem).then(|| format!("{root}{other}.html")),
        });
        let own = self.entries(locale).map(move |other| PageLink {
            text: other.title,
            href: (other.stem != stem).then(|| format!("{folder}{}", other.stem)),
        });
        all.chain(own)
    }

    fn readme(&self) -> Page {
        let locale = &self.english;
        let inserts = [("pages", vec![self.list()])];
        let blocks = prose::page(locale, self.schema, "readme", context! {}, &inserts);
        Page {
            links: Vec::new(),
            ..self.page(locale, "README", blocks)
        }
    }

    /// Returns a table of every page with its formats.
    fn list(&self) -> Block {
        let row = |locale: &Locale, page: &Entry<'_>| {
            let stem = &page.stem;
            let of_format = |format: &Format| {
                let extension = format.extension();
                link(extension, format!("{}/{stem}.{extension}", locale.code))
            };
            let formats: Vec<Inline> = Format::ALL.iter().map(of_format).collect();
            let formats: Text = formats
                .into_iter()
                .flat_map(|format| [format, plain(" ")])
                .take(Format::ALL.len() * 2 - 1)
                .collect();
            [vec![plain(&locale.name)], vec![plain(&page.title)], formats]
        };
        let of_language = |locale| -> Vec<_> {
            self.entries(locale)
                .map(|page| row(locale, &page))
                .collect()
        };
        let rows = self.locales().flat_map(of_language);
        table(Shows::Facts, ["language", "page", "files"], rows)
    }
}

/// Returns the words of a page's controls.
fn controls(locale: &Locale) -> Controls {
    let word = |english| locale.word(english).to_owned();
    Controls {
        search: word("Search this page"),
        found: word("Results:"),
        copy: word("Copy"),
        copied: word("Copied"),
    }
}

/// Formats a page for rustdoc, without links to other languages, which rustdoc does not have.
fn rustdoc(mut page: Page) -> String {
    page.links.retain(|link| {
        link.href
            .as_ref()
            .is_none_or(|href| !href.starts_with("../"))
    });
    markdown::write_for_rustdoc(&page)
}
