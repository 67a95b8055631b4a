//! The reals of a layout's types in double precision: one precision applies to a body as a whole.

use super::known::layout_types;
use crate::model::{Body, DoubleBuilds, Layout, LayoutType, Row, Schema, Table, Type, find};
use crate::report::{Place, Report};

/// Checks which types of the layouts keep reals in single precision.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    if !report.sound(&Place::wires()) {
        return;
    }
    for (place, layout, listed) in layout_types(schema) {
        if let Some(ty) = find(&schema.types, &listed.key)
            && report.sound(&Place::ty(ty))
            && let Some((found, expected)) = mistake(schema, layout, listed, ty)
        {
            report.add(&place.child("reals"), found, expected);
        }
    }
}

/// Returns the mistake in the reals of a type and the expectation.
fn mistake(
    schema: &Schema,
    layout: &Layout,
    listed: &LayoutType,
    ty: &Type,
) -> Option<(String, &'static str)> {
    let is_real = |row: &Row| schema.is_real(row);
    let has_reals = ty.tables.iter().flat_map(|table| &table.rows).any(is_real);
    let key = &listed.key;
    let single = format!("`reals: single` of the type `{key}`");
    if listed.has_single_reals && layout.double == DoubleBuilds::None {
        let expected = "none: the layout has no double-precision form";
        return Some((single, expected));
    }
    if listed.has_single_reals && !has_reals {
        return Some((single, "none: the type has no row of the wire type `real`"));
    }
    let is_element = |other: &&LayoutType| ty.body == Body::Pool(other.key.clone());
    let element = layout.types.iter().find(is_element);
    if element.is_some_and(|element| element.has_single_reals != listed.has_single_reals) {
        let found = format!("the type `{key}` in another precision than its elements");
        return Some((found, "`reals: single` in both, or in neither"));
    }
    let is_flagged = layout.double == DoubleBuilds::Flag && !listed.has_single_reals;
    let all_grow = |table: &Table| table.components().all(is_real);
    if is_flagged && has_reals && !ty.tables.iter().all(all_grow) {
        let found = format!("the type `{key}` with components of other wire types than `real`");
        let expected =
            "`reals: single`: the flag of a header doubles the length of every component";
        return Some((found, expected));
    }
    None
}
