//! The rows of a body `fields` or `pool` are the components of its members or its element.

use super::known::{has_body, has_rows, has_tables, has_wires, table_rows};
use crate::model::{Body, Member, Row, Schema, Type, find, has, names};
use crate::report::{Place, Report};
use crate::suggest::listed;

/// Checks the components of a type that consists of them.
pub(super) fn check(schema: &Schema, ty: &Type, report: &mut Report) {
    if !has_body(ty, report) || !has_tables(ty, report) {
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
    let Some((place, rows)) = only_table(ty, "fields", report) else {
        return;
    };
    let Some(leaves) = leaves(schema, ty, report) else {
        return;
    };
    for leaf in &leaves {
        match rows.iter().find(|(_, row)| row.name == leaf.name) {
            None => {
                let Member { name, key, .. } = leaf.member;
                let expected = format!("one: `{name}` is a `{key}`, which has that component");
                let found = format!("no row `{}`", leaf.name);
                report.add(&place.child("rows").child(&leaf.name), found, expected);
            }
            Some((place, row)) => same_wire(row, leaf.wire, place, report),
        }
    }
    for (place, row) in &rows {
        let is_leaf = leaves.iter().any(|leaf| leaf.name == row.name);
        if !is_leaf && (has(&ty.fields, &row.name) || row.name.contains('.')) {
            let expected = "a plain name, or the way to a component of one of `fields`";
            report.add(&place.child("name"), format!("`{}`", row.name), expected);
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
    let ty = find(&schema.types, key)?;
    let is_known = has_rows(ty, report) && has_wires(ty, report);
    is_known.then(|| ty.tables.iter().flat_map(|table| &table.rows))
}

/// Checks that the rows of a pool array are its count and the components of its element.
fn pool(schema: &Schema, ty: &Type, element: &str, report: &mut Report) {
    let Some((place, rows)) = only_table(ty, "element", report) else {
        return;
    };
    let mut expected = vec![("length", "u32")];
    if has(&schema.wires, element) {
        expected.push(("value", element));
    } else if let Some(rows) = component_rows(schema, element, report) {
        expected.extend(rows.map(|row| (row.name.as_str(), row.wire.as_str())));
    } else {
        return;
    }
    let names = || rows.iter().map(|(_, row)| row.name.as_str());
    if names().ne(expected.iter().map(|(name, _)| *name)) {
        let expected = listed(expected.iter().map(|(name, _)| *name));
        let found = format!("the rows {}", listed(names()));
        let expected = format!("{expected}: a count, then an element `{element}`");
        report.add(&place.child("rows"), found, expected);
        return;
    }
    for ((place, row), (_, wire)) in rows.iter().zip(expected) {
        same_wire(row, wire, place, report);
    }
}

fn same_wire(row: &Row, wire: &str, place: &Place, report: &mut Report) {
    if row.wire != wire {
        let found = format!("wire type `{}`", row.wire);
        let expected = format!("`{wire}`: the element or member has that");
        report.add(&place.child("wire"), found, expected);
    }
}

/// Returns the place and the rows of the one table of a body of components, unless the rows or the
/// value of a key are not known.
fn only_table<'a>(
    ty: &'a Type,
    key: &str,
    report: &mut Report,
) -> Option<(Place, Vec<(Place, &'a Row)>)> {
    let place = Place::ty(ty);
    if let [table] = ty.tables.as_slice()
        && table.name.is_empty()
    {
        let is_known = report.sound(&place.child(key)) && has_rows(ty, report);
        let place = place.table(0);
        return is_known.then(|| (place.clone(), table_rows(table, &place)));
    }
    let names = listed(names(&ty.tables));
    let found = match names.replace("``", "one without a name") {
        none if none.is_empty() => "no table".to_owned(),
        names => format!("the tables {names}"),
    };
    report.add(&place.child("tables"), found, "one table without a name");
    None
}
