//! What a check relies on: known types, and tables and rows without a mistake in their names.

use crate::model::{Layout, LayoutType, Length, Row, Schema, Table, Type, has, names};
use crate::report::{File, Place, Report};

/// Checks that a referenced type is known.
pub(super) fn type_name(schema: &Schema, key: &str, place: &Place, report: &mut Report) {
    if report.reached(&Place::types()) && !has(&schema.types, key) {
        let expected = "a type of types.yaml";
        report.unknown(place, "type", key, expected, names(&schema.types));
    }
}

/// Returns the types of all layouts, with their places and their layouts.
pub(super) fn layout_types(schema: &Schema) -> impl Iterator<Item = (Place, &Layout, &LayoutType)> {
    let layouts = schema.layouts.iter().enumerate();
    layouts.flat_map(|(index, layout)| {
        let types = types_of(layout, &Place::file(File::Layout(index)));
        let types = types.into_iter();
        types.map(move |(place, ty)| (place, layout, ty))
    })
}

/// Returns the types of a layout, with their places.
pub(super) fn types_of<'l>(layout: &'l Layout, place: &Place) -> Vec<(Place, &'l LayoutType)> {
    let place = place.child("types");
    let types = layout.types.iter().enumerate();
    let types = types.map(|(index, ty)| (place.child(index), ty));
    types.collect()
}

/// Returns the entries that have the key of an earlier one, with their indexes and the earlier one.
pub(super) fn repeated<'e, T, K: PartialEq>(
    entries: &'e [T],
    key: impl Fn(&'e T) -> K,
) -> impl Iterator<Item = (usize, &'e T, &'e T)> {
    entries
        .iter()
        .enumerate()
        .filter_map(move |(index, entry)| {
            let mut earlier = entries[..index].iter();
            let first = earlier.find(|other| key(other) == key(entry))?;
            Some((index, entry, first))
        })
}

/// Returns whether the body of a type has no mistake.
pub(super) fn has_body(ty: &Type, report: &Report) -> bool {
    report.sound(&Place::body(ty))
}

/// Returns the tables of a type, with their places.
pub(super) fn tables(ty: &Type) -> impl Iterator<Item = (Place, &Table)> {
    let place = Place::ty(ty);
    let tables = ty.tables.iter().enumerate();
    tables.map(move |(index, table)| (place.table(index), table))
}

/// Returns the rows of a table, with their places.
pub(super) fn table_rows<'t>(table: &'t Table, place: &Place) -> Vec<(Place, &'t Row)> {
    let rows = table.rows.iter().enumerate();
    rows.map(|(index, row)| (place.row(index), row)).collect()
}

/// Returns the rows of all tables of a type, with their places.
pub(super) fn rows(ty: &Type) -> impl Iterator<Item = (Place, &Row)> {
    tables(ty).flat_map(|(place, table)| table_rows(table, &place))
}

/// Returns whether a row is a string, whose length another row may measure.
pub(super) fn is_string(row: &Row) -> bool {
    row.length == Length::Counted && row.wire != "value"
}

/// Returns whether all tables are there, with known names.
pub(super) fn has_tables(ty: &Type, report: &Report) -> bool {
    report.reached(&Place::ty(ty).child("tables")) && has_sound_tables(ty, "table", report)
}

/// Returns whether the value of a key has no mistake in any table.
pub(super) fn has_sound_tables(ty: &Type, key: &str, report: &Report) -> bool {
    tables(ty).all(|(place, _)| report.sound(&place.child(key)))
}

/// Returns whether the value of a key has no mistake in any row.
pub(super) fn has_sound_rows(ty: &Type, key: &str, report: &Report) -> bool {
    rows(ty).all(|(place, _)| report.sound(&place.child(key)))
}

/// Returns whether all rows are there, with known names.
pub(super) fn has_rows(ty: &Type, report: &Report) -> bool {
    has_tables(ty, report)
        && tables(ty).all(|(place, _)| report.reached(&place.child("rows")))
        && has_sound_rows(ty, "name", report)
}

/// Returns whether the wire types of all rows are known.
pub(super) fn has_wires(ty: &Type, report: &Report) -> bool {
    has_sound_rows(ty, "wire", report)
}

/// Returns whether the names of all fields are known that conditions and counts refer to.
pub(super) fn has_fields(ty: &Type, report: &Report) -> bool {
    has_rows(ty, report)
        && report.reached(&Place::ty(ty).child("flags"))
        && rows(ty).all(|(place, _)| report.reached(&place.child("bits")))
}
