//! Checks types: emitters support their bodies, and values can be converted to the nearest types.

use super::{Check, Place};
use crate::model::{Body, Role, Row, Type};

/// The wire types of the library with their lengths; a second length is that in double precision.
#[rustfmt::skip]
const WIRES: [&str; 11] = [
    "u32: 4", "i32: 4", "u64: 8", "i64: 8", "f32: 4", "f64: 8", "real: 4 or 8", "byte: 1",
    "bytes: X", "text: X", "value: X",
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
            self.offsets(ty);
            // The description of valid rows is compared.
            if self.count() == before {
                self.tables(ty);
            }
        }
        self.members();
        for ty in &schema.types {
            let place = self.at_type(ty);
            role_of(ty, &place);
            if ty.nearest.is_some() == ty.role.is_some() {
                let found = if ty.role.is_some() { "both" } else { "neither" };
                place.found(found, "either `nearest` or a role");
            }
        }
        // Wrong rows are not the nearest ones.
        if self.count() == 0 {
            for ty in &schema.types {
                self.nearest(ty);
            }
        }
    }

    fn wires(&self) {
        let schema = self.schema;
        for wire in &schema.wires {
            let place = self.at("types.yaml", "wire_types").row(&wire.name);
            place.check_wire(wire, &WIRES);
        }
        // The library reads the header as one number, whose low byte is the number of the type.
        let alignment = schema.constant("ALIGNMENT").checked_next_power_of_two();
        let alignment = alignment.unwrap_or(1);
        for (name, expected) in [
            ("HEADER_LENGTH", 4),
            ("TYPE_MASK", 0xFF),
            ("ALIGNMENT", alignment),
        ] {
            let found = schema.constant(name);
            if found != expected {
                let place = self.at("types.yaml", "constants").row(name);
                place.found(found, format!("{expected}, as the library decodes values"));
            }
        }
    }

    /// Checks that values of a type can be converted to its nearest types.
    fn nearest(&self, ty: &Type) {
        let place = self.at_type(ty);
        let (mut seen, mut from) = (vec![&ty.key], ty);
        while let Some(key) = &from.nearest {
            let to = self.schema.type_of(key);
            if seen.contains(&key) {
                return place.not_allowed("`nearest`", "it leads back to the type");
            }
            match becomes(ty, to) {
                Ok(()) => {}
                Err(None) => {
                    let why = format!("a `{}` cannot become a `{key}`; see types.yaml", ty.key);
                    return place.not_allowed("`nearest`", &why);
                }
                Err(Some((row, other))) => {
                    let found = format!("`{} {}`", row.name, row.wire);
                    let expected =
                        format!("what can become `{} {}` of `{key}`", other.name, other.wire);
                    return place.row(&row.name).found(found, expected);
                }
            }
            seen.push(key);
            from = to;
        }
    }
}

/// Checks that a type has the body of its role.
fn role_of(ty: &Type, place: &Place<'_>) {
    let body = match &ty.body {
        Body::Packed(element) => format!("packed of {element}"),
        body => body.name().to_owned(),
    };
    let expected = match ty.role {
        Some(Role::Nil) => "empty",
        Some(Role::Int | Role::Float) => "number",
        Some(Role::String) => "text",
        Some(Role::Rid) => "record",
        Some(Role::Bytes) => "packed of byte",
        Some(Role::Ints) => "packed of i32",
        Some(Role::Reals) => "packed of real",
        Some(Role::Strings) => "packed_text",
        Some(role) => role.name(),
        // Types with other bodies and without a role have no nearest type.
        None if ty.body == Body::Text && ty.key != "StringName" => {
            return place.not_allowed("the body `text`", "the library defines StringName by hand");
        }
        None => return,
    };
    if body != expected {
        place.found(
            format!("`{body}`"),
            format!("the body `{expected}` of the role"),
        );
    }
}

/// Checks that a value of one type can be converted to the other; returns the first rows that
/// cannot.
fn becomes<'t>(from: &'t Type, to: &'t Type) -> Result<(), Option<(&'t Row, &'t Row)>> {
    let is_allowed = match &from.body {
        Body::Fields if to.body == Body::Fields => return same_components(from, to),
        Body::Packed(_) if matches!(to.body, Body::Packed(_)) => return same_components(from, to),
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
    };
    is_allowed.then_some(()).ok_or(None)
}

fn same_components<'t>(from: &'t Type, to: &'t Type) -> Result<(), Option<(&'t Row, &'t Row)>> {
    // The rows of a packed array include its count.
    if from.rows().count() != to.rows().count() {
        return Err(None);
    }
    let is_different = |(from, to): &(&Row, &Row)| {
        let mut numbers = FLOATS.iter().chain(&INTEGERS);
        let is_widened = numbers.any(|wire| *wire == from.wire) && FLOATS.contains(&&*to.wire);
        from.name != to.name || from.wire != to.wire && !is_widened
    };
    let mut different = from.rows().zip(to.rows()).filter(is_different);
    different.next().map_or(Ok(()), |rows| Err(Some(rows)))
}
