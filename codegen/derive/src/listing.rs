//! Joins the known names in messages.
//!
//! A misspelled name is not looked for: only `runtime/derive/structs.rs` does that, for keys in data,
//! which no message could list. This crate cannot share it, because the library depends on this
//! crate.

/// Puts the names in backticks, and joins them with commas.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names
        .into_iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Joins the last of the names with "or", and the others with commas.
pub(crate) fn either(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}
