//! Converts values to the text that is edited, and back.

use crate::args::{OutputFormat, PrintArgs};
use crate::terminal::decoder;
use crate::terminal::failure::advised;
use gdvariant::any::AnyVariant;
use gdvariant::schema::Layout;
use gdvariant::{EncodeError, EncodeOptions, Escaped};
use gdvariant_files::STRICT;
use gdvariant_files::json;
use gdvariant_files::notation::without_byte_order_mark;

/// Encodes a value for any engine, whatever the options are.
pub(super) fn canonical(value: &AnyVariant) -> Result<Vec<u8>, EncodeError> {
    value.to_vec(EncodeOptions::engine())
}

/// Returns the text of a value, with control characters escaped.
pub(crate) fn of_value(form: PrintArgs, value: &AnyVariant) -> String {
    let mut text = Vec::new();
    // Writing to memory does not fail, and the output is UTF-8.
    let _ = decoder::print(&mut text, form, value.into(), true);
    String::from_utf8(text).unwrap_or_default()
}

/// Parses the values of an edited text. Errors contain the line and column.
pub(super) fn parse(
    layout: &'static Layout,
    form: PrintArgs,
    text: &str,
) -> Result<Vec<AnyVariant>, String> {
    let text = without_byte_order_mark(text);
    match form.format() {
        OutputFormat::Json => json::of_input(layout, text.as_bytes())
            .collect::<Result<_, _>>()
            .map_err(|error| format!("{error}; `gdvariant encode --help` describes the form")),
        OutputFormat::Text => layout
            .parse_values(text)
            .collect::<Result<_, _>>()
            .map_err(|error| advised(&error, error.advice())),
    }
}

/// Returns the canonical bytes of all values of a text.
pub(super) fn all_canonical(
    layout: &'static Layout,
    form: PrintArgs,
    text: &str,
) -> Result<Vec<u8>, String> {
    let values = parse(layout, form, text)?;
    let bytes = values.iter().map(canonical).collect::<Result<Vec<_>, _>>();
    Ok(bytes
        .map_err(|error| advised(&error, error.advice()))?
        .concat())
}

/// Returns the path of the first nested value that differs after its text is parsed. The path is
/// empty for the value itself.
pub(super) fn first_lost(
    layout: &'static Layout,
    form: PrintArgs,
    text: &str,
    bytes: &[u8],
) -> Option<String> {
    let parsed = parse(layout, form, text).ok();
    let again = parsed
        .and_then(|values| match values.as_slice() {
            [value] => canonical(value).ok(),
            _ => None,
        })
        .unwrap_or_default();
    if again == bytes {
        return None;
    }
    let pairs = std::iter::zip(&again, bytes);
    let offset = pairs.take_while(|(new, old)| new == old).count();
    Some(path_at(layout, bytes, offset))
}

/// Returns the path of the value that contains the byte at an offset.
fn path_at(layout: &'static Layout, bytes: &[u8], offset: usize) -> String {
    let mut path = String::new();
    let mut is_found = false;
    let inspected = layout.inspect(bytes, STRICT, |row| {
        if !is_found && row.offset + row.bytes.len() > offset {
            is_found = true;
            path = Escaped(row.path).to_string();
        }
    });
    // The bytes are valid, because they were encoded from a value.
    debug_assert!(inspected.is_ok());
    path
}
