//! Checks types: emitters support their bodies, and values can be converted to the nearest types.

use super::{Check, Place};
use crate::diagnostic::listed;
use crate::model::{Body, Declares, DoubleBuilds, Role, Row, Table, Type, has};
use crate::steps::{Arm, Select, Step, find, steps};

/// The wire types of the library with their lengths; a second length is that in double precision.
const WIRES: [&str; 11] = [
    "u32: 4",
    "i32: 4",
    "u64: 8",
    "i64: 8",
    "f32: 4",
    "f64: 8",
    "real: 4 or 8",
    "byte: 1",
    "bytes: X",
    "text: X",
    "value: X",
];

/// The wire types that other numbers can be converted to.
const FLOATS: [&str; 3] = ["real", "f32", "f64"];

/// The integers that can be converted to floats.
///
/// 64-bit integers are excluded: 64-bit floats cannot represent all of them, and conversions report
/// only losses to single precision.
const INTEGERS: [&str; 2] = ["byte", "i32"];

impl Check<'_> {
    /// Checks the wire types and all types.
    pub(super) fn types(&self) {
        let schema = self.schema;
        self.wires();
        let role = |ty: &Type| Some(ty.role.as_ref()?.name());
        let roles: Vec<_> = schema.types.iter().filter_map(role).collect();
        let place = self.at("types.yaml", "roles");
        place.check_unique(&roles);
        let why = "Rust's own types are encoded as these types";
        place.check_has(Role::ALL.iter().map(Role::name), &roles, why);
        for ty in schema.all_types() {
            let before = self.count();
            self.tables(ty);
            self.offsets(ty);
            self.components(ty);
            // Steps can be built only from valid rows.
            if self.count() == before {
                self.shape(ty);
            }
        }
        for ty in &schema.types {
            let place = self.at_type(ty);
            role_of(ty, &place);
            self.nearest(ty, &place);
        }
        if self.count() == 0 {
            self.precision();
        }
    }

    fn wires(&self) {
        let wires = &self.schema.wires;
        let described = wires.iter().map(|wire| match wire.double {
            Some(bytes) => format!("{}: {} or {bytes}", wire.name, wire.length),
            None => format!("{}: {}", wire.name, wire.length),
        });
        self.at("types.yaml", "wire_types").check_one_of(
            "wire type",
            &described.collect::<Vec<_>>(),
            WIRES,
        );
        let length = self.schema.double.length;
        if !wires.iter().any(|wire| wire.double == Some(length)) {
            let expected = "the length of a wire type in double precision";
            self.at("types.yaml", "double").found(length, expected);
        }
    }

    /// Checks that a type has either a role or a nearest type to which values can be converted.
    fn nearest(&self, ty: &Type, place: &Place<'_>) {
        if ty.nearest.is_some() == ty.role.is_some() {
            let found = if ty.role.is_some() { "both" } else { "neither" };
            return place.found(found, "either `nearest` or a role");
        }
        let (mut seen, mut from) = (vec![&ty.key], ty);
        while let Some(key) = &from.nearest {
            let to = self.schema.type_of(key);
            if seen.contains(&key) || !becomes(from, to) || !becomes(ty, to) {
                let why = format!("a `{}` cannot become a `{key}`; see types.yaml", from.key);
                return place.not_allowed("`nearest`", &why);
            }
            seen.push(key);
            from = to;
        }
    }

    /// Checks that the rows of a body `fields` or `packed` are the components of its members or
    /// element.
    ///
    /// This excludes types that contain themselves, because no rows satisfy the check.
    fn components(&self, ty: &Type) {
        let place = self.at_type(ty);
        let members = ty.fields.iter();
        let members = members.map(|member| (format!("{}.", member.name), &member.key));
        let (is_packed_array, parts) = match &ty.body {
            Body::Fields => (false, members.collect()),
            Body::Packed(element) => (true, vec![(String::new(), element)]),
            _ => return,
        };
        let mut expected = Vec::new();
        for (prefix, key) in parts {
            if has(&self.schema.wires, key) {
                expected.push(format!("value: {key}"));
                continue;
            }
            let inner = self.schema.type_of(key);
            if inner.body != Body::Fields {
                let why = "a member or an element has a body `fields`";
                return place.not_allowed(format!("the type `{key}`"), why);
            }
            let rows = inner.rows();
            expected.extend(rows.map(|row| format!("{prefix}{}: {}", row.name, row.wire)));
        }
        // Rows of plain components have no counterpart to compare; the first row of a packed array is
        // its count.
        let is_part = |row: &Row| {
            let member = row.name.split('.').next().unwrap_or_default();
            is_packed_array || row.name != member || has(&ty.fields, member)
        };
        let rows = ty.rows().skip(is_packed_array.into());
        let found = rows.filter(|row| is_part(row));
        let mut found: Vec<_> = found
            .map(|row| format!("{}: {}", row.name, row.wire))
            .collect();
        if !is_packed_array {
            found.sort();
            expected.sort();
        }
        if found != expected || !matches!(&ty.tables[..], [table] if table.name.is_empty()) {
            let expected = expected.join(", ");
            let expected = format!("one table without a name, with the rows {expected}");
            place.found(found.join(", "), expected);
        }
        let is_same =
            |other: &&Type| is_packed_array && other.body == ty.body && other.key != ty.key;
        if let Some(other) = self.schema.types.iter().find(is_same) {
            place.duplicate(format!("element, which `{}` has as well", other.key));
        }
    }

    /// Checks that emitters can generate code for the steps of a body.
    fn shape(&self, ty: &Type) {
        let place = self.at_type(ty);
        let steps = steps(self.schema, ty);
        let is_declared =
            |step: &&Step<'_>| matches!(step, Step::Branch(arms) if arms.iter().all(declares));
        let declared = steps.iter().take_while(is_declared).count();
        let mut found = self.described(&steps[declared..]);
        let expected = match &ty.body {
            Body::Empty => &["nothing"][..],
            Body::Bool => &["u32"],
            Body::Number if ty.is(Role::Int) => &["either (i32) or (i64)"],
            Body::Number => &["either (f32) or (f64)"],
            Body::Text => &["string"],
            Body::Record => return self.record(ty, &steps, &place),
            Body::Fields => &["components"],
            Body::Packed(_) => &["u32, repeated (components)"],
            Body::PackedText | Body::NodePath => &["u32, repeated (string)"],
            Body::Dictionary => &["u32, repeated (value, value)"],
            Body::Array => &["u32, repeated (value)"],
            Body::TypedArray => &["type number, string of a class, u32, repeated (value)"],
            Body::Object => &[
                "either (u64) or (string, if present (u32, repeated (string, value)))",
                "either (string, if present (u32, repeated (string, value))) or (u64)",
            ],
        };
        let counts_vary = [
            Body::PackedText,
            Body::NodePath,
            Body::Dictionary,
            Body::Array,
        ];
        while counts_vary.contains(&ty.body) && found.contains("u32, u32, ") {
            found = found.replace("u32, u32, ", "u32, ");
        }
        if !expected.contains(&&*found) {
            let (expected, body) = (listed(expected.iter().copied()), ty.body.name());
            let expected = format!(
                "{expected}, because the library's types for a body `{body}` hold nothing else (see \
                 CONTRIBUTING.md)"
            );
            place.found(format!("`{found}`"), expected);
        }
        if ty.body == Body::NodePath {
            let counts = ["name_count.count", "subname_count", "flags.absolute"];
            let found: Vec<_> = counts
                .into_iter()
                .filter(|name| find(ty, name).is_some())
                .collect();
            let why = "the counts and flags of a NodePath, which the library finds by these names";
            place.check_has(counts, &found, why);
        }
    }

    /// Describes steps as diagnostics name them.
    fn described(&self, steps: &[Step<'_>]) -> String {
        let described = |step: &Step<'_>| {
            Some(match step {
                Step::Number(field) if field.row.is_type_number => "type number".to_owned(),
                Step::Number(field) => field.row.wire.clone(),
                Step::Text(_) => "string".to_owned(),
                Step::Components(_) => "components".to_owned(),
                Step::Value => "value".to_owned(),
                Step::Reject(_) | Step::Objects => return None,
                Step::Branch(arms) => {
                    let arms: Vec<_> = arms.iter().map(|arm| self.described(&arm.steps)).collect();
                    format!("either ({})", arms.join(") or ("))
                }
                Step::Select(select) if self.is_class(select) => "string of a class".to_owned(),
                Step::Select(_) => "selected value".to_owned(),
                Step::Present(steps) => format!("if present ({})", self.described(steps)),
                Step::Repeat(repeat) => format!("repeated ({})", self.described(&repeat.steps)),
            })
        };
        let steps: Vec<_> = steps.iter().filter_map(described).collect();
        if steps.is_empty() {
            return "nothing".to_owned();
        }
        steps.join(", ")
    }

    /// Returns whether a type number and a flag together select the name of a class.
    fn is_class(&self, select: &Select<'_>) -> bool {
        let is_text = |key: &String| self.schema.type_of(key).body == Body::Text;
        let table = select.selected.table;
        select.field.row.is_type_number
            && select.flag.largest() == 1
            && select.value <= 1
            && table.when.len() == 2
            && matches!(&table.rows[..], [row] if row.value_type.as_ref().is_some_and(is_text))
    }

    /// Checks that the rows of a record are fields of its Rust type, which `types.yaml` declares.
    ///
    /// The rows have to be strings, or numbers without bit fields and with the same length in both
    /// precisions.
    fn record(&self, ty: &Type, steps: &[Step<'_>], place: &Place<'_>) {
        let declared = self.schema.type_of(&ty.key);
        for step in steps {
            let row = match step {
                Step::Text(text) => text.text.row,
                Step::Number(field)
                    if field.row.bits.is_empty() && !self.schema.is_real(field.row) =>
                {
                    field.row
                }
                step => {
                    let found = format!("`{}`", self.described(std::slice::from_ref(step)));
                    return place.found(found, "a string or a plain number in a body `record`");
                }
            };
            place.check_identifiers([&*row.name]);
            let is_same = |other: &Row| (&other.name, &other.wire) == (&row.name, &row.wire);
            if !declared.rows().any(is_same) {
                let why = "a layout can reorder or omit the rows of `types.yaml`, which are the fields of the Rust type";
                place.not_allowed(format!("the row `{}`", row.name), why);
            }
        }
    }

    /// Checks that the rule of double precision agrees with the lengths of the fields.
    fn precision(&self) {
        let schema = self.schema;
        let is_real = |ty: &&Type| ty.rows().all(|row| schema.is_real(row));
        for ty in schema.types.iter().filter(is_real) {
            let differs = |table: &Table| {
                let [plain, flag] = [DoubleBuilds::Plain, DoubleBuilds::Flag]
                    .map(|builds| table.placed(schema, builds, true));
                plain != flag
            };
            if ty.tables.iter().any(differs) {
                let why = format!(
                    "its rule does not place the rows of `{}` without gaps",
                    ty.key
                );
                return self.at("types.yaml", "").not_allowed("this `double`", &why);
            }
        }
    }
}

/// Checks that a type has the body of its role, or a body that the library supports without a role.
fn role_of(ty: &Type, place: &Place<'_>) {
    let body = match &ty.body {
        Body::Packed(element) => format!("packed of {element}"),
        body => body.name().to_owned(),
    };
    if let Some(role) = ty.role {
        let expected = match role {
            Role::Nil => "empty",
            Role::Int | Role::Float => "number",
            Role::String => "text",
            Role::Rid => "record",
            Role::Bytes => "packed of byte",
            Role::Ints => "packed of i32",
            Role::Reals => "packed of real",
            Role::Strings => "packed_text",
            Role::Bool | Role::NodePath | Role::Object | Role::Dictionary | Role::Array => {
                role.name()
            }
        };
        if body != expected {
            let expected = format!("the body `{expected}` of the role");
            place.found(format!("`{body}`"), expected);
        }
        return;
    }
    let rust_type = match &ty.body {
        Body::Fields | Body::Packed(_) | Body::TypedArray | Body::Record => return,
        Body::Text => "StringName",
        Body::Empty
        | Body::Bool
        | Body::Number
        | Body::PackedText
        | Body::NodePath
        | Body::Object
        | Body::Dictionary
        | Body::Array => "types with a role",
    };
    if ty.key != rust_type {
        let why = format!("the library defines it for {rust_type} alone; see CONTRIBUTING.md");
        place.not_allowed(format!("the body `{body}`"), &why);
    }
}

/// Returns whether a value of one type can be converted to the other.
fn becomes(from: &Type, to: &Type) -> bool {
    let has_same_components = || {
        let is_convertible = |(from, to): (&Row, &Row)| {
            let is_number = FLOATS
                .iter()
                .chain(&INTEGERS)
                .any(|wire| *wire == from.wire);
            let is_widened = is_number && FLOATS.contains(&&*to.wire);
            from.name == to.name && (from.wire == to.wire || is_widened)
        };
        // The rows of a packed array include its count.
        let has_same_count = from.rows().count() == to.rows().count();
        has_same_count && from.rows().zip(to.rows()).all(is_convertible)
    };
    match &from.body {
        Body::Fields if to.body == Body::Fields => has_same_components(),
        Body::Packed(_) if matches!(to.body, Body::Packed(_)) => has_same_components(),
        Body::Fields | Body::Packed(_) => to.body == Body::Array,
        Body::TypedArray => matches!(to.body, Body::Array | Body::TypedArray),
        Body::Text => to.body == Body::Text,
        Body::Record => matches!(to.body, Body::Dictionary | Body::Empty),
        Body::Empty
        | Body::Bool
        | Body::Number
        | Body::PackedText
        | Body::NodePath
        | Body::Object
        | Body::Dictionary
        | Body::Array => false,
    }
}

/// Returns whether the only step of an arm is the type that its table declares.
fn declares(arm: &Arm<'_>) -> bool {
    match (arm.table.declares, arm.steps.as_slice()) {
        (Some(Declares::Type), [Step::Number(field)]) => field.row.is_type_number,
        (Some(Declares::Class | Declares::Script), [Step::Text(_)]) => true,
        _ => false,
    }
}
