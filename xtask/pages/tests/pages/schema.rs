//! The schema, its layouts, and the files that are generated from it.

use gdvariant_codegen::model::{LayoutType, Schema};
use gdvariant_codegen::published::{self, Facts};
use gdvariant_pages::{File, files, root};
use std::sync::LazyLock;

pub(crate) static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let schema = gdvariant_codegen::load(&root().join("schema"));
    schema.unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
});

pub(crate) static FACTS: LazyLock<Facts> = LazyLock::new(|| {
    let facts = published::read(&root().join("tests/published"), &SCHEMA.pages);
    facts.expect("the transcriptions are there")
});

pub(crate) static FILES: LazyLock<Vec<File>> = LazyLock::new(|| files(&SCHEMA, &FACTS));

/// A layout in one precision.
pub(crate) struct Engine {
    pub(crate) page: String,
    pub(crate) types: &'static [LayoutType],
}

pub(crate) fn layouts() -> Vec<Engine> {
    let layouts = SCHEMA.layouts.iter().flat_map(|layout| {
        layout.precisions().map(|is_double| Engine {
            page: layout.module_in(is_double),
            types: &layout.types,
        })
    });
    layouts.collect()
}
