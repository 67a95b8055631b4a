//! Values as JSON.

use crate::json::{self, JsonError};
use crate::{native_json, typos};
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::schema::LayoutInfo;
use gdvariant::serde::Plain;
use serde::Serialize;
use serde_json::ser::{PrettyFormatter, Serializer};

/// Formats a value in the lossless JSON form, with the names of types in its layout. `plain` formats
/// it without types, as other tools expect JSON.
///
/// # Errors
///
/// Returns an error if the nesting exceeds the limit of the engines.
pub fn to_json(value: AnyRef<'_>, plain: bool) -> Result<String, serde_json::Error> {
    if plain {
        serde_json::to_string(&Plain(value))
    } else {
        serde_json::to_string(&value)
    }
}

/// Formats a value as [`to_json`] does, in several lines, with `indent` spaces for each level.
///
/// # Errors
///
/// Returns an error if the nesting exceeds the limit of the engines.
pub fn to_indented_json(
    value: AnyRef<'_>,
    plain: bool,
    indent: usize,
) -> Result<String, serde_json::Error> {
    let indent = vec![b' '; indent];
    let mut text = Vec::new();
    let formatter = PrettyFormatter::with_indent(&indent);
    let mut serializer = Serializer::with_formatter(&mut text, formatter);
    if plain {
        Plain(value).serialize(&mut serializer)?;
    } else {
        value.serialize(&mut serializer)?;
    }
    // serde_json writes nothing else.
    Ok(String::from_utf8(text).unwrap_or_default())
}

/// Returns a warning about a parsed value whose JSON looks like another form of values.
#[must_use]
pub fn warning(value: AnyRef<'_>) -> Option<String> {
    if native_json::is_in(value) {
        let advice = "this is JSON of JSON.from_native, which is parsed as its Strings and Dictionaries; for the values that it describes, use JSON.to_native in Godot 4.4 or later";
        return Some(advice.to_owned());
    }
    let typos::Typo { path, key, name } = typos::find(value)?;
    let path = match path.to_string() {
        path if path.is_empty() => path,
        path => format!("{path}: "),
    };
    Some(format!(
        "{path}the key {key:?} makes this a Dictionary; use {name:?} for the type"
    ))
}

/// Parses the lossless JSON form of one value. A byte order mark is ignored.
///
/// # Errors
///
/// Returns an error if the text is not the JSON form of one value.
pub fn from_json(layout: &'static LayoutInfo, text: &str) -> Result<AnyVariant, JsonError> {
    json::of_value(layout, text.strip_prefix('\u{feff}').unwrap_or(text))
}
