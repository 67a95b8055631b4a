//! The page around the data: one file with its style and its script.

use super::packed::ENCODING;
use gdvariant::Escaped;

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

/// The name of the data.
const DATA: &str = "{{data}}";

/// Returns what precedes and follows the data on a page with a title.
pub(super) fn around(title: &str) -> [String; 2] {
    let (start, end) = PAGE.split_once(DATA).unwrap_or((PAGE, ""));
    [start, end].map(|part| filled(part, title))
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
