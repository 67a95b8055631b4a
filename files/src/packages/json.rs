//! Values as JSON.

use crate::json::{self, JsonError};
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::schema::LayoutInfo;
use gdvariant::serde::Plain;

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

/// Parses the lossless JSON form of one value. A byte order mark is ignored.
///
/// # Errors
///
/// Returns an error if the text is not the JSON form of one value.
pub fn from_json(layout: &'static LayoutInfo, text: &str) -> Result<AnyVariant, JsonError> {
    json::of_value(layout, text.strip_prefix('\u{feff}').unwrap_or(text))
}
