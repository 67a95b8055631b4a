//! The defects of engines that the schema records.

use crate::failure::Failure;
use crate::layouts::LayoutName;
use crate::shipped;
use gdvariant::schema::{LAYOUTS, LayoutInfo};
use gdvariant_codegen::model::{Affected, Schema};

/// A defect whose affected values can be told.
#[derive(Debug, Clone)]
pub(super) struct Defect {
    pub(super) affected: Affected,
    /// The effect on a value.
    pub(super) happens: String,
    pub(super) versions: String,
}

/// The defects of a layout's engine, by the number of their type.
pub(super) struct Defects {
    pub(super) layout: LayoutName,
    types: Vec<Vec<Defect>>,
}

impl Defects {
    /// Returns those of every layout.
    pub(super) fn of_layouts() -> Result<Vec<Self>, Failure> {
        let schema = shipped::schema()?;
        let of_layout = |info: &'static LayoutInfo| {
            let layout = schema.layouts.iter().find(|it| it.module == info.base);
            let types = layout.map_or(&[][..], |layout| &layout.types);
            let types = types.iter().map(|ty| of_type(&schema, info.base, &ty.key));
            Self {
                layout: info.into(),
                types: types.collect(),
            }
        };
        Ok(LAYOUTS.iter().map(of_layout).collect())
    }

    /// Returns those of a type.
    pub(super) fn of(&self, number: u8) -> &[Defect] {
        self.types
            .get(usize::from(number))
            .map_or(&[], Vec::as_slice)
    }
}

fn of_type(schema: &Schema, layout: &str, key: &str) -> Vec<Defect> {
    let defects = schema.defects.iter();
    let defects = defects
        .filter(|defect| defect.key == key && defect.layouts.iter().any(|name| name == layout));
    let known = defects.filter_map(|defect| {
        Some(Defect {
            affected: defect.affects?,
            happens: defect.happens.clone(),
            versions: defect.versions.clone(),
        })
    });
    known.collect()
}
