//! The audit of files.

use crate::errors::Result;
use gdvariant_files::audit::Severity;
use gdvariant_files::packages::audit::{audit_file, auditing};
use gdvariant_files::packages::build::message;
use gdvariant_files::packages::failure::Language;
use gdvariant_files::packages::options::opening;
use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Reports what to check before a game loads a file: the number of values, the reason why the file is
/// not examined, the highest severity, the number of omitted findings, and the rows as JSON.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "the options of JavaScript")]
pub fn audit(
    data: &[u8],
    layout: Option<String>,
    framing: Option<String>,
    password: Option<String>,
    key: Option<Vec<u8>>,
    skip: u32,
    max_content: Option<u32>,
    max_rows: Option<usize>,
    ignore: Vec<String>,
) -> Result<Array> {
    let open = opening(layout, framing, password, key, skip.into(), false)?;
    let open = open.max_content(max_content.map(u64::from));
    let options = auditing(open, max_rows, &ignore)?;
    let audit = audit_file(data, &options, Language::JavaScript);
    let rows = serde_json::to_string(&audit.rows).map_err(message)?;
    // An exact number: a file has less than 2^53 bytes.
    #[allow(clippy::cast_precision_loss)]
    let values = audit.values as f64;
    let fields: [JsValue; 5] = [
        values.into(),
        audit.not_examined.into(),
        audit.highest.map(Severity::name).into(),
        audit.omitted.into(),
        rows.into(),
    ];
    Ok(fields.into_iter().collect())
}
