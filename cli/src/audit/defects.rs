//! The defects of engines that the schema records.

use crate::failure::Failure;
use crate::shipped;
use gdvariant::schema::LAYOUTS;
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
pub(super) struct Defects(Vec<Vec<Defect>>);

impl Defects {
    /// Returns those of a layout, given by its name.
    pub(super) fn of_layout(name: &str) -> Result<Self, Failure> {
        let schema = shipped::schema()?;
        let base = LAYOUTS.iter().find(|layout| layout.name == name);
        let base = base.map_or(name, |layout| layout.base);
        let layout = schema.layouts.iter().find(|layout| layout.module == base);
        let types = layout.map_or(&[][..], |layout| &layout.types);
        let types = types.iter().map(|ty| of_type(&schema, base, &ty.key));
        Ok(Self(types.collect()))
    }

    /// Returns those of a type.
    pub(super) fn of(&self, number: u8) -> &[Defect] {
        self.0.get(usize::from(number)).map_or(&[], Vec::as_slice)
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
