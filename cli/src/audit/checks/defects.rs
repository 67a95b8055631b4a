//! Values that an engine cannot read back, as the schema records them.

use super::super::defects::{Defect, Defects};
use super::super::finding::{Finding, Sink};
use super::super::rule::{Rule, Severity};
use super::word::word;
use gdvariant::format;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::table::{Body, Offset};
use gdvariant_codegen::model::Affected;

pub(in crate::audit) const DEFECT: Rule = Rule {
    id: "engine-defect",
    severity: Severity::Warning,
    measured: "",
    explanation: "A value that versions of the engine decode incorrectly: see the page of known defects (gdvariant docs).",
};

/// Finds affected values.
pub(super) struct Affecting<'d> {
    defects: &'d Defects,
    /// The number of names of the current `NodePath`.
    names: u32,
    /// Whether no element of the current pool array has been decoded.
    is_pool_empty: bool,
}

impl<'d> Affecting<'d> {
    pub(super) fn new(defects: &'d Defects) -> Self {
        Self {
            defects,
            names: 0,
            is_pool_empty: false,
        }
    }

    pub(super) fn row(&mut self, row: &InspectRow<'_>, sink: &mut Sink<'_>) {
        if (row.ty.body, row.field.name) == (Body::NodePath, "name_count") {
            self.names = word(row).unwrap_or(0) & format::NODE_PATH_COUNT_MASK;
        }
        let is_header = row.kind == RowKind::Header;
        let is_element = matches!(row.field.offset, Offset::Element { .. });
        let is_first_element = is_element && self.is_pool_empty;
        self.is_pool_empty = is_header || self.is_pool_empty && !is_element;
        for Defect {
            affected,
            happens,
            versions,
        } in self.defects.of(row.ty.number)
        {
            let is_affected = match affected {
                Affected::Every if row.ty.body == Body::Pool => is_first_element,
                Affected::Every => is_header,
                Affected::Nested => is_header && row.path.depth() > 0,
                Affected::Root => self.is_root(row),
                Affected::Supplementary => is_supplementary(row),
            };
            if is_affected {
                sink(&Finding::new(
                    &DEFECT,
                    row,
                    format_args!("known defect of the engine, versions {versions}: {happens}"),
                ));
            }
        }
    }

    /// Returns whether a row is the flags of an absolute `NodePath` without names.
    fn is_root(&self, row: &InspectRow<'_>) -> bool {
        let is_flags = (row.ty.body, row.field.name) == (Body::NodePath, "flags");
        let flags = word(row).unwrap_or(0);
        is_flags && self.names == 0 && flags & format::NODE_PATH_ABSOLUTE != 0
    }
}

fn is_supplementary(row: &InspectRow<'_>) -> bool {
    match row.value {
        Value::Text(text) => text.contains(|c| c > '\u{ffff}'),
        _ => false,
    }
}
