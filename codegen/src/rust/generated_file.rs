//! The generated files.

use super::text;
use proc_macro2::TokenStream;

/// A generated file.
#[derive(Debug, Clone)]
pub struct GeneratedFile {
    /// The name, such as `godot3.rs`.
    pub name: String,
    /// The code, with a line for each item and statement.
    pub text: String,
}

impl GeneratedFile {
    pub(super) fn new(name: &str, tokens: TokenStream) -> Self {
        let code = text::text(tokens);
        Self {
            name: format!("{name}.rs"),
            text: format!("// Generated from schema/ by gdvariant-codegen.\n\n{code}"),
        }
    }
}
