//! Formats generated files, for the compiler or for people.

use super::text;
use proc_macro2::TokenStream;

/// A generated file.
#[derive(Debug, Clone)]
pub struct File {
    /// The name, such as `godot3.rs`.
    pub name: String,
    tokens: TokenStream,
}

const HEADER: &str = "// Generated from schema/ by gdvariant-codegen.\n\n";

impl File {
    pub(super) fn new(name: &str, tokens: TokenStream) -> Self {
        Self {
            name: format!("{name}.rs"),
            tokens,
        }
    }

    /// Returns the code for the compiler, with a line for each item and statement.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{HEADER}{}", text::text(self.tokens.clone()))
    }

    /// Returns the code for people, formatted as by rustfmt.
    ///
    /// # Panics
    ///
    /// If the code is not Rust, which a checked schema cannot cause.
    #[cfg(feature = "format")]
    #[must_use]
    pub fn formatted(&self) -> String {
        format!("{HEADER}{}", format(&self.name, &self.text()))
    }
}

/// Formats a file as rustfmt does.
#[cfg(feature = "format")]
fn format(name: &str, text: &str) -> String {
    let syntax =
        syn::parse_file(text).unwrap_or_else(|error| panic!("{name} is not Rust: {error}\n{text}"));
    spaced(&prettyplease::unparse(&syntax))
}

/// Adds an empty line after each item that spans several lines.
#[cfg(feature = "format")]
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
