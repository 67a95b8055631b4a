//! A generated file.

#[cfg(feature = "format")]
use super::format;
use super::text;
use proc_macro2::TokenStream;

/// A generated file.
#[derive(Debug, Clone)]
pub struct File {
    /// Its name, such as `godot3.rs`.
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
        format!("{HEADER}{}", format::format(&self.name, &self.text()))
    }
}
