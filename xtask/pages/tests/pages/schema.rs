//! The layouts of the schema.

use gdvariant_codegen::model::{self, DoubleBuilds, LayoutType};
use std::path::Path;

/// A layout in one precision.
pub(crate) struct Engine {
    pub(crate) page: String,
    pub(crate) types: Vec<LayoutType>,
}

pub(crate) fn layouts() -> Vec<Engine> {
    let schema = gdvariant_codegen::load(Path::new("../../schema"));
    let schema = schema.unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    let editions = |layout: &model::Layout| {
        let double = (layout.double == DoubleBuilds::Flag).then_some("_double");
        let edition = |end| Engine {
            page: format!("{}{end}", layout.module),
            types: layout.types.clone(),
        };
        let ends = [""].into_iter().chain(double);
        ends.map(edition).collect::<Vec<_>>()
    };
    schema.layouts.iter().flat_map(editions).collect()
}
