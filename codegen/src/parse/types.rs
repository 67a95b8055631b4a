//! Parses `types.yaml`.

use super::keys::Keys;
use super::script;
use super::tables::{bit_fields, tables};
use crate::model::{
    Body, Choice, Constant, Conversion, Double, JsonForm, Member, Origin, Role, Schema, Type, Wire,
};
use crate::report::{File, Place, Report};
use crate::yaml::Value;

/// The kinds of bodies, in the order of diagnostics; an element is not known yet.
const BODIES: [Body; 15] = [
    Body::Empty,
    Body::Id,
    Body::Callable,
    Body::Bool,
    Body::Number,
    Body::Text,
    Body::Fields,
    Body::Pool(String::new()),
    Body::PoolText,
    Body::NodePath,
    Body::Signal,
    Body::Object,
    Body::Dictionary,
    Body::Array,
    Body::TypedArray,
];

/// Parses `types.yaml`; the schema has no layouts and no errata yet.
pub(crate) fn types(value: Option<&Value>, report: &mut Report) -> Schema {
    let place = Place::file(File::Types);
    let mut keys = Keys::open(
        value,
        &place,
        &[
            "json",
            "conversions",
            "wire_types",
            "constants",
            "double",
            "types",
        ],
        report,
    );
    let wires = keys.entries("wire_types", wire);
    let constants = keys.entries("constants", constant);
    Schema {
        wires,
        double: keys.one("double", double),
        json: keys.one("json", json),
        conversions: keys.entries("conversions", conversion),
        types: keys.entries("types", |key, value, place, report| {
            ty(key, value, &constants, place, report)
        }),
        constants,
        layouts: Vec::new(),
        errata: Vec::new(),
        defects: Vec::new(),
        examples: Vec::new(),
        locales: Vec::new(),
    }
}

fn wire(name: &str, value: &Value, place: &Place, report: &mut Report) -> Wire {
    let place = place.clone().called(format!("wire type {name}"));
    let mut keys = Keys::open(
        Some(value),
        &place,
        &["length", "double", "published", "description"],
        report,
    );
    Wire {
        name: name.to_owned(),
        length: keys.length("length"),
        double: keys.optional("double", Keys::number),
        published: keys.text("published"),
        description: keys.text("description"),
    }
}

fn constant(name: &str, value: &Value, place: &Place, report: &mut Report) -> Constant {
    let place = place.clone().called(format!("constant {name}"));
    let mut keys = Keys::open(Some(value), &place, &["value", "description"], report);
    Constant {
        name: name.to_owned(),
        value: keys.number("value"),
        description: keys.text("description"),
    }
}

fn json(value: Option<&Value>, place: &Place, report: &mut Report) -> JsonForm {
    let place = place.clone().called("json");
    let mut keys = Keys::open(value, &place, &["version", "names"], report);
    JsonForm {
        version: keys.number("version"),
        names: keys.texts("names"),
    }
}

fn conversion(to: &str, value: &Value, place: &Place, report: &mut Report) -> Conversion {
    let place = place.clone().called(format!("conversion {to}"));
    let mut keys = Keys::open(Some(value), &place, &["from"], report);
    Conversion {
        to: to.to_owned(),
        from: keys.texts("from"),
    }
}

fn double(value: Option<&Value>, place: &Place, report: &mut Report) -> Double {
    let mut keys = Keys::open(
        value,
        &place.clone().called("double"),
        &["length", "from", "factor"],
        report,
    );
    Double {
        length: keys.number("length"),
        from: keys.number("from"),
        factor: keys.number("factor"),
    }
}

fn ty(
    key: &str,
    value: &Value,
    constants: &[Constant],
    place: &Place,
    report: &mut Report,
) -> Type {
    let known = [
        "name",
        "description",
        "body",
        "role",
        "nearest",
        "flags",
        "encode",
        "fields",
        "element",
        script::KEY,
        "optional",
        "tables",
    ];
    let mut keys = Keys::open(Some(value), &place.clone().called(key), &known, report);
    let body = body(&mut keys);
    Type {
        origin: Origin::Types,
        key: key.to_owned(),
        name: keys
            .optional("name", Keys::text)
            .unwrap_or_else(|| key.to_owned()),
        description: keys.text("description"),
        role: role(&mut keys),
        nearest: keys.optional("nearest", Keys::text),
        flags: bit_fields(&mut keys, "flags", constants),
        encode: encode(&mut keys),
        fields: fields(body.name(), &mut keys),
        script_constants: script::constants(&mut keys),
        optional: optional(body.name(), &mut keys),
        tables: tables(&mut keys, constants),
        body,
    }
}

/// Parses what a layout overrides of a type: its description, its flags and its tables.
///
/// The body stays of the same kind, so that all layouts share the Rust type.
pub(super) fn overridden(
    base: &Type,
    origin: Origin,
    value: &Value,
    constants: &[Constant],
    place: &Place,
    report: &mut Report,
) -> Type {
    let known = ["description", "flags", "tables"];
    let mut keys = Keys::open(Some(value), place, &known, report);
    let description = keys.optional("description", Keys::text);
    Type {
        origin,
        description: description.unwrap_or_else(|| base.description.clone()),
        flags: bit_fields(&mut keys, "flags", constants),
        tables: tables(&mut keys, constants),
        ..base.clone()
    }
}

fn body(keys: &mut Keys) -> Body {
    let names: Vec<_> = BODIES.iter().map(Body::name).collect();
    let name = keys.choice("body", &names);
    keys.refuse("element", name, "pool");
    let mut bodies = BODIES.into_iter();
    match bodies.find(|body| body.name() == name) {
        Some(Body::Pool(_)) => Body::Pool(keys.text("element")),
        body => body.unwrap_or(Body::Empty),
    }
}

fn role(keys: &mut Keys) -> Option<Role> {
    let name = keys.optional("role", |keys, key| keys.choice(key, Role::NAMES))?;
    Role::named(name).filter(|_| keys.is_sound("role"))
}

fn encode(keys: &mut Keys) -> Choice {
    if keys.has_word("encode", "first_exact") {
        Choice::FirstExact
    } else {
        Choice::Value
    }
}

fn optional(body: &str, keys: &mut Keys) -> u32 {
    keys.refuse("optional", body, "fields");
    keys.optional("optional", Keys::number).unwrap_or(0)
}

fn fields(body: &str, keys: &mut Keys) -> Vec<Member> {
    keys.refuse("fields", body, "fields");
    if body != "fields" || keys.get("fields").is_none() {
        return Vec::new();
    }
    keys.entries("fields", |name, value, place, report| {
        let mut keys = Keys::open(
            Some(value),
            &place.clone().named(name),
            &["type", "description"],
            report,
        );
        Member {
            name: name.to_owned(),
            key: keys.text("type"),
            description: keys.text("description"),
        }
    })
}
