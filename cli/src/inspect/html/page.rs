//! The page around the data: one file with its style and its script.

use super::packed::{ENCODING, Packed};
use super::records::Records;
use gdvariant::Escaped;
use std::io::{self, Write};

/// The page, with names in double braces for what is filled in.
const PAGE: &str = include_str!("assets/page.html");

/// The style sheet.
const STYLE: &str = include_str!("assets/style.css");

/// The scripts, in the order in which they use each other.
const SCRIPTS: [&str; 9] = [
    include_str!("assets/unpack.js"),
    include_str!("assets/model.js"),
    include_str!("assets/list.js"),
    include_str!("assets/bytes.js"),
    include_str!("assets/tree.js"),
    include_str!("assets/details.js"),
    include_str!("assets/search.js"),
    include_str!("assets/faults.js"),
    include_str!("assets/main.js"),
];

/// What precedes and follows the data.
const DATA: &str = "{{data}}";

/// A page that starts with its first value: without one there is no output.
pub(super) struct Page<'o, W: Write> {
    start: String,
    end: String,
    out: Option<&'o mut W>,
    records: Option<Records<Packed<&'o mut W>>>,
}

impl<'o, W: Write> Page<'o, W> {
    /// Creates the page with a title.
    pub(super) fn new(out: &'o mut W, title: &str) -> Self {
        let (start, end) = PAGE.split_once(DATA).unwrap_or((PAGE, ""));
        Self {
            start: filled(start, title),
            end: filled(end, title),
            out: Some(out),
            records: None,
        }
    }

    /// Returns the writer of the data, after the start of the page.
    pub(super) fn records(&mut self) -> io::Result<&mut Records<Packed<&'o mut W>>> {
        if let Some(out) = self.out.take() {
            out.write_all(self.start.as_bytes())?;
            return Ok(self.records.insert(Records::new(Packed::new(out))));
        }
        let closed = || io::Error::other("the page could not be started");
        self.records.as_mut().ok_or_else(closed)
    }

    /// Ends the page, if it has started.
    pub(super) fn end(self) -> io::Result<()> {
        let Some(records) = self.records else {
            return Ok(());
        };
        records.into_inner().end()?.write_all(self.end.as_bytes())
    }
}

/// Replaces the names in double braces.
fn filled(part: &str, title: &str) -> String {
    part.replace("{{style}}", STYLE)
        .replace("{{script}}", &SCRIPTS.concat())
        .replace("{{encoding}}", ENCODING)
        .replace("{{title}}", &escaped(title))
}

/// Escapes characters that HTML, or a display of text, would interpret.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in Escaped(text).to_string().chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}
