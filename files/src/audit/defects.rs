//! Finds values that trigger a known defect of their engine, as recorded in the schema.

use super::rules::{ENGINE_DEFECT, FindingSink, report, word};
use gdvariant::format;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::schema::{Affected, DEFECTS, Defect};
use gdvariant::table::{Body, Offset};

/// Finds affected values.
pub(super) struct DefectFinder {
    /// The single-precision form of the layout.
    pub(super) layout: &'static str,
    /// The number of names of the current `NodePath`.
    pub(super) names: u32,
    /// Whether no element of the current packed array has been decoded.
    pub(super) is_packed_empty: bool,
}

impl DefectFinder {
    pub(super) fn row(&mut self, row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
        let number = || word(row).unwrap_or(0);
        let node_path = (row.ty.body == Body::NodePath).then_some(row.field.name);
        if node_path == Some("name_count") {
            self.names = number() & format::NODE_PATH_COUNT_MASK;
        }
        let is_header = row.kind == RowKind::Header;
        let is_element = matches!(row.field.offset, Offset::Element { .. });
        let is_first_element = is_element && self.is_packed_empty;
        self.is_packed_empty = is_header || self.is_packed_empty && !is_element;
        let is_of_type =
            |defect: &&Defect| defect.kind == row.ty.kind && defect.layouts.contains(&self.layout);
        for defect in DEFECTS.iter().filter(is_of_type) {
            let is_affected = match defect.affected {
                Affected::Every if row.ty.body == Body::Packed => is_first_element,
                Affected::Every => is_header,
                Affected::Nested => is_header && row.path.depth() > 0,
                Affected::Root => {
                    let is_empty = node_path == Some("flags") && self.names == 0;
                    is_empty && number() & format::NODE_PATH_ABSOLUTE != 0
                }
                Affected::Supplementary => {
                    matches!(row.value, Value::Text(text) if text.contains(|c| c > '\u{ffff}'))
                }
            };
            if is_affected {
                report!(
                    sink,
                    row,
                    ENGINE_DEFECT,
                    "known defect of the engine, versions {}: {}",
                    defect.versions,
                    defect.effect
                );
            }
        }
    }
}
