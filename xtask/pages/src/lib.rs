//! Generates what the schema decides outside of the library: the pages of the documentation and the
//! value types of the packages for other languages.
//!
//! Numbers and names come from the schema, the prose between them from `templates/`, which has a
//! folder for each language.

mod book;
mod differences;
mod examples;
mod files;
mod layout;
mod notes;
mod packages;
mod program;
mod ruler;

use book::Book;
use gdvariant_codegen::locale::Locale;
use gdvariant_codegen::model::Schema;
use gdvariant_codegen::published::Facts;
use std::path::Path;

/// A generated file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The path in the repository.
    pub path: String,
    /// The content of the file.
    pub text: String,
}

/// Returns the root of the repository.
///
/// # Panics
///
/// Never: the package is in the repository.
#[must_use]
pub fn root() -> &'static Path {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.expect("the package is two folders below the root")
}

/// Returns the pages, in all languages, and the value types.
///
/// `facts` are those of the published pages.
///
/// # Panics
///
/// If a template or an example of the schema is invalid.
#[must_use]
pub fn files(schema: &Schema, facts: &Facts) -> Vec<File> {
    let locales = locales(schema);
    let books: Vec<_> = books(schema, facts, &locales).collect();
    let shared = books[0].shared_files(program::page());
    let mut files: Vec<File> = books
        .iter()
        .flat_map(|book| book.files())
        .chain(shared)
        .collect();
    for file in &mut files {
        file.path = format!("docs/{}", file.path);
    }
    files.extend(packages::files(schema));
    files
}

/// Returns a report of the errors and gaps of the page that is published about a layout.
///
/// Returns `None` for an unknown layout or language.
#[must_use]
pub fn errata(schema: &Schema, facts: &Facts, layout: &str, language: &str) -> Option<String> {
    let locales = locales(schema);
    let book = books(schema, facts, &locales).find(|book| book.locale.code == language)?;
    let edition = book.editions().find(|edition| edition.module() == layout)?;
    Some(edition.report())
}

/// Returns English and the languages of the schema.
fn locales(schema: &Schema) -> Vec<Locale> {
    let mut locales = vec![Locale::english()];
    locales.extend_from_slice(&schema.locales);
    locales
}

fn books<'a>(
    schema: &'a Schema,
    facts: &'a Facts,
    locales: &'a [Locale],
) -> impl Iterator<Item = Book<'a>> {
    locales.iter().map(move |locale| Book {
        schema,
        facts,
        locales,
        locale,
    })
}
