//! A page as its readers see it: headings with their tables.

use std::path::Path;

/// A heading and the tables up to the next one.
#[derive(Debug, Default)]
pub(crate) struct Section {
    pub(crate) heading: String,
    pub(crate) tables: Vec<Table>,
}

/// The cells of a table by row; the first row has the titles.
pub(crate) type Table = Vec<Vec<String>>;

/// Reads a page of `docs/`.
pub(crate) fn text(page: &str) -> String {
    let path = Path::new("docs").join(page);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Converts words to cells.
pub(crate) fn cells<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).into()
}
