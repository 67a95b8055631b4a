//! What a check relies on: known types, and tables and rows without a mistake in their names.

use crate::model::{Row, Schema, Type};
use crate::report::{File, Place, Report};
use crate::suggest::did_you_mean;

/// Checks that a referenced type is known.
pub(super) fn type_name(schema: &Schema, key: &str, place: &Place, report: &mut Report) {
    let types = Place::file(File::Types).child("types");
    let is_checkable = report.reached(&types) && report.sound(place);
    if is_checkable && !schema.types.iter().any(|ty| ty.key == key) {
        let meant = did_you_mean(key, schema.types.iter().map(|ty| ty.key.as_str()));
        report.add(
            place,
            format!("unknown type `{key}`"),
            format!("a type of types.yaml{meant}"),
        );
    }
}

/// Returns the rows of all tables of a type, with their places.
pub(super) fn rows(ty: &Type) -> impl Iterator<Item = (Place, &Row)> {
    let tables = ty.tables.iter().enumerate();
    tables.flat_map(move |(index, table)| {
        let place = Place::ty(&ty.key).table(index, &table.name);
        let rows = table.rows.iter().enumerate();
        rows.map(move |(index, row)| (place.row(index, &row.name), row))
    })
}

/// Returns whether all tables are there, with known names.
pub(super) fn has_tables(ty: &Type, report: &Report) -> bool {
    let place = Place::ty(&ty.key);
    let mut tables = ty.tables.iter().enumerate();
    report.reached(&place.child("tables"))
        && tables
            .all(|(index, table)| report.sound(&place.table(index, &table.name).child("table")))
}

/// Returns whether all rows are there, with known names.
pub(super) fn has_rows(ty: &Type, report: &Report) -> bool {
    let mut tables = ty.tables.iter().enumerate();
    has_tables(ty, report)
        && tables.all(|(index, table)| {
            let place = Place::ty(&ty.key).table(index, &table.name);
            report.reached(&place.child("rows"))
        })
        && rows(ty).all(|(place, _)| report.sound(&place.child("name")))
}

/// Returns whether the wire types of all rows are known.
pub(super) fn has_wires(ty: &Type, report: &Report) -> bool {
    rows(ty).all(|(place, _)| report.sound(&place.child("wire")))
}

/// Returns whether the names of all fields are known that conditions and counts refer to.
pub(super) fn has_fields(ty: &Type, report: &Report) -> bool {
    has_rows(ty, report)
        && report.reached(&Place::ty(&ty.key).child("flags"))
        && rows(ty).all(|(place, _)| report.reached(&place.child("bits")))
}
