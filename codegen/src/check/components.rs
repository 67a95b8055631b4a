//! The rows of a body `fields` or `pool` are the components of its members or its element.

use super::known::{has_rows, has_tables, has_wires};
use crate::model::{Body, Member, Row, Schema, Table, Type};
use crate::report::{Place, Report};
use crate::suggest::listed;

/// Checks the components of a type that consists of them.
pub(super) fn check(schema: &Schema, ty: &Type, report: &mut Report) {
    if !report.sound(&Place::ty(&ty.key).child("body")) || !has_tables(ty, report) {
        return;
    }
    match &ty.body {
        Body::Fields => fields(schema, ty, report),
        Body::Pool(element) => pool(schema, ty, element, report),
        _ => {}
    }
}

/// A component of a member, by the name of its row in the type that has the member.
struct Leaf<'s> {
    member: &'s Member,
    name: String,
    wire: &'s str,
}

/// Checks that the rows of a body `fields` are the components of its members, and plain ones.
fn fields(schema: &Schema, ty: &Type, report: &mut Report) {
    let place = Place::ty(&ty.key);
    let Some(table) = only_table(ty, report) else {
        return;
    };
    if !report.sound(&place.child("fields")) || !has_rows(ty, report) {
        return;
    }
    let Some(leaves) = leaves(schema, ty, report) else {
        return;
    };
    for leaf in &leaves {
        match table.rows.iter().position(|row| row.name == leaf.name) {
            None => {
                let Member { name, key, .. } = leaf.member;
                let expected = format!("one: `{name}` is a `{key}`, which has that component");
                let found = format!("no row `{}`", leaf.name);
                report.add(&place.child("tables"), found, expected);
            }
            Some(index) => same_wire(table, index, leaf.wire, &place.table(0, ""), report),
        }
    }
    for (index, row) in table.rows.iter().enumerate() {
        let is_leaf = leaves.iter().any(|leaf| leaf.name == row.name);
        let is_member = ty.fields.iter().any(|member| member.name == row.name);
        if !is_leaf && (is_member || row.name.contains('.')) {
            let place = place.table(0, "").row(index, &row.name).child("name");
            let expected = "a plain name, or the way to a component of one of `fields`";
            report.add(&place, format!("`{}`", row.name), expected);
        }
    }
}

/// Returns the components of all members, unless some are not known.
fn leaves<'s>(schema: &'s Schema, ty: &'s Type, report: &Report) -> Option<Vec<Leaf<'s>>> {
    let mut leaves = Vec::new();
    for member in &ty.fields {
        let rows = component_rows(schema, &member.key, report)?;
        leaves.extend(rows.map(|row| Leaf {
            member,
            name: format!("{}.{}", member.name, row.name),
            wire: &row.wire,
        }));
    }
    Some(leaves)
}

/// Returns the rows of a type of components, unless some are not known.
fn component_rows<'s>(
    schema: &'s Schema,
    key: &str,
    report: &Report,
) -> Option<impl Iterator<Item = &'s Row>> {
    let ty = schema.types.iter().find(|ty| ty.key == key)?;
    let is_known = has_rows(ty, report) && has_wires(ty, report);
    is_known.then(|| ty.tables.iter().flat_map(|table| &table.rows))
}

/// Checks that the rows of a pool array are its count and the components of its element.
fn pool(schema: &Schema, ty: &Type, element: &str, report: &mut Report) {
    let place = Place::ty(&ty.key);
    let Some(table) = only_table(ty, report) else {
        return;
    };
    if !report.sound(&place.child("element")) || !has_rows(ty, report) {
        return;
    }
    let mut expected = vec![("length", "u32")];
    if schema.wires.iter().any(|wire| wire.name == element) {
        expected.push(("value", element));
    } else if let Some(rows) = component_rows(schema, element, report) {
        expected.extend(rows.map(|row| (row.name.as_str(), row.wire.as_str())));
    } else {
        return;
    }
    let names = || table.rows.iter().map(|row| row.name.as_str());
    if names().ne(expected.iter().map(|(name, _)| *name)) {
        let expected = listed(expected.iter().map(|(name, _)| *name));
        let found = format!("the rows {}", listed(names()));
        let expected = format!("{expected}: a count, then an element `{element}`");
        report.add(&place.table(0, "").child("rows"), found, expected);
        return;
    }
    for (index, (_, wire)) in expected.iter().enumerate() {
        same_wire(table, index, wire, &place.table(0, ""), report);
    }
}

fn same_wire(table: &Table, index: usize, wire: &str, place: &Place, report: &mut Report) {
    let Some(row) = table.rows.get(index) else {
        return;
    };
    let place = place.row(index, &row.name).child("wire");
    if row.wire != wire && report.sound(&place) {
        let expected = format!("`{wire}`: the element or member has that");
        report.add(&place, format!("wire type `{}`", row.wire), expected);
    }
}

/// Returns the one table of a body of components.
fn only_table<'a>(ty: &'a Type, report: &mut Report) -> Option<&'a Table> {
    if let [table] = ty.tables.as_slice()
        && table.name.is_empty()
    {
        return Some(table);
    }
    let names = listed(ty.tables.iter().map(|table| table.name.as_str()));
    let found = match names.replace("``", "one without a name") {
        none if none.is_empty() => "no table".to_owned(),
        names => format!("the tables {names}"),
    };
    report.add(
        &Place::ty(&ty.key).child("tables"),
        found,
        "one table without a name",
    );
    None
}
