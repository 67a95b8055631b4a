//! A page as headings with their tables.

use std::path::Path;

/// A heading and the tables before the next heading.
#[derive(Debug, Default)]
pub(crate) struct Section {
    pub(crate) heading: String,
    pub(crate) tables: Vec<Table>,
}

/// The cells of a table by row, starting with the titles.
pub(crate) type Table = Vec<Vec<String>>;

/// Returns the contents of a page in `docs/`.
pub(crate) fn text(page: &str) -> String {
    let path = Path::new("docs").join(page);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Converts strings to cells.
pub(crate) fn cells<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).into()
}
