//! Parses `types.yaml`.

use super::keys::Keys;
use super::node::Node;
use super::script;
use super::tables::{bit_fields, tables};
use crate::model::{
    Body, Choice, Constant, Conversion, Double, JsonForm, Member, Origin, Role, Schema, Type, Wire,
};
use crate::report::{File, Report};
use crate::yaml::Value;

/// The kinds of bodies, in the order of diagnostics; an element is not known yet.
static BODIES: [Body; 15] = [
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
    Node::file(value, File::Types, report).keys(|keys| {
        let json = json(keys.child("json"));
        let conversions = keys.entries("conversions", conversion);
        let wires = keys.entries("wire_types", wire);
        let constants = keys.entries("constants", constant);
        Schema {
            wires,
            double: double(keys.child("double")),
            json,
            conversions,
            types: keys.entries("types", |key, node| {
                node.keys(|keys| ty(key, keys, &constants))
            }),
            constants,
            layouts: Vec::new(),
            pages: Vec::new(),
            engines: Vec::new(),
            errata: Vec::new(),
            defects: Vec::new(),
            examples: Vec::new(),
            locales: Vec::new(),
        }
    })
}

fn wire(name: &str, node: Node<'_>) -> Wire {
    node.keys(|keys| Wire {
        name: name.to_owned(),
        length: keys.length("length"),
        double: keys.optional("double", Keys::number),
        published: keys.text("published"),
        description: keys.text("description"),
    })
}

fn constant(name: &str, node: Node<'_>) -> Constant {
    node.keys(|keys| Constant {
        name: name.to_owned(),
        value: keys.number("value"),
        layouts: keys.or_default("layouts", Keys::texts),
        description: keys.text("description"),
    })
}

fn json(node: Node<'_>) -> JsonForm {
    node.keys(|keys| JsonForm {
        version: keys.number("version"),
        names: keys.texts("names"),
    })
}

fn conversion(to: &str, node: Node<'_>) -> Conversion {
    node.keys(|keys| Conversion {
        to: to.to_owned(),
        from: keys.texts("from"),
    })
}

fn double(node: Node<'_>) -> Double {
    node.keys(|keys| Double {
        length: keys.number("length"),
        from: keys.number("from"),
        factor: keys.number("factor"),
        erratum: keys.text("erratum"),
    })
}

fn ty(key: &str, keys: &mut Keys<'_>, constants: &[Constant]) -> Type {
    let name = keys.optional_text("name");
    let description = keys.text("description");
    let body = body(keys);
    Type {
        origin: Origin::Types,
        key: key.to_owned(),
        name: name.unwrap_or_else(|| key.to_owned()),
        description,
        role: role(keys),
        nearest: keys.optional_text("nearest"),
        flags: bit_fields(keys, "flags", constants),
        encode: keys
            .optional_choice("encode", &[("first_exact", Choice::FirstExact)])
            .unwrap_or(Choice::Value),
        fields: fields(&body, keys),
        script_constants: script::constants(keys),
        optional: optional(&body, keys),
        tables: tables(keys, constants),
        body,
    }
}

/// Parses what a layout overrides of a type: its description, its flags and its tables.
///
/// The body stays of the same kind, so that all layouts share the Rust type.
pub(super) fn overridden(
    base: &Type,
    origin: Origin,
    constants: &[Constant],
    node: Node<'_>,
) -> Type {
    node.keys(|keys| {
        let description = keys.optional_text("description");
        Type {
            origin,
            description: description.unwrap_or_else(|| base.description.clone()),
            flags: bit_fields(keys, "flags", constants),
            tables: tables(keys, constants),
            ..base.clone()
        }
    })
}

fn body(keys: &mut Keys<'_>) -> Body {
    let bodies: Vec<_> = BODIES.iter().map(|body| (body.name(), body)).collect();
    let body = keys.choice("body", &bodies);
    keys.refuse("element", body, "pool");
    match body {
        Body::Pool(_) => Body::Pool(keys.text("element")),
        body => body.clone(),
    }
}

fn role(keys: &mut Keys<'_>) -> Option<Role> {
    let roles: Vec<_> = Role::ALL.iter().map(|role| (role.name(), *role)).collect();
    let role = keys.optional_choice("role", &roles);
    role.filter(|_| keys.is_sound("role"))
}

fn optional(body: &Body, keys: &mut Keys<'_>) -> u32 {
    keys.refuse("optional", body, "fields");
    keys.or_default("optional", Keys::number)
}

fn fields(body: &Body, keys: &mut Keys<'_>) -> Vec<Member> {
    keys.refuse("fields", body, "fields");
    if *body != Body::Fields {
        return Vec::new();
    }
    keys.or_default("fields", |keys, key| keys.entries(key, member))
}

fn member(name: &str, node: Node<'_>) -> Member {
    node.keys(|keys| Member {
        name: name.to_owned(),
        key: keys.text("type"),
        description: keys.text("description"),
    })
}
