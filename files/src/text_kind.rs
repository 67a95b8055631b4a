//! The kinds of text that games write.

/// The kinds of text that games write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextKind {
    /// Values as `var_to_str` writes them.
    Values,
    /// Sections with keys, such as a ConfigFile, `project.godot` or an `.import` file.
    Config,
    /// A scene or a resource: `.tscn` or `.tres`.
    Resource,
    /// JSON, or one JSON value per line.
    Json,
    /// Other text.
    Other,
}

impl TextKind {
    /// Returns a description, such as `JSON text`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Values => "text of var_to_str",
            Self::Config => "text with sections, such as a ConfigFile",
            Self::Resource => "a scene or a resource as text",
            Self::Json => "JSON text",
            Self::Other => "text",
        }
    }

    /// Returns whether the text contains values.
    #[must_use]
    pub fn has_values(self) -> bool {
        self != Self::Other
    }
}
