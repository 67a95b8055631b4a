//! The kinds of text that games write.

use super::TextDocument;
use super::json::is_engine_text;

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
    pub fn has_values(self) -> bool {
        self != Self::Other
    }

    /// Returns why `new` is not text of this kind as `old` is, unless `old` is invalid as well.
    pub fn fault(self, old: &str, new: &str) -> Option<String> {
        // JSON that an engine could have written can get values that only engines read.
        let is_engine_text = [old, new].iter().all(|it| is_engine_text(it, true));
        let parse = match self {
            Self::Other => return None,
            Self::Json if !is_engine_text => TextDocument::parse_json,
            _ => TextDocument::parse,
        };
        let old = parse(old, None).ok()?.kind();
        match parse(new, None) {
            Ok(new) if new.kind() == old || is_engine_text => None,
            Ok(new) if (old, new.kind()) == (Self::Values, Self::Json) => None,
            Ok(new) => Some(format!(
                "expected {}, found {}",
                old.name(),
                new.kind().name()
            )),
            Err(error) => Some(error.to_string()),
        }
    }
}
