//! Changes of values in memory, for the tests of this package and of the editor.

use gdvariant::EncodeOptions;
use gdvariant::any::AnyVariant;
use gdvariant_files::change::EditError;
use gdvariant_files::detect::Framing;
use gdvariant_files::document::Document;

/// Changes a value in the document of its bytes. After an error, the value is unchanged.
pub(crate) fn edited<T>(
    value: &mut AnyVariant,
    change: impl FnOnce(&mut Document) -> Result<T, EditError>,
) -> Result<T, EditError> {
    let bytes = value.to_vec(EncodeOptions::new())?;
    let mut document = Document::new(bytes.clone(), Vec::new(), value.layout(), Framing::Bare);
    let changed = change(&mut document);
    if changed.is_err() {
        assert_eq!(document.bytes(), bytes);
    }
    *value = document.value(0)?;
    changed
}
