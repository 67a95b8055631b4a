//! The pages of the format, as the library's documentation shows them.

use std::path::Path;
use std::{env, fs};

/// Returns the text of a page in `docs/en/` of the package that is compiled.
pub(crate) fn page(name: &str) -> String {
    let package = env::var("CARGO_MANIFEST_DIR").expect("Cargo sets the variable");
    let path = Path::new(&package).join(format!("docs/en/{name}.md"));
    let text = fs::read_to_string(&path);
    for_rustdoc(&text.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// Makes links between pages lead to modules. Removes lines with links to other folders, which have
/// no target in the library's documentation.
fn for_rustdoc(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.contains("](../"));
    let text = lines.fold(String::new(), |text, line| text + line + "\n");
    let mut parts = text.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| match part.split_once(".md") {
        Some((page, rest)) if page.chars().all(|c| c == '_' || c.is_alphanumeric()) => {
            format!("{text}](../{page}/index.html{rest}")
        }
        _ => text + "](" + part,
    })
}

#[cfg(test)]
mod tests {
    use super::for_rustdoc;

    #[test]
    fn links_between_pages_lead_to_modules() {
        assert_eq!(
            for_rustdoc(
                "[a](godot4_double.md), [b](godot4.md#rid)\n[up](../README.md)\n[c](#d) `[0](1)` [e](https://f.md)\n"
            ),
            "[a](../godot4_double/index.html), [b](../godot4/index.html#rid)\n[c](#d) `[0](1)` [e](https://f.md)\n"
        );
    }
}
