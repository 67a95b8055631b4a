//! The audit of files.

use crate::errors::Result;
use gdvariant_files::audit::Severity;
use gdvariant_files::packages::audit::{audit_file, auditing};
use gdvariant_files::packages::failure::Language;
use gdvariant_files::packages::options::opening;
use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Reports what to check before a game loads a file: the number of values, the reason why the file is
/// not examined, the highest severity, the number of omitted findings, then for each row its line, its
/// column, the number of its value, its offset, path, severity, id and message.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "the options of JavaScript")]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a limit of any size"
)]
pub fn audit(
    data: &[u8],
    layout: Option<String>,
    framing: Option<String>,
    password: Option<String>,
    key: Option<Vec<u8>>,
    skip: u32,
    max_size: Option<f64>,
    max_rows: Option<usize>,
    ignore: Vec<String>,
) -> Result<Array> {
    let open = opening(layout, framing, password, key, skip.into(), false)?;
    let max_size = max_size.map(|size| size as u64);
    let options = auditing(open, max_size, max_rows, &ignore)?;
    let audit = audit_file(data, &options, Language::JavaScript);
    // An exact number: a file has less than 2^53 bytes.
    #[allow(clippy::cast_precision_loss)]
    let number = |number: u64| JsValue::from(number as f64);
    let head: [JsValue; 4] = [
        number(audit.values),
        audit.not_examined.into(),
        audit.highest.map(Severity::name).into(),
        audit.omitted.into(),
    ];
    let rows = audit.rows.into_iter().map(|row| {
        let fields: [JsValue; 8] = [
            row.line.into(),
            row.column.into(),
            row.value.map(number).into(),
            row.offset.into(),
            row.path.into(),
            row.rule.severity.name().into(),
            row.rule.id.into(),
            row.message.into(),
        ];
        JsValue::from(fields.into_iter().collect::<Array>())
    });
    Ok(head.into_iter().chain(rows).collect())
}
