//! A body and its tables fit: the hand-written part reads the rows that the tables show.

use crate::check::names::rust_name;
use crate::check::type_name;
use crate::model::{Body, Member, Row, Schema, Table, Type};
use crate::report::{File, Place, Report};
use crate::suggest::{closest, listed};

/// A row that a body reads: its name, and the wire types that it can have.
type Read = (&'static str, &'static [&'static str]);

/// A count or a length.
const COUNT: &[&str] = &["u32"];

/// The tables of the bodies whose reader is written by hand.
fn hand_written(body: &Body) -> &'static [(&'static str, &'static [Read])] {
    match body {
        Body::Empty | Body::Fields | Body::Pool(_) => &[],
        Body::Bool => &[("", &[("value", COUNT)])],
        Body::Number => &[
            ("", &[("value", &["i32", "f32"])]),
            ("64-bit", &[("value", &["i64", "f64"])]),
        ],
        Body::Text => &[("", &[("length", COUNT), ("text", &["bytes"])])],
        Body::PoolText => &[
            ("", &[("length", COUNT)]),
            ("each string", &[("length", COUNT), ("text", &["text"])]),
        ],
        Body::NodePath => &[
            ("", &[("name_count", COUNT)]),
            ("old format", &[("path", &["bytes"])]),
            (
                "new format",
                &[("subname_count", COUNT), ("flags", &["u32"])],
            ),
            ("each name", &[("length", COUNT), ("name", &["bytes"])]),
        ],
        Body::Object => &[
            ("id", &[("id", &["u64"])]),
            (
                "whole",
                &[
                    ("class_length", COUNT),
                    ("class", &["bytes"]),
                    ("property_count", COUNT),
                ],
            ),
            (
                "each property",
                &[
                    ("name_length", COUNT),
                    ("name", &["bytes"]),
                    ("value", &["value"]),
                ],
            ),
        ],
        Body::Dictionary => &[
            ("", &[("count", COUNT)]),
            ("each pair", &[("key", &["value"]), ("value", &["value"])]),
        ],
        Body::Array => &[
            ("", &[("count", COUNT)]),
            ("each element", &[("value", &["value"])]),
        ],
        Body::TypedArray => &[
            ("", &[("element", COUNT)]),
            ("class name", &[("class", &["value"])]),
            ("count", &[("count", COUNT)]),
            ("each element", &[("value", &["value"])]),
        ],
    }
}

/// The types that the hand-written half knows by name: bodies that are more than components stand for these alone.
fn known_to_the_runtime(body: &Body) -> Option<&'static [&'static str]> {
    Some(match body {
        Body::Fields | Body::Pool(_) => return None,
        Body::Empty => &["Nil", "Rid"],
        Body::Bool => &["Bool"],
        Body::Number => &["Int", "Float"],
        Body::Text => &["String", "StringName"],
        Body::PoolText => &["PoolStringArray"],
        Body::NodePath => &["NodePath"],
        Body::Object => &["Object"],
        Body::Dictionary => &["Dictionary"],
        Body::Array => &["Array"],
        Body::TypedArray => &["TypedArray", "PackedTypedArray"],
    })
}

/// A body that is more than components belongs to a type that the hand-written half knows; and an element has one pool array.
fn known(schema: &Schema, ty: &Type, report: &mut Report) {
    let place = Place::ty(&ty.key).child("body");
    if let Some(keys) = known_to_the_runtime(&ty.body)
        && !keys.contains(&ty.key.as_str())
    {
        report.add(
            &place,
            format!("this body for the type `{}`", ty.key),
            format!(
                "one of {}: runtime/ knows these by name",
                listed(keys.iter().copied())
            ),
        );
    }
    let is_earlier = |other: &&Type| other.key != ty.key && other.body == ty.body;
    if matches!(ty.body, Body::Pool(_))
        && let Some(other) = schema
            .types
            .iter()
            .take_while(|other| other.key != ty.key)
            .find(is_earlier)
    {
        let place = Place::ty(&ty.key).child("element");
        report.add(
            &place,
            "the element of another pool array",
            format!("another one: `{}` has it", other.key),
        );
    }
}

/// Checks the bodies of all types.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    for ty in &schema.types {
        initials(ty, report);
        members(schema, ty, report);
    }
    cycles(schema, report);
    for ty in &schema.types {
        if report.sound(&Place::ty(&ty.key).child("body")) {
            known(schema, ty, report);
        }
        if !report.sound(&Place::ty(&ty.key).child("body")) || !has_tables(ty, report) {
            continue;
        }
        match &ty.body {
            Body::Fields => fields(schema, ty, report),
            Body::Pool(element) => pool(schema, ty, element, report),
            body => rows_of_hand_written(ty, body, report),
        }
    }
}

/// Only components have a value in a new value of their type.
fn initials(ty: &Type, report: &mut Report) {
    let body = Place::ty(&ty.key).child("body");
    if ty.body == Body::Fields || !report.sound(&body) {
        return;
    }
    for (place, row) in rows(ty) {
        if row.initial != 0 && report.sound(&place.child("initial")) {
            report.add(
                &place.child("initial"),
                format!("initial {}", row.initial),
                "none: it belongs to the rows of a body `fields`",
            );
        }
    }
}

/// The members of a compound type, and the elements of a pool array, are of known types that consist of fields.
fn members(schema: &Schema, ty: &Type, report: &mut Report) {
    let place = Place::ty(&ty.key);
    for Member {
        name: field, key, ..
    } in &ty.fields
    {
        let place = place.child("fields").child(field).named(field);
        rust_name(field, &place, report);
        made_of_fields(schema, key, &place, report);
    }
    if let Body::Pool(element) = &ty.body
        && !schema.wires.iter().any(|wire| wire.name == *element)
        && report.reached(&Place::file(File::Types).child("wire_types"))
    {
        let wires = schema.wires.iter().map(|wire| wire.name.as_str());
        let place = place.child("element");
        if let Some(wire) = closest(element, wires).filter(|_| report.sound(&place)) {
            report.add(
                &place,
                format!("unknown element `{element}`"),
                format!("a type or a wire type: did you mean `{wire}`?"),
            );
        }
        made_of_fields(schema, element, &place, report);
    }
}

fn made_of_fields(schema: &Schema, key: &str, place: &Place, report: &mut Report) {
    type_name(schema, key, place, report);
    let body = Place::ty(key).child("body");
    if !report.sound(place) || !report.sound(&body) {
        return;
    }
    if schema
        .types
        .iter()
        .any(|ty| ty.key == key && ty.body != Body::Fields)
    {
        report.add(
            place,
            format!("the type `{key}`"),
            "a type with a body `fields`",
        );
    }
}

/// No type is a member of itself, however deep.
fn cycles(schema: &Schema, report: &mut Report) {
    for ty in &schema.types {
        for Member {
            name: field, key, ..
        } in &ty.fields
        {
            if reaches(schema, key, &ty.key) {
                let place = Place::ty(&ty.key).child("fields").child(field).named(field);
                report.add(
                    &place,
                    format!("the type `{key}`"),
                    format!("a type without a `{}` in it", ty.key),
                );
            }
        }
    }
}

/// Whether a type is, or holds, another one; a list of work instead of recursion, as a schema can be of any depth.
fn reaches(schema: &Schema, from: &str, to: &str) -> bool {
    let mut seen = vec![from];
    let mut next = 0;
    while let Some(key) = seen.get(next).copied() {
        if key == to {
            return true;
        }
        let members = schema
            .types
            .iter()
            .filter(|ty| ty.key == key)
            .flat_map(|ty| &ty.fields);
        for Member { key, .. } in members {
            if !seen.contains(&key.as_str()) {
                seen.push(key);
            }
        }
        next += 1;
    }
    false
}

/// The rows of a body `fields` lead to exactly the components of its members.
fn fields(schema: &Schema, ty: &Type, report: &mut Report) {
    let place = Place::ty(&ty.key);
    let Some(table) = only_table(ty, report) else {
        return;
    };
    if !report.sound(&place.child("fields")) || !has_rows(ty, report) {
        return;
    }
    let mut leaves = Vec::new();
    for Member {
        name: field, key, ..
    } in &ty.fields
    {
        let Some(member) = schema.types.iter().find(|ty| ty.key == *key) else {
            return;
        };
        if !has_rows(member, report) || !has_wires(member, report) {
            return;
        }
        let rows = member.tables.iter().flat_map(|table| &table.rows);
        leaves.extend(rows.map(|row| (field, key, format!("{field}.{}", row.name), &row.wire)));
    }
    for (field, key, leaf, wire) in &leaves {
        match table.rows.iter().position(|row| row.name == *leaf) {
            None => {
                let found = format!("no row `{leaf}`");
                report.add(
                    &place.child("tables"),
                    found,
                    format!("one: `{field}` is a `{key}`, which has that component"),
                );
            }
            Some(index) => same_wire(table, index, wire, &place.table(0, ""), report),
        }
    }
    for (index, row) in table.rows.iter().enumerate() {
        let is_leaf = leaves.iter().any(|(_, _, leaf, _)| *leaf == row.name);
        let is_plain =
            !row.name.contains('.') && !ty.fields.iter().any(|member| member.name == row.name);
        if !is_leaf && !is_plain {
            let place = place.table(0, "").row(index, &row.name).child("name");
            report.add(
                &place,
                format!("`{}`", row.name),
                "a plain name, or the way to a component of one of `fields`",
            );
        }
    }
    if table.rows.is_empty() {
        report.add(&place.child("tables"), "no row", "a row for each component");
    }
}

/// The rows of a pool array are its count, then the components of its element.
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
    } else if let Some(member) = schema.types.iter().find(|ty| ty.key == element) {
        if !has_rows(member, report) || !has_wires(member, report) {
            return;
        }
        let rows = member.tables.iter().flat_map(|table| &table.rows);
        expected.extend(rows.map(|row| (row.name.as_str(), row.wire.as_str())));
    }
    let names = || table.rows.iter().map(|row| row.name.as_str());
    if names().ne(expected.iter().map(|(name, _)| *name)) {
        let expected = listed(expected.iter().map(|(name, _)| *name));
        let found = format!("the rows {}", listed(names()));
        report.add(
            &place.table(0, "").child("rows"),
            found,
            format!("{expected}: a count, then an element `{element}`"),
        );
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
        report.add(
            &place,
            format!("wire type `{}`", row.wire),
            format!("`{wire}`: the element or member has that"),
        );
    }
}

/// The one table that a body of components has.
fn only_table<'a>(ty: &'a Type, report: &mut Report) -> Option<&'a Table> {
    if let [table] = ty.tables.as_slice()
        && table.name.is_empty()
    {
        return Some(table);
    }
    let found = format!(
        "the tables {}",
        listed_tables(ty.tables.iter().map(|table| table.name.as_str()))
    );
    report.add(
        &Place::ty(&ty.key).child("tables"),
        found,
        "one table without a name",
    );
    None
}

/// The tables of a hand-written body show what it reads.
fn rows_of_hand_written(ty: &Type, body: &Body, report: &mut Report) {
    let place = Place::ty(&ty.key);
    let expected = hand_written(body);
    let names = || ty.tables.iter().map(|table| table.name.as_str());
    if names().ne(expected.iter().map(|(name, _)| *name)) {
        let tables = listed_tables(expected.iter().map(|(name, _)| *name));
        let expected = if expected.is_empty() {
            "no table: the body is empty".to_owned()
        } else {
            format!("{tables}: its body reads these")
        };
        report.add(
            &place.child("tables"),
            format!("the tables {}", listed_tables(names())),
            expected,
        );
        return;
    }
    if !has_rows(ty, report) {
        return;
    }
    for (index, (table, (_, expected))) in ty.tables.iter().zip(expected).enumerate() {
        let place = place.table(index, &table.name);
        let names = || table.rows.iter().map(|row| row.name.as_str());
        if names().ne(expected.iter().map(|(name, _)| *name)) {
            let expected = listed(expected.iter().map(|(name, _)| *name));
            report.add(
                &place.child("rows"),
                format!("the rows {}", listed(names())),
                format!("{expected}: the body reads these"),
            );
            continue;
        }
        for (index, (row, (_, wires))) in table.rows.iter().zip(*expected).enumerate() {
            let place = place.row(index, &row.name).child("wire");
            if report.sound(&place) && !wires.contains(&row.wire.as_str()) {
                let expected = format!(
                    "{}: the body reads it as that",
                    listed(wires.iter().copied()).replace(", ", " or ")
                );
                report.add(&place, format!("wire type `{}`", row.wire), expected);
            }
        }
    }
}

/// The names of tables, where the empty one is to be seen.
fn listed_tables<'a>(names: impl Iterator<Item = &'a str>) -> String {
    listed(names).replace("``", "one without a name")
}

/// The rows of all tables of a type, with their places.
fn rows(ty: &Type) -> impl Iterator<Item = (Place, &Row)> {
    ty.tables
        .iter()
        .enumerate()
        .flat_map(move |(index, table)| {
            let place = Place::ty(&ty.key).table(index, &table.name);
            table
                .rows
                .iter()
                .enumerate()
                .map(move |(index, row)| (place.row(index, &row.name), row))
        })
}

/// Whether the tables are all there, and their names are known.
fn has_tables(ty: &Type, report: &Report) -> bool {
    let place = Place::ty(&ty.key);
    let is_known =
        |(index, name): (usize, &str)| report.sound(&place.table(index, name).child("table"));
    report.reached(&place.child("tables"))
        && ty
            .tables
            .iter()
            .map(|table| table.name.as_str())
            .enumerate()
            .all(is_known)
}

/// Whether the rows are all there, and their names are known.
pub(super) fn has_rows(ty: &Type, report: &Report) -> bool {
    let tables = ty.tables.iter().enumerate();
    let mut lists =
        tables.map(|(index, table)| Place::ty(&ty.key).table(index, &table.name).child("rows"));
    has_tables(ty, report)
        && lists.all(|list| report.reached(&list))
        && rows(ty).all(|(place, _)| report.sound(&place.child("name")))
}

/// Whether the wire types of the rows are known.
fn has_wires(ty: &Type, report: &Report) -> bool {
    rows(ty).all(|(place, _)| report.sound(&place.child("wire")))
}
