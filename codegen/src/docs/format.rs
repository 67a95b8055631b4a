//! The formats of the pages.

use super::page::Page;
use super::{html, markdown, rst};

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
