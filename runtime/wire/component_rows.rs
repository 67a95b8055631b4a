//! The rows of components, and their number types.

use crate::Kind;
use crate::table::layout::Layout;
use crate::table::{Body, Row, TypeTable, Wire};
use crate::wire::fields::{Component, FieldReader};
use crate::wire::number::{Float, Number};
use alloc::vec::Vec;

/// Returns the rows of the components of a value, or of one element of a packed array.
pub(crate) fn component_rows(table: &TypeTable) -> impl Iterator<Item = &'static Row> + use<> {
    element_rows(table).iter().copied()
}

/// Returns the rows of [`component_rows`] as a slice.
pub(crate) const fn element_rows(table: &TypeTable) -> &'static [&'static Row] {
    match (table.body, rows(table)) {
        // The first row of a packed array is the count.
        (Body::Packed, [_, rows @ ..]) | (_, rows) => rows,
    }
}

/// Returns the rows of the type's first table.
pub(crate) const fn rows(table: &TypeTable) -> &'static [&'static Row] {
    match table.tables {
        [table, ..] => table.rows,
        [] => &[],
    }
}

/// Returns the number types of the components of a kind, or of an element of a packed array.
///
/// Returns an empty list if the layout lacks the kind or is not enabled.
pub fn component_types(layout: &Layout, kind: Kind) -> Vec<ComponentType> {
    let rows = layout.table_of(kind).into_iter().flat_map(component_rows);
    rows.map(ComponentType::of).collect()
}

/// The number type of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComponentType {
    /// An unsigned 8-bit integer.
    Byte,
    /// A 32-bit integer.
    I32,
    /// A 64-bit integer.
    I64,
    /// A 32-bit float.
    Single,
    /// A 64-bit float.
    Double,
}

impl ComponentType {
    /// Returns the number type of a component's row.
    pub(crate) fn of(row: &Row) -> Self {
        match (row.wire, row.fixed_length()) {
            (Wire::Byte, _) => Self::Byte,
            (Wire::I32, _) => Self::I32,
            (Wire::I64, _) => Self::I64,
            (_, 8) => Self::Double,
            _ => Self::Single,
        }
    }

    /// Returns the length of the component in bytes.
    pub fn length(self) -> usize {
        match self {
            Self::Byte => size_of::<u8>(),
            Self::I32 => size_of::<i32>(),
            Self::I64 => size_of::<i64>(),
            Self::Single => size_of::<f32>(),
            Self::Double => size_of::<f64>(),
        }
    }

    /// Decodes a component.
    pub fn decode(self, bytes: &[u8]) -> Number {
        let mut reader = FieldReader::new(bytes);
        match self {
            Self::Byte => reader.take::<u8>().to_number(),
            Self::I32 => reader.take::<i32>().to_number(),
            Self::I64 => reader.take::<i64>().to_number(),
            Self::Single => reader.take::<f32>().to_number(),
            Self::Double => reader.take::<f64>().to_number(),
        }
    }

    /// Returns whether the component type represents an integer exactly.
    pub(crate) fn holds(self, value: i64) -> bool {
        match self {
            Self::Byte => u8::try_from(value).is_ok(),
            Self::I32 => i32::try_from(value).is_ok(),
            Self::I64 => true,
            Self::Single => f32::from_int(value, false).is_ok(),
            Self::Double => f64::from_int(value, false).is_ok(),
        }
    }

    /// Returns whether the component type is a float type.
    pub(crate) fn is_float(self) -> bool {
        matches!(self, Self::Single | Self::Double)
    }
}
