//! A page as its readers see it: headings, and the tables below each.

use std::path::Path;

/// What stands below a heading, up to the next one.
#[derive(Debug, Default)]
pub(crate) struct Section {
    pub(crate) heading: String,
    pub(crate) tables: Vec<Table>,
}

/// The cells of a table, its line of titles first.
pub(crate) type Table = Vec<Vec<String>>;

/// A format that pages are read back from.
pub(crate) struct Format {
    pub(crate) extension: &'static str,
    /// What of a page is a section.
    pub(crate) sections: fn(&str) -> Vec<Section>,
}

pub(crate) const FORMATS: [Format; 3] = [
    Format {
        extension: "md",
        sections: crate::markdown::sections,
    },
    Format {
        extension: "rst",
        sections: crate::rst::sections,
    },
    Format {
        extension: "html",
        sections: crate::html::sections,
    },
];

/// The text of a page that is kept.
pub(crate) fn text(page: &str) -> String {
    let path = Path::new("docs").join(page);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Cells from words.
pub(crate) fn cells<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).into()
}
