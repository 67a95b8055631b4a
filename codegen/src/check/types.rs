//! Checks types: emitters support their bodies, and values can be converted to the nearest types.

use super::{Check, Place};
use crate::diagnostic::listed;
use crate::model::{
    Body, Declares, DoubleBuilds, Field, Is, Role, Row, Table, Type, find, has, names,
};
use crate::shape::{self, bits_of, declaring_flags, shape_of, shapes};

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
        let place = self.at("types.yaml", "types");
        place.check_unique(&roles);
        let why = "Rust's own types are encoded as these types";
        place.check_has(Role::ALL.iter().map(Role::name), &roles, why);
        for ty in schema.all_types() {
            let before = self.count();
            self.tables(ty);
            self.offsets(ty);
            self.components(ty);
            // The shape of valid rows is described.
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
        for (wire, described) in wires.iter().zip(described) {
            let place = self.at("types.yaml", "wire_types").row(&wire.name);
            place.check_one_of("wire type", &[described], WIRES);
        }
        // The library reads the header as one number, whose low byte is the number of the type.
        for (name, value) in [("HEADER_LENGTH", 4), ("TYPE_MASK", 0xFF)] {
            let found = self.schema.constant(name);
            if found != value {
                let place = self.at("types.yaml", "constants").row(name);
                place.found(
                    format!("{found:#x}"),
                    format!("{value:#x}, as the library decodes headers"),
                );
            }
        }
        if !self.schema.constant("ALIGNMENT").is_power_of_two() {
            let place = self.at("types.yaml", "constants").row("ALIGNMENT");
            place.found(self.schema.constant("ALIGNMENT"), "a power of two");
        }
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
        if is_packed_array && ty.rows().next().is_none_or(|row| row.wire != "u32") {
            place.missing(
                "a `u32` before the elements",
                "the count is an unsigned number",
            );
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

    /// Checks that the tables have the shape from which the generator takes their rows.
    fn shape(&self, ty: &Type) {
        let place = self.at_type(ty);
        if ty.body == Body::Record {
            self.record(ty, &place);
        }
        let (found, body) = (shape::shape(ty), ty.body.name());
        if let Some(expected) = shapes(ty).filter(|shapes| !shapes.contains(&&*found)) {
            let expected = listed(expected.iter().copied());
            let expected = format!(
                "tables {expected}, because the library's types for a body `{body}` hold nothing \
                 else (see CONTRIBUTING.md)"
            );
            return place.found(format!("`{found}`"), expected);
        }
        declared(ty, &place);
        for table in &ty.tables {
            let place = place.table(table);
            table.rows.iter().for_each(|row| bits(ty, row, &place));
        }
        if let (Body::Dictionary, Some(pair)) = (&ty.body, ty.tables.last()) {
            let found = listed(names(&pair.rows));
            let expected = listed(["key", "value"]);
            if found != expected {
                place
                    .table(pair)
                    .found(found, format!("the rows {expected}"));
            }
        }
        if ty.body == Body::NodePath {
            let rows: Vec<_> = ty.rows().map(|row| row.name.clone()).collect();
            let why = "the library finds the numbers of a NodePath by these names";
            place.check_has(shape::PATH_ROWS, &rows, why);
        }
        let first = self.schema.types.iter().find(|other| other.body == ty.body);
        if ty.body == Body::TypedArray {
            if first.is_some_and(|it| (&it.tables, &it.flags) != (&ty.tables, &ty.flags)) {
                let why = "the library decodes all typed arrays by the tables of the first one";
                place.not_allowed("these tables", why);
            }
            let conditions = ty.tables.iter().flat_map(|table| &table.when);
            let roles = conditions.filter_map(|condition| match condition.is {
                Is::Role(role) if role != Role::Object => Some(role.name()),
                _ => None,
            });
            let others = listed(roles);
            if !others.is_empty() {
                place.found(others, "the role `object`, whose values have a class");
            }
            if ty.known_flags().count_ones() != 1 {
                place.found(listed(names(&ty.flags)), "one flag of one bit");
            }
        }
    }

    /// Checks that the rows of a record are fields of its Rust type, which `types.yaml` declares.
    ///
    /// The rows have to be strings, or numbers with the same length in both precisions.
    fn record(&self, ty: &Type, place: &Place<'_>) {
        let declared = self.schema.type_of(&ty.key);
        if let [_, table, ..] = &ty.tables[..] {
            return place.not_allowed(format!("the table `{}`", table.name), "a record has one");
        }
        for field in ty.tables.iter().flat_map(Table::fields) {
            let row = field.row();
            let is_single = matches!(field, Field::Single(_));
            if is_single && (row.wire == "value" || row.is_string() || self.schema.is_real(row)) {
                let expected = "a string or a plain number in a body `record`";
                return place.found(format!("`{}`", row.wire), expected);
            }
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
                return self
                    .at("types.yaml", "double")
                    .not_allowed("this `double`", &why);
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

/// Checks that each flag of a container has the tables of its declared types.
fn declared(ty: &Type, place: &Place<'_>) {
    let flags: Vec<_> = names(&ty.flags).collect();
    let expected = declaring_flags(ty);
    if ty.tables.iter().all(|table| table.declares.is_none()) {
        return;
    }
    if flags != expected {
        return place.found(
            listed(flags),
            format!("the flags {}", listed(expected.iter().copied())),
        );
    }
    for flag in &flags {
        let is_of = |table: &&Table| table.when.iter().any(|condition| condition.field == *flag);
        let tables = ty.tables.iter().filter(is_of);
        let found: Vec<_> = tables
            .map(|table| format!("{:?} {}", table.declares, shape_of(ty, table)))
            .collect();
        let expected = [Declares::Type, Declares::Class, Declares::Script].map(|form| {
            let wire = if form == Declares::Type {
                "u32"
            } else {
                "bytes"
            };
            format!("{:?} if flag: {wire}", Some(form))
        });
        if found != expected {
            let expected = "a number, a class and a script for each declared type, in this order";
            place.found(format!("`{}` for `{flag}`", found.join("; ")), expected);
        }
    }
}

/// Checks that a row has the bit fields that the library finds by their names.
fn bits(ty: &Type, row: &Row, place: &Place<'_>) {
    let expected = bits_of(ty, &row.name);
    let place = place.row(&row.name);
    for (name, least) in expected {
        match find(&row.bits, name) {
            Some(bits) if bits.is_ignored || bits.largest() < *least => {
                let what = format!("bits `{name}` that hold {least}");
                place.found(bits.largest(), what);
            }
            Some(_) => {}
            None => place.missing(
                format!("the bits `{name}`"),
                "the library finds them by name",
            ),
        }
    }
    let is_other = |name: &str| !expected.iter().any(|(expected, _)| *expected == name);
    for bits in row
        .bits
        .iter()
        .filter(|bits| !bits.is_ignored && is_other(&bits.name))
    {
        let what = format!("the bit field `{}`", bits.name);
        place.not_allowed(
            what,
            "bits that the library does not use need `ignored: true`",
        );
    }
}
