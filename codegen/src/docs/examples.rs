//! The values that the pages show, as the codec writes and explains them.

use super::ruler::CellKind;
use std::collections::BTreeMap;

/// The examples of every layout, by its module and the key of the type.
pub type Examples = BTreeMap<(String, String), Vec<Example>>;

/// A value and its bytes.
#[derive(Debug, Clone)]
pub struct Example {
    /// The value as the engine's `var2str` writes it.
    pub value: String,
    /// Its bytes with their meaning, in order and without a gap.
    pub rows: Vec<ExampleRow>,
}

/// Some bytes of a value.
#[derive(Debug, Clone)]
pub struct ExampleRow {
    /// The offset of the first one.
    pub offset: usize,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The path of the value that they belong to; empty for the outermost one.
    pub path: String,
    /// The kind of field.
    pub kind: CellKind,
    /// The name of the field, or `header`, or `padding`.
    pub field: String,
    /// Their meaning, in words that are the same in all languages.
    pub meaning: String,
    /// The meaning of a bit field: the name of a table, or one of the words of the pages. May be
    /// empty.
    pub mark: String,
}
