//! The documentation in one language: its pages, the links between them, and the templates with
//! their prose.

use crate::File;
use gdvariant_codegen::locale::Locale;
use gdvariant_codegen::model::{Layout, LayoutType, PlacedRow, Schema, Table, Type};
use gdvariant_codegen::published::Facts;
use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior, Value, context};
use std::ops::Deref;

const GENERATED: &str = "Generated from schema/ by `cargo xtask pages`: change the schema or the templates, not this file.";

macro_rules! templates {
    ($($code:literal: $($name:literal)*;)*) => {
        /// The language, the name and the text of each template.
        const TEMPLATES: &[(&str, &str, &str)] = &[
            $($(($code, concat!($name, ".md"), include_str!(concat!("../templates/", $code, "/", $name, ".md"))),)*)*
        ];
    };
}

templates! {
    "en": "layout" "type" "differences" "migration" "defects" "files" "file" "report" "index";
    "fr": "layout" "type" "differences" "migration" "defects" "files" "file" "report";
}

/// Returns a template environment that rejects undefined names and omits lines of only tags.
pub(crate) fn environment<'t>() -> Environment<'t> {
    let mut templates = Environment::new();
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build();
    templates.set_syntax(syntax.expect("the default syntax is valid"));
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates
}

/// Formats bytes in hex, in one line.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digits: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.join(" ")
}

/// Escapes the Markdown markup in text with code between backticks.
pub(crate) fn escaped(text: &str) -> String {
    let mut parts: Vec<String> = text.split('`').map(str::to_owned).collect();
    for part in parts.iter_mut().step_by(2) {
        *part = part
            .replace('\\', "\\\\")
            .replace('[', "\\[")
            .replace('<', "&lt;");
        // A single star has no meaning.
        if part.matches('*').count() > 1 {
            *part = part.replace('*', "\\*");
        }
    }
    parts.join("`")
}

/// The documentation in one language.
#[derive(Clone, Copy)]
pub(crate) struct Book<'a> {
    pub(crate) schema: &'a Schema,
    /// The facts of the published pages.
    pub(crate) facts: &'a Facts,
    /// All languages; English is the first.
    pub(crate) locales: &'a [Locale],
    pub(crate) locale: &'a Locale,
}

/// The layout, the precision and the language of a page.
#[derive(Clone, Copy)]
pub(crate) struct Edition<'a> {
    pub(crate) book: Book<'a>,
    pub(crate) layout: &'a Layout,
    pub(crate) is_double: bool,
}

/// A page without its links to other pages.
struct Page {
    /// The text of links to the page.
    title: String,
    /// The name of the file without its extension.
    stem: String,
    text: String,
}

impl<'a> Book<'a> {
    /// Returns the pages of the language.
    pub(crate) fn files(self) -> Vec<File> {
        let pages = self.pages();
        let files =
            pages.iter().map(|page| {
                let note = if self.locale.code == "en" {
                    String::new()
                } else {
                    format!(" {}", self.locale.word("(in English)"))
                };
                let [start, program] = ["Start", "Program"].map(|title| self.locale.word(title));
                let mut links = vec![
                    format!("[{start}{note}](../README.md)"),
                    format!("[{program}{note}](../program.md)"),
                ];
                links.extend(links_to(&pages, "", &page.stem));
                let others = self.locales.iter().filter(|it| it.code != self.locale.code);
                links.extend(others.map(|Locale { code, name, .. }| {
                    format!("[{name}](../{code}/{}.md)", page.stem)
                }));
                File {
                    path: format!("{}/{}.md", self.locale.code, page.stem),
                    text: self
                        .locale
                        .unbroken(&finished(GENERATED, &page.text, &links)),
                }
            });
        files.collect()
    }

    /// Returns the start page, and the page of the program with its `origin` and text. Both are in
    /// English, and exist once.
    pub(crate) fn shared_files(self, (origin, program): (&str, String)) -> [File; 2] {
        let pages = self.pages();
        let home = self.home(&pages);
        let all = [
            ("Start", "README", (GENERATED, &*home)),
            ("Program", "program", (origin, &*program)),
        ];
        all.map(|(_, stem, (origin, text))| {
            let mut links: Vec<_> = all
                .iter()
                .map(|(title, other, _)| link(title, &format!("{other}.md"), *other == stem))
                .collect();
            links.extend(links_to(&pages, "en/", stem));
            File {
                path: format!("{stem}.md"),
                text: finished(origin, text, &links),
            }
        })
    }

    /// Returns the pages of the language; pages about one layout come first.
    fn pages(self) -> Vec<Page> {
        let page = |title: &str, stem: &str, text| Page {
            title: title.to_owned(),
            stem: stem.to_owned(),
            text,
        };
        let layouts = self
            .editions()
            .map(|edition| page(&edition.title(), &edition.module(), edition.page()));
        let migrations = self.migrations();
        let migrations = migrations.map(|(from, to)| {
            let title = format!("{} → {}", from.title, to.title);
            page(&title, &to.migration_from(from), self.migration(from, to))
        });
        let about_several = [
            ("Differences", "differences", self.differences()),
            (
                "Compressed, encrypted and settings files",
                "files",
                self.files_page(),
            ),
            ("Known defects", "defects", self.defects()),
        ]
        .map(|(title, stem, text)| page(self.locale.word(title), stem, text));
        layouts.chain(migrations).chain(about_several).collect()
    }

    /// Returns the start page, which links to all `pages`.
    fn home(self, pages: &[Page]) -> String {
        let in_each_language = |stem: &str| {
            let links = self.locales.iter();
            let links = links.map(|locale| format!("[{}]({}/{stem}.md)", locale.name, locale.code));
            links.collect::<Vec<_>>().join(", ")
        };
        let layouts: Vec<_> = self
            .editions()
            .map(|edition| {
                let module = edition.module();
                let versions = &edition.layout.description;
                let pages = in_each_language(&module);
                context! { title => edition.title(), pages, module, versions }
            })
            .collect();
        let others: Vec<_> = pages[layouts.len()..]
            .iter()
            .map(|page| context! { title => &page.title, pages => in_each_language(&page.stem) })
            .collect();
        self.render(
            "index.md",
            context! { layouts, others, untested => self.untested() },
        )
    }

    /// Returns each layout in each precision that has a page.
    pub(crate) fn editions(self) -> impl Iterator<Item = Edition<'a>> {
        self.schema.layouts.iter().flat_map(move |layout| {
            layout.precisions().map(move |is_double| Edition {
                book: self,
                layout,
                is_double,
            })
        })
    }

    /// Renders the template `name` with `more` and the constants of the schema.
    pub(crate) fn render(self, name: &str, more: Value) -> String {
        let constants = self.schema.constants.iter();
        let constants = constants.map(|constant| (&*constant.name, constant.value));
        let constants = Value::from_pairs(constants);
        let mut templates = environment();
        let locale = self.locale.clone();
        templates.add_filter("word", move |english: &str| locale.word(english).to_owned());
        templates.add_filter("hex", |number: u32| format!("0x{number:08X}"));
        templates.add_filter("bytes", |number: u32| hex(&number.to_le_bytes()));
        templates.add_filter("low_bit", u32::trailing_zeros);
        templates.add_filter("high_bit", u32::ilog2);
        templates.add_filter("coded", escaped);
        let code = &*self.locale.code;
        let own = TEMPLATES.iter().filter(|(language, ..)| *language == code);
        let added = own.map(|(_, name, text)| templates.add_template(name, text));
        let rendered = added.collect::<Result<(), _>>().and_then(|()| {
            let context = context! { ..more, ..constants };
            templates.get_template(name)?.render(context)
        });
        let rendered = rendered.unwrap_or_else(|error| panic!("{code}/{name}: {error:#}"));
        let mut text = self.locale.unbroken(rendered.trim()) + "\n";
        // Tags of templates leave empty lines.
        while text.contains("\n\n\n") {
            text = text.replace("\n\n\n", "\n\n");
        }
        text
    }
}

/// Returns links to the pages in `folder`; the page `current` is not a link.
fn links_to<'p>(
    pages: &'p [Page],
    folder: &'p str,
    current: &'p str,
) -> impl Iterator<Item = String> + 'p {
    pages.iter().map(move |Page { title, stem, .. }| {
        link(title, &format!("{folder}{stem}.md"), stem == current)
    })
}

fn link(title: &str, path: &str, is_current: bool) -> String {
    if is_current {
        format!("**{title}**")
    } else {
        format!("[{title}]({path})")
    }
}

/// Returns a page with a comment about its `origin`, and with `links` after the title.
fn finished(origin: &str, text: &str, links: &[String]) -> String {
    let (title, text) = text.split_once("\n\n").expect("a title and text");
    let links = links.join(" · ");
    format!("<!-- {origin} -->\n\n{title}\n\n{links}\n\n{text}")
}

impl<'a> Deref for Edition<'a> {
    type Target = Book<'a>;

    fn deref(&self) -> &Book<'a> {
        &self.book
    }
}

impl<'a> Edition<'a> {
    /// Returns the edition in the precision of a type's real numbers, which some layouts keep
    /// single.
    pub(crate) fn with_reals_of(&self, ty: &LayoutType) -> Self {
        let is_double = self.is_double && !ty.has_single_reals;
        Self { is_double, ..*self }
    }

    /// Returns the name of the Rust module, which is also the name of the page.
    pub(crate) fn module(&self) -> String {
        self.layout.module_in(self.is_double)
    }

    /// Returns the title of the layout, with a note on double precision.
    pub(crate) fn title(&self) -> String {
        let title = &self.layout.title;
        if self.is_double {
            format!("{title} {}", self.locale.word("in double precision"))
        } else {
            title.clone()
        }
    }

    /// Returns the rows of a table in this precision.
    pub(crate) fn rows<'s>(&self, table: &'s Table) -> Vec<PlacedRow<'s>> {
        table.placed(self.schema, self.is_double)
    }

    /// Returns the types in the order of their numbers, with their tables.
    pub(crate) fn types(&self) -> impl Iterator<Item = (&'a LayoutType, &'a Type)> + use<'a> {
        let schema = self.schema;
        let types = self.layout.types.iter();
        types.map(move |listed| (listed, schema.type_in(listed)))
    }
}
