//! Types that differ from those of an original.

use crate::errors::Failure;
use crate::read::variant;
use gdvariant_files::packages::layouts;
use gdvariant_files::type_changes::TypeChanges;
use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Compares the value on a tape with the original on another tape. Returns nothing if all types are
/// the same; otherwise the message, the number of changes, then for each listed one the path, the old
/// type, the new type, and whether it is the type of a key.
#[wasm_bindgen]
pub fn type_changes(
    original: &[u8],
    original_layout: &str,
    value: &[u8],
    layout: &str,
) -> Result<Array, JsValue> {
    let original_layout = layouts::named(original_layout).map_err(Failure::from)?;
    let layout = layouts::named(layout).map_err(Failure::from)?;
    let original = variant(original_layout, original).map_err(Failure::from)?;
    let value = variant(layout, value).map_err(Failure::from)?;
    let changes = TypeChanges::between((&original).into(), (&value).into());
    if changes.is_empty() {
        return Ok(Array::new());
    }
    // An exact number: no value has 2^53 values.
    #[allow(clippy::cast_precision_loss)]
    let count = changes.count as f64;
    let head: [JsValue; 2] = [changes.to_string().into(), count.into()];
    let rows = changes.listed.into_iter().map(|change| {
        let fields: [JsValue; 4] = [
            change.path.into(),
            change.old.into(),
            change.new.into(),
            change.is_key.into(),
        ];
        JsValue::from(fields.into_iter().collect::<Array>())
    });
    Ok(head.into_iter().chain(rows).collect())
}
