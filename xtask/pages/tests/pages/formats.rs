//! The formats of pages that the tests parse.

use crate::page::Section;
use crate::{html, markdown, rst};

/// A format and its parser.
pub(crate) struct Format {
    pub(crate) extension: &'static str,
    /// Parses the sections of a page.
    pub(crate) sections: fn(&str) -> Vec<Section>,
}

pub(crate) const FORMATS: [Format; 3] = [
    Format {
        extension: "md",
        sections: markdown::sections,
    },
    Format {
        extension: "rst",
        sections: rst::sections,
    },
    Format {
        extension: "html",
        sections: html::sections,
    },
];
