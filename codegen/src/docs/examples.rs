//! The values that the pages show, with bytes and explanations from the codec.

use super::ruler::CellKind;
use std::collections::BTreeMap;

/// The examples of every layout, by its module and the key of the type.
pub type Examples = BTreeMap<(String, String), Vec<Example>>;

/// A value and its bytes.
#[derive(Debug, Clone)]
pub struct Example {
    /// The value as the engine's `var2str` formats it.
    pub value: String,
    /// The bytes of the value with their meaning, in order and without a gap.
    pub rows: Vec<ExampleRow>,
}

/// Bytes of a value that form a field.
#[derive(Debug, Clone)]
pub struct ExampleRow {
    /// The offset of the first byte, from the start of the value.
    pub offset: usize,
    /// The bytes of the field.
    pub bytes: Vec<u8>,
    /// The path of the value that contains the field; empty for the outermost value.
    pub path: String,
    /// The kind of field, which selects the color.
    pub kind: CellKind,
    /// The name of the field, or `header`, or `padding`.
    pub field: String,
    /// The meaning of the bytes, which is the same in all languages.
    pub meaning: String,
    /// The meaning of a bit field, which is translated: the name of a table, or a word of the
    /// pages. May be empty.
    pub mark: String,
}
