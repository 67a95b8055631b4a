//! Descriptions repeat the versions of their layout. Versions of types and tables are stated where an
//! encoder can check them, and fall back to what older versions have.

use super::known::{has_body, layout_types, tables};
use crate::model::{Body, Layout, LayoutType, Origin, Schema, Type, find, has};
use crate::report::{File, Place, Report};

/// Checks the versions of the layouts, and those of the types and tables that not all versions of an
/// engine have.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    for (index, layout) in schema.layouts.iter().enumerate() {
        described(layout, &Place::file(File::Layout(index)), report);
    }
    for (place, _, listed) in layout_types(schema) {
        entry(schema, listed, &place.child("since"), report);
    }
    for ty in schema.all_types() {
        table_versions(ty, report);
    }
}

/// Checks that the description of a layout has its versions.
fn described(layout: &Layout, place: &Place, report: &mut Report) {
    let description = place.child("description");
    let versions = layout.versions.to_string();
    let is_sound = report.sound(&description) && report.sound(&place.child("versions"));
    if is_sound && !layout.description.contains(&versions) {
        let found = format!("a description without `{versions}`");
        report.add(&description, found, "the versions of the layout");
    }
}

/// Checks a type of a layout: an older version has to have the elements of a pool array.
fn entry(schema: &Schema, listed: &LayoutType, place: &Place, report: &mut Report) {
    let ty = find(&schema.types, &listed.key).filter(|ty| has_body(ty, report));
    if listed.since.is_some() && ty.is_some_and(|ty| !falls_back(schema, ty)) {
        let found = format!("`since` of the type `{}`", listed.key);
        let expected =
            "none: it belongs to pool arrays of a type, which older versions decode from an Array";
        report.add(place, found, expected);
    }
}

/// Returns whether an Array can hold the elements of a type.
fn falls_back(schema: &Schema, ty: &Type) -> bool {
    matches!(&ty.body, Body::Pool(element) if has(&schema.types, element))
}

/// Checks the tables of a type: an older version has the container without its declared type.
fn table_versions(ty: &Type, report: &mut Report) {
    for (place, table) in tables(ty) {
        let place = place.child("since");
        if table.since.is_none() {
            continue;
        }
        if ty.origin == Origin::Types {
            let expected = "none: versions are those of an engine; state them where a layout overrides the tables";
            report.add(&place, "`since` of a table of all layouts", expected);
        } else if table.declares.is_none() {
            let expected = "none: it belongs to the tables of a declared type, with `declares`";
            report.add(
                &place,
                "`since` of a table without a declared type",
                expected,
            );
        }
    }
}
