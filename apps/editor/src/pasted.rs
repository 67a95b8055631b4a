//! Parses pasted text: hex digits, base64, dumps, byte arrays, or the text of `var_to_str`.

use crate::failure::Failure;
use gdvariant::EncodeOptions;
use gdvariant::schema::Layout;
use gdvariant_files::notation::{Lines, MAX_LENGTH, Notation, form_of};
use gdvariant_files::open::form_of_values;

/// Returns the bytes of a text, with `layout` if the text was parsed in it.
pub(crate) fn bytes(
    text: &[u8],
    layout: &'static Layout,
) -> Result<(Vec<u8>, Option<&'static Layout>), Failure> {
    if let Some(form) = form_of_values(text).or_else(|| form_of(text)) {
        return Ok((decoded(form, text)?, None));
    }
    let text = str::from_utf8(text).map_err(Failure::new)?;
    let value = layout.parse(text).map_err(|error| {
        Failure::new(format_args!(
            "neither bytes (hex, base64, a dump, a byte array) nor the text of a value in {}: {error}",
            layout.title
        ))
    })?;
    let bytes = value.to_vec(EncodeOptions::new()).map_err(Failure::new)?;
    Ok((bytes, Some(layout)))
}

/// Decodes the values of a text, which are joined.
fn decoded(form: Notation, text: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let mut lines = Lines::new(form, MAX_LENGTH, text);
    while let Some(value) = lines.next_value()? {
        let line = value.line;
        let value = value
            .bytes
            .map_err(|fault| Failure::new(format_args!("line {line}: {}", fault.kind)))?;
        bytes.extend(value);
    }
    Ok(bytes)
}
