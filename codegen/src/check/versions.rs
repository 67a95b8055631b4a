//! Versions are stated where an encoder can check them, and fall back to what older versions have.

use crate::model::{Body, Layout, Origin, Schema, Type, find, has};
use crate::report::{File, Place, Report};

/// Checks the versions of the types and tables that not all versions of an engine have.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    for (index, layout) in schema.layouts.iter().enumerate() {
        entries(schema, layout, index, report);
    }
    for ty in schema.all_types() {
        tables(ty, report);
    }
}

/// Checks the types of a layout: an older version has to have the elements of a pool array.
fn entries(schema: &Schema, layout: &Layout, index: usize, report: &mut Report) {
    let place = Place::file(File::Layout(index)).called(format!("layout {}", layout.module));
    for (entry, listed) in layout.types.iter().enumerate() {
        let place = place.child("types").child(entry).named(&listed.key);
        let ty = find(&schema.types, &listed.key).filter(|ty| report.sound(&Place::body(ty)));
        if listed.since.is_some() && ty.is_some_and(|ty| !falls_back(schema, ty)) {
            let found = format!("`since` of the type `{}`", listed.key);
            let expected = "none: it belongs to pool arrays of a type, which older versions decode from an Array";
            report.add_if_sound(&place.child("since"), found, expected);
        }
    }
}

/// Returns whether an Array can hold the elements of a type.
fn falls_back(schema: &Schema, ty: &Type) -> bool {
    matches!(&ty.body, Body::Pool(element) if has(&schema.types, element))
}

/// Checks the tables of a type: an older version has the container without its declared type.
fn tables(ty: &Type, report: &mut Report) {
    for (index, table) in ty.tables.iter().enumerate() {
        let place = Place::ty(ty).table(index, &table.name).child("since");
        if table.since.is_none() || !report.sound(&place) {
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
