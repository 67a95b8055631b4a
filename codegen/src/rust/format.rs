//! Formats generated code for the snapshots.

/// Formats a file as rustfmt does.
pub(super) fn format(name: &str, text: &str) -> String {
    let syntax =
        syn::parse_file(text).unwrap_or_else(|error| panic!("{name} is not Rust: {error}\n{text}"));
    spaced(&prettyplease::unparse(&syntax))
}

/// Adds an empty line after every item of several lines.
fn spaced(text: &str) -> String {
    let mut spaced = String::new();
    for (line, next) in text.lines().zip(text.lines().skip(1).chain([""])) {
        spaced.push_str(line);
        spaced.push('\n');
        let indent = line.len() - line.trim_start().len();
        let ends_item = ["}", "};", "];"].contains(&line.trim_start()) && indent <= 4;
        if ends_item && next.len() > indent && !next[indent..].starts_with([' ', '}', ')', '.']) {
            spaced.push('\n');
        }
    }
    spaced
}
