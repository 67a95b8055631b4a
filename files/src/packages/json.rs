//! Values as JSON.

use crate::json::{self, JsonError};
use crate::notation::without_byte_order_mark;
use crate::{native_json, typos};
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::schema::Layout;
use gdvariant::serde::Plain;
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};

/// Formats a value in the lossless JSON form, with the names of types in its layout. `plain` formats
/// it without types, as other tools expect JSON. `indent` is the number of spaces for each level;
/// `None` writes one line.
///
/// # Errors
///
/// Returns an error if the nesting exceeds the limit of the engines.
pub fn to_json(
    value: AnyRef<'_>,
    plain: bool,
    indent: Option<usize>,
) -> Result<String, serde_json::Error> {
    let spaces = vec![b' '; indent.unwrap_or(0)];
    match indent {
        Some(_) => formatted(value, plain, PrettyFormatter::with_indent(&spaces)),
        None => formatted(value, plain, CompactFormatter),
    }
}

fn formatted(
    value: AnyRef<'_>,
    plain: bool,
    formatter: impl Formatter,
) -> Result<String, serde_json::Error> {
    let mut text = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut text, formatter);
    if plain {
        Plain(value).serialize(&mut serializer)?;
    } else {
        value.serialize(&mut serializer)?;
    }
    // serde_json writes only UTF-8.
    Ok(String::from_utf8(text).unwrap_or_default())
}

/// Returns a warning about a parsed value whose JSON looks like another form of values.
pub fn warning(value: AnyRef<'_>) -> Option<String> {
    if native_json::is_in(value) {
        let advice = "this is JSON of JSON.from_native, which is parsed as its Strings and Dictionaries; for the values that it describes, use JSON.to_native in Godot 4.4 or later";
        return Some(advice.to_owned());
    }
    typos::warning(value)
}

/// Parses the lossless JSON form of one value. A byte order mark is ignored.
///
/// # Errors
///
/// Returns an error if the text is not the JSON form of one value.
pub fn from_json(layout: &'static Layout, text: &str) -> Result<AnyVariant, JsonError> {
    json::of_value(layout, without_byte_order_mark(text))
}
