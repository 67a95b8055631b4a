//! Types that differ from those of an original.

use crate::errors::Failure;
use gdvariant_files::packages::layouts;
use gdvariant_files::packages::like::Original;
use gdvariant_files::packages::options::OpenOptions;
use gdvariant_files::packages::output::Encoding;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// Compares encoded values with their originals: a list of encoded values, or the bytes of a file.
///
/// Returns an empty array if all types are the same. Otherwise, returns the index of the first value
/// whose types differ, the message, the number of changes, then for each listed change the path, the
/// old type, the new type, and whether it is the type of a key.
#[wasm_bindgen]
pub fn type_changes(
    values: &Array,
    like: &JsValue,
    layout: &str,
    framed: bool,
    password: Option<String>,
    key: Option<Vec<u8>>,
    skip: u32,
) -> Result<Array, JsValue> {
    let layout = layouts::named(layout).map_err(Failure::from)?;
    let encoding = Encoding::new(framed, false, None, false).map_err(Failure::from)?;
    let without_prefix = |bytes: JsValue| {
        let bytes = Uint8Array::from(bytes).to_vec();
        bytes.get(encoding.start()..).unwrap_or_default().to_vec()
    };
    let originals = if let Some(file) = like.dyn_ref::<Uint8Array>() {
        let options = OpenOptions {
            layout: Some(layout.name),
            password: password.as_deref(),
            key: key.as_deref(),
            skip: skip.into(),
            ..OpenOptions::default()
        };
        let count = values.length() as usize;
        Original::file(&*file.to_vec(), &options, count).map_err(Failure::from)?
    } else {
        let originals = Array::from(like).into_iter();
        let originals = originals.map(|it| Original::encoded(layout, &without_prefix(it)));
        originals.collect::<Result<_, _>>().map_err(Failure::from)?
    };
    for (index, (value, original)) in values.iter().zip(&originals).enumerate() {
        let changes = original.changes(layout, &without_prefix(value));
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
