//! The rows of the schema's tables, in the precision of a layout.

use crate::common::TestLayout;
use gdvariant_codegen::model::{Layout, Length, Offset, Schema, Table, Type};
use std::path::Path;

/// Loads the schema.
pub(crate) fn schema() -> Schema {
    gdvariant_codegen::load(Path::new("schema"))
        .unwrap_or_else(|diagnostics| panic!("\n{diagnostics}"))
}

/// Returns the layout of the schema that describes `E`. Both precisions have the same types.
pub(crate) fn layout_of<E: TestLayout>(schema: &Schema) -> &Layout {
    let module = E::LAYOUT.name.trim_end_matches("_double");
    schema
        .layouts
        .iter()
        .find(|layout| layout.module == module)
        .expect("the schema has the layout")
}

/// The offset, length and wire type of a row, in the precision of a layout.
pub(crate) struct Place<'s> {
    pub(crate) name: &'s str,
    pub(crate) wire: &'s str,
    pub(crate) offset: Offset,
    pub(crate) length: Length,
}

/// Returns whether the real numbers of a type have double precision in `E`.
pub(crate) fn is_double<E: TestLayout>(schema: &Schema, ty: &Type) -> bool {
    let mut types = layout_of::<E>(schema).types.iter();
    E::LAYOUT.is_double && !types.any(|listed| listed.key == ty.key && listed.has_single_reals)
}

/// Returns the rows of a table of a type in the precision of `E`.
pub(crate) fn places<'s, E: TestLayout>(
    schema: &Schema,
    ty: &Type,
    table: &'s Table,
) -> Vec<Place<'s>> {
    let placed = table.placed(schema, is_double::<E>(schema, ty));
    let fields = placed.into_iter().map(|field| Place {
        name: &field.row.name,
        wire: &field.row.wire,
        offset: field.offset,
        length: field.length,
    });
    fields.collect()
}
