//! The page around the data, in one file with the style sheet and the scripts.

use super::packed::ENCODING;
use gdvariant::Escaped;

/// The template of the page, with placeholders in double braces.
const PAGE: &str = include_str!("assets/page.html");

const STYLE: &str = include_str!("assets/style.css");

/// The scripts. Each uses only the scripts before it.
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

/// The placeholder of the data.
const DATA: &str = "{{data}}";

/// Returns the HTML before and after the data, for a page with a title.
pub(super) fn around(title: &str) -> [String; 2] {
    let (start, end) = PAGE.split_once(DATA).unwrap_or((PAGE, ""));
    [start, end].map(|part| filled(part, title))
}

/// Replaces the placeholders.
fn filled(part: &str, title: &str) -> String {
    part.replace("{{style}}", STYLE)
        .replace("{{script}}", &SCRIPTS.concat())
        .replace("{{encoding}}", ENCODING)
        .replace("{{title}}", &escaped(title))
}

/// Escapes control characters, and characters with a meaning in HTML.
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
