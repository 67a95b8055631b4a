//! Types: their bodies are those that emitters generate code for, and values can become those of
//! their nearest types.

use super::{names, offsets, tables};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{
    Body, Declares, DoubleBuilds, Length, Role, Row, Schema, ScriptComponents, ScriptConstant,
    Table, Type, has,
};
use crate::steps::{Arm, Step, find, steps};
use crate::suggest::listed;

/// The wire types that are numbers of Rust, with their lengths.
const NUMBERS: [(&str, u32); 8] = [
    ("u32", 4),
    ("i32", 4),
    ("u64", 8),
    ("i64", 8),
    ("f32", 4),
    ("f64", 8),
    ("real", 4),
    ("byte", 1),
];

/// The wire types that other numbers can be converted to.
const FLOATS: [&str; 3] = ["real", "f32", "f64"];

/// The integers that can be converted to floats. Those of 64 bits are not among them: a 64-bit float
/// cannot represent each of them, and conversions count only what single precision changes.
const INTEGERS: [&str; 2] = ["byte", "i32"];

/// Checks the wire types and all types.
pub(super) fn check(schema: &Schema, report: &mut Diagnostics) {
    for wire in &schema.wires {
        let place = Diagnostic::at("types.yaml", "wire_types").row(&wire.name);
        let number = NUMBERS.iter().find(|(name, _)| *name == wire.name);
        let length = number.map_or(Length::Counted, |(_, bytes)| Length::Fixed(*bytes));
        let double = (wire.name == "real").then_some(schema.double.length);
        if wire.length != length || wire.double != double {
            let shown = |length, double: Option<u32>| match double {
                Some(double) => format!("length {length} and double {double}"),
                None => format!("length {length}"),
            };
            let expected = format!("{}, as in Rust", shown(length, double));
            report.found(&place, shown(wire.length, wire.double), expected);
        }
    }
    let with_role = schema.types.iter().filter_map(|ty| Some((ty, ty.role?)));
    let roles = with_role.map(|(ty, role)| (Diagnostic::at_type(ty), role.name()));
    report.check_unique("role", roles);
    let roles = Role::ALL.iter().map(Role::name);
    let has_role = |name: &str| {
        schema
            .types
            .iter()
            .any(|ty| ty.role.is_some_and(|role| role.name() == name))
    };
    let place = Diagnostic::at("types.yaml", "roles");
    report.check_has(
        &place,
        roles,
        has_role,
        "Rust's own types are encoded as these types",
    );
    for ty in schema.all_types() {
        let mistakes = report.0.len();
        tables::check(schema, ty, report);
        offsets::check(schema, ty, report);
        components(schema, ty, report);
        // Steps are made of rows without mistakes.
        if report.0.len() == mistakes {
            shape(schema, ty, report);
        }
    }
    for ty in &schema.types {
        let place = Diagnostic::at_type(ty);
        role(ty, &place, report);
        nearest(schema, ty, &place, report);
        script(ty, &ty.script_constants, &place, report);
        if ty.body == Body::Fields && ty.optional as usize >= ty.rows().count() {
            report.found(
                &place,
                ty.optional,
                "`optional` below the number of components",
            );
        }
    }
    if report.0.is_empty() {
        precision(schema, report);
    }
}

/// Returns the body of the type with a role.
fn body_of(role: Role) -> &'static str {
    match role {
        Role::Nil => "empty",
        Role::Rid => "record",
        Role::Bool => "bool",
        Role::Int | Role::Float => "number",
        Role::String => "text",
        Role::NodePath => "node_path",
        Role::Object => "object",
        Role::Dictionary => "dictionary",
        Role::Array => "array",
        Role::Bytes => "pool of byte",
        Role::Ints => "pool of i32",
        Role::Reals => "pool of real",
        Role::Strings => "pool_text",
    }
}

/// Checks that a type has the body of its role, or one that needs no role and has a Rust type.
fn role(ty: &Type, place: &Diagnostic, report: &mut Diagnostics) {
    let body = match &ty.body {
        Body::Pool(element) => format!("pool of {element}"),
        body => body.name().to_owned(),
    };
    let rust_type = match (&ty.body, ty.role.map(body_of)) {
        (_, Some(expected)) if body == expected => return,
        (_, Some(expected)) => {
            let expected = format!("the body `{expected}` of the role");
            return report.found(place, format!("`{body}`"), expected);
        }
        (Body::Fields | Body::Pool(_) | Body::TypedArray | Body::Record, _) => return,
        (Body::Text, _) => "StringName",
        _ => "types with a role",
    };
    if ty.key != rust_type {
        let why = format!("the library defines it for {rust_type} alone; see CONTRIBUTING.md");
        report.not_allowed(place, format!("the body `{body}`"), &why);
    }
}

/// Checks the types that a value becomes in layouts that lack more and more of them.
fn nearest(schema: &Schema, ty: &Type, place: &Diagnostic, report: &mut Diagnostics) {
    if ty.nearest.is_some() == ty.role.is_some() {
        let found = if ty.role.is_some() { "both" } else { "neither" };
        return report.found(place, found, "either `nearest` or a role");
    }
    let (mut seen, mut from) = (vec![&ty.key], ty);
    while let Some(key) = &from.nearest {
        let to = schema.type_of(key);
        if seen.contains(&key) || !becomes(from, to) || !becomes(ty, to) {
            let why = format!("a `{}` cannot become a `{key}`; see types.yaml", from.key);
            return report.not_allowed(place, "`nearest`", &why);
        }
        seen.push(key);
        from = to;
    }
}

/// Returns whether a value of one type can be converted to the other.
fn becomes(from: &Type, to: &Type) -> bool {
    match (&from.body, &to.body) {
        (Body::Fields, Body::Fields) | (Body::Pool(_), Body::Pool(_)) => {
            // The count of a pool array is a component as well.
            let is_convertible = |((_, from), (_, to)): ((&Table, &Row), (&Table, &Row))| {
                let can_become = |wires: &[&str]| wires.contains(&&*from.wire);
                let is_number = can_become(&FLOATS) || can_become(&INTEGERS);
                let is_widened = is_number && FLOATS.contains(&&*to.wire);
                from.name == to.name && (from.wire == to.wire || is_widened)
            };
            let is_same = from.rows().count() == to.rows().count();
            is_same && from.rows().zip(to.rows()).all(is_convertible)
        }
        (Body::Fields | Body::Pool(_) | Body::TypedArray, Body::Array)
        | (Body::Text, Body::Text)
        | (Body::Record, Body::Dictionary | Body::Empty)
        | (Body::TypedArray, Body::TypedArray) => true,
        _ => false,
    }
}

/// Checks that the rows of a body `fields` or `pool` are the components of its members or its
/// element. No rows are those of a type that contains itself.
fn components(schema: &Schema, ty: &Type, report: &mut Diagnostics) {
    let place = Diagnostic::at_type(ty);
    let members = ty
        .fields
        .iter()
        .map(|member| (format!("{}.", member.name), &member.key));
    let (is_pool, parts): (_, Vec<_>) = match &ty.body {
        Body::Fields => (false, members.collect()),
        Body::Pool(element) => (true, vec![(String::new(), element)]),
        _ => return,
    };
    let mut expected = Vec::new();
    for (prefix, key) in parts {
        if has(&schema.wires, key) {
            expected.push(("value".to_owned(), key));
            continue;
        }
        let inner = schema.type_of(key);
        if inner.body != Body::Fields {
            let why = "a member or an element has a body `fields`";
            return report.not_allowed(&place, format!("the type `{key}`"), why);
        }
        expected.extend(
            inner
                .rows()
                .map(|(_, row)| (format!("{prefix}{}", row.name), &row.wire)),
        );
    }
    let is_part = |row: &Row| {
        let member = row.name.split('.').next().unwrap_or_default();
        is_pool || row.name != member || has(&ty.fields, member)
    };
    // The first row of a pool array is its count.
    let rows = ty
        .rows()
        .skip(is_pool.into())
        .filter(|(_, row)| is_part(row));
    let mut found: Vec<_> = rows.map(|(_, row)| (row.name.clone(), &row.wire)).collect();
    if !is_pool {
        found.sort();
        expected.sort();
    }
    if found != expected || !matches!(&ty.tables[..], [table] if table.name.is_empty()) {
        let shown = |rows: &[(String, &String)]| {
            let rows: Vec<_> = rows
                .iter()
                .map(|(name, wire)| format!("{name}: {wire}"))
                .collect();
            rows.join(", ")
        };
        let expected = format!(
            "one table without a name, with the rows {}",
            shown(&expected)
        );
        report.found(&place, shown(&found), expected);
    }
    let is_same = |other: &&Type| is_pool && other.body == ty.body && other.key != ty.key;
    if let Some(other) = schema.types.iter().find(is_same) {
        report.duplicate(&place, format!("element: `{}` has it", other.key));
    }
}

/// Checks that the steps of a body are those that emitters generate code for.
fn shape(schema: &Schema, ty: &Type, report: &mut Diagnostics) {
    let place = Diagnostic::at_type(ty);
    let steps = steps(schema, ty);
    let is_declared =
        |step: &&Step<'_>| matches!(step, Step::Branch(arms) if arms.iter().all(declares));
    let declared = steps.iter().take_while(is_declared).count();
    let mut found = described(&steps[declared..]);
    let expected = match (&ty.body, ty.role) {
        (Body::Empty, _) => &["nothing"][..],
        (Body::Bool, _) => &["u32"],
        (Body::Number, Some(Role::Int)) => &["i64", "either (i32) or (i64)"],
        (Body::Number, _) => &["f64", "either (f32) or (f64)"],
        (Body::Text, _) => &["string"],
        (Body::Record, _) => return record(schema, ty, &steps, &place, report),
        (Body::Fields, _) => &["components"],
        (Body::Pool(_), _) => &["u32, repeated (components)"],
        (Body::PoolText | Body::NodePath, _) => &["u32, repeated (string)"],
        (Body::Dictionary, _) => &["u32, repeated (value, value)"],
        (Body::Array, _) => &["u32, repeated (value)"],
        (Body::TypedArray, _) => &["u32, selected value, u32, repeated (value)"],
        (Body::Object, _) => &[
            "either (u64) or (string, if present (u32, repeated (string, value)))",
            "either (string, if present (u32, repeated (string, value))) or (u64)",
        ],
    };
    let body = ty.body.name();
    if matches!(
        ty.body,
        Body::PoolText | Body::NodePath | Body::Dictionary | Body::Array
    ) {
        // There can be more numbers than one.
        while found.contains("u32, u32, ") {
            found = found.replace("u32, u32, ", "u32, ");
        }
    }
    if !expected.contains(&&*found) {
        let expected = listed(expected.iter().copied());
        let expected =
            format!("{expected} in a body `{body}`; CONTRIBUTING.md explains how to add a body");
        report.found(&place, format!("`{found}`"), expected);
    }
    if ty.body == Body::NodePath {
        let counts = ["name_count.count", "subname_count", "flags.absolute"];
        let why = "the counts and flags of a NodePath, which the library finds by these names";
        report.check_has(&place, counts, |name| find(ty, name).is_some(), why);
    }
    let tables = ty.tables.iter().filter(|table| !table.when.is_empty());
    for table in tables.filter(|_| ty.body == Body::Object) {
        names::identifier(&place, &table.name, report);
    }
}

/// Checks that the rows of a record are fields of its struct, which those of `types.yaml` declare:
/// strings and numbers without bits, and no component whose length depends on the precision.
fn record(
    schema: &Schema,
    ty: &Type,
    steps: &[Step<'_>],
    place: &Diagnostic,
    report: &mut Diagnostics,
) {
    let declared = schema.type_of(&ty.key);
    let is_declared = |row: &Row| {
        let mut rows = declared.rows().map(|(_, row)| row);
        rows.any(|declared| (&declared.name, &declared.wire) == (&row.name, &row.wire))
    };
    for step in steps {
        let row = match step {
            Step::Text(text) => text.text.row,
            Step::Number(field) if field.row.bits.is_empty() && !schema.is_real(field.row) => {
                field.row
            }
            step => {
                let found = format!("`{}`", described(std::slice::from_ref(step)));
                return report.found(
                    place,
                    found,
                    "a string or a plain number in a body `record`",
                );
            }
        };
        names::identifier(place, &row.name, report);
        if !is_declared(row) {
            let why = "a layout can reorder or omit the rows of `types.yaml`, which are the fields of the Rust type";
            report.not_allowed(place, format!("the row `{}`", row.name), why);
        }
    }
}

/// Returns whether the steps of an arm are the declared type of its table.
fn declares(arm: &Arm<'_>) -> bool {
    match (arm.table.declares, arm.steps.as_slice()) {
        (Some(Declares::Type), [Step::Number(field)]) => field.row.is_type_number,
        (Some(Declares::Class | Declares::Script), [Step::Text(_)]) => true,
        _ => false,
    }
}

/// Describes steps.
fn described(steps: &[Step<'_>]) -> String {
    let described = |step: &Step<'_>| {
        Some(match step {
            Step::Number(field) => field.row.wire.clone(),
            Step::Text(_) => "string".to_owned(),
            Step::Components(_) => "components".to_owned(),
            Step::Value => "value".to_owned(),
            Step::Reject(_) | Step::Objects => return None,
            Step::Branch(arms) => {
                let arms: Vec<_> = arms.iter().map(|arm| described(&arm.steps)).collect();
                format!("either ({})", arms.join(") or ("))
            }
            Step::Select(_) => "selected value".to_owned(),
            Step::Present(_, steps) => format!("if present ({})", described(steps)),
            Step::Repeat(repeat) => format!("repeated ({})", described(&repeat.steps)),
        })
    };
    let steps: Vec<_> = steps.iter().filter_map(described).collect();
    if steps.is_empty() {
        return "nothing".to_owned();
    }
    steps.join(", ")
}

/// Checks that the components of constants are those of a type.
pub(super) fn script(
    ty: &Type,
    constants: &[ScriptConstant],
    place: &Diagnostic,
    report: &mut Diagnostics,
) {
    for constant in constants {
        let place = place.row(&constant.name);
        match &constant.components {
            ScriptComponents::Each(_) => {}
            ScriptComponents::Infinite => {
                if ty.rows().any(|(_, row)| row.wire.starts_with('i')) {
                    report.found(&place, "`inf`", "a number: integers are not infinite");
                }
            }
            ScriptComponents::Differing(numbers) => {
                let rows = ty.rows().map(|(_, row)| &*row.name);
                report.check_known(
                    &place,
                    "component",
                    numbers.iter().map(|(name, _)| name),
                    rows,
                );
            }
        }
    }
}

/// Checks that the rule of double precision agrees with the lengths of the fields.
fn precision(schema: &Schema, report: &mut Diagnostics) {
    let is_real = |ty: &&Type| ty.rows().all(|(_, row)| schema.is_real(row));
    for ty in schema.types.iter().filter(is_real) {
        for table in &ty.tables {
            let [ruled, placed] = [DoubleBuilds::Plain, DoubleBuilds::Flag]
                .map(|builds| table.in_double(schema, builds));
            if ruled != placed {
                let why = format!(
                    "its rule does not place the rows of `{}` without gaps",
                    ty.key
                );
                let place = Diagnostic::at("types.yaml", "");
                return report.not_allowed(&place, "this `double`", &why);
            }
        }
    }
}
