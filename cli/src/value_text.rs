//! The text of values, as JSON or as `var2str` writes it, before it is parsed.

use serde_json::StreamDeserializer;

/// Returns the JSON values of an input.
pub(crate) fn json_values<'de, R: serde_json::de::Read<'de>, V: serde::Deserialize<'de>>(
    input: R,
) -> StreamDeserializer<'de, R, V> {
    let mut deserializer = serde_json::Deserializer::new(input);
    deserializer.disable_recursion_limit();
    deserializer.into_iter()
}

/// Returns the text without the byte order mark that some editors write before it.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Describes text that is not the JSON of a value, after its place.
pub(crate) fn not_json(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let (line, column) = (error.line(), error.column());
    let message = text
        .strip_suffix(&format!(" at line {line} column {column}"))
        .unwrap_or(&text);
    format!("line {line}, column {column}: {message}")
}
