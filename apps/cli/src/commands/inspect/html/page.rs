//! The page around the data, in one file with the style sheet and the scripts.

use gdvariant::Escaped;

/// The template of the page, with placeholders in double braces.
const PAGE: &str = include_str!("assets/page.html");

const STYLE: &str = include_str!("assets/style.css");

/// The scripts. Each uses only the scripts before it.
const SCRIPTS: [&str; 10] = [
    include_str!("assets/unpack.js"),
    include_str!("assets/model.js"),
    include_str!("assets/list.js"),
    include_str!("assets/hex.js"),
    include_str!("assets/bytes.js"),
    include_str!("assets/tree.js"),
    include_str!("assets/details.js"),
    include_str!("assets/search.js"),
    include_str!("assets/faults.js"),
    include_str!("assets/main.js"),
];

/// Returns a page with a title.
pub(super) fn html(title: &str, data: &str) -> String {
    // Control characters, and characters with a meaning in HTML.
    let title = Escaped(title).to_string().replace('&', "&amp;");
    let title = title.replace('<', "&lt;").replace('>', "&gt;");
    let title = title.replace('"', "&quot;").replace('\'', "&#39;");
    // The title can contain placeholders, so it is the last one.
    PAGE.replace("{{style}}", STYLE)
        .replace("{{script}}", &SCRIPTS.concat())
        .replace("{{data}}", data)
        .replace("{{title}}", &title)
}
