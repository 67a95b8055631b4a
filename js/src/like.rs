//! Keeps the floats of an original, and finds other types that changed.

use crate::errors::Result;
use gdvariant_files::packages::like;
use gdvariant_files::packages::options;
use gdvariant_files::packages::output::Encoding;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Replaces encoded values by values with floats where the originals, the values of a file, have
/// floats.
///
/// Returns an empty array if all other types are the same. Otherwise, returns the index of the first
/// value whose types differ, the message, the number of changes, then for each listed change the
/// path, the old type, the new type, and whether it is the type of a key.
#[wasm_bindgen]
#[allow(
    clippy::too_many_arguments,
    clippy::fn_params_excessive_bools,
    reason = "options of JavaScript"
)]
pub fn restore(
    values: &Array,
    file: &[u8],
    layout: &str,
    framed: bool,
    big_endian: bool,
    target: Option<String>,
    fallback: bool,
    framing: Option<String>,
    password: Option<String>,
    key: Option<Vec<u8>>,
    skip: u32,
) -> Result<Array> {
    let layout = options::layout(layout)?;
    let encoding = Encoding::new(framed, big_endian, target.as_deref(), fallback)?;
    let options = options::opening(
        Some(layout.name),
        framing.as_deref(),
        password.as_deref(),
        key.as_deref(),
        skip.into(),
        true,
    )?;
    let originals = like::originals(file, options, values.length() as usize);
    for (index, original) in (0..).zip(&originals?) {
        let value = Uint8Array::from(values.get(index)).to_vec();
        let (restored, changes) = like::restore(&value, original, layout, &encoding, true)?;
        if let Some(restored) = restored {
            values.set(index, Uint8Array::from(&restored[..]).into());
        }
        if changes.is_empty() {
            continue;
        }
        let message = changes.to_string();
        let head: [JsValue; 3] = [index.into(), message.into(), changes.count.into()];
        let rows = changes.listed.into_iter().map(|change| {
            let fields: [JsValue; 4] = [
                change.path.into(),
                change.old.into(),
                change.new.into(),
                change.is_key.into(),
            ];
            JsValue::from(fields.into_iter().collect::<Array>())
        });
        return Ok(head.into_iter().chain(rows).collect());
    }
    Ok(Array::new())
}
