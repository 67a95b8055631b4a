//! Finds values that trigger a known defect of their engine, as recorded in the schema.

use super::rules::{ENGINE_DEFECT, FindingSink, report, word};
use crate::layouts::LayoutName;
use gdvariant::format;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::schema::{LAYOUTS, LayoutInfo};
use gdvariant::table::{Body, Offset};
use gdvariant_codegen::model::{Affected, Defect, Schema};

/// The defects of a layout's engine whose affected values can be recognized.
pub(super) struct Defects<'s> {
    pub(super) layout: LayoutName,
    /// The defects by the number of their type.
    types: Vec<Vec<(Affected, &'s Defect)>>,
}

impl<'s> Defects<'s> {
    /// Returns the defects of each layout.
    pub(super) fn of_layouts(schema: &'s Schema) -> Vec<Self> {
        let of_layout = |info: &'static LayoutInfo| {
            let of_type = |key: &str| {
                let defects = schema.defects.iter();
                let is_here = |it: &&Defect| it.layouts.iter().any(|name| name == info.base);
                let defects = defects.filter(|it| it.key == key).filter(is_here);
                defects.filter_map(|it| Some((it.affects?, it))).collect()
            };
            let layout = schema.layouts.iter().find(|it| it.module == info.base);
            let types = layout.map_or(&[][..], |layout| &layout.types);
            Self {
                layout: info.into(),
                types: types.iter().map(|ty| of_type(&ty.key)).collect(),
            }
        };
        LAYOUTS.iter().map(of_layout).collect()
    }
}

/// Finds affected values.
pub(super) struct DefectFinder<'d> {
    pub(super) defects: &'d Defects<'d>,
    /// The number of names of the current `NodePath`.
    pub(super) names: u32,
    /// Whether no element of the current pool array has been decoded.
    pub(super) is_pool_empty: bool,
}

impl DefectFinder<'_> {
    pub(super) fn row(&mut self, row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
        let number = || word(row).unwrap_or(0);
        let node_path = (row.ty.body == Body::NodePath).then_some(row.field.name);
        if node_path == Some("name_count") {
            self.names = number() & format::NODE_PATH_COUNT_MASK;
        }
        let is_header = row.kind == RowKind::Header;
        let is_element = matches!(row.field.offset, Offset::Element { .. });
        let is_first_element = is_element && self.is_pool_empty;
        self.is_pool_empty = is_header || self.is_pool_empty && !is_element;
        let defects = self.defects.types.get(usize::from(row.ty.number));
        for (
            affected,
            Defect {
                happens, versions, ..
            },
        ) in defects.into_iter().flatten()
        {
            let is_affected = match affected {
                Affected::Every if row.ty.body == Body::Pool => is_first_element,
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
                    "known defect of the engine, versions {versions}: {happens}"
                );
            }
        }
    }
}
