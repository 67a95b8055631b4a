//! Generates the value types of the packages for other languages: templates render one description
//! of the types.

use crate::File;
use crate::book::environment;
use gdvariant_codegen::model::{Body, Field, Role, Row, Schema, Table, Type, find};
use gdvariant_codegen::scripts::{constants, initial};
use minijinja::{Value, context};

/// The generated files: the path in the repository, and the template.
const FILES: [(&str, &str); 3] = [
    (
        "apps/python/gdvariant/_types.py",
        include_str!("../templates/packages/types.py.jinja"),
    ),
    (
        "apps/js/lib/types.js",
        include_str!("../templates/packages/types.js.jinja"),
    ),
    (
        "apps/js/lib/types.d.ts",
        include_str!("../templates/packages/types.d.ts.jinja"),
    ),
];

/// Returns the generated files of all packages.
pub(crate) fn files(schema: &Schema) -> Vec<File> {
    let is_bytes = |ty: &&Type| ty.is(Role::Bytes);
    let is_array = |ty: &&Type| matches!(ty.body, Body::Packed(_) | Body::PackedText);
    let structs = structures(schema);
    let arrays = schema.types.iter().filter(is_array);
    let arrays: Vec<_> = arrays.filter(|ty| !is_bytes(ty)).collect();
    let all = structs.iter().chain(&arrays);
    let names = all.flat_map(|ty| [ty.name.clone()].into_iter().chain(schema.other_names(ty)));
    let mut exported: Vec<_> = names.collect();
    exported.sort();
    let structs = structs.iter().map(|ty| structure(schema, ty));
    let arrays = arrays.iter().map(|ty| array(schema, ty));
    let layouts = schema.layouts.iter();
    let layouts = layouts.flat_map(|it| it.precisions().map(|is_double| it.module_in(is_double)));
    let context = context! {
        structs => structs.collect::<Vec<_>>(),
        arrays => arrays.collect::<Vec<_>>(),
        bytes => schema.types.iter().find(is_bytes).map(|ty| &ty.key),
        exported,
        layouts => layouts.collect::<Vec<_>>(),
    };
    let mut templates = environment();
    templates.add_filter("pick", |parts: Vec<Value>, indexes: Vec<usize>| {
        let picked = indexes.iter().map(|index| parts[*index].clone());
        picked.collect::<Vec<_>>()
    });
    let render = |(path, template): (&str, &str)| {
        let text = templates.render_str(template, &context);
        let text = text.unwrap_or_else(|error| panic!("{path}: {error:#}"));
        File {
            path: path.to_owned(),
            text: format!("{}\n", text.trim_end()),
        }
    };
    FILES.map(render).into()
}

/// Returns the types with named fields, each after the types of its fields.
fn structures(schema: &Schema) -> Vec<&Type> {
    let types = schema.types.iter();
    let mut left: Vec<_> = types
        .filter(|ty| matches!(ty.body, Body::Fields | Body::Record))
        .collect();
    let mut sorted: Vec<&Type> = Vec::new();
    while !left.is_empty() {
        let is_known = |key: &String| sorted.iter().any(|known| known.key == *key);
        let is_ready = |ty: &mut &Type| ty.fields.iter().all(|member| is_known(&member.key));
        let ready: Vec<_> = left.extract_if(.., is_ready).collect();
        sorted.extend(ready);
    }
    sorted
}

/// Returns the facts that the templates know about a type with named fields.
fn structure(schema: &Schema, ty: &Type) -> Value {
    let rows = ty.tables.first().map_or(&[][..], |table| &table.rows);
    let fields = fields(schema, ty, rows);
    let is_record = ty.body == Body::Record;
    let parts: Vec<String> = if is_record {
        fields.iter().map(|(name, _)| (*name).to_owned()).collect()
    } else {
        rows.iter().map(|row| row.name.clone()).collect()
    };
    let arguments = (0..parts.len()).map(|index| format!("c[{index}]"));
    let constants = constants(ty, None).into_iter().map(|(name, components)| {
        let number = |row| match components.of(ty, row) {
            f64::INFINITY => "Infinity".to_owned(),
            number => number.to_string(),
        };
        (name, rows.iter().map(number).collect::<Vec<_>>())
    });
    context! {
        number => rows.first().map(|row| kind(ty, row)),
        base => if is_record { "Record" } else { "Struct" },
        arguments => arguments.collect::<Vec<_>>(),
        parts,
        constants => constants.collect::<Vec<_>>(),
        fields => fields.into_iter().map(|(_, facts)| facts).collect::<Vec<_>>(),
        ..named(schema, ty)
    }
}

/// Returns the names of a type, and its description.
fn named(schema: &Schema, ty: &Type) -> Value {
    context! {
        key => &ty.key,
        name => &ty.name,
        description => &ty.description,
        other_names => schema.other_names(ty),
    }
}

/// Returns the fields of a type in the order of the struct: their names, and the facts that the
/// templates know.
fn fields<'s>(schema: &Schema, ty: &'s Type, rows: &'s [Row]) -> Vec<(&'s str, Value)> {
    let place = |row: &Row| rows.iter().position(|other| other == row);
    let number = |row: &Row, index| {
        context! { kind => kind(ty, row), value => (), initial => initial(ty, row), index, row => place(row) }
    };
    let field =
        |name, description: &str, facts: Value| (name, context! { name, description, ..facts });
    if ty.body == Body::Record {
        let fields = ty.tables.iter().flat_map(Table::fields).enumerate();
        let fields = fields.map(|(index, of_record)| {
            let row = of_record.row();
            let facts = match of_record {
                Field::Text { .. } => context! { kind => "text", value => (), index },
                Field::Single(row) => number(row, index),
            };
            field(&*row.name, &row.description, facts)
        });
        return fields.collect();
    }
    let members = ty
        .members()
        .into_iter()
        .map(|(name, row, member)| match member {
            Some(member) => field(
                name,
                &member.description,
                compound(schema, ty, name, &member.key),
            ),
            None => field(
                name,
                &row.description,
                number(row, place(row).unwrap_or_default()),
            ),
        });
    members.collect()
}

/// Returns the facts about a field of `ty` with a type of its own.
fn compound(schema: &Schema, ty: &Type, name: &str, key: &str) -> Value {
    let held = schema.type_of(key);
    let is_own = |row: &Row| {
        row.name
            .strip_prefix(name)
            .is_some_and(|rest| rest.starts_with('.'))
    };
    let rows = ty.tables[0].rows.iter().enumerate();
    let (indexes, numbers): (Vec<_>, Vec<_>) = rows
        .filter(|(_, row)| is_own(row))
        .map(|(index, row)| (index, initial(ty, row)))
        .unzip();
    let own = held.tables[0].rows.iter().map(|row| initial(held, row));
    let has_own = own.eq(numbers.iter().copied());
    context! {
        kind => &held.name,
        value => structure(schema, held),
        indexes,
        // `None` if the field has the initial value of its type.
        initial => (!has_own).then_some(numbers),
    }
}

/// Returns the kind of a number: in records, integers are ids.
fn kind(ty: &Type, row: &Row) -> &'static str {
    match &*row.wire {
        "real" | "f32" | "f64" => "float",
        _ if ty.body == Body::Record => "id",
        _ => "int",
    }
}

/// Returns the facts that the templates know about a packed array.
fn array(schema: &Schema, ty: &Type) -> Value {
    let element = match &ty.body {
        Body::Packed(element) => Some(element),
        _ => None,
    };
    let held = element.and_then(|element| find(&schema.types, element));
    let wire = held.map_or(element, |held| Some(&held.tables[0].rows[0].wire));
    context! { element => held.map(|held| named(schema, held)), wire, ..named(schema, ty) }
}
